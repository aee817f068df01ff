/// An SSH private key, read from any of the forms in which password managers hold one.
///
/// The key is checked: its public numbers are computed from its private ones. It lives in ordinary arrays,
/// because it goes into the ordinary strings of a document; nothing clears those. It never prints itself.
package struct SSHKey: Sendable, Equatable, Redacted {
  /// The form in which a key was found.
  package enum Form: String, Sendable, Hashable {
    /// OpenSSH's own format.
    case openSSH = "openssh"
    /// PKCS #8, in PEM or plain.
    case pkcs8
    /// PKCS #1 for RSA, in PEM or plain.
    case pkcs1
    /// SEC 1 for EC, in PEM or plain.
    case sec1
  }

  /// The kind of key; its name is CXF's `keyType`.
  package let algorithm: SSHAlgorithm
  /// The key in PKCS #8, canonical DER (see `PrivateKeyInfo.canonical`).
  package let pkcs8: [UInt8]
  /// The public key as SSH writes it in bytes.
  package let publicBlob: [UInt8]
  /// `SHA256:` and the unpadded base64 of the hash of `publicBlob`.
  package let fingerprint: String
  /// The form in which the key was found.
  package let form: Form
  /// Whether the text held more than the key: headers, other blocks, words around it. PKCS #8 and a
  /// rewritten text do not carry that.
  package internal(set) var hasOtherText = false
  /// The comment in bytes, which are text by custom only; empty when there is none.
  package var comment: [UInt8]

  private let info: PrivateKeyInfo
  private let publicKey: PublicKey

  /// The most bytes of text in which a key is looked for.
  package static let maximumByteCount = 1 << 20

  /// Reads the key in a text.
  ///
  /// - Throws: `SSHKeyError`.
  package init(text: String) throws(SSHKeyError) {
    try self.init(bytes: Array(text.utf8))
  }

  /// Reads the key in the bytes of a text, in DER or in OpenSSH's binary form.
  ///
  /// - Throws: `SSHKeyError`.
  package init(bytes: [UInt8]) throws(SSHKeyError) {
    self = try SSHKeyReader.read(bytes)
  }

  /// Reads PKCS #8 in DER and nothing else, as CXF carries it.
  ///
  /// - Throws: `SSHKeyError`.
  package init(pkcs8 der: [UInt8], comment: String = "") throws(SSHKeyError) {
    guard der.count <= Self.maximumByteCount else { throw .tooLarge }
    let info: PrivateKeyInfo
    do throws(DERError) {
      info = try PrivateKeyInfo(der: der)
    } catch {
      throw error.code == .isEncrypted ? .encrypted(.pkcs8) : .structure(error)
    }
    try self.init(info, form: .pkcs8, comment: Array(comment.utf8))
  }

  /// Checks a key that was read and brings it into its one form.
  init(_ info: PrivateKeyInfo, form: Form, comment: [UInt8]) throws(SSHKeyError) {
    guard let algorithm = SSHAlgorithm(info.algorithm) else {
      throw .unsupportedAlgorithm("\(info.algorithm)")
    }
    let publicKey: PublicKey
    do throws(KeyCheckError) {
      publicKey = try info.checkedPublicKey()
    } catch {
      throw .inconsistent(error)
    }
    guard let blob = PublicBlob.make(algorithm: algorithm, key: publicKey) else {
      throw .inconsistent(.publicKeyMismatch)
    }
    do throws(CryptoError) {
      let hash = try Digest.hash(blob, with: .sha256)
      fingerprint = "SHA256:" + Base64.encode(hash, padded: false)
    } catch {
      throw .crypto(error)
    }
    self.algorithm = algorithm
    self.publicKey = publicKey
    self.info = info.canonical(publicKey: publicKey)
    self.form = form
    self.comment = comment
    publicBlob = blob
    pkcs8 = self.info.der
  }

  /// The kind and the fingerprint, which are public.
  package var redactedDescription: String { "SSHKey(\(algorithm.name) \(fingerprint))" }
}

extension SSHKey {
  /// The comment as text; nil when there is none or its bytes are not UTF-8.
  package var commentText: String? {
    comment.isEmpty ? nil : String(validating: comment, as: UTF8.self)
  }

  /// The public key in one line: kind, base64 and the comment.
  ///
  /// Of a comment that is no line of text, only the part before the first byte that is not UTF-8 or is a
  /// control character stands there.
  package var publicKeyLine: String {
    let line = "\(algorithm.name) \(Base64.encode(publicBlob))"
    let comment = printableComment
    return comment.isEmpty ? line : "\(line) \(comment)"
  }

  private var printableComment: String {
    var result = String.UnicodeScalarView()
    var decoder = UTF8()
    var bytes = comment.makeIterator()
    while case .scalarValue(let scalar) = decoder.decode(&bytes) {
      if scalar.properties.generalCategory == .control { break }
      result.append(scalar)
    }
    return String(result)
  }

  /// Whether the key carries attributes of PKCS #8, which OpenSSH's format has no place for.
  package var hasAttributes: Bool { info.attributes != nil }

  /// Returns whether both are the same key. Form, comment and attributes do not count.
  ///
  /// Both keys are checked, so equal public keys have the same private key.
  package func isSameKey(as other: SSHKey) -> Bool { publicBlob == other.publicBlob }

  /// Returns whether two texts hold the same key, so that one may stand for the other. A text without a
  /// readable key is the same as none.
  package static func holdSameKey(_ left: String, _ right: String) -> Bool {
    guard let a = try? SSHKey(text: left), let b = try? SSHKey(text: right) else { return false }
    return a.isSameKey(as: b)
  }

  /// Returns the key as a text in OpenSSH's format, unencrypted and with its comment. The same key and
  /// comment give the same text.
  ///
  /// - Throws: `CryptoError` when hashing fails.
  package func openSSHText() throws(CryptoError) -> String {
    let bytes = try OpenSSHPrivateKey.encode(
      info, algorithm: algorithm, publicKey: publicKey, publicBlob: publicBlob, comment: comment)
    return PEMBlock.encode(bytes, label: "OPENSSH PRIVATE KEY", columns: 70)
  }

  /// The key as a text in PKCS #8, unencrypted, with lines of 64 digits. It has no comment.
  package var pkcs8Text: String { PEMBlock.encode(pkcs8, label: "PRIVATE KEY", columns: 64) }
}
