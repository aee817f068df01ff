/// Writes members one after the other and sees to it that calls come in order, names are safe and sizes are kept.
final class MemberWriter {
  private let handle: ArchiveWriteHandle
  private var names = MemberNames()
  private var count = 0
  private var state = State.between

  private enum State {
    case between
    case inside(Member)
    /// After the end, or after an error: what is in the sink is then not whole.
    case over
  }

  private struct Member {
    let name: String
    let size: UInt64?
    var written: UInt64 = 0
  }

  /// The most bytes of a name: more than any file system takes, and within what both formats can say.
  static let longestName = 4096

  init(_ format: ArchiveWriteHandle.Format, sink: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
    handle = try ArchiveWriteHandle(format, sink: sink)
  }

  func begin(_ name: String, size: UInt64?, time: Int64?) throws {
    guard case .between = state else { throw misuse() }
    // A slash at the end would make a folder of it.
    let problem = MemberName.problem(in: name, limit: Self.longestName)
    if let problem { throw ArchiveWriterError.name(name, problem) }
    guard name.utf8.last != MemberName.slash else { throw ArchiveWriterError.name(name, .component) }
    guard size.map({ $0 <= UInt64(Int64.max) }) ?? true else { throw ArchiveWriterError.tooLarge(name) }
    guard names.add(name, index: count) == .new else { throw ArchiveWriterError.duplicate(name) }
    count += 1
    try guarded { try handle.begin(name, size: size, time: time) }
    state = .inside(Member(name: name, size: size))
  }

  func append(_ bytes: UnsafeRawBufferPointer) throws {
    guard case .inside(var member) = state else { throw misuse() }
    try guarded {
      let (written, isOver) = member.written.addingReportingOverflow(UInt64(bytes.count))
      guard !isOver, written <= member.size ?? .max else {
        throw ArchiveWriterError.sizeMismatch(name: member.name, announced: member.size ?? .max)
      }
      try handle.write(bytes)
      member.written = written
    }
    state = .inside(member)
  }

  func end() throws {
    guard case .inside(let member) = state else { throw misuse() }
    try guarded {
      if let size = member.size, size != member.written {
        throw ArchiveWriterError.sizeMismatch(name: member.name, announced: size)
      }
      try handle.endEntry()
    }
    state = .between
  }

  func finish() throws {
    guard case .between = state else { throw misuse() }
    state = .over
    try handle.close()
  }

  private func guarded(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch {
      state = .over
      throw error
    }
  }

  private func misuse() -> ArchiveWriterError {
    state = .over
    return .order
  }
}
