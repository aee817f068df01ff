internal import CredentialExchangeFormat

/// One JSON object whose members were read strictly: each name once.
///
/// Members that nobody asks for are unknown to the reader; whether they are allowed is for the reader to say.
struct StrictObject {
  private let text: [UInt8]
  private let members: [Text: Range<Int>]
  /// The names, in the order of the text.
  let names: [Text]
  /// What the object is, for messages, such as `the request`.
  let subject: String
  private let code: String
  /// The JSON Pointer of the object in its document.
  let pointer: String

  /// Reads a text that is one object.
  ///
  /// - Parameters:
  ///   - subject: what it is, for messages.
  ///   - code: the code of errors.
  init(_ text: [UInt8], subject: String, code: String) throws(ExchangeError) {
    let members: [(Text, Range<Int>)]
    let names: [Text]
    do throws(JSONError) {
      (members, names) = try text.withUnsafeBufferPointer { (bytes) throws(JSONError) in
        var cursor = JSONCursor(bytes)
        let read = try Self.read(&cursor)
        try cursor.finish()
        return read
      }
    } catch {
      throw .damaged(code, "\(subject) is no JSON object: \(error.message), at byte \(error.offset)")
    }
    try self.init(text, members, names, subject: subject, code: code, pointer: "")
  }

  private init(
    _ text: [UInt8], _ members: [(Text, Range<Int>)], _ names: [Text], subject: String, code: String,
    pointer: String
  ) throws(ExchangeError) {
    self.text = text
    self.subject = subject
    self.code = code
    self.pointer = pointer
    self.names = names
    var byName: [Text: Range<Int>] = [:]
    for (name, range) in members where byName.updateValue(range, forKey: name) != nil {
      throw .damaged(code, "\(subject) has a member twice: \(pointer)/\(Self.shown(name))")
    }
    self.members = byName
  }

  private static func read(_ cursor: inout JSONCursor) throws(JSONError) -> ([(Text, Range<Int>)], [Text]) {
    var members: [(Text, Range<Int>)] = []
    var first = true
    try cursor.beginObject()
    while let name = try cursor.nextMember(first: &first) {
      let text = cursor.text(of: name)
      members.append((text, try cursor.skipValue()))
    }
    return (members, members.map(\.0))
  }

  // MARK: Members

  /// Whether there is a member of that name that is not null.
  func has(_ name: Text) -> Bool { members[name].map { !isNull($0) } ?? false }

  /// The JSON of a member.
  func json(_ name: Text) -> [UInt8]? {
    guard has(name), let range = members[name] else { return nil }
    return Array(text[range])
  }

  /// The text of a member.
  func string(_ name: Text) throws(ExchangeError) -> Text {
    guard let value = try optionalString(name) else { throw missing(name) }
    return value
  }

  /// The text of a member; nil where it is absent or null.
  func optionalString(_ name: Text) throws(ExchangeError) -> Text? {
    guard has(name) else { return nil }
    guard let value = try value(name, { (cursor) throws(JSONError) in try cursor.string() }) else {
      throw wrong(name, "a string")
    }
    return value
  }

  /// The number of a member: digits alone, without fraction, exponent or sign.
  func integer(_ name: Text, in range: ClosedRange<UInt64>) throws(ExchangeError) -> UInt64 {
    guard let value = try optionalInteger(name, in: range) else { throw missing(name) }
    return value
  }

