internal import CXFCrypto
internal import CredentialExchangeFormat

/// The encrypted database of Password Safe, version 3.
package enum PasswordSafe3 {
  static let origin = Format.Origin(id: "passwordsafe-psafe3", name: "Password Safe", rpID: "pwsafe.org")

  package static let format = Format(
    id: origin.id, name: "Password Safe database (.psafe3)", rpID: origin.rpID,
    exportSteps: "the database itself, a file that ends with .psafe3",
    capabilities: Capabilities(
      native: [
        .logins, .passkeys, .totp, .cards, .notes, .customFields, .folders, .dates, .history, .attachments,
      ]),
    detect: { probe in
      guard probe.bytes.starts(with: "PWS3".utf8) else { return nil }
      return Detection(.certain, "it begins with PWS3, as a database of Password Safe")
    },
    read: { (file, options) throws(FormatError) in
      let database = try PasswordSafe3Encryption(file).open(options)
      var draft = VaultDraft(origin, options: options, syntheticIDs: false)
      PasswordSafe3Reader(database).read(into: &draft)
      var reading = draft.finish(text: [], isJSON: false, fileOffsets: { $0 })
      reading.isDerived = true
      return reading
    },
    makeWriter: nil)
}

/// What a database of Password Safe holds: fields in groups, the header first.
struct PasswordSafe3Database {
  /// A field of one kind; some kinds occur more than once.
  struct Field {
    var kind: UInt8
    var bytes: [UInt8]
  }

  var header: [Field] = []
  var records: [[Field]] = []
}

/// Opens a database: a key from a hash that is repeated, and Twofish under a random key that is encrypted with it.
struct PasswordSafe3Encryption {
  private let file: SourceFile
  private let source: EncryptedSource

  // Where the parts begin, and the length of all in front of the records.
  private static let salt = 4..<36
  private static let rounds = 36..<40
  private static let check = 40..<72
  private static let contentKey = 72..<104
  private static let tagKey = 104..<136
  private static let vector = 136..<152
  private static let endMark = Array("PWS3-EOFPWS3-EOF".utf8)
  private static let tagCount = 32
  private static let block = 16

  init(_ file: SourceFile) {
    self.file = file
    source = EncryptedSource(file, "a database of Password Safe")
  }

  /// Returns the fields.
  ///
  /// - Throws: `FormatError`.
  func open(_ options: ReadOptions) throws(FormatError) -> PasswordSafe3Database {
    let bytes = file.bytes
    guard bytes.starts(with: "PWS3".utf8), bytes.count >= Self.vector.upperBound else {
      throw source.damaged("it is cut off")
    }
    guard let end = endOfRecords(bytes), bytes.count >= end + Self.block + Self.tagCount else {
      throw source.damaged("it has no end")
    }
    let tag = Array(bytes[(end + Self.block)..<(end + Self.block + Self.tagCount)])
    let stretched = try stretchedKey(bytes, options)
    let keys = try twofish { () throws(Twofish.Failure) in
      try Twofish.decryptBlocks(
        Array(bytes[Self.contentKey.lowerBound..<Self.tagKey.upperBound]), key: stretched)
    }
    let contentKey = SecretBytes(copying: keys[..<32])
    let tagKey = SecretBytes(copying: keys[32...])
    let plaintext = try twofish { () throws(Twofish.Failure) in
      try Twofish.decryptCBC(
        Array(bytes[Self.vector.upperBound..<end]), key: contentKey, initialVector: Array(bytes[Self.vector]),
        isPadded: false) ?? []
    }
    guard let fields = fields(plaintext) else { throw source.damaged("a field goes beyond the end") }
    let expected = try source.withLibrary { () throws(CryptoError) in
      try HMAC.tag(of: fields.flatMap(\.bytes), key: tagKey, with: .sha256)
    }
    guard constantTimeEqual(expected, tag) else { throw source.damaged("it is not as it was written") }
    return group(fields)
  }

