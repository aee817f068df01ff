extension ExchangeObject {
  static var kind: WireKind { .object(Self.self) }

  /// Reads an object by its description. Unknown members are kept; a member that is missing or bad costs the object
  /// only where the object means nothing without it.
  static func read(_ decoder: inout DocumentDecoder, _ member: MemberName) throws(JSONError) -> Self? {
    guard try decoder.json.peek() == UInt8(ascii: "{") else {
      return try readBare(&decoder, member)
    }
    return try readMembers(&decoder, member)
  }

  /// Reads something else than an object where one belongs.
  private static func readBare(
    _ decoder: inout DocumentDecoder, _ member: MemberName
  ) throws(JSONError) -> Self? {
    if self == FormatVersion.self {
      return try decoder.bareVersion(member) as? Self
    }
    let value: Self? = try decoder.reject(.wrongType, member)
    if self == Item.self { decoder.markRejectedAsItem() }
    return value
  }

  /// Reads the members of an object.
  ///
  /// - Parameter opened: Where the object began, if its discriminator was read already; the cursor stands behind that.
  static func readMembers(
    _ decoder: inout DocumentDecoder, _ member: MemberName, opened: Int? = nil
  ) throws(JSONError) -> Self? {
    try moved(&decoder) { (place, decoder) throws(JSONError) in
      try readMembers(into: place, &decoder, member, opened)
    }
  }

  /// Returns what `fill` makes of a blank object, or nil where it says that it is none. The object has memory of its own
  /// and is moved where it belongs: a variable would be copied, its references counted.
  @inline(__always)
  static func moved(
    _ decoder: inout DocumentDecoder,
    _ fill: (UnsafeMutablePointer<Self>, inout DocumentDecoder) throws(JSONError) -> Bool
  ) throws(JSONError) -> Self? {
    try withUnsafeTemporaryAllocation(of: Self.self, capacity: 1) { (memory) throws(JSONError) -> Self? in
      guard let place = memory.baseAddress else { return nil }
      place.initialize(to: blank)
      var isWhole = false
      defer { if !isWhole { place.deinitialize(count: 1) } }
      isWhole = try fill(place, &decoder)
      return isWhole ? place.move() : nil
    }
  }

  /// Reads the members of an object into a blank one; returns whether it means something.
  static func readMembers(
    into object: UnsafeMutablePointer<Self>, _ decoder: inout DocumentDecoder, _ member: MemberName,
    _ opened: Int? = nil
  ) throws(JSONError) -> Bool {
    let mark = decoder.mark()
    let rows = members
    let count = rows.count
    var seen: UInt64 = 0
    // Members that stand there with a value that is not one, which has its finding.
    var bad: UInt64 = 0
    var hasDiscriminator = opened != nil
    var next = 0
    let start = opened ?? decoder.json.offset
    var first = opened == nil
    if first { try decoder.json.beginObject() }
    members: while true {
      let index: Int
      switch try decoder.json.nextMember(first: &first, among: rows.names, count: count, from: next) {
      case .known(let exact):
        index = exact
        next = exact + 1
      case .other(let name):
        guard let meant = try row(of: name, seen, &decoder) else {
          try readOther(name, &object.pointee, &hasDiscriminator, &decoder)
          continue
        }
        index = meant
      case .end: break members
      }
      let bit: UInt64 = 1 << UInt64(index)
      if seen & bit != 0 {
        let _: Int? = try decoder.reject(.duplicateMember, MemberName(rows.row(index).pointee.name))
        continue
      }
      if try decoder.json.peek() == UInt8(ascii: "n") {
        let offset = decoder.json.offset
        _ = try decoder.json.consumeNull()
        decoder.report(.nullValue, at: offset, MemberName(rows.row(index).pointee.name), action: .repaired)
        bad |= bit
        continue
      }
      if try rows.read(index, into: object, &decoder) { seen |= bit } else { bad |= bit }
    }
    let range = start..<decoder.json.offset
    if seen.nonzeroBitCount < count {
      func isMissing(_ index: Int) -> Bool { seen & (1 << UInt64(index)) == 0 }
      for index in 0..<count where isMissing(index) && rows.row(index).pointee.presence == .required {
        decoder.discard(range, since: mark, member, missing: rows.row(index).pointee.name)
        return false
      }
      for index in 0..<count where isMissing(index) && bad & (1 << UInt64(index)) == 0 {
        let row = rows.row(index)
        if row.pointee.presence == .defaulted { decoder.missing(row.pointee.name, at: start, specSection) }
      }
    }
    if decoder.rejected.count > mark.rejected,
      let bad = decoder.rejected[mark.rejected...].first(where: { indispensable.contains(Text($0.label)) })
    {
      decoder.discard(range, since: mark, member, unreadable: bad.label)
      return false
    }
    didDecode(&object.pointee, from: range, mark, &decoder)
    return true
  }

  /// Returns the row of a member whose name does not stand in the text as it is mostly written: with escapes, white space
  /// before the colon, or as drafts and products have it.
  @inline(never)
  private static func row(
    of name: JSONCursor.Name, _ seen: UInt64, _ decoder: inout DocumentDecoder
  ) throws(JSONError) -> Int? {
    let rows = members
    for index in 0..<rows.count where decoder.json.matches(name, rows.row(index).pointee.name) {
      return index
    }
    return try decoder.meantRow(of: name, aliases: aliases, seen, count: rows.count) {
      rows.row($0).pointee.name
    }
  }

  private static func readOther(
    _ name: JSONCursor.Name, _ object: inout Self, _ hasDiscriminator: inout Bool,
    _ decoder: inout DocumentDecoder
  ) throws(JSONError) {
    if name.hasEscapes {
      // Only the strict reader comes here with the name of a row.
      for index in 0..<members.count where decoder.json.resolves(name, to: members.row(index).pointee.name) {
        let _: Int? = try decoder.reject(.escapedMemberName, MemberName(members.row(index).pointee.name))
        return
      }
    }
    if let discriminator, decoder.isNamed(name, discriminator.name) {
      if hasDiscriminator {
        let _: Int? = try decoder.reject(.duplicateMember, MemberName(discriminator.name))
      } else {
        hasDiscriminator = true
        try decoder.json.skipValue()
      }
      return
    }
    if try decoder.readAlias(name, aliases) { return }
    try decoder.keep(name, in: &object.unknown)
  }

  func write(to writer: inout JSONWriter) {
    withUnsafePointer(to: self) { Self.write($0, to: &writer) }
  }

  static func write(_ object: UnsafePointer<Self>, to writer: inout JSONWriter) {
    writeAll(object, to: &writer)
  }

  /// Writes an object by its description.
  static func writeAll(_ object: UnsafePointer<Self>, to writer: inout JSONWriter) {
    writer.beginObject()
    if let discriminator = Self.discriminator {
      if writer.isIndented {
        writer.name(discriminator.name)
        writer.string(discriminator.value)
      } else {
        writer.name(discriminator.key)
      }
    }
    Self.members.write(object, to: &writer)
    if let json = object.pointee.unknown.json { writer.members(json) }
    writer.endObject()
  }
}

