internal import CXFArchiving
internal import CXFCommandLine
internal import CXFCrypto
internal import CXFFormats
internal import CredentialExchangeFormat

/// What an input is by its first bytes, as far as that decides where its bytes are kept.
enum InputKind: Equatable {
  /// A vault of this program, which is opened by its path.
  case vault
  /// A response or a file of age: ciphertext.
  case sealed
  /// A bundle: plaintext of any size.
  case bundle
  /// A zip file: plaintext of any size.
  case archive
  /// Anything else, which is read whole.
  case document

  /// - Parameter head: the first bytes, up to ``SealedDocuments/headCount``.
  init(_ head: [UInt8]) {
    if VaultDocument.isVault(head) {
      self = .vault
    } else if CXFBundle.isBundle(head) {
      self = .bundle
    } else if SourceMembers.isZip(head) {
      self = .archive
    } else if SealedDocuments.isAge(head) || SealedDocuments.isResponse(Probe(head)) {
      self = .sealed
    } else {
      self = .document
    }
  }
}

/// Keeps an input that can be read only once. What is small stays in memory; the rest goes to a file without a name:
/// ciphertext as it is, plaintext sealed under a key that is nowhere but in memory.
enum InputSpool {
  /// The most bytes that stay in memory.
  static let memoryLimit = 8 << 20

  /// Reads a stream to its end.
  ///
  /// - Parameter documentLimit: the most bytes of a document that stay in memory; nil to read it whole.
  /// - Throws: `InputFileError`, `SimpleFailure` (74) where there is no room.
  static func read(_ stream: InputStream, name: String, documentLimit: Int? = nil) throws -> SourceFile {
    var bytes: [UInt8] = []
    var kind: InputKind?
    while true {
      let piece = try stream.next()
      if piece.isEmpty { return SourceFile(name: name, bytes: bytes) }
      bytes += piece
      if kind == nil, bytes.count >= SealedDocuments.headCount {
        kind = InputKind(Array(bytes.prefix(SealedDocuments.headCount)))
      }
      guard bytes.count > memoryLimit else { continue }
      switch kind {
      case .sealed: return try keep(bytes, stream, name, sealing: nil)
      case .bundle, .archive: return try keep(bytes, stream, name, sealing: SealedSpoolWriter())
      default:
        if let documentLimit, bytes.count > documentLimit {
          return try keep(bytes, stream, name, sealing: SealedSpoolWriter())
        }
        guard bytes.count <= InputFiles.defaultLimit else {
          throw InputFileError.tooLarge(path: stream.path, limit: InputFiles.defaultLimit)
        }
      }
    }
  }

  private static func keep(
    _ start: [UInt8], _ stream: InputStream, _ name: String, sealing: SealedSpoolWriter?
  ) throws -> SourceFile {
    let head = Array(start.prefix(SealedDocuments.headCount))
    do {
      let spool = try SpoolFile()
      var piece = start
      while !piece.isEmpty {
        try spool.append(try sealing?.append(piece) ?? piece)
        piece = try stream.next()
      }
      guard let sealing else { return SourceFile(name: name, head: head, content: try spool.bytes()) }
      try spool.append(try sealing.finish())
      return SourceFile(name: name, head: head, content: try sealing.open(try spool.bytes()))
    } catch let error as FileAccessError {
      throw SpoolFailure(error: error)
    }
  }
}

/// There is no room for an input that must be read more than once.
struct SpoolFailure: CommandFailure {
  let error: FileAccessError

  var exitCode: ExitCode { .inputOutput }
  var message: String {
    guard case .system(_, let code) = error else { return "the input cannot be kept while it is read" }
    return "the input cannot be kept while it is read: \(SystemError(code: code).message)"
  }
  var hint: String? { "give it as a file, or set TMPDIR to a folder with more room" }
}
