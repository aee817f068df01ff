/// Judges CXF 1.0 documents: what in them is not as the specification says, and what readers will make of it.
///
/// `judge` takes the bytes of a file and never fails: what is no JSON is a finding, too. The document is walked where it
/// lies, no model is made of it. What a finding's code means is in `JudgeRule.all`.
///
/// It agrees with `CXFDecoder`: what the decoder repairs, keeps aside or refuses is found here under the same code, at
/// the same place and with the same action; the rules of content come on top.
public struct CXFJudge: Sendable {
  /// How a document is judged.
  public struct Options: Sendable {
    /// Whether deviations that the reader repairs, or values that it gives up, are errors.
    public var isStrict: Bool
    /// What looks into keys and compressed data; nil where structure is enough.
    public var deepCheck: (any DeepCheck)?
    /// The program that the document is meant for; nil for the specification alone.
    public var profile: Profile?

    /// Creates options.
    public init(strict: Bool = false, deep: (any DeepCheck)? = nil, profile: Profile? = nil) {
      isStrict = strict
      deepCheck = deep
      self.profile = profile
    }
  }

  /// A program whose reading of CXF is known to differ.
  public enum Profile: String, Sendable, Hashable, CaseIterable {
    /// Apple's operating systems, version 26, and their Passwords app.
    case apple
    /// Bitwarden's apps.
    case bitwarden
    /// Google Password Manager and the exchange of Android.
    case google
  }

  /// What was found.
  public struct Verdict: Sendable, Hashable {
    /// The findings in the order of the text.
    public var findings: [Finding]
    /// The counts.
    public var summary: Summary
    /// Whether the file is no JSON object, so that nothing else could be judged.
    public var isUnreadable: Bool
  }

  /// Counts of a verdict.
  public struct Summary: Sendable, Hashable {
    /// Findings of severity `error`.
    public var errors: Int
    /// Findings of severity `warning`.
    public var warnings: Int
    /// Findings of severity `note`.
    public var notes: Int
    /// Items that a reader gets, over all accounts.
    public var items: Int
    /// Credentials that a reader gets, those of unknown types included.
    public var credentials: Int
  }

  private let options: Options

  /// Creates a judge.
  public init(options: Options = Options()) { self.options = options }

  /// Judges the bytes of a file.
  public func judge(_ file: [UInt8]) -> Verdict {
    var source: JSONSource?
    do throws(JSONError) {
      let read = try JSONSource(file)
      source = read
      return try verdict(of: read)
    } catch {
      return verdict(error, source, file)
    }
  }

  private func verdict(of source: JSONSource) throws(JSONError) -> Verdict {
    let judge = try source.text.withUnsafeBufferPointer { (bytes) throws(JSONError) in
      var judge = DocumentJudge(bytes, options)
      defer { judge.end() }
      try judge.document()
      return judge
    }
    return verdict(of: judge, note: source.note) { offsets in
      var positions = PointerLocator.locate(offsets, in: source.text)
      for (index, offset) in source.fileOffsets(of: offsets).enumerated() { positions[index].byte = offset }
      return positions
    }
  }

  private func verdict(
    of judge: DocumentJudge, note: String?, _ locate: ([Int]) -> [SourcePosition]
  ) -> Verdict {
    var notes = judge.decoder.notes + judge.notes
    if let note { notes.append(.encoding(note)) }
    var offsets: [Int] = []
    var findings = DocumentDecoder.rendered(
      notes, isStrict: options.isStrict, offsets: &offsets, locate)
    for index in findings.indices {
      if options.isStrict, findings[index].action == .failed { findings[index].severity = .error }
      if findings[index].spec == nil { findings[index].spec = JudgeRule.rule(findings[index].code)?.section }
    }
    return Verdict(findings, items: judge.items, credentials: judge.credentials)
  }

  private func verdict(_ error: JSONError, _ source: JSONSource?, _ file: [UInt8]) -> Verdict {
    var lines = LineCounter(source?.text ?? file)
    let (line, column) = lines.advance(to: error.offset)
    return verdict(
      error,
      SourcePosition(
        line: line, column: column, byte: source?.fileOffsets(of: [error.offset]).first ?? error.offset))
  }

