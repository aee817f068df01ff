internal import CXFCrypto
internal import CredentialExchangeFormat

/// The JSON of Keeper, of the web vault and of Commander; or the zip file with `export.json` and the attached files.
///
/// Who may do what in a shared folder is not carried over; the folder is.
package enum KeeperJSON {
  static let origin = Format.Origin(id: "keeper-json", name: "Keeper", rpID: "keepersecurity.com")
  private static let documentName = "export.json"

  package static let format = Format(
    id: origin.id, name: "Keeper JSON (also the zip with attachments)", rpID: origin.rpID,
    exportSteps: "Account > Settings > Export > .json; or Commander: export --format json",
    capabilities: Capabilities(
      native: [
        .logins, .passkeys, .totp, .cards, .identities, .sshKeys, .notes, .customFields, .folders, .dates,
        .attachments,
      ]),
    detect: { probe in
      if let located = probe.members?.document(documentName) {
        return detect(Probe(located.member.head()))
      }
      return detect(probe)
    },
    read: { (file, options) throws(FormatError) in try read(file, options) }, makeWriter: nil)

  private static func detect(_ probe: Probe) -> Detection? {
    guard let members = probe.jsonMembers ?? (probe.looksLikeJSON ? [:] : nil) else { return nil }
    let isList = members.isEmpty
    let record = probe.membersOfRecords(in: isList ? nil : "records")
    if record["title"] != nil, !["login_url", "custom_fields", "$type"].allSatisfy({ record[$0] == nil }) {
      let isCertain = record["$type"] != nil || record["login_url"] != nil || members["shared_folders"] != nil
      return Detection(
        isCertain ? .certain : .likely,
        "its records have login_url, custom_fields or $type, as those of Keeper")
    }
    if members["shared_folders"] == .array,
      members.keys.allSatisfy({ ["shared_folders", "records", "teams"].contains($0) })
    {
      return Detection(.likely, "it has shared_folders, as an export of Keeper")
    }
    return nil
  }

  private static let rules = StructureRules.members(
    "uid", "$type", "schema", "references", "folders.can_edit", "folders.can_share", "attachments.file_uid",
    "attachments.mime", "attachments.size", "attachments.last_modified")

  private static func read(_ file: SourceFile, _ options: ReadOptions) throws(FormatError) -> Reading {
    let members = try SourceMembers(in: file)
    guard let members else { return try read(file, options, nil) }
    guard let located = members.document(documentName) else {
      throw origin.refusal(file, "has no \(documentName)")
    }
    let document = SourceFile(name: file.name, bytes: try located.member.bytes())
    let files = AttachedFiles(members, folder: "\(located.folder)files/")
    var reading = try read(document, options, files)
    reading.member = located.member.name
    reading.loseUnnamed(files.unused)
    return reading
  }

  private static func read(
    _ file: SourceFile, _ options: ReadOptions, _ files: AttachedFiles?
  ) throws(FormatError) -> Reading {
    try origin.readJSON(file, options, syntheticIDs: false) { (tree, draft) throws(FormatError) in
      guard
        let records = tree.root.kind == .array
          ? tree.root : tree.root["records"] ?? tree.root["shared_folders"]
      else { throw origin.refusal(file, "has no list of records") }
      for folder in tree.root.elements("shared_folders") { readShared(folder, &draft) }
      guard tree.root.kind == .array || tree.root["records"] != nil else { return }
      for (index, view) in records.elements.enumerated() {
        draft.cut(view, number: index + 1, rules: rules) { record, draft in
          var builder = RowBuilder(record, of: origin, id: record.root["uid"]?.identifier)
          if !builder.hasOwnID { draft.hasSyntheticIDs = true }
          for folder in record.root.elements("folders") { readFolder(folder, &builder, &draft) }
          read(record.root, files, &builder)
          builder.finish(&draft)
        }
      }
    }
  }

  // MARK: Folders

  private static func readShared(_ folder: SourceView, _ draft: inout VaultDraft) {
    if let view = folder["path"], let text = view.peek {
      let reading = FolderPath.split(text.string, style: .doubledBackslash)
      if let index = draft.folder(reading.path, id: folder["uid"]?.identifier) {
        draft.carry(view, asPathOf: index, isExact: reading.path.names == [text.string])
      }
    }
    for member in folder.children where !member.isTaken && member.name != "path" {
      if member.kind == .boolean || member.name == "uid" { member.markStructure() }
      for part in member.untaken {
        if part.kind == .boolean {
          part.isStructural = true
        } else {
          part.lose(.noPlaceInModel, "with whom a folder is shared has no place in CXF")
        }
      }
    }
  }

  private static func readFolder(
    _ folder: SourceView, _ builder: inout RowBuilder, _ draft: inout VaultDraft
  ) {
    let views = ["shared_folder", "folder"].compactMap { (name: Text) in folder[name] }.filter {
      $0.peek != nil
    }
    let names = views.flatMap {
      FolderPath.split($0.text.string, style: .doubledBackslash).path.names
    }
    guard let index = draft.folder(FolderPath(names)) else { return }
    for view in views {
      draft.carry(view, asPathOf: index, isExact: views.count == 1 && names == [view.text.string])
    }
    if !builder.folders.contains(index) { builder.folders.append(index) }
  }

  // MARK: Records

  private static let members: MemberRoles = [
    "title": .title, "login": .username, "login_url": .url, "notes": .note, "last_modified": .modified,
  ]

  private static func read(_ root: SourceView, _ files: AttachedFiles?, _ builder: inout RowBuilder) {
    let type = root.peek("$type") ?? ""
    builder.apply(members, of: root)
    if let password = root["password"] {
      builder.apply(type == "wifiCredentials" ? .member("wifi.passphrase") : .password, password)
    }
    let fields = root["custom_fields"]
    for field in fields?.children ?? [] {
      if fields?.kind == .array {
        // Old exports: objects of name and value.
        builder.takeField(field["value"], .concealedString, label: field["name"])
      } else {
        read(field, KeeperKey(field.name), type, &builder)
      }
    }
    for attachment in root.elements("attachments") {
      let name = attachment.peek("name") ?? "attachment"
      guard let id = attachment.peek("file_uid"), let content = files?.content(id) else {
        builder.missAttachment(name)
        continue
      }
      if builder.attach(name: name, id: attachment["file_uid"]?.identifier, content: content) {
        _ = attachment["name"]?.take(to: "file.name")
      }
    }
  }

  private static func read(_ value: SourceView, _ key: KeeperKey, _ type: Text, _ builder: inout RowBuilder) {
    let label = key.label ?? key.kind
    if value.kind == .array {
      for element in value.children { read(element, key, type, &builder) }
      return
    }
    if value.kind == .object {
      readObject(value, key, &builder)
      return
    }
    if ["date", "birthDate", "expirationDate"].contains(key.kind), value.kind == .number {
      takeDay(value, place(key, type), label: label, &builder)
    } else if let place = place(key, type), builder.isFree(.member(place)) {
      builder.takeMember(value, place, label: label)
    } else if let role = KeeperKey.roles[key.kind] {
      if case .custom(let type, _, let group) = role {
        builder.apply(.custom(type, label: label, group: group), value)
      } else if builder.isFree(role) {
        builder.apply(role, value)
      } else {
        builder.apply(
          .custom(role == .password ? .concealedString : .string, label: label, group: nil), value)
      }
    } else {
      let type = key.isTyped ? FieldType.concealedString : RowBuilder.type(ofColumn: label)
      builder.apply(.custom(type, label: label, group: nil), value)
    }
  }

  /// Where a value of a certain kind of record has a typed place.
  private static func place(_ key: KeeperKey, _ type: Text) -> Place? {
    let table = KeeperKey.places[type] ?? [:]
    return (key.label.flatMap { table[Text(ASCIIBytes.lower($0.string))] })
      ?? table[Text(ASCIIBytes.lower(key.kind.string))]
  }

  private static func readObject(_ value: SourceView, _ key: KeeperKey, _ builder: inout RowBuilder) {
    switch key.kind {
    case "securityQuestion":
      builder.takeField(
        value["answer"], .concealedString, label: value["question"], group: "Security questions")
    case "passkey": KeeperPasskey.read(value, &builder)
    default:
      if let roles = KeeperKey.objects[key.kind] { builder.apply(roles, of: value) }
    }
    let known = KeeperKey.objects[key.kind]?.map(\.key) ?? []
    for part in value.untaken where !known.contains(part.name) {
      builder.apply(
        .custom(
          RowBuilder.type(ofColumn: part.name), label: part.name,
          group: key.label ?? (key.kind.isEmpty ? nil : key.kind)), part)
    }
  }

  /// Takes milliseconds since 1970 as a day; days before 1970 are negative.
  private static func takeDay(_ value: SourceView, _ place: Place?, label: Text, _ builder: inout RowBuilder)
  {
    guard let text = value.peek else { return }
    let day = Int64(text.string).map { CivilDay.date(CivilDay.floorDivision($0, 86_400_000).quotient) }
    guard let day, let date = CalendarDate(year: day.year, month: day.month, day: day.day) else {
      builder.apply(.field(label), value)
      return
    }
    let written = Text(date.text)
    let stands: PlacedText
    if let place, let placed = builder.put(written, at: place, label: label) {
      stands = placed
    } else {
      builder.item.appendCustomField(EditableField(fieldType: .date, value: written, label: label))
      stands = PlacedText("custom-fields.fields", written)
    }
    value.convert(toAll: [stands], .dateConverted, "\(value.label) stands as a date")
  }
}

