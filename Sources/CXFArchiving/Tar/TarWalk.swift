internal import CredentialExchangeFormat

/// Goes from header to header.
struct TarWalk {
  private(set) var entries: [TarEntry] = []
  private(set) var names: MemberNames
  private let bytes: any RandomAccessBytes
  private let count: UInt64
  private let limits: TarLimits
  private var position: UInt64 = 0
  private var totalSize: UInt64 = 0
  /// Where the headers of the next entry begin.
  private var start: UInt64 = 0
  // What came in front of the header that it belongs to.
  private var records: PaxRecords?
  private var longName: [UInt8]?

  private static let blockSize = UInt64(TarHeader.size)
  /// What may follow the end, as archives are filled up to the block of a tape.
  private static let longestPadding: UInt64 = 1 << 20

  init(_ bytes: any RandomAccessBytes, limits: TarLimits) {
    self.bytes = bytes
    self.limits = limits
    names = MemberNames(foldsCase: !limits.allowsCasePairs)
    count = bytes.count
  }

  /// Reads everything up to the end.
  mutating func run() throws(TarError) {
    while true {
      let block = try readBlock()
      if block.allSatisfy({ $0 == 0 }) { return try finish() }
      let header: TarHeader
      do {
        header = try TarHeader(block)
      } catch {
        throw failure(error == .checksum ? .checksum : .notHeader)
      }
      switch header.type {
      case UInt8(ascii: "x"):
        guard records == nil else { throw failure(.extendedHeader) }
        records = try readRecords(header)
      case UInt8(ascii: "g"):
        // For all that follow: remarks are common, a name or a size for all cannot be meant.
        let all = try readRecords(header)
        guard all.path == nil, all.size == nil, !all.isSparse, records == nil, longName == nil else {
          throw failure(.extendedHeader)
        }
        start = position
      case UInt8(ascii: "L"):
        guard longName == nil else { throw failure(.extendedHeader) }
        longName = Array(try readExtension(header).prefix { $0 != 0 })
      default:
        try take(header)
        records = nil
        longName = nil
        start = position
      }
    }
  }

  private func failure(_ reason: TarError.Reason, _ entry: String? = nil) -> TarError {
    TarError(reason, at: start, entry: entry)
  }

  // MARK: Entries

  private mutating func take(_ header: TarHeader) throws(TarError) {
    var (name, shown) = try nameText(header)
    let kind: TarEntry.Kind
    switch header.type {
    case UInt8(ascii: "0"), 0: kind = .file
    case UInt8(ascii: "5"): kind = .directory
    case UInt8(ascii: "S"): throw failure(.sparse, shown)
    default: throw failure(.specialKind(header.type), shown)
    }
    if records?.isSparse ?? false { throw failure(.sparse, shown) }
    let size = try size(header, shown)
    if limits.allowsDotPrefix, name.utf8.starts(with: "./".utf8) {
      name = String(Substring(name.utf8.dropFirst(2)))
      if name.utf8.isEmpty, kind == .directory, size == 0 { return }
    }
    if let problem = MemberName.problem(in: name, limit: limits.nameSize) {
      throw failure(.name(problem), shown)
    }
    guard kind == .directory ? size == 0 : name.utf8.last != MemberName.slash else {
      throw failure(.kindMismatch, name)
    }
    guard entries.count < limits.entryCount else { throw failure(.tooManyEntries, name) }
    switch names.add(name, index: entries.count) {
    case .new: break
    case .same: throw failure(.duplicate, name)
    case .colliding: throw failure(.collision, name)
    }
    guard size <= limits.entrySize else { throw failure(.entryTooLarge, name) }
    let (total, isOver) = totalSize.addingReportingOverflow(size)
    guard !isOver, total <= limits.totalSize else { throw failure(.totalTooLarge, name) }
    totalSize = total
    let offset = position
    try skip(size, name)
    entries.append(TarEntry(name: name, kind: kind, offset: offset, size: size))
  }

  private func nameText(_ header: TarHeader) throws(TarError) -> (name: String, shown: String) {
    // Two names for one entry: which of them counts depends on the reader.
    guard records?.path == nil || longName == nil else { throw failure(.extendedHeader) }
    let bytes = records?.path ?? longName ?? header.name
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw failure(.name(.encoding), String(decoding: bytes, as: UTF8.self))
    }
    return (text, text)
  }

  private func size(_ header: TarHeader, _ shown: String) throws(TarError) -> UInt64 {
    if let size = records?.size { return size }
    guard case .value(let size) = header.size else { throw failure(.number, shown) }
    return size
  }

  // MARK: Extended headers

  private mutating func readRecords(_ header: TarHeader) throws(TarError) -> PaxRecords {
    guard let records = PaxRecords(try readExtension(header)) else { throw failure(.extendedHeader) }
    return records
  }

  private mutating func readExtension(_ header: TarHeader) throws(TarError) -> [UInt8] {
    guard case .value(let size) = header.size else { throw failure(.number) }
    guard size <= UInt64(max(limits.headerSize, 0)) else { throw failure(.extendedHeader) }
    let offset = position
    try skip(size, nil)
    return try read(at: offset, count: Int(size))
  }

  // MARK: Bytes

  /// Moves behind as many bytes and what fills their last block, all of which must be there.
  private mutating func skip(_ size: UInt64, _ entry: String?) throws(TarError) {
    let rest = count - position
    let padding = (Self.blockSize - size % Self.blockSize) % Self.blockSize
    guard size <= rest, padding <= rest - size else { throw failure(.truncated, entry) }
    position += size + padding
  }

  private mutating func readBlock() throws(TarError) -> [UInt8] {
    guard count - position >= Self.blockSize else { throw failure(.truncated) }
    defer { position += Self.blockSize }
    return try read(at: position, count: TarHeader.size)
  }

  /// After the first block of zeros: a second one and nothing but zeros behind it.
  private mutating func finish() throws(TarError) {
    guard records == nil, longName == nil else { throw failure(.extendedHeader) }
    guard try readBlock().allSatisfy({ $0 == 0 }) else { throw failure(.trailingBytes) }
    let rest = count - position
    guard rest <= Self.longestPadding, try read(at: position, count: Int(rest)).allSatisfy({ $0 == 0 }) else {
      throw failure(.trailingBytes)
    }
  }

  private func read(at offset: UInt64, count wanted: Int) throws(TarError) -> [UInt8] {
    do {
      return try bytes.read(at: offset, count: wanted)
    } catch is ByteRangeError {
      throw failure(.truncated)
    } catch {
      throw TarError(.unreadable, at: offset, cause: error)
    }
  }
}
