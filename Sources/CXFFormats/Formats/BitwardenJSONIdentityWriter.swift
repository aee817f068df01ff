internal import CXFCrypto
internal import CredentialExchangeFormat

extension BitwardenItemWriter {
  /// The value of a field that stands in a group of custom fields with a heading, marked as written to `place`.
  func takeGrouped(_ label: Text, in heading: Text, to place: Place) -> Text? {
    guard let (group, field) = grouped(label, in: heading), let view = field["value"], !view.isTaken else {
      return nil
    }
    for name in [group["label"], field["label"]] {
      name?.convert(to: place, as: view.peek ?? "", .keptAsCustomField, "the place says what the field is")
    }
    return view.take(to: place)
  }

  func grouped(_ label: Text, in heading: Text) -> (group: SourceView, field: SourceView)? {
    for group in credentials("custom-fields") where group.peek("label") == heading {
      if let field = group.elements("fields").first(where: {
        $0.peek("label") == label && $0["value"]?.peek != nil
      }) {
        return (group, field)
      }
    }
    return nil
  }

  private static func members(_ names: [Text], _ values: [Text: Text]) -> [(name: Text, value: Text?)] {
    names.map { ($0, values[$0]) }
  }

  // MARK: Cards

  private static let cardMembers: [Text] = [
    "cardholderName", "brand", "number", "expMonth", "expYear", "code",
  ]

  mutating func writeCards() {
    for (index, card) in credentials("credit-card").enumerated() {
      var values: [Text: Text] = [:]
      values["cardholderName"] = card["fullName"]?.take("value", to: "card.cardholderName")
      values["brand"] = card["cardType"]?.take("value", to: "card.brand")
      values["number"] = card["number"]?.take("value", to: "card.number")
      values["code"] = card["verificationNumber"]?.take("value", to: "card.code")
      if let view = card["expiryDate"]?["value"], let text = view.peek, let date = YearMonth(text.string),
        CardExpiry(month: String(date.month), year: String(date.year)).yearMonth == date
      {
        values["expMonth"] = Text(String(date.month))
        values["expYear"] = Text(String(date.year))
        view.convert(to: "card.expMonth", as: text, .expiryConverted, "the expiry stands as month and year")
      } else if index == 0 {
        for member in BitwardenCardMember.grouped {
          values[member.name] = takeGrouped(
            member.label, in: BitwardenGroup.card, to: Place("card." + member.name.string))
        }
      }
      var entry = BitwardenEntry(.card)
      entry.members = Self.members(Self.cardMembers, values)
      entries.append(entry)
    }
  }

  // MARK: Identities

  private static let identityMembers: [Text] = [
    "title", "firstName", "middleName", "lastName", "address1", "address2", "address3", "city", "state",
    "postalCode",
    "country", "company", "email", "phone", "ssn", "username", "passportNumber", "licenseNumber",
  ]

  private static let identitySources: [(member: Text, type: Text, field: Text)] = [
    ("title", "person-name", "title"), ("firstName", "person-name", "given"),
    ("middleName", "person-name", "given2"),
    ("lastName", "person-name", "surname"), ("city", "address", "city"), ("state", "address", "territory"),
    ("postalCode", "address", "postalCode"), ("country", "address", "country"), ("phone", "address", "tel"),
    ("passportNumber", "passport", "passportNumber"), ("licenseNumber", "drivers-license", "licenseNumber"),
    ("ssn", "identity-document", "identificationNumber"),
  ]

  /// One identity takes the first name, address and document of each kind; others become custom fields.
  mutating func writeIdentity() {
    let types: Set<Text> = ["person-name", "address", "passport", "drivers-license", "identity-document"]
    let hasGroup = BitwardenIdentityMember.grouped.contains {
      grouped($0.label, in: BitwardenGroup.identity) != nil
    }
    guard hasGroup || credentials.contains(where: { $0.peek("type").map(types.contains) ?? false }) else {
      return
    }
    var values: [Text: Text] = [:]
    for source in Self.identitySources {
      guard let view = credentials(source.type).first?[source.field]?["value"] else { continue }
      values[source.member] = view.take(to: Place("identity." + source.member.string))
    }
    if let view = credentials("address").first?["streetAddress"]?["value"], let text = view.peek {
      let lines = BitwardenStreet.lines(text)
      for (index, line) in lines.enumerated() { values[Text("address\(index + 1)")] = line }
      if lines[0] == text {
        _ = view.take(to: "identity.address1")
      } else {
        view.convert(to: "identity.address1", as: text, .addressLines, "the address stands in lines")
      }
    }
    for member in BitwardenIdentityMember.grouped {
      values[member.name] = takeGrouped(
        member.label, in: BitwardenGroup.identity, to: Place("identity." + member.name.string))
    }
    var entry = BitwardenEntry(.identity)
    entry.members = Self.members(Self.identityMembers, values)
    entries.append(entry)
  }