/// The name of a custom field of Keeper: `$kind:label:number`, or a label alone.
struct KeeperKey {
  var kind: Text = ""
  var label: Text?
  /// Whether the name says of what kind the value is.
  var isTyped = false

  init(_ name: Text) {
    guard name.utf8.first == UInt8(ascii: "$") else {
      label = name
      if name == "TFC:Keeper" { kind = "oneTimeCode" }
      return
    }
    isTyped = true
    var parts = name.utf8.dropFirst().split(
      separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false
    ).map { Array($0) }
    kind = Text(ASCIIBytes.text(parts.removeFirst()))
    guard var rest = parts.first else { return }
    // A digit at the end only tells fields of one name apart.
    if let last = rest.last, ASCIIBytes.isDigit(last),
      rest.dropLast().last == UInt8(ascii: ":") || rest.count == 1
    {
      rest.removeLast(min(2, rest.count))
    }
    if !rest.isEmpty { label = Text(ASCIIBytes.text(rest)) }
  }

  private static let bank: Text = "Bank account"

  /// What single values of a kind are.
  static let roles: [Text: CellRole] = [
    "oneTimeCode": .totp, "url": .url, "login": .username, "password": .password, "note": .note,
    "email": .custom(.email, label: nil, group: nil), "text": .field(), "multiline": .field(),
    "secret": .secret(), "pinCode": .secret(), "licenseNumber": .secret(), "accountNumber": .secret(),
    "groupNumber": .secret(), "checkbox": .custom(.boolean, label: nil, group: nil),
    "wifiEncryption": .member("wifi.networkSecurityType"), "isSSIDHidden": .member("wifi.hidden"),
    "date": .field(), "birthDate": .field(), "expirationDate": .field(), "fileRef": .structure,
    "databaseType": .field(), "directoryType": .field(),
  ]

