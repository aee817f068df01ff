/// A member name as most texts have it, with its quotes and the colon right behind, or a string with its quotes: recognised
/// by its first eight bytes, without looking for its end.
struct KnownName {
  /// The first bytes, the first one lowest, and which of the eight count.
  fileprivate let head: UInt64
  fileprivate let mask: UInt64
  fileprivate let length: Int
  fileprivate let text: UnsafePointer<UInt8>

  /// Creates the form of a member name that needs no escapes. Its memory lives as long as the program.
  init(_ name: StaticString) { self.init(text: "\"\(name)\":") }

  /// Creates the form of a string that needs no escapes.
  init(string: String) { self.init(text: "\"\(string)\"") }

  private init(text whole: String) {
    let bytes = Array(whole.utf8)
    length = bytes.count
    let place = UnsafeMutablePointer<UInt8>.allocate(capacity: max(length, 8))
    place.initialize(repeating: 0, count: max(length, 8))
    for index in bytes.indices { place[index] = bytes[index] }
    text = UnsafePointer(place)
    mask = length >= 8 ? .max : (1 << UInt64(length * 8)) - 1
    head = StringStops.load(text)
  }
}

/// Some of them, in memory that lives as long as the program.
struct KnownNames: @unchecked Sendable {
  // Unchecked: the memory is written once, here.
  let start: UnsafePointer<KnownName>
  let count: Int

  /// Creates the forms of strings.
  init(strings: [String]) {
    start = Immortal.start(of: strings.map(KnownName.init(string:)))
    count = strings.count
  }
}

extension JSONCursor {
  /// Consumes a string that is, byte for byte and without escapes, one of `names`, and returns its place; leaves
  /// anything else where it is and returns nil.
  @inline(__always)
  mutating func string(among names: KnownNames) -> Int? {
    guard offset &+ 8 <= end else { return nil }
    let word = StringStops.load(base + offset)
    for index in 0..<names.count {
      let name = names.start + index
      if word & name.pointee.mask == name.pointee.head, isWhole(name) {
        skip(name.pointee.length)
        return index
      }
    }
    return nil
  }

  /// What stands where a member may.
  enum Member {
    /// One of the names that were asked for, by its place.
    case known(Int)
    /// Any other name, or one of these in an unusual spelling.
    case other(Name)
    /// The end of the object.
    case end
  }

  /// Consumes up to the value of the next member, or the end of the object, as `nextMember(first:)` does. Names are looked
  /// for from the place `next` on: writers keep the order of the specification mostly.
  @inline(__always)
  mutating func nextMember(
    first: inout Bool, among names: UnsafePointer<KnownName>, count: Int, from next: Int
  ) throws(JSONError) -> Member {
    guard try advanceToMember(first: &first) else { return .end }
    if offset &+ 8 <= end {
      let word = StringStops.load(base + offset)
      var index = next
      for _ in 0..<count {
        if index >= count { index = 0 }
        let name = names + index
        if word & name.pointee.mask == name.pointee.head, isWhole(name) {
          skip(name.pointee.length)
          return .known(index)
        }
        index &+= 1
      }
    }
    return .other(try memberName())
  }

  /// Returns whether a name of which the first eight bytes stand here stands here whole.
  @inline(__always)
  private func isWhole(_ name: UnsafePointer<KnownName>) -> Bool {
    let length = name.pointee.length
    if length <= 8 { return true }
    guard offset &+ length <= end else { return false }
    var place = 8
    while place &+ 8 <= length {
      guard StringStops.load(base + offset + place) == StringStops.load(name.pointee.text + place) else {
        return false
      }
      place &+= 8
    }
    // The rest lies in the last eight bytes.
    return StringStops.load(base + offset + length - 8) == StringStops.load(name.pointee.text + length - 8)
  }
}
