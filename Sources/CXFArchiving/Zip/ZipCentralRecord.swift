/// One record of the central directory (APPNOTE 6.3, 4.3.12), with its numbers in full and its name decoded.
struct ZipCentralRecord {
  let name: String
  /// The name as it stands there, which the entry's own header must repeat.
  let rawName: [UInt8]
  let kind: ZipEntry.Kind
  let method: ZipEntry.Method
  let flags: UInt16
  let crc32: UInt32
  let compressedSize: UInt64
  let size: UInt64
  let headerOffset: UInt64

  private static let signature: UInt32 = 0x0201_4B50
  /// The number of bytes of a record without name, extra fields and comment.
  static let fixedSize = 46

  /// Reads the record that begins at `position`, and moves to the end of it.
  init(_ bytes: [UInt8], at position: inout Int, limits: ZipLimits) throws(ZipError) {
    let start = position
    guard bytes.count - start >= Self.fixedSize,
      bytes.littleEndian(UInt32.self, at: start) == Self.signature
    else { throw ZipError(.directoryRecord) }
    func short(_ offset: Int) -> UInt16 { bytes.littleEndian(UInt16.self, at: start + offset) }
    func long(_ offset: Int) -> UInt32 { bytes.littleEndian(UInt32.self, at: start + offset) }

    let nameEnd = start + Self.fixedSize + Int(short(28))
    let extraEnd = nameEnd + Int(short(30))
    let commentSize = Int(short(32))
    guard extraEnd + commentSize <= bytes.count else { throw ZipError(.directoryRecord) }
    position = extraEnd + commentSize

    rawName = Array(bytes[start + Self.fixedSize..<nameEnd])
    flags = short(8)
    crc32 = long(16)
    let shown = String(decoding: rawName, as: UTF8.self)
    guard limits.allowsComment || commentSize == 0 else { throw ZipError(.comment, entry: shown) }
    guard let extra = ZipExtraFields(Array(bytes[nameEnd..<extraEnd]), allowsPadding: !limits.isExact) else {
      throw ZipError(.extraField, entry: shown)
    }
    method = try Self.method(short(10), flags: flags, extra: extra, limits: limits, shown: shown)

    var numbers = ZipExtraFields.Numbers(extra)
    guard let size = numbers.next(for: long(24)), let compressedSize = numbers.next(for: long(20)),
      let headerOffset = numbers.next(for: long(42)), let disk = numbers.nextDisk(for: short(34))
    else { throw ZipError(.zip64, entry: shown) }
    guard !limits.isExact || !numbers.hasRest else { throw ZipError(.zip64, entry: shown) }
    guard disk == 0 else { throw ZipError(.multipleDisks, entry: shown) }
    self.size = size
    self.compressedSize = compressedSize
    self.headerOffset = headerOffset

    name = try ZipNameDecoder(limits: limits).decode(
      rawName, isUTF8: flags & ZipFlags.utf8Name != 0, host: bytes[start + 5], unicodePath: extra.unicodePath)
    if let problem = MemberName.problem(in: name, limit: limits.nameSize),
      !limits.allowsUnsafeNames || !problem.isAboutPlace
    {
      throw ZipError(.name(problem), entry: name)
    }
    kind = try Self.kind(name: name, attributes: long(38), size: size)
    guard method == .deflated || size == compressedSize else { throw ZipError(.sizeMismatch, entry: name) }
  }

  private static func method(
    _ number: UInt16, flags: UInt16, extra: ZipExtraFields, limits: ZipLimits, shown: String
  ) throws(ZipError) -> ZipEntry.Method {
    guard flags & ZipFlags.encryption == 0, number != 99, !extra.isEncrypted else {
      throw ZipError(.encrypted, entry: shown)
    }
    let refused = limits.isExact ? ~ZipFlags.harmless : ZipFlags.patch
    guard flags & refused == 0 else { throw ZipError(.flags(flags & refused), entry: shown) }
    guard let method = ZipEntry.Method(rawValue: number) else {
      throw ZipError(.method(number), entry: shown)
    }
    return method
  }

  /// The upper half of the attributes is the mode of Unix, whatever system made the entry: others leave it at 0.
  private static func kind(name: String, attributes: UInt32, size: UInt64) throws(ZipError) -> ZipEntry.Kind {
    let isFolderByName = name.utf8.last == MemberName.slash
    let isFolderByMode: Bool
    switch attributes >> 28 {
    case 0: isFolderByMode = isFolderByName
    // Some writers of folders say "file" here, and mean the name.
    case 0o10: isFolderByMode = isFolderByName
    case 0o4: isFolderByMode = true
    default: throw ZipError(.specialKind, entry: name)
    }
    let isFolderToDOS = attributes & 0x10 != 0
    guard isFolderByMode == isFolderByName, !isFolderToDOS || isFolderByName, !isFolderByName || size == 0
    else {
      throw ZipError(.kindMismatch, entry: name)
    }
    return isFolderByName ? .directory : .file
  }
}

/// The general purpose flags of an entry (APPNOTE 6.3, 4.4.4).
enum ZipFlags {
  /// Encrypted (0), strongly encrypted (6), with a masked directory (13).
  static let encryption: UInt16 = 1 << 0 | 1 << 6 | 1 << 13
  /// How hard deflate tried.
  static let level: UInt16 = 1 << 1 | 1 << 2
  /// Checksum and sizes stand behind the data.
  static let dataDescriptor: UInt16 = 1 << 3
  /// The data are a patch.
  static let patch: UInt16 = 1 << 5
  /// The name is UTF-8.
  static let utf8Name: UInt16 = 1 << 11
  /// Those that do not change what the entry is.
  static let harmless: UInt16 = level | dataDescriptor | utf8Name
}
