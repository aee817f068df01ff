internal import CXFCrypto
internal import CXFKeePass

/// Why a database cannot be written.
package struct KeePassSealingError: Error, Sendable, Hashable {
  /// What it is about.
  package enum Kind: Sendable, Hashable {
    /// The key file gives no key.
    case keyFile
    /// The database could not be made, which is our fault or that of a library.
    case failed
  }

  package var kind: Kind
  /// What is wrong, in words.
  package var message: String
}

/// What opens a database that is to be written.
package struct KeePassNewKey: Sendable, Redacted {
  let key: KDBXKey

  /// Puts a key together.
  ///
  /// - Parameters:
  ///   - passphrase: nil for none, which is not an empty one.
  ///   - keyFile: all bytes of a key file; nil for none.
  /// - Throws: `KeePassSealingError`.
  package init(passphrase: SourcePassphrase?, keyFile: [UInt8]?) throws(KeePassSealingError) {
    var parts: [KDBXKeyPart] = []
    do throws(CryptoError) {
      if let passphrase { parts.append(try .passphrase(passphrase.bytes)) }
    } catch {
      throw KeePassSealingError(kind: .failed, message: "the cryptographic library failed")
    }
    do throws(KDBXKeyFileError) {
      if let keyFile { parts.append(try .keyFile(keyFile)) }
    } catch {
      throw KeePassSealingError(kind: .keyFile, message: "the key file gives no key: it is empty or damaged")
    }
    do throws(CryptoError) {
      key = try KDBXKey(parts)
    } catch {
      throw KeePassSealingError(kind: .failed, message: "the cryptographic library failed")
    }
  }

  package var redactedDescription: String { "KeePassNewKey" }
}
