internal import CredentialExchangeFormat

/// A note of LastPass that is a form: `NoteType:Credit Card`, then `Label:value` lines, and `Notes:` at last.
struct LastPassNote {
  let type: String
  let fields: [CellText.Field]

  /// Reads the text of a note; nil when it is no form.
  init?(_ text: String) {
    let lines = CellText.endedLines(of: text)
    guard let first = lines.first?.text, first.utf8.starts(with: "NoteType:".utf8) else { return nil }
    type = ASCIIBytes.text(first.utf8.dropFirst(9))
    let known = Self.places[type].map { Set($0.keys) } ?? []
    var fields: [CellText.Field] = []
    for (number, line) in lines.enumerated().dropFirst() {
      let bytes = Array(line.text.utf8)
      let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
      let label = colon.map { Text(ASCIIBytes.text(bytes[..<$0])) }
      if label == "Notes", let colon {
        // Everything behind it belongs to the note, whatever it looks like.
        let note = ASCIIBytes.text(text.utf8.dropFirst(line.start + colon + 1))
        fields.append(.init(label: "Notes", value: Text(note)))
        break
      }
      let goesOn = fields.last.map { Self.longLabels.contains($0.label) } ?? false
      if let label, let colon, known.contains(label) || !goesOn, !label.isEmpty {
        fields.append(.init(label: label, value: Text(ASCIIBytes.text(bytes[(colon + 1)...]))))
      } else if let last = fields.indices.last {
        fields[last].value = Text(fields[last].value.string + lines[number - 1].end + line.text)
      } else if !bytes.isEmpty {
        return nil
      }
    }
    self.fields = fields
  }

  /// Labels whose values go on over several lines.
  private static let longLabels: Set<Text> = ["Private Key", "Public Key"]

  /// Puts the fields where they belong.
  func read(_ view: SourceView, into row: inout RowBuilder) {
    var places: [PlacedText] = []
    func add(_ place: PlacedText?) { if let place { places.append(place) } }
    for field in fields {
      switch field.label {
      case "Language": continue
      case "Notes":
        guard !field.value.isEmpty else { continue }
        row.item.credentials.append(.note(Note(content: EditableField(value: field.value))))
        add(PlacedText("note.content", field.value))
      case "Private Key" where type == "SSH Key":
        add(row.putSSHKey(field.value))
      default:
        let place = Self.places[type]?[field.label] ?? nil
        add(row.put(field.value, at: place, label: field.label, group: place == nil ? Text(type) : nil))
      }
    }
    if row.fallbackTitle == nil { row.fallbackTitle = Text(type) }
    let isNamed = fields.contains { $0.label != "Language" && $0.label != "Notes" && !$0.value.isEmpty }
    if Self.places[type] == nil, !type.utf8.isEmpty, !isNamed {
      // There is no group of fields whose heading would say what the form was.
      add(row.put(Text(type), at: nil, label: "NoteType"))
      row.findings.append(
        row.finding(
          .unknownKind, "NoteType names a form that this format does not know; it is kept as a custom field",
          .converted, field: view.label))
    }
    if places.isEmpty {
      view.noteAbsent(.defaultValue, "the form is empty")
    } else {
      view.convert(toAll: places, .fieldsParted, "the form stands as \(places.count) typed values")
    }
  }

  /// Where the fields of a form belong.
  private static let places: [String: [Text: Place?]] = [
    "Credit Card": [
      "Name on Card": "credit-card.fullName", "Type": "credit-card.cardType", "Number": "credit-card.number",
      "Security Code": "credit-card.verificationNumber", "Start Date": "credit-card.validFrom",
      "Expiration Date": "credit-card.expiryDate",
    ],
    "Address": [
      "Title": "person-name.title", "First Name": "person-name.given", "Middle Name": "person-name.given2",
      "Last Name": "person-name.surname", "Address 1": "address.streetAddress",
      "City / Town": "address.city", "State": "address.territory", "Zip / Postal Code": "address.postalCode",
      "Country": "address.country", "Phone": "address.tel",
    ],
    "Driver's License": [
      "Number": "drivers-license.licenseNumber", "Expiration Date": "drivers-license.expiryDate",
      "License Class": "drivers-license.licenseClass", "Name": "drivers-license.fullName",
      "State": "drivers-license.territory", "Country": "drivers-license.country",
      "Date of Birth": "drivers-license.birthDate",
    ],
    "Passport": [
      "Type": "passport.passportType", "Name": "passport.fullName", "Country": "passport.issuingCountry",
      "Number": "passport.passportNumber", "Sex": "passport.sex", "Nationality": "passport.nationality",
      "Issuing Authority": "passport.issuingAuthority", "Date of Birth": "passport.birthDate",
      "Issued Date": "passport.issueDate", "Expiration Date": "passport.expiryDate",
    ],
    "Social Security": [
      "Name": "identity-document.fullName", "Number": "identity-document.identificationNumber",
    ],
    "Wi-Fi Password": [
      "SSID": "wifi.ssid", "Password": "wifi.passphrase", "Authentication": "wifi.networkSecurityType",
    ],
    "SSH Key": [
      "Bit Strength": nil, "Format": nil, "Passphrase": nil, "Private Key": nil, "Public Key": nil,
      "Hostname": nil, "Date": nil,
    ],
    "Database": ["Username": "basic-auth.username", "Password": "basic-auth.password"],
    "Server": ["Username": "basic-auth.username", "Password": "basic-auth.password"],
    "Email Account": ["Username": "basic-auth.username", "Password": "basic-auth.password"],
    "Instant Messenger": ["Username": "basic-auth.username", "Password": "basic-auth.password"],
  ]
}
