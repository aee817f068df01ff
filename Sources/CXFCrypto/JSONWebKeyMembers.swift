internal import CredentialExchangeFormat

/// The members of a JSON Web Key as they stand in a text, before anything is decoded.
struct JSONWebKeyMembers {
  private var texts: [JSONWebKeyError.Member: Text] = [:]
  private var operations: [Text]?
  /// Where the text of `d` lies, quotes included: it is never copied.
  private(set) var privateKey: Range<Int>?

  /// Reads the object that stands next.
  init(_ cursor: inout JSONCursor) throws(JSONWebKeyError) {
    let sawDamage = cursor.sawDamagedText
    cursor.sawDamagedText = false
    defer { if sawDamage { cursor.sawDamagedText = true } }
    do throws(Fault) {
      try read(&cursor)
    } catch {
      switch error {
      case .json(let error): throw .json(error)
      case .key(let error): throw error
      }
    }
    guard !cursor.sawDamagedText else { throw .damagedText }
  }

  private enum Fault: Error {
    case json(JSONError)
    case key(JSONWebKeyError)
  }

  private mutating func read(_ cursor: inout JSONCursor) throws(Fault) {
    let isObject = try Self.lift { () throws(JSONError) in try cursor.peek() == UInt8(ascii: "{") }
    guard isObject else { throw .key(.notAnObject) }
    try Self.lift { () throws(JSONError) in try cursor.beginObject() }
    var names: Set<Text> = []
    var first = true
    while let name = try Self.lift({ () throws(JSONError) in try cursor.nextMember(first: &first) }) {
      let name = cursor.text(of: name)
      guard names.insert(name).inserted else { throw .key(.duplicateMember) }
      let member = JSONWebKeyError.Member.allCases.first { $0.rawValue.utf8.elementsEqual(name.utf8) }
      try Self.lift { () throws(JSONError) in _ = try cursor.peek() }
      switch member {
      case nil: try Self.lift { () throws(JSONError) in _ = try cursor.skipValue() }
      case .d: privateKey = try Self.lift { () throws(JSONError) in try cursor.skipValue() }
      case .operations: operations = try Self.operations(&cursor)
      case .some(let member): texts[member] = try Self.string(&cursor, member)
      }
    }
  }

  private static func string(
    _ cursor: inout JSONCursor, _ member: JSONWebKeyError.Member
  ) throws(Fault) -> Text {
    let isString = try lift { () throws(JSONError) in try cursor.peek() == UInt8(ascii: "\"") }
    guard isString else { throw .key(.wrongType(member)) }
    return try lift { () throws(JSONError) in try cursor.string() }
  }

  private static func operations(_ cursor: inout JSONCursor) throws(Fault) -> [Text] {
    let isArray = try lift { () throws(JSONError) in try cursor.peek() == UInt8(ascii: "[") }
    guard isArray else { throw .key(.wrongType(.operations)) }
    try lift { () throws(JSONError) in try cursor.beginArray() }
    var operations: [Text] = []
    var first = true
    while try lift({ () throws(JSONError) in try cursor.nextElement(first: &first) }) {
      operations.append(try string(&cursor, .operations))
    }
    return operations
  }

  private static func lift<Result>(_ body: () throws(JSONError) -> Result) throws(Fault) -> Result {
    do throws(JSONError) {
      return try body()
    } catch {
      throw .json(error)
    }
  }
}

extension JSONWebKeyMembers {
  /// Returns the public key, when the key may be used to agree on secrets.
  ///
  /// - Parameter isPrivate: whether it is the public half of a private key.
  func publicKey(isPrivate: Bool) throws(JSONWebKeyError) -> JSONWebKey {
    guard let type = texts[.type] else { throw .missing(.type) }
    guard type == "EC" || type == "OKP" else { throw .unsupportedKeyType }
    guard let curve = texts[.curve] else { throw .missing(.curve) }
    let kem = HPKESuite.KEM.allCases.first { $0.curve.name.utf8.elementsEqual(curve.utf8) }
    guard let kem else { throw .unsupportedCurve }
    guard kem.curve.keyType.utf8.elementsEqual(type.utf8) else { throw .curveOfAnotherType }
    try checkPermission(isPrivate: isPrivate)
    let x = try coordinate(.x, kem.curve)
    guard kem.curve.isNIST else {
      guard texts[.y] == nil else { throw .unexpected(.y) }
      return JSONWebKey(kem, x: x, y: nil, algorithm: texts[.algorithm]?.string)
    }
    return JSONWebKey(kem, x: x, y: try coordinate(.y, kem.curve), algorithm: texts[.algorithm]?.string)
  }

  private func checkPermission(isPrivate: Bool) throws(JSONWebKeyError) {
    if let use = texts[.use], use != "enc" { throw .notPermitted(.use) }
    if let operations {
      // What agrees on secrets is the private half. The Web Cryptography API gives public ones an empty list.
      let isUnrestricted = operations.isEmpty && !isPrivate
      guard isUnrestricted || operations.contains("deriveKey") || operations.contains("deriveBits") else {
        throw .notPermitted(.operations)
      }
      guard Set(operations).count == operations.count else { throw .duplicateMember }
    }
  }

  private func coordinate(
    _ member: JSONWebKeyError.Member, _ curve: KeyAgreementCurve
  ) throws(JSONWebKeyError) -> [UInt8] {
    guard let text = texts[member] else { throw .missing(member) }
    let digits = Array(text.utf8)
    guard Base64URL.decodedCount(digits.count) == curve.byteCount else { throw .wrongLength(member) }
    return try digits.withBytes { (digits: UnsafeRawBufferPointer) throws(JSONWebKeyError) in
      try [UInt8](uninitializedCount: curve.byteCount) {
        (bytes: UnsafeMutableRawBufferPointer) throws(JSONWebKeyError) in
        guard Base64URL.decodeExact(digits, into: bytes) else { throw .notBase64URL(member) }
      }
    }
  }

  /// Returns the private key, decoded from where it stands into memory that is cleared.
  ///
  /// - Parameter text: what the members were read from.
  func secret(
    in text: UnsafeRawBufferPointer, _ curve: KeyAgreementCurve
  ) throws(JSONWebKeyError) -> SecretBytes {
    guard let privateKey else { throw .missing(.d) }
    let quote = UInt8(ascii: "\"")
    guard text[privateKey.lowerBound] == quote else { throw .wrongType(.d) }
    let digits = UnsafeRawBufferPointer(
      rebasing: text[(privateKey.lowerBound + 1)..<(privateKey.upperBound - 1)])
    // An escape is no digit, although JSON allows it: nobody writes one, and resolving it would make a copy.
    guard !digits.contains(UInt8(ascii: "\\")) else { throw .notBase64URL(.d) }
    guard Base64URL.decodedCount(digits.count) == curve.byteCount else { throw .wrongLength(.d) }
    return try SecretBytes(count: curve.byteCount) {
      (bytes: UnsafeMutableRawBufferPointer) throws(JSONWebKeyError) in
      guard Base64URL.decodeExact(digits, into: bytes) else { throw .notBase64URL(.d) }
    }
  }
}