  private func verdict(_ error: JSONError, _ position: SourcePosition) -> Verdict {
    let finding = Finding(
      FindingCode(error.code.rawValue, .error), position: position, message: error.message, action: .failed,
      spec: "2.1")
    return Verdict([finding], items: 0, credentials: 0, isUnreadable: true)
  }

  /// Judges a file that is not in memory, item by item: memory holds what lies around the items, 1 MiB of them, the findings,
  /// and 16 bytes for each identifier and reference. The verdict is that of `judge(_:)`. A file in UTF-16 is read whole.
  ///
  /// - Parameters:
  ///   - file: the bytes, which are read a second time where there are findings, for their positions.
  ///   - chunk: the bytes that are read at once.
  ///   - progress: called now and then with the number of bytes read; what it throws ends the judging.
  /// - Throws: what `progress` throws, and what makes the bytes unreadable.
  package func judge(
    _ file: some RandomAccessBytes, chunk: Int = TextWindow.chunkByteCount,
    progress: @escaping (Int) throws -> Void = { _ in }
  ) throws -> Verdict {
    let head = try file.read(at: 0, count: Int(min(file.count, 4)))
    let start = head.starts(with: JSONSource.byteOrderMark) ? JSONSource.byteOrderMark.count : 0
    guard !JSONSource.isUTF16(head) else {
      return judge(try file.readAll(limit: JSONSource.maximumCount))
    }
    func locate(_ offsets: [Int]) -> [SourcePosition] {
      guard !offsets.isEmpty, let window = try? TextWindow(file, from: start, chunk: chunk) else {
        return offsets.map { SourcePosition(byte: start + $0) }
      }
      var positions = PointerLocator.locate(offsets, in: window)
      for index in positions.indices { positions[index].byte = start + offsets[index] }
      return positions
    }
    var failure: (any Error)?
    do throws(JSONError) {
      let window = try TextWindow(file, from: start, chunk: chunk, progress: progress)
      var judge = DocumentJudge(window, options)
      defer { judge.end() }
      let result = Result { () throws(JSONError) in try judge.document() }
      failure = window.failure
      guard failure == nil else { throw JSONError(.truncated, at: window.loaded) }
      try result.get()
      return verdict(of: judge, note: start > 0 ? JSONSource.byteOrderMarkNote : nil, locate)
    } catch {
      if let failure { throw failure }
      var position = locate([error.offset]).first ?? SourcePosition()
      position.pointer = nil
      return verdict(error, position)
    }
  }
}

extension CXFJudge.Verdict {
  fileprivate init(_ findings: [Finding], items: Int, credentials: Int, isUnreadable: Bool = false) {
    func count(_ severity: Severity) -> Int { findings.count { $0.severity == severity } }
    self.init(
      findings: findings,
      summary: .init(
        errors: count(.error), warnings: count(.warning), notes: count(.note), items: items,
        credentials: credentials), isUnreadable: isUnreadable)
  }
}

/// Looks into content that costs more than reading: keys that sign, data that inflate.
///
/// The judge itself knows no cryptography; who has some hands it in.
public protocol DeepCheck: Sendable {
  /// Returns what is wrong with content, or nil.
  ///
  /// - Parameters:
  ///   - kind: What the bytes are.
  ///   - bytes: The decoded bytes; valid during the call.
  func fault(in kind: DeepContent, _ bytes: UnsafeBufferPointer<UInt8>) -> FindingCode?
}

/// What a deep check is given.
public enum DeepContent: Sendable, Hashable {
  /// The private key of a passkey, PKCS #8 by its structure.
  case passkeyKey
  /// A private SSH key, PKCS #8 by its structure, and the name of its type on the wire.
  case sshKey(type: String)
  /// Raw DEFLATE, and the length in bytes that it should inflate to.
  case largeBlob(uncompressedSize: UInt64)
}
