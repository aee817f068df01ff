internal import CredentialExchangeFormat

extension BitwardenItemReader {
  // MARK: Cards

  mutating func readCard(_ content: SourceView?) {
    var card = CreditCard()
    if let content {
      card.number = secret(content["number"], at: "credit-card.number", called: "card number", in: &item)
      card.fullName = content["cardholderName"]?.field(.string, at: "credit-card.fullName")
      card.cardType = content["brand"]?.field(.string, at: "credit-card.cardType")
      card.verificationNumber = secret(
        content["code"], at: "credit-card.verificationNumber", called: "security code", in: &item)
      card.expiryDate = readExpiry(content["expMonth"], content["expYear"])
    }
    item.credentials.insert(.creditCard(card), at: 0)
  }

  private mutating func readExpiry(_ month: SourceView?, _ year: SourceView?) -> EditableField? {
    let both = [month, year].compactMap { $0 }.filter { $0.peek != nil }
    switch CardExpiry(month: month?.peek?.string, year: year?.peek?.string) {
    case .yearMonth(let value):
      for view in both {
        view.convert(
          to: "credit-card.expiryDate", as: Text(value.text), .expiryConverted,
          "month and year stand as one date")
      }
      return EditableField(fieldType: .yearMonth, value: Text(value.text))
    case .none:
      for view in both { view.noteAbsent(.defaultValue, "\(view.label) says that there is no expiry") }
    case .yearOnly, .monthOnly:
      keepExpiry(
        both, .incompleteExpiry, "the expiry lacks its month or its year; it is kept as a custom field")
    case .invalid:
      keepExpiry(both, .invalidExpiry, "the expiry is no month and year; it is kept as custom fields")
    }
    return nil
  }

  /// Keeps the parts, and warns once of them.
  private mutating func keepExpiry(_ views: [SourceView], _ code: FindingCode, _ message: String) {
    for (index, view) in views.enumerated() {
      guard let label = BitwardenCardMember.label(view.name) else { continue }
      view.keep(
        as: .string, label: label, group: BitwardenGroup.card, in: &item,
        index == 0 ? code : .keptAsCustomField,
        index == 0 ? message : "\(view.label) is kept as a custom field")
    }
  }

  // MARK: Identities

  mutating func readIdentity(_ content: SourceView?) {
    guard let content else {
      item.credentials.insert(.personName(PersonName()), at: 0)
      return
    }
    func field(_ member: Text, _ place: Place) -> EditableField? {
      content[member]?.field(.string, at: place)
    }
    let name = PersonName(
      title: field("title", "person-name.title"), given: field("firstName", "person-name.given"),
      given2: field("middleName", "person-name.given2"), surname: field("lastName", "person-name.surname"))
    var address = Address(
      postalCode: field("postalCode", "address.postalCode"), city: field("city", "address.city"),
      tel: field("phone", "address.tel"))
    address.streetAddress = readStreet(content)
    address.territory = readTerritory(content["state"])
    address.country = readCountry(content["country"])
    let passport = Passport(passportNumber: field("passportNumber", "passport.passportNumber"))
    let license = DriversLicense(licenseNumber: field("licenseNumber", "drivers-license.licenseNumber"))
    var document = IdentityDocument()
    document.identificationNumber = content["ssn"]?.field(
      .string, at: "identity-document.identificationNumber")
    var credentials: [Credential] = []
    if name != PersonName() { credentials.append(.personName(name)) }
    if address != Address() { credentials.append(.address(address)) }
    if passport != Passport() { credentials.append(.passport(passport)) }
    if license != DriversLicense() { credentials.append(.driversLicense(license)) }
    if document != IdentityDocument() { credentials.append(.identityDocument(document)) }
    for member in BitwardenIdentityMember.grouped {
      content[member.name]?.keep(
        as: member.type, label: member.label, group: BitwardenGroup.identity, in: &item, .keptAsCustomField,
        "CXF has no place for the \(member.name.string) of an identity; it is kept as a custom field")
    }
    // An empty identity is still an identity.
    if credentials.isEmpty { credentials.append(.personName(name)) }
    item.credentials.insert(contentsOf: credentials, at: 0)
  }

  private func readStreet(_ content: SourceView) -> EditableField? {
    let views = ["address1", "address2", "address3"].map { content[$0] }
    let lines = views.map { $0?.peek }
    guard let text = BitwardenStreet.joined(lines) else { return nil }
    if let first = views[0], lines[1] == nil, lines[2] == nil {
      _ = first.take(to: "address.streetAddress")
    } else {
      for case let view? in views where view.peek != nil {
        view.convert(
          to: "address.streetAddress", as: text, .addressLines, "the lines of the address stand as one text")
      }
    }
    return EditableField(value: text)
  }

  /// A state is a subdivision code only where it is spelled as one: "CA" may be California or Canada's.
  private func readTerritory(_ view: SourceView?) -> EditableField? {
    guard let text = view?.peek else { return nil }
    return view?.field(
      BitwardenIdentityMember.isSubdivision(text) ? .subdivisionCode : .string, at: "address.territory")
  }

  private func readCountry(_ view: SourceView?) -> EditableField? {
    guard let view, let text = view.peek else { return nil }
    guard text.utf8.count == 2, text.utf8.allSatisfy(ASCIIBytes.isLetter) else {
      return view.field(.string, at: "address.country")
    }
    let upper = Text(ASCIIBytes.text(text.utf8.map { $0 & 0xDF }))
    if upper == text { return view.field(.countryCode, at: "address.country") }
    view.repair(to: "address.country", as: upper, .countryRespelled, "the country code stands in upper case")
    return EditableField(fieldType: .countryCode, value: upper)
  }
}

/// The three address lines of Bitwarden and the one text of CXF.
enum BitwardenStreet {
  /// The text of the lines, empty ones at the end left out; nil when all are.
  static func joined(_ lines: [Text?]) -> Text? {
    guard let last = lines.lastIndex(where: { $0 != nil }) else { return nil }
    return Text(lines[...last].map { $0?.string ?? "" }.joined(separator: "\n"))
  }

  /// The lines of a text; the third holds what is left. A text that would not come back from them stands in the first.
  static func lines(_ text: Text) -> [Text?] {
    let parts = text.utf8.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false).map {
      Text(String(decoding: $0, as: UTF8.self))
    }
    let lines = parts.map { $0.isEmpty ? nil : $0 }
    let isWhole = joined(lines) == text
    return (0..<3).map { index in
      isWhole ? (lines.indices.contains(index) ? lines[index] : nil) : (index == 0 ? text : nil)
    }
  }
}

/// Members of an identity that stand in a group of custom fields.
enum BitwardenIdentityMember {
  static let grouped: [(name: Text, label: Text, type: FieldType)] = [
    ("company", "Company", .string), ("email", "Email", .email), ("username", "Username", .string),
  ]

  /// Whether a text has the form of ISO 3166-2: two letters, a dash, and one to three letters or digits.
  static func isSubdivision(_ text: Text) -> Bool {
    let bytes = Array(text.utf8)
    func isUpper(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }
    return (4...6).contains(bytes.count) && bytes[..<2].allSatisfy(isUpper) && bytes[2] == UInt8(ascii: "-")
      && bytes[3...].allSatisfy { isUpper($0) || ASCIIBytes.isDigit($0) }
  }
}

/// Members of a card that stand in a group of custom fields when they make no date.
enum BitwardenCardMember {
  static let grouped: [(name: Text, label: Text)] = [
    ("expMonth", "Expiry month"), ("expYear", "Expiry year"),
  ]

  static func label(_ name: Text) -> Text? { grouped.first { $0.name == name }?.label }
}
