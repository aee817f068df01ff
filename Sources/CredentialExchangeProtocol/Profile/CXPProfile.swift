internal import CXFCrypto
internal import CredentialExchangeFormat

/// `cxf-cxp/1`: what this toolkit fills the gaps of CXP's working draft with. `Schemas/CXP.md` describes it.
enum CXPProfile {
  static let name: Text = "cxf-cxp/1"
  /// The path of the index in the archive.
  static let indexPath = "CXP-Export/index.jwe"
  private static let documentFolder = "CXP-Export/documents/"
  private static let documentEnding = ".jwe"
  /// The random bytes in a document's name.
  private static let nameByteCount = 16

  /// The most bytes of a document of items that are written, and the most items; one larger item stands alone.
  static let documentByteCount = 1 << 20
  static let documentItemCount = 1000
  /// The most bytes of a document of items that are read.
  static let documentReadingLimit = 64 << 20
  /// The most bytes of the index.
  static let indexLimit = 256 << 20
  /// The most bytes of an attachment.
  static let attachmentLimit: UInt64 = 4 << 30

  /// SHA-256.
  static func hash(_ bytes: [UInt8]) throws(ExchangeError) -> [UInt8] {
    do throws(CryptoError) {
      return try Digest.hash(bytes, with: .sha256)
    } catch {
      throw .library(error)
    }
  }

  /// What the encryption is bound to: the request's hash and the thumbprint of the importer's key.
  static func info(request: [UInt8], thumbprint: [UInt8]) -> [UInt8] {
    Array("cxf-cxp/1".utf8) + [0] + request + thumbprint
  }

  /// The context of the exported key of the file at a path.
  static func exporterContext(path: String) -> [UInt8] {
    Array("cxf-cxp/1 file".utf8) + [0] + Array(path.utf8)
  }

  /// The protected header of every file: exactly these bytes.
  static func protectedHeader(_ aead: HPKESuite.AEAD, thumbprint: [UInt8]) throws(ExchangeError) -> [UInt8] {
    let encryption: String
    switch aead {
    case .aes128GCM: encryption = "A128GCM"
    case .aes256GCM: encryption = "A256GCM"
    case .chaCha20Poly1305, .exportOnly:
      // Negotiation takes no such suite.
      throw ExchangeError(.failed, "crypto-failed", "the cipher of the suite has no name in JOSE")
    }
    return Array(#"{"alg":"dir","enc":"\#(encryption)","kid":"\#(Base64URL.encode(thumbprint))"}"#.utf8)
  }

  /// The length of the key of a file, in bytes.
  static func keyByteCount(_ aead: HPKESuite.AEAD) -> Int { aead == .aes128GCM ? 16 : 32 }

  /// A new name for a document, which tells nothing.
  static func makeDocumentPath() throws(ExchangeError) -> String {
    do throws(CryptoError) {
      return documentFolder + Base64URL.encode(try randomBytes(count: nameByteCount)) + documentEnding
    } catch {
      throw .library(error)
    }
  }

  /// Whether a path is one that a document can have.
  static func isDocumentPath(_ path: String) -> Bool {
    guard path.utf8.starts(with: documentFolder.utf8) else { return false }
    let rest = path.utf8.dropFirst(documentFolder.utf8.count)
    guard rest.suffix(documentEnding.utf8.count).elementsEqual(documentEnding.utf8) else { return false }
    let name = Array(rest.dropLast(documentEnding.utf8.count))
    let decoded = name.withUnsafeBufferPointer { Base64URL.decode($0) }
    return decoded?.bytes.count == nameByteCount && decoded?.deviation.isEmpty == true
  }
}

extension ExchangeError {
  static func library(_ error: CryptoError) -> ExchangeError {
    ExchangeError(.failed, "crypto-failed", "the cryptographic library failed in \(error.operation)")
  }
}