extension DocumentDecoder {
  /// Returns the row of a member whose name is written with escapes, or as drafts and products have it.
  mutating func meantRow(
    of name: JSONCursor.Name, aliases: [Alias], _ seen: UInt64, count: Int,
    rowName: (Int) -> StaticString
  ) throws(JSONError) -> Int? {
    guard !isStrict else { return nil }
    // So that a finding stands at the value, not at white space before it.
    _ = try json.peek()
    if name.hasEscapes, let index = (0..<count).first(where: { json.resolves(name, to: rowName($0)) }) {
      _ = repairs(.escapedMemberName, at: json.offset, MemberName(rowName(index)))
      return index
    }
    for alias in aliases where json.matches(name, alias.name) {
      guard case .member(let meant) = alias.meaning,
        let index = (0..<count).first(where: { rowName($0).isSame(as: meant) }),
        seen & (1 << UInt64(index)) == 0, try !isFollowed(by: meant)
      else { return nil }
      _ = repairs(.aliasedMember, at: json.offset, MemberName(alias.name))
      return index
    }
    return nil
  }

  /// Reads a member that has another meaning under its name; returns whether it had.
  mutating func readAlias(_ name: JSONCursor.Name, _ aliases: [Alias]) throws(JSONError) -> Bool {
    guard let alias = aliases.first(where: { json.matches(name, $0.name) }) else { return false }
    if case .redundant(let texts, let code) = alias.meaning {
      return try readRedundant(texts, code, MemberName(alias.name))
    }
    let isNull = try json.peek() == UInt8(ascii: "n")
    if case .value(let read) = alias.meaning, !isNull,
      repairs(.aliasedMember, at: json.offset, MemberName(alias.name))
    {
      try read(&self)
      return true
    }
    if isStrict {
      report(.aliasedMember, severity: .error, at: json.offset, MemberName(alias.name), action: .kept)
    }
    return false
  }
}

