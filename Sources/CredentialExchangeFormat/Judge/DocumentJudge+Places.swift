// Members by their names, extensions by theirs, and networks.
extension DocumentJudge {
  /// Notes a member that CXF does not know.
  mutating func noteUnknown(_ name: JSONCursor.Name, at offset: Int, in shape: UnsafePointer<Shape>) {
    var copy = decoder.json
    let spelled = copy.text(of: name).string
    let lowered = spelled.lowercased()
    let isMisspelt = (0..<shape.pointee.count).contains { index in
      "\(shape.pointee.rows[index].name)".lowercased() == lowered
    }
    let code: FindingCode
    if isMisspelt {
      code = .misspeltMember
    } else if shape.pointee.type == FIDO2Extensions.self, spelled == "hmacSecret" {
      code = .legacyHMACSecret
    } else {
      code = DraftMembers.contains(spelled, in: shape.pointee.type) ? .draftMember : .unknownMember
    }
    notes.append(
      .init(
        finding: Finding(
          code, field: spelled, message: JudgeRule.rule(code)?.message(for: spelled) ?? code.name,
          action: .kept),
        offset: offset))
  }

  /// Judges the name of an extension.
  mutating func noteExtension(_ name: Text, at offset: Int, _ row: UnsafePointer<ShapeRow>) {
    if name == "shared" {
      if options.profile == .apple { profileExtension(at: offset) }
      if row.pointee.content != .shareable { note(.misplacedSharedExtension, at: offset, "name") }
      return
    }
    profileExtension(at: offset)
    var text = name.string
    if text.withUTF8({ !ExtensionNameForm.isValid($0) }) { note(.extensionNameForm, at: offset, "name") }
  }

  /// Judges the kind of a passport: P, and a letter of the issuing state or nothing (ICAO 9303 part 4, section 4.2.2.1).
  mutating func judgePassport(_ passport: ObjectSpans) {
    guard let span = passport["passportType"], let value = fieldValue(at: span), !value.isEmpty else {
      return
    }
    let isCode =
      value.count <= 2 && value[0] == UInt8(ascii: "P")
      && value.dropFirst().allSatisfy { $0 &- UInt8(ascii: "A") < 26 || $0 == UInt8(ascii: "<") }
    if !isCode { note(.passportTypeCode, span, "passportType") }
  }

  /// Judges what a network's members say together.
  mutating func judgeNetwork(_ network: ObjectSpans) {
    func value(_ name: StaticString) -> [UInt8]? {
      network[name].flatMap { fieldValue(at: $0) }
    }
    if let ssid = value("ssid"), ssid.count > 32, let span = network["ssid"] {
      note(.networkNameLength, span, "ssid")
    }
    guard let security = value("networkSecurityType"), let passphrase = value("passphrase"),
      let span = network["passphrase"]
    else { return }
    let isPersonal =
      security.elementsEqual("wpa-personal".utf8) || security.elementsEqual("wpa2-personal".utf8)
    // 8 to 63 characters, or the key itself in 64 digits (IEEE 802.11 annex J).
    if isPersonal, !(8...64).contains(passphrase.count) {
      note(.networkPassphraseLength, span, "passphrase")
    }
    if security.elementsEqual("unsecured".utf8), !passphrase.isEmpty {
      note(.networkPassphraseLength, span, "passphrase")
    }
  }

  /// Returns the value of a field that was passed over, or nil where it has escapes.
  private func fieldValue(at span: MemberSpan) -> [UInt8]? {
    var cursor = decoder.json
    cursor.rewind(to: span.offset)
    var value: [UInt8]?
    // The text went through the strict reader before.
    try? cursor.readMembers { name, range in
      if name == "value", range.count >= 2 {
        value = Array(decoder.json.bytes(in: (range.lowerBound + 1)..<(range.upperBound - 1)))
      }
    }
    return value
  }

  /// Returns the place of a string among names, or -1.
  func place(of span: MemberSpan, among names: UnsafeBufferPointer<StaticName>) -> Int {
    guard !span.hasEscapes else { return -1 }
    let string = span.string
    return names.firstIndex { $0.matches(decoder.json.base + string.start, string.count) } ?? -1
  }
}

/// Members that earlier drafts had and CXF 1.0 has not.
enum DraftMembers {
  static func contains(_ name: String, in type: any ExchangeObject.Type) -> Bool {
    switch type {
    case is Account.Type, is ItemCollection.Type: name == "icon"
    case is Item.Type: ["type", "icon", "favicon"].contains(name)
    case is EditableField.Type: name == "designation"
    case is FIDO2Extensions.Type: name == "supplementalKeys"
    case is FIDO2LargeBlob.Type: name == "alg"
    case is Header.Type: name == "exporter"
    default: false
    }
  }
}
