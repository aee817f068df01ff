/// Writes zip files by hand, also such as no sound program would write.
struct RawZip {
  struct Entry {
    var name: [UInt8]
    /// What stands in the file.
    var data: [UInt8]
    var method: UInt16 = 0
    var flags: UInt16 = 0
    /// The checksum, where it is not that of the data.
    var checksum: UInt32?
    var crc: UInt32 { checksum ?? Self.crc32(data) }
    /// The number of bytes unpacked.
    var size: Int
    var attributes: UInt32 = 0o100600 << 16
    /// The name in front of the data, where it is another one.
    var localName: [UInt8]?
    /// What stands in front of the data as the number of bytes unpacked.
    var localSize: UInt32?
    var extra: [UInt8] = []
    var comment: [UInt8] = []
    /// Whether the data are there, and whether the directory lists them.
    var isWritten = true
    var isListed = true
    /// Where the directory says that the entry begins, in the stead of where it does.
    var offset: Int?
    /// Whether all its numbers stand in a field of eight bytes each.
    var isLong = false

    init(_ name: String, _ data: [UInt8]) {
      self.name = Array(name.utf8)
      self.data = data
      size = data.count
    }

    static func crc32(_ bytes: [UInt8]) -> UInt32 {
      ~bytes.reduce(UInt32.max) { state, byte in
        (0..<8).reduce(state ^ UInt32(byte)) { value, _ in
          value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
        }
      }
    }
  }

  var entries: [Entry]
  var prefix: [UInt8] = []
  var comment: [UInt8] = []
  /// Whether there is an end record for large files.
  var isLong = false
  /// What the end record says, in the stead of what there is.
  var count: Int?
  var directorySize: Int?
  var directoryOffset: Int?
  /// What the locator says of the long end record, in the stead of where it is.
  var longOffset: Int?

  init(_ entries: [Entry]) { self.entries = entries }

  var bytes: [UInt8] {
    var bytes = prefix
    var directory: [UInt8] = []
    var offsets: [Int] = []
    for entry in entries {
      offsets.append(bytes.count)
      guard entry.isWritten else { continue }
      bytes.append(0x0403_4B50, 4)
      bytes.append(entry.isLong ? 45 : 20, 2)
      bytes.append(Int(entry.flags), 2)
      bytes.append(Int(entry.method), 2)
      bytes.append(0x0021_0000, 4)
      bytes.append(Int(entry.crc), 4)
      bytes.append(entry.isLong ? 0xFFFF_FFFF : entry.data.count, 4)
      bytes.append(entry.isLong ? 0xFFFF_FFFF : Int(entry.localSize ?? UInt32(entry.size)), 4)
      let name = entry.localName ?? entry.name
      let extra = entry.isLong ? Self.long([entry.size, entry.data.count]) : entry.extra
      bytes.append(name.count, 2)
      bytes.append(extra.count, 2)
      bytes += name + extra + entry.data
    }
    for (entry, offset) in zip(entries, offsets) where entry.isListed {
      let offset = entry.offset ?? offset
      directory.append(0x0201_4B50, 4)
      directory.append(0x031E, 2)
      directory.append(20, 2)
      directory.append(Int(entry.flags), 2)
      directory.append(Int(entry.method), 2)
      directory.append(0x0021_0000, 4)
      directory.append(Int(entry.crc), 4)
      directory.append(entry.isLong ? 0xFFFF_FFFF : entry.data.count, 4)
      directory.append(entry.isLong ? 0xFFFF_FFFF : entry.size, 4)
      let extra = entry.isLong ? Self.long([entry.size, entry.data.count, offset]) : entry.extra
      directory.append(entry.name.count, 2)
      directory.append(extra.count, 2)
      directory.append(entry.comment.count, 2)
      directory.append(0, 4)
      directory.append(Int(entry.attributes), 4)
      directory.append(entry.isLong ? 0xFFFF_FFFF : offset, 4)
      directory += entry.name + extra + entry.comment
    }
    let start = directoryOffset ?? bytes.count
    bytes += directory
    let count = count ?? entries.count { $0.isListed }
    let size = directorySize ?? directory.count
    if isLong {
      let place = bytes.count
      bytes.append(0x0606_4B50, 4)
      bytes.append(44, 8)
      bytes.append(45, 2)
      bytes.append(45, 2)
      bytes.append(0, 8)
      for number in [count, count, size, start] { bytes.append(number, 8) }
      bytes.append(0x0706_4B50, 4)
      bytes.append(0, 4)
      bytes.append(longOffset ?? place, 8)
      bytes.append(1, 4)
    }
    bytes.append(0x0605_4B50, 4)
    bytes.append(0, 4)
    bytes.append(isLong ? 0xFFFF : count, 2)
    bytes.append(isLong ? 0xFFFF : count, 2)
    bytes.append(isLong ? 0xFFFF_FFFF : size, 4)
    bytes.append(isLong ? 0xFFFF_FFFF : start, 4)
    bytes.append(comment.count, 2)
    return bytes + comment
  }

  private static func long(_ numbers: [Int]) -> [UInt8] {
    var field: [UInt8] = []
    field.append(1, 2)
    field.append(numbers.count * 8, 2)
    for number in numbers { field.append(number, 8) }
    return field
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ number: Int, _ count: Int) {
    for place in 0..<count { append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
  }
}