extension DocumentDecoder {
  /// Passes over a text that is one of `texts`; returns whether it was.
  private mutating func readRedundant(
    _ texts: Set<Text>, _ code: FindingCode, _ member: MemberName
  ) throws(JSONError) -> Bool {
    guard try json.peek() == UInt8(ascii: "\"") else { return false }
    var ahead = json
    guard texts.contains(try ahead.string()) else { return false }
    guard repairs(code, at: json.offset, member) else {
      report(code, severity: .error, at: json.offset, member, action: .kept)
      return false
    }
    json.rewind(to: ahead.offset)
    return true
  }
}

extension Credential: WireValue {
  static var kind: WireKind { .credential }

  static func read(_ decoder: inout DocumentDecoder, _ member: MemberName) throws(JSONError) -> Credential? {
    if let opened = try decoder.openCredential() {
      return try read(opened.type, from: opened.start, &decoder)
    }
    guard try decoder.json.peek() == UInt8(ascii: "{"), let found = try decoder.discriminator("type") else {
      return try decoder.reject(.missingType, member)
    }
    if let credential = try read(type: found.value, &decoder) { return credential }
    if decoder.wasRejected { return nil }
    let (repaired, code) = try decoder.meantType(found.value)
    if repaired != found.value, isRegistered(repaired) {
      if decoder.repairs(code, at: found.offset, MemberName("type")) {
        return try read(type: repaired, &decoder)
      }
      decoder.report(code, severity: .error, at: found.offset, MemberName("type"), action: .kept)
      try decoder.rehearse { (decoder) throws(JSONError) in _ = try read(type: repaired, &decoder) }
    } else {
      decoder.report(.unknownCredentialType, at: found.offset, MemberName("type"), action: .kept)
    }
    var members = UnknownMembers()
    try decoder.keepAll(in: &members, but: "type")
    return .unknown(UnknownCredential(type: found.value, members: members))
  }

  private static func isRegistered(_ type: Text) -> Bool { registered.contains(type) }

  /// The registered types (CXF 1.0 section 3.3), in the order of the cases of `read`.
  static let types = [
    "address",
    "api-key",
    "basic-auth",
    "credit-card",
    "custom-fields",
    "drivers-license",
    "file",
    "generated-password",
    "identity-document",
    "item-reference",
    "note",
    "passkey",
    "passport",
    "person-name",
    "ssh-key",
    "totp",
    "wifi",
  ]
  static let registered = Set(types.map { Text($0) })
  static let knownTypes = KnownNames(strings: types)

  /// Reads by a registered type; nil with `wasRejected` set where the content was bad, else nil for other types.
  private static func read(type: Text, _ decoder: inout DocumentDecoder) throws(JSONError) -> Credential? {
    decoder.wasRejected = false
    guard let index = types.firstIndex(where: { Text($0) == type }) else { return nil }
    return try read(index, from: nil, &decoder)
  }

