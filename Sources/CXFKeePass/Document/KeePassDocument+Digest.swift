internal import CXFCrypto

extension KeePassDocument {
  /// A digest of all but `Meta`: the same for the same groups, entries and deleted objects, whatever they are encrypted under.
  ///
  /// - Parameter edits: changes that count as made; none of them is about something in `Meta`.
  /// - Throws: `KeePassEditError`; `KDBXError.crypto`.
  package func contentDigest(applying edits: KeePassEdits = KeePassEdits()) throws -> [UInt8] {
    var edits = edits
    if let meta { edits.remove(meta) }
    let (bytes, values) = try emit(edits)
    return try withCrypto { () throws(CryptoError) in
      var digest = try Digest(.sha256)
      try digest.update(bytes)
      for value in values {
        try digest.update(UInt32(truncatingIfNeeded: value.count).littleEndianBytes)
        try digest.update(value)
      }
      return try digest.finish()
    }
  }
}
