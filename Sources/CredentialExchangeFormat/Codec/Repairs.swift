// What drafts and products write otherwise than CXF 1.0, and how it is read.

extension DocumentDecoder {
  /// Reads a bare value where an editable field belongs (older drafts): it becomes the value of a field of the
  /// prescribed type.
  mutating func bareField(_ member: MemberName) throws(JSONError) -> EditableField? {
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
    return EditableField(fieldType: member.fieldType ?? .string, value: value)
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
    guard let major = parts.first ?? nil, parts.count <= 2, repairs(.versionShape, at: start, member) else {
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

extension Item {
  static let aliases: [Alias<Item>] = [
    Alias(name: "urls") { (_, decoder) throws(JSONError) in try decoder.readStrayURLs(MemberName("urls")) },
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
    decoder.salvage(into: &item, since: mark)
    let name = item.title.isEmpty ? item.id.base64URL : item.title.string
    for index in mark.notes..<decoder.notes.count { decoder.notes[index].finding.item = name }
    decoder.itemRanges.append(range)
  }
}

extension BasicAuth {
  static let aliases: [Alias<BasicAuth>] = [
    Alias(name: "urls") { (_, decoder) throws(JSONError) in try decoder.readStrayURLs(MemberName("urls")) },
  ]
}

extension AndroidAppCertificate {
  static let aliases: [Alias<AndroidAppCertificate>] = [
    Alias(name: "hashAlgorithm") { (object, decoder) throws(JSONError) in
      if let value = try HashAlgorithm.read(&decoder, MemberName("hashAlgorithm")) {
        object.pointee.hashAlgorithm = value
      }
    },
  ]
}

extension Account {
  static let aliases: [Alias<Account>] = [
    Alias(name: "userName") { (object, decoder) throws(JSONError) in
      if let value = try Text.read(&decoder, MemberName("userName")) { object.pointee.username = value }
    },
  ]
}

extension Header {
  static let aliases: [Alias<Header>] = [
    Alias(name: "exporter") { (object, decoder) throws(JSONError) in
      if let value = try Text.read(&decoder, MemberName("exporter")) { object.pointee.exporterRPID = value }
    },
    Alias(name: "exporter_rp_id") { (object, decoder) throws(JSONError) in
      if let value = try Text.read(&decoder, MemberName("exporter_rp_id")) { object.pointee.exporterRPID = value }
    },
  ]
}

extension EditableField {
  /// Reads a field; a value that breaks the grammar of the type prescribed here cannot stay in its place and is kept
  /// aside, in a group of custom fields it becomes plain text.
  static func read(_ decoder: inout DocumentDecoder, _ member: MemberName) throws(JSONError) -> EditableField? {
    guard try decoder.json.peek() == UInt8(ascii: "{") else { return try decoder.bareField(member) }
    let mark = decoder.mark()
    let start = decoder.json.offset
    guard var field = try readMembers(&decoder, member) else { return nil }
    if field.fieldType == .string || field.fieldType == .concealedString { return field }
    switch FieldGrammar.judge(field.value, as: field.fieldType) {
    case .valid: return field
    case .repairable(let value):
      if decoder.repairs(.invalidFieldValue, at: start, member) { field.value = value }
      return field
    case .empty:
      // An empty text has nothing to keep; a type with a grammar has no empty value.
      return member.fieldType == nil ? field : nil
    case .invalid:
      guard member.fieldType != nil else {
        if decoder.repairs(.invalidFieldValue, at: start, member) { field.fieldType = .string }
        return field
      }
      decoder.restore(mark)
      decoder.report(.invalidFieldValue, at: start, member, action: .failed)
      decoder.rejected.append(.init(range: start..<decoder.json.offset, label: member.name.description))
      return nil
    }
  }
}

extension DocumentDecoder {
  /// Puts values of an item that were not understood into a group of concealed custom fields.
  mutating func salvage(into item: inout Item, since mark: Mark) {
    guard rejected.count > mark.rejected else { return }
    var fields: [EditableField] = []
    for value in rejected[mark.rejected...] {
      fields += salvagedFields(value.range, label: value.label)
    }
    rejected.removeSubrange(mark.rejected...)
    guard !fields.isEmpty else { return }
    item.credentials.append(.customFields(CustomFields(label: "Values that were not understood", fields: fields)))
  }

  private func salvagedFields(_ range: Range<Int>, label: String) -> [EditableField] {
    var fields: [EditableField] = []
    var cursor = json
    cursor.rewind(to: range.lowerBound)
    // The range went through the strict reader before, so nothing is thrown here.
    try? cursor.walkScalars(label) { path, text in
      fields.append(EditableField(fieldType: .concealedString, value: text, label: Text(path)))
    }
    return fields
  }
}

extension JSONCursor {
  /// Hands every scalar of the next value that is not null to `body`, with a path of names and numbers from 1.
  mutating func walkScalars(_ path: String, _ body: (String, Text) -> Void) throws(JSONError) {
    switch try peek() {
    case UInt8(ascii: "{"):
      try beginObject()
      var first = true
      while let name = try nextMember(first: &first) {
        let name = text(of: name).string
        switch name {
        // A field is its value; its type says nothing to a person.
        case "fieldType", "type": try skipValue()
        case "value": try walkScalars(path, body)
        default: try walkScalars("\(path).\(name)", body)
        }
      }
    case UInt8(ascii: "["):
      try beginArray()
      var first = true
      var number = 0
      while try nextElement(first: &first) {
        number += 1
        try walkScalars("\(path) \(number)", body)
      }
    case UInt8(ascii: "\""): body(path, try string())
    case UInt8(ascii: "n"): try skipValue()
    default: body(path, spelling(try skipValue()))
    }
  }
}
