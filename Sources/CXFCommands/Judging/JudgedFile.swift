internal import CXFArchiving
internal import CXFCommandLine
internal import CXFFormats
internal import CredentialExchangeFormat

/// What the judge says of a file.
struct JudgedFile {
  /// Its name as the user gave it.
  var name: String
  /// What was found, in the order of the file.
  var findings: [Finding]
  /// The number of its items.
  var items = 0
  /// The number of their credentials.
  var credentials = 0
  /// What it holds with all deviations repaired, where that was asked for.
  var document: Header?
  /// Whether it was judged: a file of a folder that is no export is not.
  var isJudged = true
}

/// Judges files: CXF by its rules, any other format as it is read.
struct FileJudge {
  let reader: InputReader
  /// The format that the user names.
  let from: String?
  let rules: CXFJudge.Options
  /// Whether the document is wanted, to be written anew.
  let repairs: Bool
  /// Shows how far a long document is judged.
  let progress: ProgressReporter

  /// Judges a file that the user named.
  ///
  /// - Throws: what keeps the program from judging at all: a vault that cannot be opened, or an interruption.
  func judge(_ file: SourceFile) async throws -> JudgedFile {
    do {
      return try await result(file)
    } catch let error as FormatError {
      return JudgedFile(name: file.name, findings: [error.finding])
    } catch let failure as InputFailure {
      return JudgedFile(name: file.name, findings: [failure.error.finding])
    } catch let error as FileAccessError {
      throw UnreadableInput(path: file.name, error: error)
    } catch is ByteLimitError {
      throw InputFileError.tooLarge(path: file.name, limit: InputFiles.defaultLimit)
    } catch let failure as any CodedFailure where failure.exitCode == .badData {
      return JudgedFile(
        name: file.name,
        findings: [
          Finding(
            FindingCode(failure.code, .error), file: file.name, message: failure.message, action: .failed)
        ])
    }
  }

  /// Judges a file that lies in a folder that the user named: what is no export, or sealed, is passed over.
  func judgeFound(_ file: SourceFile) async throws -> JudgedFile {
    let why: String?
    switch InputKind(file.bytes) {
    case .vault, .sealed: why = "it is sealed; name the file itself to judge it"
    case .bundle, .archive, .document:
      let isJSON = Probe(file).looksLikeJSON
      why =
        from == nil && !isJSON && (try? FormatTable.detect(file)) == nil ? "it fits no format" : nil
    }
    guard let why else { return try await judge(file) }
    return JudgedFile(
      name: file.name,
      findings: [
        Finding(.fileNotJudged, file: file.name, message: "passed over: \(why)", action: .skipped)
      ], isJudged: false)
  }

  /// The most bytes of a document that are judged in memory, where excerpts can be shown; one that is longer is judged where
  /// it lies.
  static let memoryLimit = 16 << 20

  private func result(_ file: SourceFile) async throws -> JudgedFile {
    guard file.isWhole || InputKind(file.bytes) != .document else { return try await lying(file) }
    // What is JSON and of no other format is judged as CXF, however little of it is there.
    let isJSON = Probe(file).looksLikeJSON
    let format =
      isJSON && from == nil
      ? (try? FormatTable.detect(file).format) ?? CXFDocument.format
      : try InputReader.format(of: file, from)
    // CXF is judged where it lies; a model is made of it only to write it anew.
    let verdict = format.id == CXFDocument.format.id ? CXFJudge(options: rules).judge(file.bytes) : nil
    if let verdict, !repairs || verdict.isUnreadable { return judged(verdict, file) }
    // Repairing and judging strictly go together: the file is read tolerantly, and each repair is an error.
    let options = ReadOptions(strict: false, tracing: false)
    let reading = try await reader.read(file, as: format, from: nil, options).reading
    if let verdict {
      var judged = judged(verdict, file)
      judged.document = reading.document
      return judged
    }
    var findings = reading.located(reading.findings, file: file.name)
    if rules.isStrict {
      for index in findings.indices where findings[index].action == .repaired {
        findings[index].severity = .error
      }
    }
    let credentials = reading.accounts.reduce(0) { sum, account in
      account.items.reduce(sum) { $0 + $1.item.credentials.count }
    }
    return JudgedFile(
      name: file.name, findings: findings, items: reading.itemCount, credentials: credentials,
      document: repairs ? reading.document : nil)
  }

  /// Judges a long document item by item where it is one of CXF, or else after reading it whole.
  private func lying(_ file: SourceFile) async throws -> JudgedFile {
    let isCXF =
      from.map { $0 == CXFDocument.format.id }
      ?? ((try? FormatTable.detect(file))?.format.id == CXFDocument.format.id)
    guard isCXF, !repairs else {
      return try await result(
        SourceFile(name: file.name, bytes: try file.content.readAll(limit: InputFiles.defaultLimit)))
    }
    defer { progress.end() }
    let verdict = try CXFJudge(options: rules).judge(
      file.content, progress: progress.bytes("judging", of: file.content.count))
    return judged(verdict, file)
  }

  private func judged(_ verdict: CXFJudge.Verdict, _ file: SourceFile) -> JudgedFile {
    var findings = verdict.findings
    for index in findings.indices { findings[index].file = file.name }
    return JudgedFile(
      name: file.name, findings: findings, items: verdict.summary.items,
      credentials: verdict.summary.credentials)
  }
}

extension FindingCode {
  /// A file of a folder is not looked at.
  static let fileNotJudged = FindingCode("file-not-judged", .note)
}
