internal import CredentialExchangeFormat

/// The text form of a file of age (C2SP, age.md): base64 between two lines, and only one way to write it.
package enum AgeArmor {
  static let beginLine = Array("-----BEGIN AGE ENCRYPTED FILE-----".utf8)
  static let endLine = Array("-----END AGE ENCRYPTED FILE-----".utf8)
  /// The most characters of a line.
  static let columnCount = 64
  /// The bytes of a full line.
  static let lineByteCount = 48
  /// How much white space may stand on one line around the block; no line with text is as long.
  static let maximumBlankCount = 1024

  /// Returns whether text begins with age's begin line, after white space.
  ///
  /// - Parameter prefix: the first bytes; 1,100 are enough.
  package static func isArmored(_ prefix: some Collection<UInt8>) -> Bool {
    prefix.drop(while: Base64.isSpace).starts(with: beginLine)
  }

  /// Returns the binary form of a file that may be in the text form.
  ///
  /// - Throws: what the stream throws.
  static func binaryForm(of stream: any ByteStream) throws -> any ByteStream {
    var prefix: [UInt8] = []
    while true {
      let text = prefix.drop(while: Base64.isSpace)
      // Decided as soon as there is a difference, or nothing left that could be one.
      let isOpen = text.count < beginLine.count && beginLine.starts(with: text)
      if !isOpen || prefix.count > maximumBlankCount + beginLine.count { break }
      let piece = try stream.next(upTo: 4096)
      if piece.isEmpty { break }
      prefix += piece
    }
    let whole = AgePrefixedStream(prefix, then: stream)
    return isArmored(prefix) ? AgeArmorStream(whole) : whole
  }
}

/// Decodes a stream in the text form.
private final class AgeArmorStream: ByteStream {
  private let source: any ByteStream
  private var decoder = AgeArmorDecoder()
  private var decoded = AgePrefixedStream([], then: AgeNothing())
  private var outcome: Result<Void, any Error>?

  init(_ source: any ByteStream) { self.source = source }

  func next(upTo count: Int) throws -> [UInt8] {
    while true {
      let piece = try decoded.next(upTo: count)
      if !piece.isEmpty { return piece }
      if let outcome {
        try outcome.get()
        return []
      }
      do {
        let text = try source.next(upTo: Self.pieceByteCount)
        if text.isEmpty {
          try decoder.finish()
          outcome = .success(())
        } else {
          decoded = AgePrefixedStream(try decoder.append(text), then: AgeNothing())
        }
      } catch {
        outcome = .failure(error)
      }
    }
  }

  private static let pieceByteCount = 1 << 16
}

/// A stream that is at its end.
private final class AgeNothing: ByteStream {
  func next(upTo count: Int) -> [UInt8] { [] }
}
