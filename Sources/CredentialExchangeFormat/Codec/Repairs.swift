// What drafts and products write otherwise than CXF 1.0, and how it is read.

extension DocumentDecoder {
  /// Reads a bare value where an editable field belongs (older drafts): it becomes the value of a field of the
  /// prescribed type.
  mutating func bareField(_ member: MemberName) throws(JSONError) -> EditableField? {
    let mark = mark()
    let start = json.offset
    let first = try json.peek()
    guard first != UInt8(ascii: "["), !isStrict else { return try reject(.wrongType, member) }
    let value: Text
    if first == UInt8(ascii: "\"") {
      value = try string(member)
    } else {
      value = json.spelling(try json.skipValue())
    }
    _ = repairs(.bareField, at: start, member)
    return judged(
      EditableField(fieldType: member.fieldType ?? .string, value: value), from: start, mark, member)
  }

  /// Reads a version given as text or number: drafts had the integer 0, careless writers have `"1.0"`.
  mutating func bareVersion(_ member: MemberName) throws(JSONError) -> FormatVersion? {
    let start = json.offset
    let text: Text
    switch try json.peek() {
    case UInt8(ascii: "\""): text = try json.string()
    case UInt8(ascii: "0")...UInt8(ascii: "9"): text = json.spelling(try json.number())
    default: return try reject(.versionShape, member)
    }
    let parts = text.string.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    guard parts.count <= 2, !parts.contains(nil), let major = parts.first ?? nil,
      repairs(.versionShape, at: start, member)
    else {
      json.rewind(to: start)
      return try reject(.versionShape, member)
    }
    return FormatVersion(major: major, minor: (parts.count == 2 ? parts[1] : 0) ?? 0)
  }

  /// Reads addresses that stand outside the item's scope, for the item to take when it ends.
  mutating func readStrayURLs(_ member: MemberName) throws(JSONError) {
    strayURLs += try [Text].read(&self, member) ?? []
  }
}

extension Alias {
  /// Addresses of the item, where drafts had them.
  fileprivate static let strayURLs = Alias(
    name: "urls",
    meaning: .value { (decoder) throws(JSONError) in try decoder.readStrayURLs(MemberName("urls")) })
}

extension Item {
  static let aliases = [
    Alias.strayURLs,
    Alias(name: "type", meaning: .redundant(["login", "document", "identity"], .draftItemType)),
  ]

  static func didDecode(
    _ item: inout Item, from range: Range<Int>, _ mark: DocumentDecoder.Mark, _ decoder: inout DocumentDecoder
  ) {
    if !decoder.strayURLs.isEmpty {
      var scope = item.scope ?? CredentialScope()
      for url in decoder.strayURLs where !scope.urls.contains(url) { scope.urls.append(url) }
      item.scope = scope
      decoder.strayURLs = []
    }
    defer { decoder.itemRanges.append(range) }
    guard decoder.notes.count > mark.notes || decoder.rejected.count > mark.rejected else { return }
    decoder.salvage(into: &item, since: mark)
    let name = item.title.isEmpty ? item.id.base64URL : item.title.string
    for index in mark.notes..<decoder.notes.count { decoder.notes[index].finding.item = name }
  }
}

extension BasicAuth {
  static let aliases = [Alias.strayURLs, Alias(name: "userName", meaning: .member("username"))]
}

extension APIKey {
  static let aliases = [Alias(name: "userName", meaning: .member("username"))]
}

extension IdentityDocument {
  static let aliases = [
    Alias(name: "ssn", meaning: .member("identificationNumber")),
    Alias(name: "socialSecurityNumber", meaning: .member("identificationNumber")),
  ]
}

// Names that Apple's types have in Swift.

extension Address {
  static let aliases = [Alias(name: "telephone", meaning: .member("tel"))]
}

extension ItemCollection {
  static let aliases = [Alias(name: "subcollections", meaning: .member("subCollections"))]
}

extension AndroidApp {
  static let aliases = [Alias(name: "bundleID", meaning: .member("bundleId"))]
}

