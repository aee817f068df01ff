/// The extra fields of one header that change how the entry is read; all others are passed over.
struct ZipExtraFields {
  /// The numbers for large files: what is full of ones in the header stands here, in order.
  private(set) var zip64: [UInt8]?
  /// The name in UTF-8, with the checksum of the name that it stands for (Info-ZIP's field 0x7075).
  private(set) var unicodePath: [UInt8]?
  /// Whether it has the field of AES encryption.
  private(set) var isEncrypted = false

  /// Reads the fields; nil when their lengths do not add up, or one of these is there twice.
  ///
  /// - Parameter allowsPadding: whether up to three bytes may be left over, as alignment tools do.
  init?(_ bytes: [UInt8], allowsPadding: Bool) {
    var position = 0
    while bytes.count - position >= 4 {
      let id = bytes.littleEndian(UInt16.self, at: position)
      let size = Int(bytes.littleEndian(UInt16.self, at: position + 2))
      position += 4
      guard size <= bytes.count - position else { return nil }
      let field = bytes[position..<position + size]
      position += size
      switch id {
      case 0x0001:
        guard zip64 == nil else { return nil }
        zip64 = Array(field)
      case 0x7075:
        guard unicodePath == nil else { return nil }
        unicodePath = Array(field)
      case 0x9901: isEncrypted = true
      default: break
      }
    }
    guard position == bytes.count || allowsPadding else { return nil }
  }

  /// Hands out the numbers of the zip64 field one after the other.
  struct Numbers {
    private let bytes: [UInt8]
    private var position = 0

    init(_ fields: ZipExtraFields) { bytes = fields.zip64 ?? [] }

    /// Whether something was not asked for.
    var hasRest: Bool { position < bytes.count }

    /// The number that the header has, or the next of the field where the header is full of ones; nil when the field ends
    /// before. Without a field the ones are the number: some writers mean a size of 4 GiB less one byte.
    mutating func next(for number: UInt32) -> UInt64? {
      guard number == .max, !bytes.isEmpty else { return UInt64(number) }
      guard bytes.count - position >= 8 else { return nil }
      defer { position += 8 }
      return bytes.littleEndian(UInt64.self, at: position)
    }

    /// The number of the disk, which is shorter.
    mutating func nextDisk(for number: UInt16) -> UInt32? {
      guard number == .max, !bytes.isEmpty else { return UInt32(number) }
      guard bytes.count - position >= 4 else { return nil }
      defer { position += 4 }
      return bytes.littleEndian(UInt32.self, at: position)
    }
  }
}
