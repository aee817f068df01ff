package import CredentialExchangeFormat

/// The entries of a zip file, as its central directory lists them, after everything about them was checked that can be
/// without unpacking.
///
/// Reading goes by the directory alone. Each entry's own header must agree with it, no two entries share a byte, no two
/// names can be taken for each other, and nothing is larger than the limits; so that any other reader, from the front
/// or from the back, sees the same entries. Memory is bounded by the limits of the directory's size.
package struct ZipDirectory: Sendable {
  /// The entries in the order of the directory.
  package let entries: [ZipEntry]
  private let names: MemberNames

  /// Reads the directory.
  ///
  /// - Throws: `ZipError`, with the entry that is at fault.
  package init(_ bytes: any RandomAccessBytes, limits: ZipLimits) throws(ZipError) {
    let source = ZipSource(bytes)
    let end = try ZipEndRecord(source, limits: limits)
    guard end.entryCount <= UInt64(max(limits.entryCount, 0)) else { throw ZipError(.tooManyEntries) }
    guard end.directorySize <= UInt64(max(limits.directorySize, 0)) else {
      throw ZipError(.directoryTooLarge)
    }
    guard end.entryCount <= end.directorySize / UInt64(ZipCentralRecord.fixedSize) else {
      throw ZipError(.countMismatch)
    }
    let directory = try source.read(at: end.directoryOffset, count: Int(end.directorySize))

    var entries: [ZipEntry] = []
    entries.reserveCapacity(Int(end.entryCount))
    var names = MemberNames()
    var extents = ZipExtents()
    var totalSize: UInt64 = 0
    var position = 0
    for index in 0..<Int(end.entryCount) {
      let record = try ZipCentralRecord(directory, at: &position, limits: limits)
      switch names.add(record.name, index: index) {
      case .new: break
      case .same: throw ZipError(.duplicate, entry: record.name)
      case .colliding: throw ZipError(.collision, entry: record.name)
      }
      try Self.check(record, limits: limits, totalSize: &totalSize)
      let local = try ZipLocalHeader(of: record, in: source, limit: end.directoryOffset, limits: limits)
      extents.add(from: record.headerOffset, to: local.end, index: index)
      entries.append(
        ZipEntry(
          name: record.name, kind: record.kind, method: record.method, compressedSize: record.compressedSize,
          size: record.size, crc32: record.crc32, headerOffset: record.headerOffset,
          dataOffset: local.dataOffset))
    }
    guard position == directory.count else { throw ZipError(.countMismatch) }
    try extents.check(directoryOffset: end.directoryOffset, isExact: limits.isExact, entries: entries)
    self.entries = entries
    self.names = names
  }

  /// Returns the entry whose name has exactly these bytes.
  package func entry(named name: String) -> ZipEntry? {
    names.index(of: name).map { entries[$0] }
  }

  private static func check(
    _ record: ZipCentralRecord, limits: ZipLimits, totalSize: inout UInt64
  ) throws(ZipError) {
    guard record.size <= limits.entrySize else { throw ZipError(.entryTooLarge, entry: record.name) }
    let (total, isOver) = totalSize.addingReportingOverflow(record.size)
    guard !isOver, total <= limits.totalSize else { throw ZipError(.totalTooLarge, entry: record.name) }
    totalSize = total
    let (most, isUnreachable) = record.compressedSize.multipliedReportingOverflow(by: limits.ratio)
    guard record.size <= limits.ratioFreeSize || isUnreachable || record.size <= most else {
      throw ZipError(.ratio, entry: record.name)
    }
  }
}

/// Which bytes belong to which entry.
private struct ZipExtents {
  private struct Extent {
    let start: UInt64
    let end: UInt64
    let index: Int
  }

  private var extents: [Extent] = []

  mutating func add(from start: UInt64, to end: UInt64, index: Int) {
    extents.append(Extent(start: start, end: end, index: index))
  }

  func check(directoryOffset: UInt64, isExact: Bool, entries: [ZipEntry]) throws(ZipError) {
    var end: UInt64 = 0
    for extent in extents.sorted(by: { $0.start < $1.start }) {
      guard extent.start >= end else { throw ZipError(.overlap, entry: entries[extent.index].name) }
      guard !isExact || extent.start == end else {
        throw ZipError(.gap, entry: entries[extent.index].name)
      }
      end = extent.end
    }
    guard !isExact || end == directoryOffset else { throw ZipError(.gap) }
  }
}
