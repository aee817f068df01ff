import CXFCrypto
import Testing

/// Codes are names that others rely on, and messages go to people as they are.
struct SealingErrorTests {
  private static let crypto = CryptoError(operation: "EVP_MAC_init", reasons: ["unsupported"])

  private static let wordings: [(code: String, message: String)] =
    [
      AEADError.authenticationFailed, .wrongTagLength, .wrongKeyLength, .wrongNonceLength, .wrongBufferLength,
      .tooLong,
    ].map { ($0.code, $0.message) }
    + [
      Argon2Error.saltTooShort, .memoryTooSmall, .memoryTooLarge, .noIterations, .parallelismOutOfRange,
      .lengthOutOfRange, .outOfMemory, .noThreads, .library(-25),
    ].map { ($0.code, $0.message) }
    + [PassphraseError.invalidUTF8, .normalizationFailed].map { ($0.code, $0.message) }
    + [X25519Error.wrongLength, .zeroSharedSecret].map { ($0.code, $0.message) }
    + [
      HPKEError.unsupportedKEM(1), .unsupportedKDF(1), .unsupportedAEAD(1), .invalidKey, .invalidPreSharedKey,
      .openFailed,
      .exportOnly,
      .tooManyMessages, .lengthOutOfRange, .tooLong,
    ].map { ($0.code, $0.message) }
    + [
      AgeKeyError.Reason.notAKey, .privateKey, .recipient, .postQuantum, .plugin, .encoding(.wrongChecksum),
      .wrongLength, .noKeys, .tooLarge,
    ].map { AgeKeyError($0, line: 2) }.map { ($0.code, $0.message) }

  @Test func everyCodeIsUsedOnce() {
    let codes = Self.wordings.map(\.code)
    #expect(Set(codes).count == codes.count)
    #expect(codes.allSatisfy { $0.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" } })
  }

  @Test func everyMessageIsAPartOfASentence() {
    for message in Self.wordings.map(\.message) {
      #expect(!message.isEmpty && message.last != ".")
    }
  }

  @Test func aFailureOfTheLibraryIsSaidTheSameWayEverywhere() {
    let messages = [
      AEADError.crypto(Self.crypto).message, X25519Error.crypto(Self.crypto).message,
      HPKEError.crypto(Self.crypto).message, AgeKeyError(.crypto(Self.crypto)).message,
    ]
    #expect(Set(messages) == [Self.crypto.message])
    let codes = [
      AEADError.crypto(Self.crypto).code, X25519Error.crypto(Self.crypto).code,
      HPKEError.crypto(Self.crypto).code, AgeKeyError(.crypto(Self.crypto)).code,
    ]
    #expect(Set(codes) == [Self.crypto.code])
  }
}
