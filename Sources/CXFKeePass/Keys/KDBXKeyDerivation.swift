package import CXFCrypto

/// How the key of a database is made costly to try.
package struct KDBXKeyDerivation: Hashable, Sendable, Redacted {
  /// Kind and parameters.
  package enum Method: Hashable, Sendable {
    /// AES-256 in this many rounds.
    case aes(rounds: UInt64)
    /// Argon2.
    case argon2(Argon2)
  }

  /// Parameters of Argon2.
  package struct Argon2: Hashable, Sendable {
    package var variant: Argon2Variant
    package var version: Argon2Version
    /// Bytes; what is not a whole KiB does not count.
    package var memory: UInt64
    package var iterations: UInt64
    /// Lanes.
    package var parallelism: UInt32
    /// A secret that is part of the file, and further data; usually empty.
    fileprivate var secret: [UInt8] = []
    fileprivate var associatedData: [UInt8] = []

    /// Creates the parameters.
    package init(
      variant: Argon2Variant, version: Argon2Version = .v13, memory: UInt64, iterations: UInt64,
      parallelism: UInt32
    ) {
      self.variant = variant
      self.version = version
      self.memory = memory
      self.iterations = iterations
      self.parallelism = parallelism
    }
  }

  package var method: Method
  /// 32 bytes for AES, 8 or more for Argon2.
  package var salt: [UInt8]
  /// All parameters as a dictionary, unknown ones too (KDBX 4).
  private var parameters = VariantDictionary()

  /// The bytes of a new salt.
  static let saltByteCount = 32

  /// Creates a derivation.
  package init(_ method: Method, salt: [UInt8]) {
    self.method = method
    self.salt = salt
  }

  /// Argon2d with 64 MiB, 10 passes and 2 lanes: less than a second.
  package static let standardMethod = Method.argon2(
    Argon2(variant: .d, memory: 64 << 20, iterations: 10, parallelism: 2))

  // MARK: In headers

  static let aesUUID: [UInt8] = [
    0xC9, 0xD9, 0xF3, 0x9A, 0x62, 0x8A, 0x44, 0x60, 0xBF, 0x74, 0x0D, 0x08, 0xC1, 0x8A, 0x4F, 0xEA,
  ]
  /// Another one for AES, which some programs read and none should write.
  static let otherAESUUID: [UInt8] = [
    0x7C, 0x02, 0xBB, 0x82, 0x79, 0xA7, 0x4A, 0xC0, 0x92, 0x7D, 0x11, 0x4A, 0x00, 0x64, 0x82, 0x38,
  ]
  static let argon2dUUID: [UInt8] = [
    0xEF, 0x63, 0x6D, 0xDF, 0x8C, 0x29, 0x44, 0x4B, 0x91, 0xF7, 0xA9, 0xA4, 0x03, 0xE3, 0x0A, 0x0C,
  ]
  static let argon2idUUID: [UInt8] = [
    0x9E, 0x29, 0x8B, 0x19, 0x56, 0xDB, 0x47, 0x73, 0xB2, 0x3D, 0xFC, 0x3E, 0xC6, 0xF0, 0xA1, 0xE6,
  ]

  /// Reads what a header says.
  ///
  /// - Throws: `.damaged(.headerField)`, `.unsupported`.
  init(_ header: KDBXHeader) throws(KDBXError) {
    guard header.isVersion4 else {
      let rounds = UInt64(littleEndian: try header.required(KDBXHeader.ID.transformRounds, counts: 8))
      self.init(.aes(rounds: rounds), salt: try header.required(KDBXHeader.ID.transformSeed, counts: 32))
      return
    }
    let field = KDBXHeader.ID.derivation
    let parameters = try VariantDictionary(header.required(field), field: field)
    guard let uuid = parameters.bytes("$UUID"), uuid.count == 16 else { throw .damaged(.headerField(field)) }
    guard let salt = parameters.bytes("S") else { throw .damaged(.headerField(field)) }
    switch uuid {
    case Self.aesUUID, Self.otherAESUUID:
      guard let rounds = parameters.uint64("R"), salt.count == AESKeyTransform.byteCount else {
        throw .damaged(.headerField(field))
      }
      self.init(.aes(rounds: rounds), salt: salt)
    case Self.argon2dUUID, Self.argon2idUUID:
      guard let memory = parameters.uint64("M"), let iterations = parameters.uint64("I"),
        let parallelism = parameters.uint32("P"), let number = parameters.uint32("V")
      else { throw .damaged(.headerField(field)) }
      guard let version = Argon2Version(rawValue: number) else { throw .unsupported(.argon2Version(number)) }
      var argon2 = Argon2(
        variant: uuid == Self.argon2dUUID ? .d : .id, version: version, memory: memory,
        iterations: iterations, parallelism: parallelism)
      for name in ["K", "A"] where parameters.has(name) && parameters.bytes(name) == nil {
        throw .damaged(.headerField(field))
      }
      argon2.secret = parameters.bytes("K") ?? []
      argon2.associatedData = parameters.bytes("A") ?? []
      self.init(.argon2(argon2), salt: salt)
    default: throw .unsupported(.keyDerivation(hexadecimal(uuid)))
    }
    self.parameters = parameters
  }

  /// The parameters as the header of KDBX 4 holds them.
  var dictionary: VariantDictionary {
    var dictionary = parameters
    typealias ItemType = VariantDictionary.ItemType
    switch method {
    case .aes(let rounds):
      dictionary.set("$UUID", ItemType.bytes, Self.aesUUID)
      dictionary.set("R", ItemType.uint64, rounds.littleEndianBytes)
    case .argon2(let argon2):
      dictionary.set("$UUID", ItemType.bytes, argon2.variant == .d ? Self.argon2dUUID : Self.argon2idUUID)
      dictionary.set("I", ItemType.uint64, argon2.iterations.littleEndianBytes)
      dictionary.set("M", ItemType.uint64, argon2.memory.littleEndianBytes)
      dictionary.set("P", ItemType.uint32, argon2.parallelism.littleEndianBytes)
      dictionary.set("V", ItemType.uint32, argon2.version.rawValue.littleEndianBytes)
    }
    dictionary.set("S", ItemType.bytes, salt)
    return dictionary
  }

  /// Whether both ask for the same work in the same way, salts apart.
  func isSame(as other: KDBXKeyDerivation) -> Bool { method == other.method }

  // MARK: Work

  /// Returns the transformed key, 32 bytes.
  ///
  /// - Throws: `.limit(.derivation)`, `.damaged(.headerField)` for parameters that are none, `.crypto`.
  func transform(_ key: borrowing SecretBytes, limit: KeyDerivationLimit) throws(KDBXError) -> SecretBytes {
    switch method {
    case .aes(let rounds):
      let (allowed, overflow) = limit.rounds.multipliedReportingOverflow(by: Self.aesRoundsPerRound)
      guard overflow || rounds <= allowed else {
        throw .limit(.derivation("\(rounds) rounds of AES are asked for; allowed are \(allowed)"))
      }
      do throws(CryptoError) {
        let result = try AESKeyTransform.apply(to: key, seed: salt, rounds: rounds)
        var digest = try Digest(.sha256)
        try digest.update(result)
        return try digest.finishSecret()
      } catch {
        throw .crypto(error)
      }
    case .argon2(let argon2): return try transform(key, argon2, limit: limit)
    }
  }

  /// The limit is meant for rounds of hashing, which cost many times as much.
  private static let aesRoundsPerRound: UInt64 = 16
  /// The least lanes that are allowed whatever the limit: programs take as many as the machine has cores.
  private static let usualLanes: UInt32 = 256

  private func transform(
    _ key: borrowing SecretBytes, _ argon2: Argon2, limit: KeyDerivationLimit
  ) throws(KDBXError) -> SecretBytes {
    let memory = argon2.memory >> 10
    let (work, isHuge) = memory.multipliedReportingOverflow(by: argon2.iterations)
    let (allowed, isBoundless) = UInt64(limit.memoryKiB).multipliedReportingOverflow(
      by: UInt64(limit.iterations))
    guard memory <= limit.memoryKiB, isBoundless || (!isHuge && work <= allowed),
      argon2.parallelism <= max(limit.parallelism, Self.usualLanes)
    else {
      throw .limit(
        .derivation(
          "\(memory >> 10) MiB, \(argon2.iterations) passes and \(argon2.parallelism) lanes of Argon2 are asked for; "
            + "allowed are \(limit.memoryKiB >> 10) MiB and as many passes as make \(allowed >> 10) MiB in all"
        ))
    }
    guard let memory = UInt32(exactly: memory), let iterations = UInt32(exactly: argon2.iterations) else {
      throw .damaged(.headerField(KDBXHeader.ID.derivation))
    }
    do throws(Argon2Error) {
      return try Argon2id.derive(
        passphrase: key, salt: salt, memoryKiB: memory, iterations: iterations,
        parallelism: argon2.parallelism, count: 32, secret: SecretBytes(copying: argon2.secret),
        associatedData: argon2.associatedData, variant: argon2.variant, version: argon2.version)
    } catch {
      switch error {
      case .outOfMemory: throw .limit(.derivation("there is not enough memory for Argon2"))
      case .noThreads: throw .limit(.derivation("there are not enough threads for Argon2"))
      default: throw .damaged(.headerField(KDBXHeader.ID.derivation))
      }
    }
  }

  /// The kind.
  package var redactedDescription: String {
    switch method {
    case .aes: "KDBXKeyDerivation(AES)"
    case .argon2: "KDBXKeyDerivation(Argon2)"
    }
  }
}