  /// The number of a member; nil where it is absent or null.
  func optionalInteger(_ name: Text, in range: ClosedRange<UInt64>) throws(ExchangeError) -> UInt64? {
    guard let place = members[name], has(name) else { return nil }
    var value: UInt64 = 0
    for byte in text[place] {
      guard (0x30...0x39).contains(byte) else { throw wrong(name, "a whole number") }
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(byte - 0x30))
      guard !overflow, !carry else {
        throw wrong(name, "a number from \(range.lowerBound) to \(range.upperBound)")
      }
      value = sum
    }
    guard range.contains(value) else {
      throw wrong(name, "a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  /// The bytes of a member in canonical base64url.
  func bytes(_ name: Text) throws(ExchangeError) -> [UInt8] {
    let string = try self.string(name)
    let decoded = Array(string.utf8).withUnsafeBufferPointer { Base64URL.decode($0) }
    guard let decoded, decoded.deviation.isEmpty else { throw wrong(name, "base64url without padding") }
    return decoded.bytes
  }

  /// The object of a member.
  func object(_ name: Text) throws(ExchangeError) -> StrictObject {
    guard let place = members[name], has(name) else { throw missing(name) }
    return try object(at: place.lowerBound, pointer: "\(pointer)/\(Self.shown(name))")
  }

  /// The objects of a member that is an array.
  func objects(_ name: Text, limit: Int) throws(ExchangeError) -> [StrictObject] {
    let places = try elements(name, limit: limit)
    var objects: [StrictObject] = []
    objects.reserveCapacity(places.count)
    for (index, place) in places.enumerated() {
      objects.append(try object(at: place.lowerBound, pointer: "\(pointer)/\(Self.shown(name))/\(index)"))
    }
    return objects
  }

  /// The JSON of the elements of a member that is an array.
  func fragments(_ name: Text, limit: Int) throws(ExchangeError) -> [[UInt8]] {
    try elements(name, limit: limit).map { Array(text[$0]) }
  }

  /// The texts of a member that is an array; nil where it is absent or null.
  func strings(_ name: Text, limit: Int) throws(ExchangeError) -> [Text]? {
    guard has(name) else { return nil }
    var strings: [Text] = []
    for place in try elements(name, limit: limit) {
      let text = text.withUnsafeBufferPointer { bytes in
        var cursor = JSONCursor(bytes, at: place.lowerBound)
        let string = try? cursor.string()
        return cursor.sawDamagedText ? nil : string
      }
      guard let text else { throw wrong(name, "an array of strings") }
      strings.append(text)
    }
    return strings
  }

  private func elements(_ name: Text, limit: Int) throws(ExchangeError) -> [Range<Int>] {
    guard has(name) else { throw missing(name) }
    let places = try value(name) { (cursor) throws(JSONError) in
      var places: [Range<Int>] = []
      var first = true
      try cursor.beginArray()
      while try cursor.nextElement(first: &first) { places.append(try cursor.skipValue()) }
      return places
    }
    guard let places else { throw wrong(name, "an array") }
    guard places.count <= limit else { throw wrong(name, "an array of at most \(limit) entries") }
    return places
  }

  private func object(at offset: Int, pointer: String) throws(ExchangeError) -> StrictObject {
    let read = text.withUnsafeBufferPointer { bytes in
      var cursor = JSONCursor(bytes, at: offset)
      return try? Self.read(&cursor)
    }
    guard let read else { throw .damaged(code, "\(subject): \(pointer) is no object") }
    return try StrictObject(text, read.0, read.1, subject: subject, code: code, pointer: pointer)
  }

  private func value<Value>(
    _ name: Text, _ read: (inout JSONCursor) throws(JSONError) -> Value
  ) throws(ExchangeError) -> Value? {
    guard let place = members[name] else { throw missing(name) }
    return text.withUnsafeBufferPointer { bytes in
      var cursor = JSONCursor(bytes, at: place.lowerBound)
      guard let value = try? read(&cursor), !cursor.sawDamagedText else { return nil }
      return value
    }
  }

  private func isNull(_ range: Range<Int>) -> Bool { text[range.lowerBound] == UInt8(ascii: "n") }

  // MARK: Errors

  /// The most bytes of a name in a message.
  private static let shownCount = 64

  /// A name for messages; a text from outside may be as long as a file.
  static func shown(_ name: Text) -> String {
    name.utf8.count <= shownCount
      ? name.string : String(decoding: name.utf8.prefix(shownCount), as: UTF8.self) + "…"
  }

  /// The error of a member that is not there.
  func missing(_ name: Text) -> ExchangeError {
    .damaged(code, "\(subject) lacks \(pointer)/\(Self.shown(name))")
  }

  /// The error of a member that is something else.
  func wrong(_ name: Text, _ expected: String) -> ExchangeError {
    .damaged(code, "\(subject): \(pointer)/\(Self.shown(name)) is not \(expected)")
  }
}