  // MARK: SSH keys

  private static let keyMembers: [Text] = ["privateKey", "publicKey", "keyFingerprint"]

  mutating func writeSSHKeys() {
    let labels = [
      BitwardenSSHKey.privateLabel, BitwardenSSHKey.publicLabel, BitwardenSSHKey.fingerprintLabel,
    ]
    let keys = credentials("ssh-key")
    for (index, view) in keys.enumerated() {
      guard let values = sshKey(view, isFirst: index == 0) else { continue }
      addKey(values)
    }
    // A key that could not be read is still there as it came.
    guard keys.isEmpty, labels.contains(where: { grouped($0, in: BitwardenGroup.sshKey) != nil }) else {
      return
    }
    var values: [Text: Text] = [:]
    for (name, label) in zip(Self.keyMembers, labels) {
      values[name] = takeGrouped(label, in: BitwardenGroup.sshKey, to: Place("sshKey." + name.string))
    }
    addKey(values)
  }

  private mutating func addKey(_ values: [Text: Text]) {
    var entry = BitwardenEntry(.sshKey)
    entry.members = Self.members(Self.keyMembers, values)
    entries.append(entry)
  }

  /// The members of a key; nil when it is no key that can be read, which then becomes a custom field.
  private func sshKey(_ view: SourceView, isFirst: Bool) -> [Text: Text]? {
    guard let keyView = view["privateKey"], let bytes = keyView.peek.flatMap({ Base64URL.decode($0.string) })
    else {
      return nil
    }
    let comment = view.peek("keyComment")?.string
    guard let key = try? CXFCrypto.SSHKey(pkcs8: bytes, comment: comment ?? ""),
      var text = BitwardenSSHKey.text(pkcs8: bytes, comment: comment)
    else { return nil }
    var holdsComment = !key.hasAttributes
    var values: [Text: Text] = [:]
    if isFirst {
      if let original = grouped(BitwardenSSHKey.privateLabel, in: BitwardenGroup.sshKey)?.field.peek("value"),
        let same = try? CXFCrypto.SSHKey(text: original.string), same.isSameKey(as: key),
        same.commentText == comment
      {
        text = writeOriginal(same, text)
        holdsComment = true
      }
      values["publicKey"] = takeGrouped(
        BitwardenSSHKey.publicLabel, in: BitwardenGroup.sshKey, to: "sshKey.publicKey")
      values["keyFingerprint"] = takeGrouped(
        BitwardenSSHKey.fingerprintLabel, in: BitwardenGroup.sshKey, to: "sshKey.keyFingerprint")
    }
    values["privateKey"] = text
    values["publicKey"] = values["publicKey"] ?? Text(BitwardenSSHKey.publicKey(key))
    values["keyFingerprint"] = values["keyFingerprint"] ?? Text(key.fingerprint)
    keyView.convert(to: "sshKey.privateKey", as: text, .keyConverted, "the SSH key stands as text")
    if view.peek("keyType")?.string == key.algorithm.name {
      view["keyType"]?.convert(
        to: "sshKey.publicKey", as: text, .keyConverted, "the kind of key is part of its text")
    }
    if holdsComment {
      view["keyComment"]?.convert(
        to: "sshKey.privateKey", as: text, .keyConverted, "the comment is part of the key's text")
    }
    return values
  }

  /// The text that a reader kept beside a key. Bitwarden reads OpenSSH's format and PKCS #8; the older forms hold
  /// nothing more than the key, which then stands as `text`.
  private func writeOriginal(_ original: CXFCrypto.SSHKey, _ text: Text) -> Text {
    let isOlder = original.form == .pkcs1 || original.form == .sec1
    guard isOlder else {
      return takeGrouped(BitwardenSSHKey.privateLabel, in: BitwardenGroup.sshKey, to: "sshKey.privateKey")
        ?? text
    }
    guard !original.hasOtherText,
      let (group, field) = grouped(BitwardenSSHKey.privateLabel, in: BitwardenGroup.sshKey)
    else { return text }
    for view in [group["label"], field["label"], field["value"]] {
      view?.convert(
        to: "sshKey.privateKey", as: text, .keyConverted, "the key stands in a form that Bitwarden reads")
    }
    return text
  }
}