extension AndroidAppCertificate {
  static let aliases = [Alias(name: "hashAlgorithm", meaning: .member("hashAlg"))]
}

extension Passkey {
  /// Apple wrote the two with capitals until version 18.3.
  static let aliases = [
    Alias(name: "userName", meaning: .member("username")),
    Alias(name: "credentialID", meaning: .member("credentialId")),
    Alias(name: "rpID", meaning: .member("rpId")),
    Alias(name: "relyingPartyIdentifier", meaning: .member("rpId")),
  ]
}

extension FIDO2LargeBlob {
  static let aliases = [Alias(name: "size", meaning: .member("uncompressedSize"))]
}

extension TOTP {
  static let aliases = [Alias(name: "userName", meaning: .member("username"))]

  /// With a default in their place the codes would be wrong.
  static let indispensable: Set<Text> = ["period", "digits", "algorithm"]
}

extension Account {
  static let aliases = [Alias(name: "userName", meaning: .member("username"))]
}

extension Header {
  static let aliases = [
    Alias(name: "exporter", meaning: .member("exporterRpId")),
    Alias(name: "exporter_rp_id", meaning: .member("exporterRpId")),
  ]
}

extension EditableField {
  /// Reads a field; a value that breaks the grammar of the type prescribed here cannot stay in its place and is kept
  /// aside, in a group of custom fields it becomes plain text.
  static func read(_ decoder: inout DocumentDecoder, _ member: MemberName) throws(JSONError) -> EditableField?
  {
    guard try decoder.json.peek() == UInt8(ascii: "{") else { return try decoder.bareField(member) }
    let mark = decoder.mark()
    let start = decoder.json.offset
    return try moved(&decoder) { (place, decoder) throws(JSONError) in
      guard try readMembers(into: place, &decoder, member) else { return false }
      if case .registered(let type) = place.pointee.fieldType.storage, decoder.notes.count == mark.notes,
        type < 2, member.fieldTypeIndex < 0 || member.fieldTypeIndex == Int(type)
      {
        // Free text, shown or hidden, has no grammar.
        return true
      }
      return decoder.settle(place, from: start, mark, member)
    }
  }
}

extension DocumentDecoder {
  /// Judges the field at an address by what it is and where it stands; returns false where it cannot stay there.
  @inline(never)
  fileprivate mutating func settle(
    _ place: UnsafeMutablePointer<EditableField>, from start: Int, _ mark: Mark, _ member: MemberName
  ) -> Bool {
    if notes.count > mark.notes { settle(&place.pointee, since: mark, member) }
    let type = place.pointee.fieldType
    if let prescribed = member.fieldType, prescribed != type { reportFieldType(type, at: start, member) }
    if type == .string || type == .concealedString { return true }
    guard let judged = judged(place.pointee, from: start, mark, member) else { return false }
    place.pointee = judged
    return true
  }

  /// Settles what depends on a field and its place together: the type of a field that names none, and whether damaged
  /// text was a secret.
  @inline(never)
  fileprivate mutating func settle(_ field: inout EditableField, since mark: Mark, _ member: MemberName) {
    for index in mark.notes..<notes.count where notes[index].finding.field == "fieldType" {
      // Without a readable type the place says how the value is to be shown: a password stays concealed.
      let code = notes[index].finding.code
      guard code == .missingMember || code == .nullValue || code == .wrongType else { continue }
      field.fieldType = member.fieldType ?? .string
    }
    guard field.fieldType == .concealedString || member.fieldType == .concealedString else { return }
    for index in mark.notes..<notes.count
    where notes[index].finding.code == .invalidUnicode && notes[index].finding.field == "value" {
      let code = FindingCode.invalidUnicodeInSecret
      notes[index].finding.code = code
      notes[index].finding.severity = code.severity
      notes[index].finding.message = code.message(for: "value")
    }
  }

  /// Tells of a type that the place does not prescribe; the kind of Wi-Fi security may be plain text as well.
  @inline(never)
  fileprivate mutating func reportFieldType(_ type: FieldType, at start: Int, _ member: MemberName) {
    if type == .string, member.fieldType == .wifiNetworkSecurityType { return }
    report(.unexpectedFieldType, at: start, member, action: .kept)
  }

