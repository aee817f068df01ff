import CXFArchiving
import CredentialExchangeFormat
import Foundation
import Testing

/// Archives of 5 GiB that are nowhere: memory is bounded by the directory and a piece.
struct LargeTests {
  /// Bytes of which only some pieces are not zero.
  struct Sparse: RandomAccessBytes {
    let count: UInt64
    let pieces: [(offset: UInt64, bytes: [UInt8])]

    func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws {
      guard offset <= count, UInt64(buffer.count) <= count - offset else { throw ByteRangeError() }
      if buffer.count > 1 << 20 { throw TooMuch() }
      _ = buffer.initializeMemory(as: UInt8.self, repeating: 0)
      for piece in pieces {
        let from = max(offset, piece.offset)
        let to = min(offset + UInt64(buffer.count), piece.offset + UInt64(piece.bytes.count))
        guard from < to else { continue }
        for place in from..<to { buffer[Int(place - offset)] = piece.bytes[Int(place - piece.offset)] }
      }
    }
  }

  static let size: UInt64 = 5 << 30

  static let zip: Sparse = {
    // Two entries, so that one begins behind 4 GiB.
    var first = RawZip.Entry("large", [])
    first.packedSize = size
    first.size = size
    first.checksum = 0x1234_5678
    first.localExtra = zip64Field(size, size)
    first.extra = zip64Field(size, size)
    let head = Array(RawZip(first).bytes.prefix(30 + 5 + 20))
    let secondOffset = UInt64(head.count) + size
    var second = RawZip.Entry("small")
    let local = Array(RawZip(second).bytes.prefix(30 + 5 + 7))
    second.offset = secondOffset
    second.extra = zip64Field(secondOffset)
    second.isWritten = false
    first.isWritten = false
    var tail = RawZip(first, second)
    let directoryOffset = secondOffset + UInt64(local.count)
    tail.directoryOffset = directoryOffset
    tail.zip64 = { record in
      var offset: [UInt8] = []
      offset.append(
        directoryOffset + UInt64(tail.entries.reduce(0) { $0 + 46 + $1.name.count + $1.extra.count }), size: 8
      )
      record.replaceSubrange(64..<72, with: offset)
    }
    let end = tail.bytes
    return Sparse(
      count: directoryOffset + UInt64(end.count),
      pieces: [(0, head), (secondOffset, local), (directoryOffset, end)])
  }()

  @Test func readsAZipFileOf5GiBInSmallPieces() throws {
    let archive = try ZipArchive(Self.zip, limits: .cxp)
    let large = try #require(archive.directory.entry(named: "large"))
    #expect(large.size == Self.size)
    let stream = try archive.content(of: large).open()
    #expect(try stream.next(upTo: 1 << 16).allSatisfy { $0 == 0 })
    let small = try #require(archive.directory.entry(named: "small"))
    #expect(small.headerOffset > 1 << 32)
    #expect(try readAll(archive.content(of: small)) == Array("content".utf8))
  }

  @Test func readsATarFileOf5GiBAndMore() throws {
    for size in [Self.size, 9 << 30] {
      let gathered = Gathered()
      let writer = try TarWriter { gathered.append($0) }
      try writer.beginEntry("large", size: size)
      try writer.append(noise(1 << 17))
      let head = Array(gathered.bytes.prefix(size < 8 << 30 ? 512 : 1536))
      let tail = try tar([Member("small", Array("content".utf8))])
      let tailOffset = UInt64(head.count) + size
      let bytes = Sparse(count: tailOffset + UInt64(tail.count), pieces: [(0, head), (tailOffset, tail)])
      let reader = try TarReader(bytes)
      #expect(reader.entries.map(\.size) == [size, 7])
      #expect(try readAll(try reader.content(of: reader.entries[1])) == Array("content".utf8))
    }
  }
}