  /// What the members of a kind's objects are.
  static let objects: [Text: MemberRoles] = [
    "host": ["hostName": .field("Host"), "port": .field("Port")],
    "pamHostname": ["hostName": .field("Host"), "port": .field("Port")],
    "keyPair": [
      "privateKey": .sshKey, "publicKey": .custom(.string, label: "Public key", group: BitwardenGroup.sshKey),
    ],
    "paymentCard": [
      "cardNumber": .member("credit-card.number"), "cardExpirationDate": .member("credit-card.expiryDate"),
      "cardSecurityCode": .member("credit-card.verificationNumber"),
    ],
    "name": [
      "first": .member("person-name.given"), "middle": .member("person-name.given2"),
      "last": .member("person-name.surname"),
    ],
    "address": [
      "street1": .streetLine, "street2": .streetLine, "city": .member("address.city"),
      "state": .member("address.territory"), "zip": .member("address.postalCode"),
      "country": .member("address.country"),
    ],
    "phone": [
      "number": .member("address.tel"), "region": .field("Phone region"), "ext": .field("Phone extension"),
      "type": .field("Phone type"),
    ],
    "bankAccount": [
      "accountType": .field("Account type", group: bank), "otherType": .field("Other type", group: bank),
      "accountNumber": .secret("Account number", group: bank),
      "routingNumber": .secret("Routing number", group: bank),
    ],
  ]

