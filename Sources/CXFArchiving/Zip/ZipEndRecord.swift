/// What the records at the end of a zip file say about its directory (APPNOTE 6.3, 4.3.14 to 4.3.16).
struct ZipEndRecord {
  /// The number of entries.
  let entryCount: UInt64
  /// Where the directory begins.
  let directoryOffset: UInt64
  /// The number of bytes of the directory, which reaches to the first of the end records.
  let directorySize: UInt64

  private static let size = 22
  private static let signature: UInt32 = 0x0605_4B50
  private static let longestComment = 0xFFFF

  /// Finds and reads the records.
  init(_ source: ZipSource, limits: ZipLimits) throws(ZipError) {
    let record = try Self.find(in: source, limits: limits)
    let short = Short(record.bytes)
    guard let long = try ZipLongEndRecord(before: record.offset, in: source) else {
      guard short.disk == 0, short.directoryDisk == 0 else { throw ZipError(.multipleDisks) }
      guard short.diskEntryCount == short.entryCount else { throw ZipError(.countMismatch) }
      entryCount = UInt64(short.entryCount)
      directoryOffset = UInt64(short.directoryOffset)
      directorySize = UInt64(short.directorySize)
      try checkPlace(end: record.offset)
      return
    }
    try Self.check(short, against: long)
    entryCount = long.entryCount
    directoryOffset = long.directoryOffset
    directorySize = long.directorySize
    try checkPlace(end: long.offset)
  }

  /// The directory must reach to the first end record: any other place would be a guess, and readers guess differently.
  private func checkPlace(end: UInt64) throws(ZipError) {
    guard directoryOffset <= end, directorySize == end - directoryOffset else {
      throw ZipError(.directoryPlace)
    }
  }

  /// The record without its comment.
  private static func find(
    in source: ZipSource, limits: ZipLimits
  ) throws(ZipError) -> (bytes: [UInt8], offset: UInt64) {
    let tailCount = Int(min(source.count, UInt64(size + longestComment)))
    guard tailCount >= size else { throw ZipError(.noEndRecord) }
    let tail = try source.read(at: source.count - UInt64(tailCount), count: tailCount)
    var found: Int?
    for place in stride(from: tailCount - size, through: 0, by: -1) where tail[place] == 0x50 {
      guard tail.littleEndian(UInt32.self, at: place) == signature else { continue }
      let commentSize = Int(tail.littleEndian(UInt16.self, at: place + 20))
      guard place + size + commentSize == tailCount else { continue }
      guard found == nil else { throw ZipError(.ambiguousEnd) }
      found = place
    }
    guard let found else { throw ZipError(.noEndRecord) }
    guard limits.allowsComment || found == tailCount - size else { throw ZipError(.comment) }
    return (Array(tail[found..<found + size]), source.count - UInt64(tailCount - found))
  }

  private struct Short {
    let disk: UInt16
    let directoryDisk: UInt16
    let diskEntryCount: UInt16
    let entryCount: UInt16
    let directorySize: UInt32
    let directoryOffset: UInt32

    init(_ bytes: [UInt8]) {
      disk = bytes.littleEndian(UInt16.self, at: 4)
      directoryDisk = bytes.littleEndian(UInt16.self, at: 6)
      diskEntryCount = bytes.littleEndian(UInt16.self, at: 8)
      entryCount = bytes.littleEndian(UInt16.self, at: 10)
      directorySize = bytes.littleEndian(UInt32.self, at: 12)
      directoryOffset = bytes.littleEndian(UInt32.self, at: 16)
    }
  }

  /// A number that has room in the short record must be the same in both; any other is full of ones there.
  private static func check(_ short: Short, against long: ZipLongEndRecord) throws(ZipError) {
    func agrees<Number: FixedWidthInteger & UnsignedInteger>(_ number: Number, _ whole: UInt64) -> Bool {
      number == .max || UInt64(number) == whole
    }
    guard agrees(short.disk, 0), agrees(short.directoryDisk, 0) else { throw ZipError(.multipleDisks) }
    guard agrees(short.diskEntryCount, long.entryCount), agrees(short.entryCount, long.entryCount),
      agrees(short.directorySize, long.directorySize), agrees(short.directoryOffset, long.directoryOffset)
    else { throw ZipError(.zip64) }
  }
}

/// The end record for large files (zip64), which a locator right in front of the ordinary one points at.
struct ZipLongEndRecord {
  /// Where it begins.
  let offset: UInt64
  let entryCount: UInt64
  let directorySize: UInt64
  let directoryOffset: UInt64

  private static let size: UInt64 = 56
  private static let signature: UInt32 = 0x0606_4B50
  private static let locatorSize: UInt64 = 20
  private static let locatorSignature: UInt32 = 0x0706_4B50

  /// Reads it; nil when there is no locator.
  init?(before end: UInt64, in source: ZipSource) throws(ZipError) {
    guard end >= Self.locatorSize else { return nil }
    let locator = try source.read(at: end - Self.locatorSize, count: Int(Self.locatorSize))
    guard locator.littleEndian(UInt32.self, at: 0) == Self.locatorSignature else { return nil }
    // Writers count the one file as 1, some as 0.
    guard locator.littleEndian(UInt32.self, at: 4) == 0, locator.littleEndian(UInt32.self, at: 16) <= 1 else {
      throw ZipError(.multipleDisks)
    }
    offset = locator.littleEndian(UInt64.self, at: 8)
    // Right in front of the locator: with anything between, one could wonder which of them counts.
    guard end >= Self.locatorSize + Self.size, offset == end - Self.locatorSize - Self.size else {
      throw ZipError(.zip64)
    }
    let record = try source.read(at: offset, count: Int(Self.size))
    guard record.littleEndian(UInt32.self, at: 0) == Self.signature,
      record.littleEndian(UInt64.self, at: 4) == Self.size - 12
    else { throw ZipError(.zip64) }
    guard record.littleEndian(UInt32.self, at: 16) == 0, record.littleEndian(UInt32.self, at: 20) == 0 else {
      throw ZipError(.multipleDisks)
    }
    entryCount = record.littleEndian(UInt64.self, at: 32)
    guard record.littleEndian(UInt64.self, at: 24) == entryCount else { throw ZipError(.countMismatch) }
    directorySize = record.littleEndian(UInt64.self, at: 40)
    directoryOffset = record.littleEndian(UInt64.self, at: 48)
  }
}
