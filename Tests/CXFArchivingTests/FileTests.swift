import CXFArchiving
import CredentialExchangeFormat
import Foundation
import Testing

struct FileTests {
  @Test func readsAFileFromAnywhere() throws {
    try withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("a")
      try write(noise(100_000), to: url)
      let bytes = try FileBytes(path: url.path)
      #expect(bytes.count == 100_000)
      #expect(try bytes.read(at: 99_990, count: 10) == Array(noise(100_000).suffix(10)))
      #expect(try readAll(bytes) == noise(100_000))
      #expect(throws: ByteRangeError()) { try bytes.read(at: 99_990, count: 11) }
      #expect(throws: ByteRangeError()) { try bytes.read(at: .max, count: 1) }
      // The name is of no account.
      try FileManager.default.removeItem(at: url)
      #expect(try readAll(bytes) == noise(100_000))
    }
  }

  @Test func noticesAFileThatBecameShorter() throws {
    try withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("a")
      try write(noise(1_000), to: url)
      let bytes = try FileBytes(path: url.path)
      let handle = try FileHandle(forWritingTo: url)
      try handle.truncate(atOffset: 10)
      #expect(throws: FileAccessError.truncated) { try bytes.read(at: 0, count: 11) }
      #expect(try bytes.read(at: 0, count: 10) == Array(noise(10)))
      // A zip file says where it happened.
      let entry = RawZip(.init("a")).bytes
      try handle.truncate(atOffset: 0)
      try handle.write(contentsOf: Data(entry))
      let archive = try ZipArchive(FileBytes(path: url.path), limits: .cxp)
      try handle.truncate(atOffset: 10)
      let error = #expect(throws: ZipError.self) {
        try readAll(archive.content(of: archive.directory.entries[0]))
      }
      #expect(error?.reason == .unreadable)
      #expect(error?.cause as? FileAccessError == .truncated)
    }
  }

  @Test func refusesWhatIsNoRegularFile() throws {
    try withTemporaryFolder { folder in
      #expect(throws: FileAccessError.notRegular) { try FileBytes(path: folder.path) }
      #expect(throws: FileAccessError.notRegular) { try FileBytes(path: "/dev/null") }
      let pipe = folder.appendingPathComponent("pipe")
      #expect(mkfifo(pipe.path, 0o600) == 0)
      #expect(throws: FileAccessError.notRegular) { try FileBytes(path: pipe.path) }
      #expect(throws: FileAccessError.system(call: "open", code: ENOENT)) {
        try FileBytes(path: folder.path + "/none")
      }
      #expect(throws: FileAccessError.system(call: "open", code: EINVAL)) { try FileBytes(path: "/dev\u{0}") }
      #expect(throws: FileAccessError.system(call: "fstat", code: EBADF)) { try FileBytes(descriptor: -1) }
    }
  }

  @Test func spoolsWithoutAName() throws {
    try withTemporaryFolder { folder in
      let spool = try SpoolFile(folder: folder.path)
      try spool.append(noise(70_000))
      let first = try spool.bytes()
      try spool.append(noise(5, seed: 2))
      #expect(first.count == 70_000)
      #expect(spool.count == 70_005)
      #expect(try readAll(first) == noise(70_000))
      let all = try spool.bytes()
      #expect(try readAll(all) == noise(70_000) + noise(5, seed: 2))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
  }

  @Test func theSpooledBytesOutliveTheSpool() throws {
    let bytes = try { () throws -> FileBytes in
      let spool = try SpoolFile()
      try spool.append([1, 2, 3])
      return try spool.bytes()
    }()
    #expect(try readAll(bytes) == [1, 2, 3])
    #expect(try SpoolFile().bytes().count == 0)
  }

  @Test func saysWhyItCannotSpool() {
    #expect(throws: FileAccessError.system(call: "open", code: ENOENT)) { try SpoolFile(folder: "/none") }
  }
}
