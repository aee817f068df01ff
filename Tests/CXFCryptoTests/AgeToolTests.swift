import CXFCrypto
import CredentialExchangeFormat
import Foundation
import Testing

/// The program `age`, and what types passphrases for it.
private enum AgeTool {
  static let age = Tool("age")
  static let python = Tool("python3")
  static let terminal = AgeWriterVector.folder.appendingPathComponent("terminal.py").path

  /// Runs `age` on a terminal where a passphrase is typed.
  static func run(passphrase: String, _ arguments: [String]) throws {
    let age = try #require(age)
    try #require(python).run([terminal, passphrase, age.path] + arguments)
  }
}

/// Both ways with the program of the format's authors.
@Suite(.enabled(if: AgeTool.age != nil, "age is not installed"))
struct AgeToolTests {
  private static let cases = chunkSizes.flatMap { size in [false, true].map { (size, $0) } }

  @Test(arguments: cases)
  func ageReadsOurFilesAndWeReadItsFiles(size: Int, isArmored: Bool) throws {
    let age = try #require(AgeTool.age)
    let key = try X25519PrivateKey.generate()
    let content = sampleContent(size)
    try withTemporaryFolder { folder in
      func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
      let identity = folder.appendingPathComponent("key")
      try writePrivate(bytes(of: AgeIdentity.text(key)) + [0x0A], to: identity)

      let ours = try AgeLock.keys([try X25519PrivateKey.generate(), key]).seal(content, isArmored: isArmored)
      try Data(ours).write(to: folder.appendingPathComponent("ours"))
      #expect(try age.run(["-d", "-i", identity.path, path("ours")]) == content)

      try Data(content).write(to: folder.appendingPathComponent("content"))
      let form = isArmored ? ["-a"] : []
      try age.run(form + ["-r", AgeRecipient.text(key.publicKey), "-o", path("theirs"), path("content")])
      let theirs = [UInt8](try Data(contentsOf: folder.appendingPathComponent("theirs")))
      let lock = AgeLock.keys([key])
      #expect(try lock.openStream(theirs) == content)
      let binary = isArmored ? try unarmored(theirs) : theirs
      #expect(try lock.openFile(binary) == content)
      // The text form has one way to be written.
      if isArmored { #expect(armored(binary) == theirs) }
    }
  }

  /// `age` writes the cost that takes a second, so there is one file of its own to read.
  @Test(.enabled(if: AgeTool.python != nil, "python3 is not installed"))
  func passphrasesAreTheSameOnBothSides() throws {
    let passphrase = " caf\u{E9} cafe\u{301} \"$x\" "
    let content = sampleContent(65_537)
    try withTemporaryFolder { folder in
      func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
      let lock = AgeLock.passphrase(passphrase)
      for isArmored in [false, true] {
        try Data(try lock.seal(content, isArmored: isArmored)).write(
          to: folder.appendingPathComponent("ours"))
        try AgeTool.run(passphrase: passphrase, ["-d", "-o", path("opened"), path("ours")])
        #expect([UInt8](try Data(contentsOf: folder.appendingPathComponent("opened"))) == content)
      }
      #expect(throws: Tool.Failure.self) {
        try AgeTool.run(passphrase: passphrase + "x", ["-d", "-o", path("other"), path("ours")])
      }

      try Data(content).write(to: folder.appendingPathComponent("content"))
      try AgeTool.run(passphrase: passphrase, ["-a", "-p", "-o", path("theirs"), path("content")])
      let theirs = [UInt8](try Data(contentsOf: folder.appendingPathComponent("theirs")))
      #expect(try lock.openStream(theirs) == content)
    }
  }
}