  /// Reads by the place of its type among `types`; nil with `wasRejected` set where the content was bad.
  ///
  /// - Parameter start: Where the object began, if its type was read already.
  private static func read(
    _ type: Int, from start: Int?, _ decoder: inout DocumentDecoder
  ) throws(JSONError) -> Credential? {
    decoder.wasRejected = false
    return switch type {
    case 0: try decoder.object(Credential.address, start)
    case 1: try decoder.object(Credential.apiKey, start)
    case 2: try decoder.object(Credential.basicAuth, start)
    case 3: try decoder.object(Credential.creditCard, start)
    case 4: try decoder.object(Credential.customFields, start)
    case 5: try decoder.object(Credential.driversLicense, start)
    case 6: try decoder.object(Credential.file, start)
    case 7: try decoder.object(Credential.generatedPassword, start)
    case 8: try decoder.object(Credential.identityDocument, start)
    case 9: try decoder.object(Credential.itemReference, start)
    case 10: try decoder.object(Credential.note, start)
    case 11: try decoder.object(Credential.passkey, start)
    case 12: try decoder.object(Credential.passport, start)
    case 13: try decoder.object(Credential.personName, start)
    case 14: try decoder.object(Credential.sshKey, start)
    case 15: try decoder.object(Credential.totp, start)
    case 16: try decoder.object(Credential.wifi, start)
    default: nil
    }
  }

  /// Returns the registered type that another spelling means: `BasicAuth`, `basic_auth` and `SSHKey`, as early tools
  /// wrote, and names of drafts. A type that means none is returned as it is.
  static func meantType(_ type: Text) -> Text {
    let folded = folded(type)
    if let known = registered.first(where: { Self.folded($0) == folded }) { return known }
    switch folded {
    case "driverlicense", "driverslicence", "driverlicence": return "drivers-license"
    case "publickey": return "passkey"
    default: return type
    }
  }

  /// Small letters without what separates words.
  static func folded(_ type: Text) -> Text {
    let bytes = type.utf8.compactMap { byte -> UInt8? in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
      case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: " "): nil
      default: byte
      }
    }
    return Text(String(decoding: bytes, as: UTF8.self))
  }

  @inline(__always)
  static func write(_ value: UnsafePointer<Credential>, to writer: inout JSONWriter) {
    UnsafeRawPointer(value).assumingMemoryBound(to: Borrowed<Credential>.self).pointee.value.write(
      to: &writer)
  }

  func write(to writer: inout JSONWriter) {
    switch self {
    case .basicAuth(let object): object.write(to: &writer)
    case .totp(let object): object.write(to: &writer)
    case .passkey(let object): object.write(to: &writer)
    case .note(let object): object.write(to: &writer)
    case .creditCard(let object): object.write(to: &writer)
    case .unknown(let credential):
      writer.beginObject()
      writer.name("type")
      writer.string(credential.type)
      if let json = credential.members.json { writer.members(json) }
      writer.endObject()
    default: object?.write(to: &writer)
    }
  }
}

extension Extension: WireValue {
  static var kind: WireKind { .extension }

  static func read(_ decoder: inout DocumentDecoder, _ member: MemberName) throws(JSONError) -> Extension? {
    guard try decoder.json.peek() == UInt8(ascii: "{"), let found = try decoder.discriminator("name") else {
      return try decoder.reject(.missingExtensionName, member)
    }
    let start = decoder.json.offset
    if found.value == "shared" {
      let mark = decoder.mark()
      if let shared = try SharedExtension.readMembers(&decoder, member),
        decoder.rejected.count == mark.rejected
      {
        return .shared(shared)
      }
      // Content that is not as the specification says stays as it is.
      decoder.restore(mark)
      decoder.json.rewind(to: start)
      decoder.report(.malformedSharedExtension, at: start, member, action: .kept)
    }
    var members = UnknownMembers()
    try decoder.keepAll(in: &members, but: "name")
    return .other(OtherExtension(name: found.value, members: members))
  }

  func write(to writer: inout JSONWriter) {
    switch self {
    case .shared(let shared): shared.write(to: &writer)
    case .other(let content):
      writer.beginObject()
      writer.name("name")
      writer.string(content.name)
      if let json = content.members.json { writer.members(json) }
      writer.endObject()
    }
  }
}
