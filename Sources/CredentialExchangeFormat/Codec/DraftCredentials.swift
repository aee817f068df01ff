// Credentials of drafts whose type or form is not that of CXF 1.0.

extension Credential {
  /// Returns whether a type is a registered one, or another spelling of one.
  static func isNamed(by type: Text) -> Bool { registered.contains(meantType(type)) }
}

extension DocumentDecoder {
  /// Returns the registered type that is meant by the type of the credential that stands next, and under which code the
  /// reader says so; the type itself where none is meant.
  func meantType(_ type: Text) throws(JSONError) -> (type: Text, code: FindingCode) {
    let meant = Credential.meantType(type)
    if meant != type { return (meant, .typeSpelling) }
    switch Credential.folded(type) {
    case "socialsecuritynumber": return ("identity-document", .draftType)
    case "cryptographickey":
      // The drafts left its members open; these two are those of the types that took its place.
      if try hasMember("privateKey") { return ("ssh-key", .draftType) }
      return (try hasMember("key") ? "api-key" : type, .draftType)
    default: return (type, .typeSpelling)
    }
  }

  private func hasMember(_ wanted: StaticString) throws(JSONError) -> Bool {
    var ahead = json
    try ahead.beginObject()
    var first = true
    while let name = try ahead.nextMember(first: &first) {
      if ahead.matches(name, wanted) { return true }
      try ahead.skipValue()
    }
    return false
  }
}

extension FIDO2Extensions {
  /// Reads the extensions of a passkey, also where each stands in an object of its own in an array.
  static func read(
    _ decoder: inout DocumentDecoder, _ member: MemberName
  ) throws(JSONError) -> FIDO2Extensions? {
    let first = try decoder.json.peek()
    if first == UInt8(ascii: "{") { return try readMembers(&decoder, member) }
    let start = decoder.json.offset
    guard first == UInt8(ascii: "["), !decoder.isStrict else { return try decoder.reject(.wrongType, member) }
    let mark = decoder.mark()
    _ = decoder.repairs(.extensionsList, at: start, member)
    if let extensions = try readList(&decoder, member) { return extensions }
    decoder.restore(mark)
    decoder.json.rewind(to: start)
    return try decoder.reject(.wrongType, member)
  }

  private static func readList(
    _ decoder: inout DocumentDecoder, _ member: MemberName
  ) throws(JSONError) -> FIDO2Extensions? {
    var all = FIDO2Extensions()
    try decoder.json.beginArray()
    var first = true
    while try decoder.json.nextElement(first: &first) {
      guard try decoder.json.peek() == UInt8(ascii: "{"),
        let next = try readMembers(&decoder, member), all.take(next)
      else { return nil }
    }
    return all
  }

  /// Takes what another object has; false where both have the same member.
  private mutating func take(_ other: FIDO2Extensions) -> Bool {
    func takes<Value>(_ mine: inout Value?, _ theirs: Value?) -> Bool {
      guard mine == nil || theirs == nil else { return false }
      mine = mine ?? theirs
      return true
    }
    let names = Set(unknown.members.map(\.name))
    guard names.isDisjoint(with: other.unknown.members.map(\.name)),
      takes(&hmacCredentials, other.hmacCredentials), takes(&credBlob, other.credBlob),
      takes(&largeBlob, other.largeBlob), takes(&payments, other.payments)
    else { return false }
    unknown.append(other.unknown.json ?? [])
    return true
  }
}
