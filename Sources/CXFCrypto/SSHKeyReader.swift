/// Finds the one private key in some bytes.
///
/// What a piece of data is, its bytes decide. Labels are asked only where the bytes do not tell.
enum SSHKeyReader {
  /// What a block or a whole input holds.
  private enum Content {
    case key(SSHKey)
    /// The name of an EC curve, which OpenSSL writes before an EC key.
    case curve
    case publicKey
    case nothing
  }

  /// Reads the key.
  static func read(_ bytes: [UInt8]) throws(SSHKeyError) -> SSHKey {
    guard bytes.count <= SSHKey.maximumByteCount else { throw .tooLarge }
    if let content = try content(ofData: bytes) { return try key(of: content) }
    // A second byte like this begins a long length in DER and cannot follow "0" in UTF-8.
    if bytes.first == DERTag.sequence.rawValue, bytes.count > 1, (0x80...0x84).contains(bytes[1]) {
      return try key(of: .key(try pkcs8(bytes)))
    }
    let blocks = PEMBlock.all(in: bytes)
    return blocks.isEmpty ? try readWithoutBlocks(bytes) : try read(blocks, of: bytes)
  }

  private static func key(of content: Content) throws(SSHKeyError) -> SSHKey {
    switch content {
    case .key(let key): return key
    case .publicKey: throw .publicKeyOnly
    case .curve, .nothing: throw .noKey
    }
  }

  private static func read(_ blocks: [PEMBlock], of text: [UInt8]) throws(SSHKeyError) -> SSHKey {
    var key: SSHKey?
    var hasPublicKey = false
    var accounted: [Range<Int>] = []
    for block in blocks {
      switch try content(of: block) {
      case .key(let next):
        if let key, !key.isSameKey(as: next) { throw .severalKeys }
        if key == nil {
          key = next
          if !block.hasHeaders { accounted.append(block.range) }
        }
      case .curve: accounted.append(block.range)
      case .publicKey: hasPublicKey = true
      case .nothing: break
      }
    }
    guard var key else { throw hasPublicKey ? .publicKeyOnly : .noKey }
    key.hasOtherText = hasText(outside: accounted, in: text)
    return key
  }

  private static func hasText(outside ranges: [Range<Int>], in text: [UInt8]) -> Bool {
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var cursor = text.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    for range in ranges {
      if text[min(cursor, range.lowerBound)..<range.lowerBound].contains(where: { !Base64.isSpace($0) }) {
        return true
      }
      cursor = range.upperBound
    }
    return text[cursor...].contains { !Base64.isSpace($0) }
  }
}

extension SSHKeyReader {
  private static func content(of block: PEMBlock) throws(SSHKeyError) -> Content {
    if block.labelEnds(in: "PGP PRIVATE KEY BLOCK") { throw .openPGP }
    if block.isEncrypted { throw .encrypted(.pem) }
    if let other = contentByLabel(of: block) {
      // Even under such a label the bytes may be a private key.
      guard let bytes = try? block.decoded() else { return other }
      return try content(ofData: bytes) ?? other
    }
    let bytes = try block.decoded()
    if let content = try content(ofData: bytes) { return content }
    // Nothing recognisable: the reader that the label asks for says what is wrong.
    if block.labelEnds(in: "ENCRYPTED PRIVATE KEY") { throw .encrypted(.pkcs8) }
    if block.labelEnds(in: "OPENSSH PRIVATE KEY") { throw .openSSH(.magic, offset: 0) }
    if block.labelEnds(in: "RSA PRIVATE KEY") { return .key(try pkcs1(bytes)) }
    if block.labelEnds(in: "EC PRIVATE KEY") { return .key(try sec1(bytes)) }
    return .key(try pkcs8(bytes))
  }

  /// What a block is whose label says that it is no private key.
  private static func contentByLabel(of block: PEMBlock) -> Content? {
    if block.labelEnds(in: "PUBLIC KEY") || block.labelEnds(in: "CERTIFICATE") { return .publicKey }
    let others = ["PARAMETERS", "REQUEST", "CRL", "SIGNATURE", "MESSAGE", "PGP PUBLIC KEY BLOCK"]
    return others.contains(where: block.labelEnds(in:)) ? .nothing : nil
  }

  /// What some data is; nil when its bytes do not tell.
  private static func content(ofData bytes: [UInt8]) throws(SSHKeyError) -> Content? {
    if bytes.starts(with: OpenSSHPrivateKey.magic) {
      let (info, comment) = try OpenSSHPrivateKey.decode(bytes)
      return .key(try SSHKey(info, form: .openSSH, comment: comment))
    }
    switch KeyShape(der: bytes) {
    case .pkcs8: return .key(try pkcs8(bytes))
    case .pkcs1: return .key(try pkcs1(bytes))
    case .sec1: return .key(try sec1(bytes))
    case .encryptedPKCS8: throw .encrypted(.pkcs8)
    case .dsa: throw .unsupportedAlgorithm("\(KeyAlgorithm.other(.dsa))")
    case .publicKey, .certificate: return .publicKey
    case nil: return NamedCurve(parameters: bytes) != nil ? .curve : nil
    }
  }

  private static func pkcs8(_ bytes: [UInt8]) throws(SSHKeyError) -> SSHKey {
    try SSHKey(pkcs8: bytes)
  }

  private static func pkcs1(_ bytes: [UInt8]) throws(SSHKeyError) -> SSHKey {
    let info: PrivateKeyInfo
    do throws(DERError) {
      info = try PrivateKeyInfo(pkcs1: bytes)
    } catch {
      throw .structure(error)
    }
    return try SSHKey(info, form: .pkcs1, comment: [])
  }

  private static func sec1(_ bytes: [UInt8]) throws(SSHKeyError) -> SSHKey {
    let info: PrivateKeyInfo
    do throws(DERError) {
      info = try PrivateKeyInfo(sec1: bytes)
    } catch {
      throw .structure(error)
    }
    return try SSHKey(info, form: .sec1, comment: [])
  }
}

extension SSHKeyReader {
  private static func readWithoutBlocks(_ text: [UInt8]) throws(SSHKeyError) -> SSHKey {
    if contains("PuTTY-User-Key-File-", in: text) { throw .putty }
    if contains("---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----", in: text) { throw .sshCom }
    if contains("---- BEGIN SSH2 PUBLIC KEY ----", in: text) { throw .publicKeyOnly }
    // The body of a block whose lines around it were lost.
    if let data = try? Base64.decode(text[...]), let content = try content(ofData: data) {
      return try key(of: content)
    }
    let start = text.drop(while: Base64.isSpace)
    let publicLine = ["ssh-", "ecdsa-sha2-", "sk-"].contains { start.starts(with: $0.utf8) }
    throw publicLine ? .publicKeyOnly : .noKey
  }

  private static func contains(_ words: String, in text: [UInt8]) -> Bool {
    PEMBlock.find(Array(words.utf8), in: text[...]) != nil
  }
}
