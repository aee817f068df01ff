/// AES-256 in CBC mode with the padding of PKCS #7, to open foreign formats. It authenticates nothing.
package enum AESCBC {
  /// Bytes of a key, and of a block and the initialisation vector.
  package static let keyByteCount = 32
  package static let blockByteCount = 16

  private static let cipher = FetchedAlgorithm(cipher: "AES-256-CBC")

  /// Returns the text of a message, or nil when its length or padding says that the key is another one.
  ///
  /// - Parameters:
  ///   - message: whole blocks.
  ///   - key: 32 bytes.
  ///   - iv: 16 bytes.
  /// - Throws: `CryptoError` when the library refuses.
  package static func open(
    _ message: [UInt8], key: borrowing SecretBytes, iv: [UInt8]
  ) throws(CryptoError) -> [UInt8]? {
    guard key.count == keyByteCount, iv.count == blockByteCount, !message.isEmpty,
      message.count % blockByteCount == 0
    else { return nil }
    let context = try CipherContext(cipher)
    try key.withUnsafeBytes { (key: UnsafeRawBufferPointer) throws(CryptoError) in
      try iv.withBytes { (iv: UnsafeRawBufferPointer) throws(CryptoError) in
        try context.begin(.decrypting, key: key, nonce: iv)
      }
    }
    // The padding is looked at here, so that no error of the library tells more than that it is wrong.
    try context.turnPaddingOff()
    var text = [UInt8](repeating: 0, count: message.count)
    try message.withBytes { (message: UnsafeRawBufferPointer) throws(CryptoError) in
      try text.withMutableBytes { (text: UnsafeMutableRawBufferPointer) throws(CryptoError) in
        try context.process(message, into: text)
      }
    }
    guard let padding = text.last.map(Int.init), (1...blockByteCount).contains(padding),
      text.suffix(padding).allSatisfy({ Int($0) == padding })
    else { return nil }
    text.removeLast(padding)
    return text
  }
}
