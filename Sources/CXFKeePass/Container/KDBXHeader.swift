internal import CXFCrypto

/// The unencrypted beginning of a KeePass 2 database: a signature, a version, and numbered fields. Fields keep their order,
/// and unknown ones their bytes, so that encoding gives what was read.
package struct KDBXHeader: Hashable, Sendable, Redacted {
  /// One field.
  package struct Field: Hashable, Sendable {
    /// Its number.
    package var id: UInt8
    /// Its bytes.
    package var value: [UInt8]
  }

  /// Numbers of fields.
  package enum ID {
    package static let end: UInt8 = 0
    package static let cipher: UInt8 = 2
    package static let compression: UInt8 = 3
    package static let masterSeed: UInt8 = 4
    /// Before KDBX 4.
    package static let transformSeed: UInt8 = 5
    /// Before KDBX 4.
    package static let transformRounds: UInt8 = 6
    package static let initialVector: UInt8 = 7
    /// Before KDBX 4.
    package static let streamKey: UInt8 = 8
    /// Before KDBX 4.
    package static let startBytes: UInt8 = 9
    /// Before KDBX 4.
    package static let stream: UInt8 = 10
    /// Since KDBX 4.
    package static let derivation: UInt8 = 11
    /// Since KDBX 4, for anybody to read.
    package static let publicData: UInt8 = 12
  }

  /// The second half of the signature of a database of before the first release.
  private static let preReleaseMark: UInt8 = 0x66
  private static let releaseMark: UInt8 = 0x67
  private static let keePass1Mark: UInt8 = 0x65

  /// Whether it was written before the first release of KeePass 2.
  package var isPreRelease = false
  package var major: UInt16
  package var minor: UInt16
  /// All but the last one.
  package var fields: [Field]
  /// The bytes of the last field, which mean nothing.
  package var endValue: [UInt8] = Array("\r\n\r\n".utf8)

  /// Whether the container is that of KDBX 4.
  package var isVersion4: Bool { major >= 4 }

  /// Creates a header without fields.
  package init(major: UInt16, minor: UInt16) {
    (self.major, self.minor, fields) = (major, minor, [])
  }

  /// Whether bytes begin as a database of KeePass 2 does, of any version.
  package static func isKDBX(_ bytes: some Collection<UInt8>) -> Bool {
    mark(bytes).map { $0 == releaseMark || $0 == preReleaseMark } ?? false
  }

  /// Whether bytes begin as a database of KeePass 1 does.
  package static func isKeePass1(_ bytes: some Collection<UInt8>) -> Bool { mark(bytes) == keePass1Mark }

  /// What tells the formats of the family apart.
  private static func mark(_ bytes: some Collection<UInt8>) -> UInt8? {
    let head = Array(bytes.prefix(8))
    guard head.count == 8, head[..<4] == [0x03, 0xD9, 0xA2, 0x9A], head[5...] == [0xFB, 0x4B, 0xB5] else {
      return nil
    }
    return head[4]
  }

  /// Reads the header in front of a file.
  ///
  /// - Returns: it, and the number of its bytes.
  /// - Throws: `.notKDBX`, `.keePass1`, `.version`, and `.damaged`.
  package static func read(_ bytes: [UInt8]) throws(KDBXError) -> (header: KDBXHeader, byteCount: Int) {
    guard !isKeePass1(bytes) else { throw .keePass1 }
    guard isKDBX(bytes) else { throw .notKDBX }
    var reader = ByteReader(bytes, at: 8)
    guard let minor = reader.number(UInt16.self), let major = reader.number(UInt16.self) else {
      throw .damaged(.headerCutOff)
    }
    guard (2...4).contains(major) else { throw .version(major: major, minor: minor) }
    var header = KDBXHeader(major: major, minor: minor)
    header.isPreRelease = bytes[4] == preReleaseMark
    while true {
      guard let id = reader.number(UInt8.self), let count = header.length(&reader),
        let value = reader.take(count)
      else { throw .damaged(.headerCutOff) }
      if id == ID.end {
        header.endValue = Array(value)
        return (header, reader.offset)
      }
      header.fields.append(Field(id: id, value: Array(value)))
    }
  }

  private func length(_ reader: inout ByteReader) -> Int? {
    isVersion4
      ? reader.number(UInt32.self).flatMap { Int(exactly: $0) } : reader.number(UInt16.self).map { Int($0) }
  }

  /// The bytes, equal to those it was read from.
  ///
  /// - Throws: `.damaged(.headerField)` for a value that is too long for this version.
  package func encoded() throws(KDBXError) -> [UInt8] {
    var bytes: [UInt8] = [0x03, 0xD9, 0xA2, 0x9A]
    bytes += [isPreRelease ? Self.preReleaseMark : Self.releaseMark, 0xFB, 0x4B, 0xB5]
    bytes += minor.littleEndianBytes + major.littleEndianBytes
    for field in fields + [Field(id: ID.end, value: endValue)] {
      bytes.append(field.id)
      if isVersion4 {
        guard let count = Int32(exactly: field.value.count) else { throw .damaged(.headerField(field.id)) }
        bytes += UInt32(count).littleEndianBytes
      } else {
        guard let count = UInt16(exactly: field.value.count) else { throw .damaged(.headerField(field.id)) }
        bytes += count.littleEndianBytes
      }
      bytes += field.value
    }
    return bytes
  }

  /// The bytes of a field; of several the last one counts.
  package subscript(id: UInt8) -> [UInt8]? { fields.last { $0.id == id }?.value }

  /// Sets a field in the place of those of that number, or behind all.
  package mutating func set(_ id: UInt8, _ value: [UInt8]) {
    let place = fields.firstIndex { $0.id == id } ?? fields.count
    fields.removeAll { $0.id == id }
    fields.insert(Field(id: id, value: value), at: place)
  }

  /// Takes fields out.
  package mutating func remove(_ ids: UInt8...) { fields.removeAll { ids.contains($0.id) } }

  /// Version and number of fields.
  package var redactedDescription: String { "KDBXHeader(\(major).\(minor), \(fields.count) fields)" }
}

extension KDBXHeader {
  /// The bytes of a field that must be there.
  ///
  /// - Parameter counts: how many it may have; nil for any number.
  func required(_ id: UInt8, counts: Int? = nil) throws(KDBXError) -> [UInt8] {
    guard let value = self[id], counts.map({ $0 == value.count }) ?? true else {
      throw .damaged(.headerField(id))
    }
    return value
  }

  /// The 32 bytes that go into all keys, new with each writing.
  func masterSeed() throws(KDBXError) -> [UInt8] { try required(ID.masterSeed, counts: 32) }

  /// Whether the content is compressed with gzip.
  func isCompressed() throws(KDBXError) -> Bool {
    let number = UInt32(littleEndian: try required(ID.compression, counts: 4))
    guard number <= 1 else { throw .unsupported(.compression(number)) }
    return number == 1
  }
}
