internal import CXFCrypto
package import CXFKeePass
internal import CredentialExchangeFormat

/// A KeePass database that lacks the bytes of its attached files, and a key.
package struct KeePassDraft: Sendable, Redacted {
  /// The document, in which protected values are empty where `values` has them.
  let xml: [UInt8]
  let values: [[UInt8]]
  /// An attached file.
  enum File: Sendable {
    /// Of an item: its `File.id`.
    case document(Identifier)
    /// Made here.
    case bytes([UInt8])
  }

  /// The files of its pool, in order.
  let files: [File]
  /// Where the pool belongs in an export.
  let poolOffset: Int

  package var redactedDescription: String { "KeePassDraft(\(files.count) files)" }

  /// The bytes of the attached files, in the order of the pool.
  ///
  /// - Parameter documents: the files of a conversion.
  /// - Throws: `AttachmentError`, `CancellationError`; what reading the files throws.
  private func contents(_ documents: [Conversion.Document]) async throws -> [[UInt8]] {
    var contents: [[UInt8]] = []
    for file in files {
      guard case .document(let file) = file else {
        if case .bytes(let bytes) = file { contents.append(bytes) }
        continue
      }
      guard let document = documents.first(where: { $0.file == file }) else {
        throw AttachmentError("an attachment is not in the source any more")
      }
      guard document.content.count <= UInt64(Int32.max) else {
        throw AttachmentError("an attachment has more bytes than a KeePass database can hold")
      }
      var bytes: [UInt8] = []
      try await document.content.forEachPiece { bytes += $0 }
      contents.append(bytes)
    }
    return contents
  }

  // MARK: XML

  /// The export of KeePass 2.
  ///
  /// - Throws: `AttachmentError`, `CancellationError`; what reading the files throws.
  package func export(_ documents: [Conversion.Document]) async throws -> [UInt8] {
    exported(pool: try await contents(documents))
  }

  /// The export as far as it can be made without files of items.
  var exported: [UInt8] {
    let known = files.compactMap { if case .bytes(let bytes) = $0 { bytes } else { nil } }
    return exported(pool: known.count == files.count ? known : [])
  }

  private func exported(pool: [[UInt8]]) -> [UInt8] {
    guard !pool.isEmpty else { return xml }
    var binaries = KeePassMarkup(.export, depth: 2)
    binaries.open("Binaries")
    for (number, bytes) in pool.enumerated() {
      binaries.element("Binary", Text(KeePassScalars.base64(bytes)), " ID=\"\(number)\" Compressed=\"False\"")
    }
    binaries.close("Binaries")
    return xml[..<poolOffset] + binaries.bytes + xml[poolOffset...]
  }

  // MARK: KDBX

  /// Argon2id with 64 MiB, 10 passes and 2 lanes: less than a second, and as much as programs of the family ask for.
  package static let derivation = KDBXKeyDerivation.Method.argon2(
    .init(variant: .id, memory: 64 << 20, iterations: 10, parallelism: 2))

  /// The encrypted database, of KDBX 4.
  ///
  /// - Throws: `KeePassSealingError`, `AttachmentError`, `CancellationError`; what reading the files throws.
  package func sealed(
    _ documents: [Conversion.Document], for key: KeePassNewKey,
    derivation: KDBXKeyDerivation.Method = Self.derivation, randomness: KDBXRandomness = .system
  ) async throws -> [UInt8] {
    var inner = KDBXInnerHeader()
    for bytes in try await contents(documents) { _ = inner.add(KDBXBinary(bytes: bytes)) }
    do {
      let document = try KeePassDocument(xml: xml, protecting: values)
      return try KDBXDatabase(new: document, inner: inner, key: key.key, derivation: derivation)
        .seal(randomness: randomness)
    } catch {
      throw KeePassSealingError(kind: .failed, message: "the database does not read back as it was written")
    }
  }
}