  /// Returns the field if its value follows the grammar of its type, or what becomes of it otherwise.
  fileprivate mutating func judged(
    _ field: EditableField, from start: Int, _ mark: Mark, _ member: MemberName
  ) -> EditableField? {
    var field = field
    switch FieldGrammar.judge(field.value, as: field.fieldType) {
    case .valid: return field
    case .repairable(let value):
      if repairs(.invalidFieldValue, at: start, member) {
        field.value = value
      } else {
        refuse(at: start, member)
      }
      return field
    case .empty:
      // An empty text has nothing to keep; a type with a grammar has no empty value.
      guard member.fieldType != nil else { return field }
      if field == EditableField(fieldType: field.fieldType) {
        report(.invalidFieldValue, severity: isStrict ? .error : .note, at: start, member, action: .repaired)
        return nil
      }
    case .invalid:
      guard member.fieldType == nil else { break }
      if repairs(.invalidFieldValue, at: start, member) {
        field.fieldType = .string
      } else {
        refuse(at: start, member)
      }
      return field
    }
    restore(mark)
    report(.invalidFieldValue, at: start, member, action: .failed)
    setAside(start..<json.offset, member)
    return nil
  }

  private mutating func refuse(at start: Int, _ member: MemberName) {
    report(.invalidFieldValue, severity: .error, at: start, member, action: .kept)
  }
}

extension DocumentDecoder {
  /// Puts values of an item that were not understood into a group of concealed custom fields.
  mutating func salvage(into item: inout Item, since mark: Mark) {
    guard rejected.count > mark.rejected else { return }
    var fields: [EditableField] = []
    for value in rejected[mark.rejected...] {
      fields += salvagedFields(value)
    }
    rejected.removeSubrange(mark.rejected...)
    guard !fields.isEmpty else { return }
    item.credentials.append(
      .customFields(CustomFields(label: "Values that were not understood", fields: fields)))
  }

  private mutating func salvagedFields(_ value: Rejected) -> [EditableField] {
    var fields: [EditableField] = []
    var cursor = json
    cursor.rewind(to: value.range.lowerBound)
    // The range went through the strict reader before, so nothing is thrown here.
    try? cursor.walkScalars(value.label) { path, text in
      fields.append(EditableField(fieldType: .concealedString, value: text, label: Text(path)))
    }
    if cursor.sawDamagedText {
      report(.invalidUnicodeInSecret, at: value.range.lowerBound, MemberName("value"), action: .repaired)
    }
    return fields
  }
}

extension JSONCursor {
  /// Hands every scalar of the next value that is neither null nor an empty text to `body`, with a path of names and
  /// numbers from 1.
  mutating func walkScalars(_ path: String, _ body: (String, Text) -> Void) throws(JSONError) {
    switch try peek() {
    case UInt8(ascii: "{"):
      try beginObject()
      var first = true
      while let name = try nextMember(first: &first) {
        let name = text(of: name).string
        // A field is its value; a registered type says nothing to a person.
        if name == "type" || name == "fieldType", try skipRegisteredType() { continue }
        try walkScalars(name == "value" ? path : "\(path).\(name)", body)
      }
    case UInt8(ascii: "["):
      try beginArray()
      var first = true
      var number = 0
      while try nextElement(first: &first) {
        number += 1
        try walkScalars("\(path) \(number)", body)
      }
    case UInt8(ascii: "\""):
      let text = try string()
      if !text.isEmpty { body(path, text) }
    case UInt8(ascii: "n"): try skipValue()
    default: body(path, spelling(try skipValue()))
    }
  }

  /// Consumes the name of a registered type of credential or field, and returns whether it stood here.
  private mutating func skipRegisteredType() throws(JSONError) -> Bool {
    var ahead = self
    guard try ahead.peek() == UInt8(ascii: "\"") else { return false }
    let type = try ahead.string()
    guard Credential.registered.contains(type) || FieldType(name: type.string).isRegistered else {
      return false
    }
    self = ahead
    return true
  }
}
