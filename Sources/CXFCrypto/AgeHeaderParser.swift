internal import CredentialExchangeFormat

/// Understands the head of a file of age line by line, and refuses whatever age would not write.
struct AgeHeaderParser {
  private enum Expected {
    case version
    case stanzaOrEnd
    case body
  }

  /// What the last line says, and all lines before it.
  struct Result {
    let stanzas: [AgeStanza]
    let mac: [UInt8]
  }

  private let limits: AgeLimits
  private var expected = Expected.version
  private var stanzas: [AgeStanza] = []
  private var arguments: [ArraySlice<UInt8>] = []
  private var body: [UInt8] = []

  init(limits: AgeLimits) { self.limits = limits }

  /// Takes the next line, without its line end.
  ///
  /// - Returns: the result when it was the last line.
  mutating func take(_ line: ArraySlice<UInt8>) throws(AgeError) -> Result? {
    guard line.last != 0x0D else { throw .headerFailure(.carriageReturn) }
    switch expected {
    case .version:
      guard line.starts(with: AgeHeader.magic) else { throw .headerFailure(.notAge) }
      guard line.elementsEqual(AgeHeader.version) else { throw .headerFailure(.unknownVersion) }
      expected = .stanzaOrEnd
    case .stanzaOrEnd:
      if line.starts(with: AgeHeader.end) { return try end(line.dropFirst(AgeHeader.end.count)) }
      guard stanzas.count < limits.stanzaCount else { throw .headerFailure(.tooManyStanzas) }
      arguments = try Self.arguments(line)
      body = []
      expected = .body
    case .body:
      guard line.count <= Self.columnCount, let bytes = AgeBase64.decode(line) else {
        throw .headerFailure(.malformedBody)
      }
      body += bytes
      guard line.count < Self.columnCount else { return nil }
      stanzas.append(try AgeStanza(arguments, body: body, limits: limits))
      expected = .stanzaOrEnd
    }
    return nil
  }

  /// The words of the line that begins a stanza: printable, with one space before each.
  private static func arguments(_ line: ArraySlice<UInt8>) throws(AgeError) -> [ArraySlice<UInt8>] {
    let words = line.split(separator: 0x20, omittingEmptySubsequences: false)
    guard words.count >= 2, words[0].elementsEqual("->".utf8) else { throw .headerFailure(.malformedStanza) }
    let arguments = Array(words.dropFirst())
    let areWords = arguments.allSatisfy { !$0.isEmpty && $0.allSatisfy(Self.printable.contains) }
    guard areWords else { throw .headerFailure(.malformedStanza) }
    // Copies, so that the whole head is not kept alive and shared while it grows.
    return arguments.map { Array($0)[...] }
  }

  private func end(_ rest: ArraySlice<UInt8>) throws(AgeError) -> Result {
    guard rest.first == 0x20, let mac = AgeBase64.decode(rest.dropFirst()),
      mac.count == DigestAlgorithm.sha256.byteCount
    else { throw .headerFailure(.malformedMAC) }
    guard !stanzas.isEmpty else { throw .headerFailure(.noStanzas) }
    let hasPassphrase = stanzas.contains { if case .scrypt = $0 { true } else { false } }
    guard !hasPassphrase || stanzas.count == 1 else { throw .headerFailure(.scryptNotAlone) }
    return Result(stanzas: stanzas, mac: mac)
  }

  private static let printable: ClosedRange<UInt8> = 0x21...0x7E
  /// A body line of this many characters is followed by another one.
  private static let columnCount = 64
}

extension AgeHeader {
  /// Reads the head from the beginning of a stream.
  ///
  /// - Returns: the head, and bytes behind it that came with its last piece.
  /// - Throws: `AgeError.headerFailure`, `.workFactorTooHigh`; what the stream throws.
  static func read(
    from stream: any ByteStream, limits: AgeLimits
  ) throws -> (header: AgeHeader, rest: [UInt8]) {
    var parser = AgeHeaderParser(limits: limits)
    var bytes: [UInt8] = []
    var lineStart = 0
    var searched = 0
    while true {
      while let end = bytes[searched...].firstIndex(of: 0x0A), end < limits.headerByteCount {
        if let result = try parser.take(bytes[lineStart..<end]) {
          let header = AgeHeader(
            byteCount: end + 1, stanzas: result.stanzas,
            authenticated: Array(bytes[..<(lineStart + AgeHeader.end.count)]), mac: result.mac)
          return (header, Array(bytes[(end + 1)...]))
        }
        lineStart = end + 1
        searched = lineStart
      }
      searched = bytes.count
      // A large file of another kind is known by its first bytes.
      if lineStart == 0, !bytes.starts(with: magic.prefix(bytes.count)) {
        throw AgeError.headerFailure(.notAge)
      }
      guard bytes.count < limits.headerByteCount else { throw AgeError.headerFailure(.tooLong) }
      let piece = try stream.next(upTo: pieceByteCount)
      guard !piece.isEmpty else {
        throw AgeError.headerFailure(bytes.count < magic.count ? .notAge : .truncated)
      }
      bytes += piece
    }
  }

  /// Longer than a head usually is.
  private static let pieceByteCount = 4096
}
