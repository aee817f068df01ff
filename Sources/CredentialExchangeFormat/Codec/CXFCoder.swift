/// Reads CXF 1.0 documents, tolerantly: a bad value costs that value, never the file, and each deviation is a finding.
///
/// What cannot be understood inside an item is kept as concealed custom fields of that item; what is unknown is kept
/// as it is and written again by `CXFEncoder`. Parts of a document, such as an account alone or an array of items, are
/// read as a document of these. Only bytes that are not JSON, or no such value, throw.
public struct CXFDecoder: Sendable {
  /// A document with what was noticed while reading it.
  public struct Result: Sendable {
    /// The document.
    public var header: Header
    /// What was noticed, in the order of the text.
    public var findings: [Finding]
    /// Items that could not be read at all.
    public var failedItems: Int { failedItemRanges.count }
    /// Ranges in `text` of the items that could not be read.
    package var failedItemRanges: [Range<Int>]
    /// Ranges of the items in `text`, in order over all accounts.
    package var itemRanges: [Range<Int>]
    /// What the text was read as; `document` also for a part of one that strict reading refuses.
    package var root = DocumentRoot.document
    /// Ranges in `text` of the items that stand there a second time, and were taken once.
    package var repeatedItemRanges: [Range<Int>] = []
    /// The file that was read.
    package var source: JSONSource
    /// The offset in the text of what each finding is about.
    package var findingOffsets: [Int] = []

    /// The UTF-8 text that was read.
    package var text: [UInt8] { source.text }
  }

  /// Whether known deviations are refused instead of repaired.
  public var isStrict: Bool

  /// Creates a decoder.
  public init(strict: Bool = false) {
    isStrict = strict
  }

  /// Reads the bytes of a file.
  ///
  /// - Throws: `JSONError` where they are no JSON, neither an object nor an array of parts of a document.
  public func decode(_ file: [UInt8]) throws(JSONError) -> Result {
    let source = try JSONSource(file)
    let (header, decoder) = try source.text.withUnsafeBufferPointer { (bytes) throws(JSONError) in
      var decoder = DocumentDecoder(bytes, strict: isStrict)
      let header = try decoder.document()
      try decoder.json.finish()
      return (header, decoder)
    }
    var result = Result(
      header: header, findings: [], failedItemRanges: [], itemRanges: decoder.itemRanges, source: source)
    result.findings = findings(of: decoder, source, &result)
    return result
  }

  private func findings(of decoder: DocumentDecoder, _ source: JSONSource, _ result: inout Result)
    -> [Finding]
  {
    var decoder = decoder
    decoder.settleRejected()
    result.failedItemRanges = decoder.rejected.filter(\.isItem).map(\.range)
    result.repeatedItemRanges = decoder.repeatedItemRanges
    result.root = decoder.root
    var notes = decoder.notes
    IdentifierRepair.run(&result.header, itemRanges: result.itemRanges, isStrict: isStrict, into: &notes)
    if result.header.version.major > 1 {
      notes.append(.unknownVersion(at: DocumentDecoder.offset(of: "version", in: source.text) ?? 0))
    }
    if let note = source.note { notes.append(.encoding(note)) }
    return DocumentDecoder.rendered(notes, source, isStrict: isStrict, offsets: &result.findingOffsets)
  }
}

extension DocumentDecoder.Note {
  static func unknownVersion(at offset: Int) -> Self {
    Self(
      finding: Finding(
        .unknownVersion, field: "version", message: FindingCode.unknownVersion.message(for: ""),
        action: .kept,
        spec: "3.1.1"), offset: offset)
  }

  /// What is said of the encoding of a file.
  static func encoding(_ message: String) -> Self {
    Self(finding: Finding(.textEncoding, message: message, action: .repaired), offset: 0)
  }
}

/// Writes CXF 1.0 documents: known members in the order of the specification, then what was unknown, as it came.
public struct CXFEncoder: Sendable {
  /// Whether members stand on lines of their own.
  public var isIndented: Bool

  /// Creates an encoder.
  public init(indented: Bool = false) {
    isIndented = indented
  }

  /// Returns the document as UTF-8 JSON. The same document gives the same bytes.
  public func encode(_ header: Header) -> [UInt8] {
    JSONWriter.text(indented: isIndented, estimate: estimate(header)) { header.write(to: &$0) }
  }

  /// Writes the document as UTF-8 JSON into `sink`, piece by piece as it is made: the text is nowhere whole.
  ///
  /// - Parameter sink: Takes the next bytes, about 64 KiB at a time, valid during the call.
  /// - Throws: what `sink` throws; it is not called again.
  public func encode(_ header: Header, into sink: (UnsafeRawBufferPointer) throws -> Void) throws {
    var failure: (any Error)?
    withoutActuallyEscaping(sink) { sink in
      var writer = JSONWriter(indented: isIndented, capacity: 1 << 16) { piece in
        guard failure == nil else { return }
        do { try sink(piece) } catch { failure = error }
      }
      header.write(to: &writer)
      writer.flush()
    }
    if let failure { throw failure }
  }

  /// A length that the document will hardly exceed, from a sample of its items.
  private func estimate(_ header: Header) -> Int {
    var total = 1 << 12
    for account in header.accounts {
      total += account.collections.count * 256
      guard !account.items.isEmpty else { continue }
      let step = max(1, account.items.count / 64)
      var sampled = 0
      var writer = JSONWriter(indented: isIndented)
      for index in stride(from: 0, to: account.items.count, by: step) {
        account.items[index].write(to: &writer)
        sampled += 1
      }
      total += writer.count / sampled * account.items.count * 5 / 4
    }
    return total
  }

  /// Returns what stands before and behind the accounts of a document, which go between the two with commas.
  package func frame(of header: Header) -> (head: [UInt8], tail: [UInt8]) {
    var header = header
    header.accounts = []
    return Self.split(encode(header), in: "accounts")
  }

  /// Returns what stands before and behind the items of an account, which go between the two with commas.
  package func frame(of account: Account) -> (head: [UInt8], tail: [UInt8]) {
    var account = account
    account.items = []
    return Self.split(encode(account), in: "items")
  }

  private static func split(_ text: [UInt8], in name: StaticString) -> (head: [UInt8], tail: [UInt8]) {
    // Both arrays are written when they are empty, too.
    let start = (DocumentDecoder.offset(of: name, in: text) ?? 0) + 1
    return (Array(text[..<start]), Array(text[start...]))
  }

  /// Returns one item as UTF-8 JSON.
  package func encode(_ item: Item) -> [UInt8] {
    JSONWriter.text(indented: isIndented, estimate: 1 << 11) { item.write(to: &$0) }
  }

  /// Returns one account as UTF-8 JSON.
  package func encode(_ account: Account) -> [UInt8] {
    JSONWriter.text(indented: isIndented, estimate: 1 << 11) { account.write(to: &$0) }
  }
}

extension CXFDecoder.Result: CustomStringConvertible, CustomReflectable {
  /// A placeholder: the text holds every secret of the document.
  public var description: String {
    "CXFDecoder.Result(\(itemRanges.count) items, \(findings.count) findings)"
  }
  /// A mirror without the text.
  public var customMirror: Mirror { Mirror(self, children: ["header": header, "findings": findings]) }
}
