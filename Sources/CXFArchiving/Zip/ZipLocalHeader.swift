/// Goes to the header in front of an entry's data (APPNOTE 6.3, 4.3.7), which must say what the directory says.
struct ZipLocalHeader {
  /// Where the data begin.
  let dataOffset: UInt64
  /// Where the entry ends: behind its data and what describes them there.
  let end: UInt64

  private static let signature: UInt32 = 0x0403_4B50
  private static let fixedSize = 30
  /// Read along with the fixed part, which is enough for usual extra fields.
  private static let usualExtraSize = 64

  /// Reads the header and what follows the data.
  ///
  /// - Parameter limit: where the directory begins, which nothing may reach into.
  init(of record: ZipCentralRecord, in source: ZipSource, limit: UInt64, limits: ZipLimits) throws(ZipError) {
    let start = record.headerOffset
    let name = record.name
    guard start <= limit, limit - start >= UInt64(Self.fixedSize) else {
      throw ZipError(.outOfBounds, entry: name)
    }
    let first = Self.fixedSize + record.rawName.count + Self.usualExtraSize
    var bytes = try source.read(at: start, count: Int(min(limit - start, UInt64(first))), entry: name)
    guard bytes.littleEndian(UInt32.self, at: 0) == Self.signature else {
      throw ZipError(.localHeader, entry: name)
    }
    let nameEnd = Self.fixedSize + Int(bytes.littleEndian(UInt16.self, at: 26))
    let headerEnd = nameEnd + Int(bytes.littleEndian(UInt16.self, at: 28))
    guard UInt64(headerEnd) <= limit - start else { throw ZipError(.outOfBounds, entry: name) }
    if headerEnd > bytes.count {
      bytes += try source.read(
        at: start + UInt64(bytes.count), count: headerEnd - bytes.count, entry: name)
    }
    guard bytes[Self.fixedSize..<nameEnd].elementsEqual(record.rawName) else {
      throw ZipError(.localMismatch(.name), entry: name)
    }
    guard let extra = ZipExtraFields(Array(bytes[nameEnd..<headerEnd]), allowsPadding: !limits.isExact) else {
      throw ZipError(.extraField, entry: name)
    }
    let isDescribedBehind = try Self.check(bytes, extra, against: record, limits: limits)

    dataOffset = start + UInt64(headerEnd)
    guard record.compressedSize <= limit - dataOffset else { throw ZipError(.outOfBounds, entry: name) }
    let dataEnd = dataOffset + record.compressedSize
    guard isDescribedBehind else {
      end = dataEnd
      return
    }
    let descriptor = try source.read(
      at: dataEnd, count: Int(min(limit - dataEnd, UInt64(DataDescriptor.longest))), entry: name)
    guard let size = DataDescriptor.size(in: descriptor, of: record) else {
      throw ZipError(.dataDescriptor, entry: name)
    }
    end = dataEnd + UInt64(size)
  }

  /// Compares both headers; returns whether a description follows the data.
  private static func check(
    _ bytes: [UInt8], _ extra: ZipExtraFields, against record: ZipCentralRecord, limits: ZipLimits
  ) throws(ZipError) -> Bool {
    let name = record.name
    guard bytes.littleEndian(UInt16.self, at: 8) == record.method.rawValue else {
      throw ZipError(.localMismatch(.method), entry: name)
    }
    guard !extra.isEncrypted else { throw ZipError(.encrypted, entry: name) }
    // A name in UTF-8 here that is not in the directory would be seen by those who read from the front.
    guard !limits.isExact || extra.unicodePath == nil else { throw ZipError(.extraField, entry: name) }
    let flags = bytes.littleEndian(UInt16.self, at: 6)
    let tolerated = limits.isExact ? 0 : ZipFlags.level | ZipFlags.dataDescriptor
    guard (flags ^ record.flags) & ~tolerated == 0 else {
      throw ZipError(.localMismatch(.flags), entry: name)
    }
    let isDescribedBehind = flags & ZipFlags.dataDescriptor != 0

    var numbers = ZipExtraFields.Numbers(extra)
    guard let size = numbers.next(for: bytes.littleEndian(UInt32.self, at: 22)),
      let compressedSize = numbers.next(for: bytes.littleEndian(UInt32.self, at: 18)),
      !limits.isExact || !numbers.hasRest
    else { throw ZipError(.zip64, entry: name) }
    // What stands behind the data may be 0 here; some writers know a part of it beforehand.
    func agrees(_ here: UInt64, _ there: UInt64) -> Bool { here == there || isDescribedBehind && here == 0 }
    guard agrees(UInt64(bytes.littleEndian(UInt32.self, at: 14)), UInt64(record.crc32)) else {
      throw ZipError(.localMismatch(.checksum), entry: name)
    }
    guard agrees(compressedSize, record.compressedSize) else {
      throw ZipError(.localMismatch(.packedSize), entry: name)
    }
    guard agrees(size, record.size) else { throw ZipError(.localMismatch(.size), entry: name) }
    return isDescribedBehind
  }
}

/// Checksum and sizes behind the data of an entry (APPNOTE 6.3, 4.3.9).
private enum DataDescriptor {
  /// The most bytes that one has.
  static let longest = 24
  private static let signature: UInt32 = 0x0807_4B50

  /// Returns the size of the descriptor that `bytes` begin with, or nil when there is none that fits.
  ///
  /// Its form is not written down anywhere: the signature is optional, and writers disagree on when sizes have eight bytes.
  /// As its content is known, the form is the one in which that content is there.
  /// Both widths fit only where sizes are 0, and then zeros follow the short form, which no header begins with.
  static func size(in bytes: [UInt8], of record: ZipCentralRecord) -> Int? {
    for start in [4, 0] {
      if start == 4, bytes.count < 4 || bytes.littleEndian(UInt32.self, at: 0) != signature { continue }
      for isLong in [true, false] where matches(bytes, at: start, record, isLong: isLong) {
        return start + (isLong ? 20 : 12)
      }
    }
    return nil
  }

  private static func matches(
    _ bytes: [UInt8], at start: Int, _ record: ZipCentralRecord, isLong: Bool
  ) -> Bool {
    guard bytes.count - start >= (isLong ? 20 : 12),
      bytes.littleEndian(UInt32.self, at: start) == record.crc32
    else { return false }
    if isLong {
      return bytes.littleEndian(UInt64.self, at: start + 4) == record.compressedSize
        && bytes.littleEndian(UInt64.self, at: start + 12) == record.size
    }
    return UInt64(bytes.littleEndian(UInt32.self, at: start + 4)) == record.compressedSize
      && UInt64(bytes.littleEndian(UInt32.self, at: start + 8)) == record.size
  }
}
