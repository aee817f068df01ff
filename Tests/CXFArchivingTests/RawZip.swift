import CXFArchiving
import CredentialExchangeFormat

/// A zip file put together byte by byte, in which everything can be wrong.
struct RawZip {
  struct Entry {
    var name: [UInt8]
    var data: [UInt8]
    var method: UInt16 = 0
    var flags: UInt16 = 0
    var checksum: UInt32
    var packedSize: UInt64
    var size: UInt64
    var attributes: UInt32 = 0o100600 << 16
    var localExtra: [UInt8] = []
    var extra: [UInt8] = []
    var comment: [UInt8] = []
    var disk: UInt16 = 0
    /// The system that made it; 3 is Unix.
    var host: UInt8 = 3
    /// What differs in the entry's own header.
    var localName: [UInt8]?
    var localMethod: UInt16?
    var localFlags: UInt16?
    var localChecksum: UInt32?
    var localPackedSize: UInt64?
    var localSize: UInt64?
    /// Written behind the data.
    var descriptor: [UInt8] = []
    /// Written in front of the header.
    var gap: [UInt8] = []
    /// Where the directory says that the header is.
    var offset: UInt64?
    /// Whether the header and the data are written at all.
    var isWritten = true

    init(_ name: String, _ content: [UInt8] = Array("content".utf8)) {
      self.init(bytes: Array(name.utf8), content)
      if !name.utf8.allSatisfy({ $0 < 0x80 }) { flags = 1 << 11 }
    }

    init(bytes name: [UInt8], _ content: [UInt8] = Array("content".utf8)) {
      self.name = name
      data = content
      checksum = crc32(content)
      packedSize = UInt64(content.count)
      size = packedSize
    }

    /// The same content in one block of deflate that is not compressed.
    var deflated: Entry {
      var entry = self
      let count = UInt16(data.count)
      entry.data = [1]
      entry.data.append(count, size: 2)
      entry.data.append(~count, size: 2)
      entry.data += data
      entry.method = 8
      entry.packedSize = UInt64(entry.data.count)
      return entry
    }

    /// The same content with its sizes behind it.
    func described(signature: Bool, long: Bool) -> Entry {
      var entry = self
      entry.flags |= 1 << 3
      entry.localChecksum = 0
      entry.localPackedSize = 0
      entry.localSize = 0
      if signature { entry.descriptor.append(0x0807_4B50 as UInt32, size: 4) }
      entry.descriptor.append(checksum, size: 4)
      entry.descriptor.append(packedSize, size: long ? 8 : 4)
      entry.descriptor.append(size, size: long ? 8 : 4)
      return entry
    }
  }

  var entries: [Entry]
  var beforeDirectory: [UInt8] = []
  var afterDirectory: [UInt8] = []
  var comment: [UInt8] = []
  var afterEnd: [UInt8] = []
  var entryCount: UInt64?
  var diskEntryCount: UInt64?
  var directorySize: UInt64?
  var directoryOffset: UInt64?
  var disk: UInt16 = 0
  /// Writes the end records for large files with these changes.
  var zip64: ((inout [UInt8]) -> Void)?
  var hasOnesInEnd = true

  init(_ entries: Entry...) { self.entries = entries }

  /// The number in a field of four bytes, full of ones when there is no room.
  private func short(_ number: UInt64) -> UInt32 { UInt32(exactly: number) ?? .max }

  var bytes: [UInt8] {
    var file: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      file += entry.gap
      let offset = UInt64(file.count)
      if entry.isWritten {
        file.append(0x0403_4B50 as UInt32, size: 4)
        file.append(20, size: 2)
        file.append(entry.localFlags ?? entry.flags, size: 2)
        file.append(entry.localMethod ?? entry.method, size: 2)
        file.append(0x0021_0000, size: 4)
        file.append(entry.localChecksum ?? entry.checksum, size: 4)
        file.append(short(entry.localPackedSize ?? entry.packedSize), size: 4)
        file.append(short(entry.localSize ?? entry.size), size: 4)
        file.append((entry.localName ?? entry.name).count, size: 2)
        file.append(entry.localExtra.count, size: 2)
        file += entry.localName ?? entry.name
        file += entry.localExtra + entry.data + entry.descriptor
      }
      directory.append(0x0201_4B50 as UInt32, size: 4)
      directory += [20, entry.host]
      directory.append(20, size: 2)
      directory.append(entry.flags, size: 2)
      directory.append(entry.method, size: 2)
      directory.append(0x0021_0000, size: 4)
      directory.append(entry.checksum, size: 4)
      directory.append(short(entry.packedSize), size: 4)
      directory.append(short(entry.size), size: 4)
      directory.append(entry.name.count, size: 2)
      directory.append(entry.extra.count, size: 2)
      directory.append(entry.comment.count, size: 2)
      directory.append(entry.disk, size: 2)
      directory.append(0, size: 2)
      directory.append(entry.attributes, size: 4)
      directory.append(short(entry.offset ?? offset), size: 4)
      directory += entry.name + entry.extra + entry.comment
    }
    file += beforeDirectory
    let offset = directoryOffset ?? UInt64(file.count)
    let size = directorySize ?? UInt64(directory.count)
    let count = entryCount ?? UInt64(entries.count)
    file += directory + afterDirectory
    let isLong = zip64 != nil
    if let zip64 {
      var record: [UInt8] = []
      let start = UInt64(file.count)
      record.append(0x0606_4B50 as UInt32, size: 4)
      record.append(44, size: 8)
      record.append(45, size: 2)
      record.append(45, size: 2)
      record.append(0, size: 4)
      record.append(0, size: 4)
      record.append(diskEntryCount ?? count, size: 8)
      record.append(count, size: 8)
      record.append(size, size: 8)
      record.append(offset, size: 8)
      record.append(0x0706_4B50 as UInt32, size: 4)
      record.append(0, size: 4)
      record.append(start, size: 8)
      record.append(1, size: 4)
      zip64(&record)
      file += record
    }
    let ones = isLong && hasOnesInEnd
    file.append(0x0605_4B50 as UInt32, size: 4)
    file.append(disk, size: 2)
    file.append(disk, size: 2)
    file.append(ones ? 0xFFFF : diskEntryCount ?? count, size: 2)
    file.append(ones ? 0xFFFF : count, size: 2)
    file.append(ones ? 0xFFFF_FFFF : size, size: 4)
    file.append(ones ? 0xFFFF_FFFF : offset, size: 4)
    file.append(comment.count, size: 2)
    return file + comment + afterEnd
  }
}

/// An extra field.
func extraField(_ id: UInt16, _ content: [UInt8]) -> [UInt8] {
  var field: [UInt8] = []
  field.append(id, size: 2)
  field.append(content.count, size: 2)
  return field + content
}

/// The extra field for large files.
func zip64Field(_ numbers: UInt64...) -> [UInt8] {
  var content: [UInt8] = []
  for number in numbers { content.append(number, size: 8) }
  return extraField(1, content)
}

/// What our reader says against a file, of the directory or of the content.
func complaint(_ bytes: [UInt8], _ limits: ZipLimits) -> ZipError.Reason? {
  do {
    _ = try unzip(bytes, limits)
    return nil
  } catch {
    return (error as? ZipError)?.reason
  }
}