  /// Where the mark behind the records begins: at a whole number of blocks.
  private func endOfRecords(_ bytes: [UInt8]) -> Int? {
    var index = Self.vector.upperBound
    while index + Self.block <= bytes.count {
      if bytes[index..<(index + Self.block)].elementsEqual(Self.endMark) { return index }
      index += Self.block
    }
    return nil
  }

  private func stretchedKey(_ bytes: [UInt8], _ options: ReadOptions) throws(FormatError) -> SecretBytes {
    let rounds = Self.rounds.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[$1]) }
    let passphrase = try source.passphrase(options)
    var options = options
    let typed = passphrase.bytes.withUnsafeBytes { Array($0) }
    var spellings = [typed]
    // The program may have been told to take the code page of its system.
    if let other = Self.windows1252(typed) { spellings.append(other) }
    for spelling in spellings {
      options.passphrase = SourcePassphrase(SecretBytes(copying: spelling))
      let key = try source.key(
        options, salt: Array(bytes[Self.salt]), .repeated(.sha256, rounds: rounds), count: 32)
      let hash = try source.withLibrary { () throws(CryptoError) in
        try key.withUnsafeBytes { (key: UnsafeRawBufferPointer) throws(CryptoError) in
          try Digest.hash(key, with: .sha256)
        }
      }
      if constantTimeEqual(hash, Array(bytes[Self.check])) { return key }
    }
    throw source.wrongPassword
  }

  /// The passphrase in Windows-1252; nil where that is the same, or has not all of its characters.
  private static func windows1252(_ utf8: [UInt8]) -> [UInt8]? {
    guard utf8.contains(where: { $0 >= 0x80 }), let text = String(validating: utf8, as: UTF8.self) else {
      return nil
    }
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      guard let byte = (UInt8.min...UInt8.max).first(where: { Windows1252.scalar($0) == scalar.value }) else {
        return nil
      }
      bytes.append(byte)
    }
    return bytes
  }

  private func twofish<Result>(_ body: () throws(Twofish.Failure) -> Result) throws(FormatError) -> Result {
    do throws(Twofish.Failure) {
      return try body()
    } catch {
      switch error {
      case .libraryMissing:
        throw source.unsupported(
          "Twofish, with which it is encrypted, needs libgcrypt, which is not installed",
          hint: "install the package \(Twofish.packageName), or export the database as XML")
      case .library(let call):
        throw source.unsupported("\(call) fails", hint: "export the database as XML")
      case .lengths: throw source.damaged("its parts have not the lengths that they must have")
      }
    }
  }

  /// The fields one after the other; nil where one goes beyond the end.
  private func fields(_ bytes: [UInt8]) -> [PasswordSafe3Database.Field]? {
    var fields: [PasswordSafe3Database.Field] = []
    var index = 0
    while index < bytes.count {
      guard index + 5 <= bytes.count else { return nil }
      let count = (0..<4).reversed().reduce(0) { $0 << 8 | Int(bytes[index + $1]) }
      guard count <= bytes.count - index - 5 else { return nil }
      fields.append(
        .init(kind: bytes[index + 4], bytes: Array(bytes[(index + 5)..<(index + 5 + count)])))
      index += (5 + count + Self.block - 1) / Self.block * Self.block
    }
    return fields
  }

  /// The header up to the first field that ends something, then records up to the next ones.
  private func group(_ fields: [PasswordSafe3Database.Field]) -> PasswordSafe3Database {
    var database = PasswordSafe3Database()
    var current: [PasswordSafe3Database.Field] = []
    var isHeader = true
    for field in fields {
      guard field.kind == PasswordSafe3Kind.end else {
        current.append(field)
        continue
      }
      if isHeader { database.header = current } else { database.records.append(current) }
      (isHeader, current) = (false, [])
    }
    if !current.isEmpty {
      if isHeader { database.header = current } else { database.records.append(current) }
    }
    return database
  }
}
