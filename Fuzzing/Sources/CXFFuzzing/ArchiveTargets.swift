internal import CXFArchiving
internal import CredentialExchangeFormat

/// Archives and compressed data.
enum ArchiveTargets {
  static let all = [zip, tar, deflate]

  private static let ownLimit = 1 << 22

  /// What is read from a zip file is what its directory says, and comes back when it is written.
  static let zip = FuzzTarget(
    "zip", maximumCount: 1 << 16, seeds: { SeedFiles.exports.filter { $0.bytes.starts(with: [0x50, 0x4B]) } }
  ) { bytes in
    for limits in [ZipLimits.cxp, .foreign, .foreignByName] {
      var limits = limits
      limits.totalSize = UInt64(ownLimit)
      limits.entrySize = UInt64(ownLimit)
      guard let archive = try? ZipArchive(MemoryBytes(bytes), limits: limits) else { continue }
      let entries = archive.directory.entries
      expect(entries.count <= limits.entryCount, "there are more members than are allowed")
      var files: [(name: String, bytes: [UInt8])] = []
      for entry in entries where entry.kind == .file {
        guard let content = try? archive.content(of: entry).readAll(limit: ownLimit) else { continue }
        expect(UInt64(content.count) == entry.size, "a member has another size than the directory says")
        files.append((entry.name, content))
      }
      if limits.isExact { roundTrip(files) }
    }
  }

  private static func roundTrip(_ files: [(name: String, bytes: [UInt8])]) {
    var written: [UInt8] = []
    do {
      let writer = try ZipWriter(compression: .stored) { written.append(contentsOf: $0) }
      for file in files {
        try writer.beginEntry(file.name, size: UInt64(file.bytes.count))
        try writer.append(file.bytes)
        try writer.endEntry()
      }
      try writer.finish()
      let archive = try ZipArchive(MemoryBytes(written), limits: .cxp)
      for file in files {
        guard let entry = archive.directory.entry(named: file.name) else {
          fail("a written member is missing")
        }
        expectEqual(
          try archive.content(of: entry).readAll(limit: ownLimit), file.bytes,
          "a member comes back as another one")
      }
    } catch {
      fail("what was read cannot be written and read again: \(error)")
    }
  }

  /// Members of a tar lie in it and do not overlap.
  static let tar = FuzzTarget(
    "tar", maximumCount: 1 << 17, seeds: { SeedFiles.exports.filter { $0.name.hasSuffix(".tar") } }
  ) { bytes in
    for allowsPairs in [false, true] {
      guard let tar = try? TarReader(MemoryBytes(bytes), limits: TarLimits(allowsCasePairs: allowsPairs))
      else { continue }
      var end: UInt64 = 0
      for entry in tar.entries {
        expect(entry.offset >= end, "two members overlap")
        expect(entry.offset + entry.size <= UInt64(bytes.count), "a member ends behind the file")
        end = entry.offset + entry.size
        expect(tar.entry(named: entry.name) == entry, "a name leads to another member")
        guard let content = try? tar.content(of: entry).readAll(limit: bytes.count) else {
          fail("a member cannot be read")
        }
        expect(UInt64(content.count) == entry.size, "a member has another size than its head says")
      }
    }
  }

  /// The length that the judge's walk gives is the one that unpacking gives.
  static let deflate = FuzzTarget(
    "deflate",
    seeds: {
      [
        FuzzSeed("stored", [1, 3, 0, 0xFC, 0xFF, 0x61, 0x62, 0x63]),
        FuzzSeed("fixed", [0x4B, 0x4C, 0x4A, 0x06, 0x00]),
        FuzzSeed("empty", [3, 0]),
      ]
    }
  ) { bytes in
    let walked = bytes.withUnsafeBufferPointer { try? DeflateWalk.inflatedCount(of: $0) }
    guard let walked, walked <= UInt64(ownLimit) else {
      return
    }
    let unpacked = Deflate.unpack(bytes, count: Int(walked))
    expect(
      unpacked?.count == Int(walked), "walking says \(walked) bytes, unpacking gives \(unpacked?.count ?? -1)"
    )
    _ = try? Gzip.unpack(bytes, limit: ownLimit)
  }
}
