internal import CXFArchiving
internal import CXFCrypto
internal import CredentialExchangeFormat

/// The vault of Buttercup, `.bcup`: a text of parts joined by `$`, in it AES-256-CBC with HMAC-SHA-256 over a packed history of
/// commands (format a) or a document (format b).
package enum ButtercupVault {
  static let origin = Format.Origin(id: "buttercup-bcup", name: "Buttercup", rpID: "buttercup.pw")
  private static let signature = Array("b~>buttercup/".utf8)

  package static let format = Format(
    id: origin.id, name: "Buttercup vault (.bcup)", rpID: origin.rpID,
    exportSteps: "the vault file itself; or Vault > Export for CSV",
    capabilities: Capabilities(
      native: [.logins, .totp, .cards, .sshKeys, .notes, .customFields, .folders, .tags, .history, .trash]),
    detect: { probe in
      probe.bytes.starts(with: signature)
        ? Detection(.certain, "it begins with b~>buttercup/, as vaults of Buttercup") : nil
    },
    read: { (file, options) throws(FormatError) in try read(file, options) }, makeWriter: nil)

  private static func read(_ file: SourceFile, _ options: ReadOptions) throws(FormatError) -> Reading {
    let source = EncryptedSource(file, "a vault of Buttercup")
    guard file.bytes.starts(with: signature), file.bytes.count > signature.count else {
      throw origin.refusal(file, "does not begin with b~>buttercup/")
    }
    let version = file.bytes[signature.count]
    let isDocument = version == UInt8(ascii: "b")
    guard isDocument || version == UInt8(ascii: "a") else {
      throw source.unsupported("its form is newer than is known here", hint: "export it in Buttercup as CSV")
    }
    let packed = try open(file.bytes.dropFirst(signature.count + 1), source, options)
    let gzip = isDocument ? Base64Text.decode(ASCIIBytes.trimmed(packed[...])) : bytes(ofCodePoints: packed)
    guard let gzip else { throw source.damaged("what is inside is no packed text") }
    let text: [UInt8]
    do throws(Gzip.Failure) {
      text = try Gzip.unpack(gzip, limit: SourceMembers.documentLimit)
    } catch {
      throw source.damaged("what is inside cannot be unpacked")
    }
    let vault: ButtercupContent
    if isDocument {
      let (tree, _) = try SourceRecord.json(SourceFile(name: file.name, bytes: text))
      vault = ButtercupContent(document: tree.root)
    } else {
      vault = ButtercupContent(commands: text)
    }
    return vault.reading(options)
  }

  private static func open(
    _ text: ArraySlice<UInt8>, _ source: EncryptedSource, _ options: ReadOptions
  ) throws(FormatError) -> [UInt8] {
    let parts = ASCIIBytes.trimmed(text).split(separator: UInt8(ascii: "$"), omittingEmptySubsequences: false)
      .map { Array($0) }
    guard parts.count >= 4, let ciphertext = Base64Text.decode(parts[0]),
      let vector = Hexadecimal.bytes(ASCIIBytes.text(parts[1])),
      let tag = Hexadecimal.bytes(ASCIIBytes.text(parts[3]))
    else { throw source.damaged("its parts are not all there") }
    let rounds = parts.count > 4 ? UInt64(ASCIIBytes.text(parts[4])) : 1_000
    let method = parts.count > 5 ? ASCIIBytes.text(parts[5]) : "cbc"
    guard let rounds else { throw source.damaged("it does not say how many rounds") }
    guard method == "cbc" else {
      throw source.unsupported(
        "it is encrypted by the method \(method == "gcm" ? "gcm" : "of another name"), which is not known here",
        hint: "export it in Buttercup as CSV, or save it with the method cbc")
    }
    let keys = try source.key(options, salt: parts[2], .pbkdf2(.sha256, rounds: rounds), count: 64)
    let (encryption, authentication) = keys.halves
    // What is authenticated is the text, not the bytes that it spells.
    let expected = try source.withLibrary { () throws(CryptoError) in
      try HMAC.tag(of: parts[0] + parts[1] + parts[2], key: authentication.bytes, with: .sha256)
    }
    guard constantTimeEqual(expected, tag) else { throw source.wrongPassword }
    let plaintext = try source.withLibrary { () throws(CryptoError) in
      try AESCBC.decrypt(ciphertext, key: encryption.bytes, initialVector: vector)
    }
    guard let plaintext else { throw source.damaged("its data are not those that were written") }
    return plaintext
  }

  /// The bytes whose numbers are the code points of a text; nil where one is above 255.
  private static func bytes(ofCodePoints text: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      guard let byte = UInt8(exactly: scalar.value) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }
}

/// A part of a key, shared by whoever uses it.
private final class KeyPart {
  let bytes: SecretBytes

  init(_ bytes: consuming SecretBytes) { self.bytes = bytes }
}

extension SecretBytes {
  /// The first and the second half.
  fileprivate var halves: (KeyPart, KeyPart) {
    withUnsafeBytes { bytes in
      let middle = bytes.count / 2
      return (
        KeyPart(SecretBytes(copying: bytes[..<middle])), KeyPart(SecretBytes(copying: bytes[middle...]))
      )
    }
  }
}
