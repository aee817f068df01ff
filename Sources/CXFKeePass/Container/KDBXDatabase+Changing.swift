extension KDBXDatabase {
  /// Asks for another way to make the key, from the next time that it is written.
  ///
  /// Before KDBX 4 there is only AES; anything else counts when the database becomes one of KDBX 4.
  package mutating func setDerivation(_ method: KDBXKeyDerivation.Method) {
    if !header.isVersion4, case .aes(let rounds) = method {
      header.set(KDBXHeader.ID.transformRounds, rounds.littleEndianBytes)
      return
    }
    let salt = [UInt8](repeating: 0, count: KDBXKeyDerivation.saltByteCount)
    header.set(KDBXHeader.ID.derivation, KDBXKeyDerivation(method, salt: salt).dictionary.encoded)
  }

  /// The database as it was written under a key, to be changed further.
  package func sealed(for newKey: KDBXKey?) -> KDBXDatabase {
    KDBXDatabase(
      header: header, inner: inner, document: document, key: newKey ?? key, trailing: 0)
  }
}