  /// Typed places by the kind of the record, then by a field's label or kind in lower case.
  static let places: [Text: [Text: Place]] = [
    "passport": [
      "accountnumber": "passport.passportNumber", "passportnumber": "passport.passportNumber",
      "birthdate": "passport.birthDate", "expirationdate": "passport.expiryDate",
      "dateissued": "passport.issueDate",
    ],
    "driverLicense": [
      "accountnumber": "drivers-license.licenseNumber", "licensenumber": "drivers-license.licenseNumber",
      "dlnumber": "drivers-license.licenseNumber", "birthdate": "drivers-license.birthDate",
      "expirationdate": "drivers-license.expiryDate",
    ],
    "ssnCard": [
      "accountnumber": "identity-document.identificationNumber",
      "identitynumber": "identity-document.identificationNumber",
    ],
    "bankCard": ["pincode": "credit-card.pin", "cardholdername": "credit-card.fullName"],
    "wifiCredentials": ["ssid": "wifi.ssid", "password": "wifi.passphrase"],
  ]
}

/// The passkey in a record of Keeper, whose key is a JSON Web Key.
enum KeeperPasskey {
  static func read(_ value: SourceView, _ builder: inout RowBuilder) {
    guard let id = value["credentialId"], let idText = id.peek, let idBytes = Base64Text.decode(idText.utf8),
      !idBytes.isEmpty
    else {
      builder.refusePasskey(.invalidCredentialID, "its credential id cannot be read")
      return
    }
    guard let jwk = value["privateKey"], let key = JSONWebKeyParts(jwk), let der = key.pkcs8 else {
      builder.refusePasskey(.invalidPasskeyKey, "its private key cannot be read")
      return
    }
    var passkey = Passkey(credentialID: OpaqueBytes(idBytes), key: OpaqueBytes(der))
    passkey.rpID = value.take("relyingParty", to: "passkey.rpId") ?? ""
    passkey.username = value.take("username", to: "passkey.username") ?? ""
    if let handle = value["userId"], let text = handle.peek, let bytes = Base64Text.decode(text.utf8) {
      passkey.userHandle = OpaqueBytes(bytes)
      handle.takeBytes(bytes, to: "passkey.userHandle")
    }
    id.takeBytes(idBytes, to: "passkey.credentialId")
    for part in jwk.untaken {
      part.convert(
        to: "passkey.key", as: Text(Base64URL.encode(der)), .keyConverted,
        "the passkey's key stands as PKCS #8")
    }
    var extras = PasskeyExtras(credentialID: idBytes)
    if let counter = value["signCount"] { extras.take(counter, as: "counter") }
    if let created = value["createdDate"] { extras.take(created, as: "creationDate") }
    builder.item.credentials.append(.passkey(passkey))
    builder.passkeyExtras.append(extras)
  }
}

/// Attached files of a zip file or folder, by identifiers that are their names.
final class AttachedFiles {
  private let members: SourceMembers
  private let folder: String
  private var used: Set<String> = []

  init(_ members: SourceMembers, folder: String) {
    self.members = members
    self.folder = folder
  }

  /// The bytes of a file whose name is the identifier, or begins with it and a hyphen or dot.
  func content(_ id: Text) -> (any ByteContent)? { member(id)?.content }

  /// The file whose name is the identifier, or begins with it and a hyphen or dot.
  func member(_ id: Text) -> SourceMembers.Member? {
    let path = Array("\(folder)\(id.string)".utf8)
    let member =
      members["\(folder)\(id.string)"]
      ?? members.all.first { member in
        let name = Array(member.name.utf8)
        return name.starts(with: path) && name.count > path.count
          && [UInt8(ascii: "-"), UInt8(ascii: ".")].contains(name[path.count])
      }
    if let member { used.insert(member.name) }
    return member
  }

  /// The names of files that nobody asked for.
  var unused: [String] {
    members.all.filter {
      $0.name.utf8.starts(with: folder.utf8) && !used.contains($0.name) && !$0.isShadow
    }.map(\.name).sorted()
  }
}
