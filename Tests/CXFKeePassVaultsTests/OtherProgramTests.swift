import CXFImporting
import CXFKeePass
import CXFKeePassVaults
import CXFTestSupport
import CXFVaults
import CredentialExchangeFormat
import Foundation
import Testing

/// KeePassXC and this library at work on one database.
@Suite(.enabled(if: KeePassXC.isThere, "keepassxc-cli is not installed"))
struct OtherProgramTests {
  private let fixture: DatabaseFixture

  init() throws { fixture = try DatabaseFixture() }

  private func importing(_ table: String) async throws -> ImportResult {
    try await VaultImporter(try fixture.store()).import(try ImportTests.source(table), ImportTests.options)
  }

  private static let table = """
    name,url,username,password,note
    Shop,https://shop.example/,nora,first-password,a note
    Mail,https://mail.example/,nora,"quoted ""pass"" é",

    """

  @Test func itReadsWhatWasImported() async throws {
    _ = try await importing(Self.table)
    let list = try KeePassXC.run(fixture, ["ls", "-q", "-f"])
    #expect(list.contains("Shop"))
    #expect(
      try KeePassXC.run(fixture, ["show", "-q", "-s", "-a", "Password"], "Mail") == "quoted \"pass\" é\n")
    #expect(try KeePassXC.run(fixture, ["show", "-q", "-a", "URL"], "Shop") == "https://shop.example/\n")
    #expect(try KeePassXC.run(fixture, ["show", "-q", "-a", "Notes"], "Shop") == "a note\n")
  }

  @Test func anEditBetweenTwoImportsStays() async throws {
    _ = try await importing(Self.table)
    try KeePassXC.run(fixture, ["edit", "-q", "-u", "norma", "-t", "Shop of mine"], "Shop")
    #expect(try KeePassXC.run(fixture, ["show", "-q", "-a", "UserName"], "Shop of mine") == "norma\n")
    let items = try await ImportTests.items(try fixture.store())
    #expect(items.count == 2)
    #expect(items.values.contains { $0.item.title == "Shop of mine" })
    _ = try await importing(
      "name,url,username,password,note\nOther,https://other.example/,nora,p,\n")
    #expect(try KeePassXC.run(fixture, ["show", "-q", "-a", "UserName"], "Shop of mine") == "norma\n")
    #expect(
      try KeePassXC.run(fixture, ["show", "-q", "-s", "-a", "Password"], "Shop of mine") == "first-password\n"
    )
  }

  @Test func undoingThrowsAnEditedEntryAwayInsteadOfDeletingIt() async throws {
    _ = try await importing(Self.table)
    try KeePassXC.run(fixture, ["edit", "-q", "-u", "norma"], "Shop")
    _ = try await VaultImporter(try fixture.store()).undo(nil, at: Timestamp(DatabaseFixture.now))
    let items = try await ImportTests.items(try fixture.store())
    #expect(items.values.map(\.item.title) == ["Shop"])
    #expect(items.values.allSatisfy { $0.item.isTrashedEntry })
    #expect(try KeePassXC.run(fixture, ["ls", "-q", "-R", "-f"]).contains("Recycle Bin/Shop"))
  }
}

extension Item {
  /// Whether it says that it is in the trash.
  fileprivate var isTrashedEntry: Bool {
    extensions.contains {
      if case .other(let other) = $0 { other.name == "cxf-toolkit.alt/state" } else { false }
    }
  }
}

/// Runs keepassxc-cli on the database of a fixture.
enum KeePassXC {
  private static let path = "/usr/bin/keepassxc-cli"
  static let isThere = FileManager.default.isExecutableFile(atPath: path)

  struct Failure: Error { let text: String }

  @discardableResult
  static func run(_ fixture: DatabaseFixture, _ words: [String], _ more: String...) throws -> String {
    let input = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = words + [fixture.path] + more
    process.standardInput = FileHandle(
      forReadingAtPath: try input.write("input", Array("a passphrase\n".utf8)))
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle(forWritingAtPath: try input.write("errors", []))
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(text: String(decoding: input.bytes("errors") ?? [], as: UTF8.self))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
