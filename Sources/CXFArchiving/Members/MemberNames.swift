/// The names of the members of one archive, among which no two may mean the same file anywhere.
///
/// Two names collide that are equal after the ASCII letters became small ones and a slash at the end was left out, in the
/// sense of canonical equivalence: `é` in one or in two code points is the same. This is what file systems that
/// ignore case do at least; those that fold all of Unicode may still see collisions here.
struct MemberNames: Sendable {
  /// How a name relates to those before.
  enum Relation {
    case new
    case same
    case colliding
  }

  private struct Member {
    let name: String
    let index: Int
  }

  // Strings are equal and hash alike when they are canonically equivalent, which is wanted here for once.
  private var members: [String: Member] = [:]
  /// Whether names collide that differ in the case of ASCII letters only.
  private let foldsCase: Bool

  init(foldsCase: Bool = true) { self.foldsCase = foldsCase }

  /// Adds a name that is at `index` of the list of members, unless it relates to one that was added before.
  mutating func add(_ name: String, index: Int) -> Relation {
    let key = key(name)
    if let other = members[key] {
      return other.name.utf8.elementsEqual(name.utf8) ? .same : .colliding
    }
    members[key] = Member(name: name, index: index)
    return .new
  }

  /// Returns the index of the name that has exactly these bytes.
  func index(of name: String) -> Int? {
    guard let member = members[key(name)], member.name.utf8.elementsEqual(name.utf8) else { return nil }
    return member.index
  }

  private func key(_ name: String) -> String {
    let path = name.utf8.last == MemberName.slash ? name.utf8.dropLast() : name.utf8[...]
    let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
    return String(decoding: path.map { foldsCase && capitals.contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
