extension OutputFile {
  /// Returns whether two paths lead to one file, or would, once there is one: whatever their spelling.
  ///
  /// Where that cannot be told they are taken for two.
  package static func isSame(_ one: String, _ other: String) -> Bool {
    if one.utf8.elementsEqual(other.utf8) { return true }
    switch (try? FileStatus.of(path: one), try? FileStatus.of(path: other)) {
    case (let one?, let other?): return one.kind == .regular && one.identity == other.identity
    case (nil, nil): break
    default: return false
    }
    let (first, second) = (split(one), split(other))
    guard first.name.elementsEqual(second.name),
      let folder = try? FileStatus.of(path: first.folder),
      let another = try? FileStatus.of(path: second.folder)
    else { return false }
    return folder.identity == another.identity
  }

  private static func split(_ path: String) -> (folder: String, name: Substring.UTF8View) {
    (
      folder(of: path),
      path[
        (path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex)...
      ].utf8
    )
  }
}
