import CXFCrypto
import CXFKeePass
import CXFTestSupport
import CredentialExchangeFormat
import Testing

@Suite struct DamagedDatabaseTests {
  private func open(_ file: [UInt8], limits: KDBXLimits = .standard) throws(KDBXError) -> KDBXDatabase {
    let key: KDBXKey
    do {
      key = try SampleDatabase.key()
    } catch {
      throw .notKDBX
    }
    return try KDBXDatabase.open(file, keys: [key], limits: limits)
  }

  /// A changed header may ask for any work; some of it would be allowed.
  private static let little = KDBXLimits(
    derivation: KeyDerivationLimit(memoryKiB: 1024, iterations: 1, parallelism: 1, rounds: 100))

  @Test(arguments: SampleDatabase.allCases)
  func noBitOfTheHeaderCanBeChanged(_ sample: SampleDatabase) throws {
    let file = sample.file
    let (_, count) = try KDBXHeader.read(file)
    // KDBX 4 has checksum and tag behind it.
    for index in 0..<(sample == .version4 ? count + 64 : count) {
      for bit in 0..<8 {
        var changed = file
        changed[index] ^= 1 << bit
        #expect(throws: KDBXError.self, "byte \(index), bit \(bit)") {
          try open(changed, limits: Self.little)
        }
      }
    }
  }

  @Test(arguments: SampleDatabase.allCases)
  func noByteBehindTheHeaderCanBeChanged(_ sample: SampleDatabase) throws {
    let file = sample.file
    let (_, count) = try KDBXHeader.read(file)
    for index in stride(from: count, to: file.count, by: 61) {
      var changed = file
      changed[index] ^= 0x10
      #expect(throws: KDBXError.self, "byte \(index)") { try open(changed) }
    }
  }

  @Test(arguments: SampleDatabase.allCases)
  func noPartOfItOpens(_ sample: SampleDatabase) throws {
    let file = sample.file
    for count in Array(0..<600) + stride(from: 600, to: file.count, by: 97) + [file.count - 1] {
      #expect(throws: KDBXError.self, "\(count) bytes") { try open(Array(file[..<count])) }
    }
  }

  @Test func whatKindOfFaultItIsIsTold() throws {
    let file = SampleDatabase.version4.file
    let (header, count) = try KDBXHeader.read(file)
    var changed = file
    changed[count - 20] ^= 1
    #expect(throws: KDBXError.damaged(.headerChecksum)) { try open(changed) }
    changed = file
    changed[count + 40] ^= 1
    #expect(throws: KDBXError.wrongKey(isCertain: true)) { try open(changed) }
    changed = file
    changed[count + 64 + 36 + 7] ^= 1
    #expect(throws: KDBXError.damaged(.block(0))) { try open(changed) }
    #expect(throws: KDBXError.damaged(.cutOff)) { try open(Array(file.dropLast(40))) }
    #expect(try open(file + [1, 2, 3]).trailingByteCount == 3)
    _ = header
    #expect(throws: KDBXError.notKDBX) { try open(Array("PK".utf8)) }
  }

  /// A header with a field exchanged, and its checksum; its tag is that of before.
  private func file(_ field: UInt8, _ value: [UInt8]) throws -> [UInt8] {
    let file = SampleDatabase.version4.file
    var (header, count) = try KDBXHeader.read(file)
    header.set(field, value)
    let head = try header.encoded()
    return try head + Digest.hash(head, with: .sha256) + file[(count + 32)...]
  }

  @Test func whatIsNotKnownIsNamedAndNoKeyIsBlamed() throws {
    let uuid = [UInt8](repeating: 0xAB, count: 16)
    let name = String(repeating: "AB", count: 16)
    let cipher = try file(KDBXHeader.ID.cipher, uuid)
    #expect(throws: KDBXError.unsupported(.cipher(name))) { try open(cipher) }
    let compression = try file(KDBXHeader.ID.compression, [2, 0, 0, 0])
    #expect(throws: KDBXError.unsupported(.compression(2))) { try open(compression) }
    var parameters = VariantDictionary()
    parameters.set("$UUID", VariantDictionary.ItemType.bytes, uuid)
    parameters.set("S", VariantDictionary.ItemType.bytes, uuid + uuid)
    let derivation = try file(KDBXHeader.ID.derivation, parameters.encoded)
    #expect(throws: KDBXError.unsupported(.keyDerivation(name))) { try open(derivation) }
    parameters.set("$UUID", VariantDictionary.ItemType.uint32, [1, 0, 0, 0])
    let untyped = try file(KDBXHeader.ID.derivation, parameters.encoded)
    #expect(throws: KDBXError.damaged(.headerField(11))) { try open(untyped) }
    let dictionary = try file(KDBXHeader.ID.derivation, [0, 2, 0])
    #expect(throws: KDBXError.unsupported(.dictionaryVersion(0x200))) { try open(dictionary) }
  }

  @Test func aNewerMajorVersionIsRefusedAndANewerMinorOneIsNot() throws {
    var file = SampleDatabase.version4.file
    file[10] = 5
    #expect(throws: KDBXError.version(major: 5, minor: 1)) { try open(file) }
    var database = try SampleDatabase.version4.open()
    let written = try SealedVersion.minor(9, &database)
    #expect(try open(written).header.minor == 9)
  }

  @Test func moreWorkThanAllowedIsRefused() throws {
    let none = KDBXLimits(
      derivation: KeyDerivationLimit(memoryKiB: 1024, iterations: 1, parallelism: 1, rounds: 0))
    for sample in SampleDatabase.allCases {
      let error = #expect(throws: KDBXError.self) { try open(sample.file, limits: none) }
      guard case .limit(.derivation(let words)) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(words.contains("6 rounds of AES"))
    }
  }

  @Test func moreRoomThanAllowedIsRefused() throws {
    let small = KDBXLimits(unpackingFactor: 1, unpackedFloor: 100)
    // Stored, not packed: the frame alone makes it larger than what is in it.
    let tiny = KDBXLimits(unpackingFactor: 0, unpackedFloor: 100)
    #expect(throws: Never.self) { try open(SampleDatabase.version4.file, limits: small) }
    #expect(throws: KDBXError.limit(.unpacked(100))) { try open(SampleDatabase.version4.file, limits: tiny) }
  }

  @Test(arguments: [
    ("<!DOCTYPE KeePassFile><KeePassFile/>", KeePassXMLFault.documentType),
    ("<!DOCTYPE a [<!ENTITY b \"c\">]><KeePassFile>&b;</KeePassFile>", .documentType),
    ("<KeePassFile><Meta></KeePassFile>", .malformed(line: 1, column: 34)), ("<Other/>", .structure),
    ("<?xml version=\"1.0\" encoding=\"iso-8859-1\"?><KeePassFile/>", .encoding),
    (
      String(repeating: "<KeePassFile>", count: 300) + String(repeating: "</KeePassFile>", count: 300),
      .tooDeep
    ),
  ])
  func xmlThatNoDatabaseHasIsRefused(_ text: String, _ fault: KeePassXMLFault) {
    #expect(throws: KeePassEditError.malformed(fault)) { try KeePassDocument(xml: Array(text.utf8)) }
  }
}

/// Databases with versions that nobody writes yet.
enum SealedVersion {
  static func minor(_ minor: UInt16, _ database: inout KDBXDatabase) throws -> [UInt8] {
    database.setMinorVersion(minor)
    return try database.seal()
  }
}
