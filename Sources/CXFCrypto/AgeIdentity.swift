/// Identity files of age (C2SP, age.md): a private key a line, "AGE-SECRET-KEY-1…" in Bech32.
package enum AgeIdentity {
  /// How many bytes a file may have.
  package static let maximumByteCount = 1 << 24

  /// Reads the keys of a file, in their order. There is at least one.
  ///
  /// Empty lines and lines that begin with "#" are skipped; lines end with LF or CRLF.
  ///
  /// - Throws: `AgeKeyError` with the line that is wrong.
  package static func parse(_ file: borrowing SecretBytes) throws(AgeKeyError) -> [X25519PrivateKey] {
    try file.withUnsafeBytes { (file: UnsafeRawBufferPointer) throws(AgeKeyError) in try parse(file) }
  }

  /// Reads the keys of a file, in their order, from bytes that nobody clears.
  ///
  /// - Throws: `AgeKeyError` with the line that is wrong.
  package static func parse(_ file: [UInt8]) throws(AgeKeyError) -> [X25519PrivateKey] {
    try file.withBytes { (file: UnsafeRawBufferPointer) throws(AgeKeyError) in try parse(file) }
  }

  private static func parse(_ file: UnsafeRawBufferPointer) throws(AgeKeyError) -> [X25519PrivateKey] {
    guard file.count <= maximumByteCount else { throw AgeKeyError(.tooLarge) }
    var keys: [X25519PrivateKey] = []
    var number = 0
    var rest = file[...]
    while !rest.isEmpty {
      number += 1
      var line = rest.prefix { $0 != UInt8(ascii: "\n") }
      rest = rest.dropFirst(line.count + 1)
      if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
      if line.isEmpty || line.first == UInt8(ascii: "#") { continue }
      keys.append(try key(UnsafeRawBufferPointer(rebasing: line), line: number))
    }
    guard !keys.isEmpty else { throw AgeKeyError(.noKeys) }
    return keys
  }

  private static func key(
    _ text: UnsafeRawBufferPointer, line: Int
  ) throws(AgeKeyError) -> X25519PrivateKey {
    let secret = try AgeKeyKind.bytes(of: text, wanted: .identity, line: line)
    do throws(X25519Error) {
      return try X25519PrivateKey(secret)
    } catch {
      if case .crypto(let cause) = error { throw AgeKeyError(.crypto(cause), line: line) }
      throw AgeKeyError(.wrongLength, line: line)
    }
  }

  /// Returns the line for a key, without a line end: ASCII, upper case.
  package static func text(_ key: X25519PrivateKey) -> SecretBytes {
    let text = key.secret.withUnsafeBytes { Bech32.encode($0, prefix: AgeKeyKind.identityPrefix) }
    return text.withUnsafeBytes { lower in
      SecretBytes(count: lower.count) { upper in
        for (index, byte) in lower.enumerated() {
          let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          upper[index] = isLetter ? byte & ~0x20 : byte
        }
      }
    }
  }
}
