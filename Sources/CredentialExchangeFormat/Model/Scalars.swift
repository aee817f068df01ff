/// A machine-made identifier of at most 64 bytes, base64url on the wire (CXF 1.0 section 1.3).
///
/// It tells entities apart within one exchanged account and is not meant for people.
public struct Identifier: ExchangeValue {
  /// Most bytes that the specification allows.
  public static let maximumCount = 64

  /// The decoded bytes.
  public var bytes: [UInt8]

  /// Creates an identifier; an empty one stands for a missing one.
  public init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  /// Whether it holds no byte.
  public var isEmpty: Bool { bytes.isEmpty }

  /// The text on the wire.
  public var base64URL: String { Base64URL.encode(bytes) }
}

extension Identifier: CustomStringConvertible {
  /// The text on the wire: identifiers are no secrets.
  public var description: String { base64URL }
}

/// Bytes that travel as base64url without padding: keys, handles, hashes.
public struct OpaqueBytes: ExchangeValue {
  /// The decoded bytes.
  public var bytes: [UInt8]

  /// Creates the value.
  public init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  /// Whether there is no byte.
  public var isEmpty: Bool { bytes.isEmpty }

  /// The text on the wire.
  public var base64URL: String { Base64URL.encode(bytes) }
}

extension OpaqueBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A placeholder that tells the length: the bytes may be a private key.
  public var description: String { "OpaqueBytes(\(bytes.count) bytes)" }
  /// The same placeholder as `description`.
  public var debugDescription: String { description }
  /// A mirror without children, so that `dump` shows no content.
  public var customMirror: Mirror { Mirror(self, children: [:] as KeyValuePairs<String, Any>) }
}

/// A moment in whole seconds since 1970-01-01T00:00:00Z (CXF 1.0: `uint .size 8`).
///
/// Not a `Date`: Foundation's default coding of dates counts from 2001 and has shifted real exports by 31 years.
public struct Timestamp: Comparable, ExchangeValue {
  /// Seconds since 1970.
  public var secondsSince1970: UInt64

  /// Creates a moment.
  public init(_ secondsSince1970: UInt64) { self.secondsSince1970 = secondsSince1970 }

  /// Returns whether `lhs` is earlier.
  public static func < (lhs: Timestamp, rhs: Timestamp) -> Bool {
    lhs.secondsSince1970 < rhs.secondsSince1970
  }
}

/// Members of an object that this version does not know, kept with their spelling and order.
public struct UnknownMembers: Sendable, Hashable {
  /// The members as JSON without the braces around them and without white space, such as `"a":1,"b":[2]`.
  package var json: [UInt8]?

  /// Creates an empty set.
  public init() {}

  /// Whether there are none.
  public var isEmpty: Bool { json == nil }

  /// Appends a member that is JSON already.
  package mutating func append(_ member: some Collection<UInt8>) {
    guard !member.isEmpty else { return }
    var bytes = json ?? []
    json = nil
    if !bytes.isEmpty { bytes.append(UInt8(ascii: ",")) }
    bytes.append(contentsOf: member)
    json = bytes
  }

  /// The members in order, each with its value as compact JSON.
  public var members: [(name: Text, json: String)] {
    guard let json else { return [] }
    var result: [(name: Text, json: String)] = []
    ([UInt8(ascii: "{")] + json + [UInt8(ascii: "}")]).withUnsafeBufferPointer { bytes in
      var cursor = JSONCursor(bytes)
      // What stands here went through the strict reader before.
      try? cursor.readMembers { (name, range) in
        result.append((name, String(decoding: bytes[range], as: UTF8.self)))
      }
    }
    return result
  }
}

extension JSONCursor {
  /// Reads one object and hands each member's name and the range of its value to `body`.
  package mutating func readMembers(_ body: (Text, Range<Int>) -> Void) throws(JSONError) {
    try beginObject()
    var first = true
    while let name = try nextMember(first: &first) { body(text(of: name), try skipValue()) }
  }
}

extension UnknownMembers: CustomStringConvertible, CustomReflectable {
  /// A placeholder that tells the number of bytes: unknown content may be secret.
  public var description: String { "UnknownMembers(\(json?.count ?? 0) bytes)" }
  /// A mirror without children, so that `dump` shows no content.
  public var customMirror: Mirror { Mirror(self, children: [:] as KeyValuePairs<String, Any>) }
}
