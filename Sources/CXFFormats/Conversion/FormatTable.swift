package import CredentialExchangeFormat

/// All formats: the one source of `cxf formats`, of detection and of the README's matrix.
package enum FormatTable {
  /// The rows, in the order in which they are shown.
  package static let all: [Format] =
    first + OnePasswordFormats.all + JSONFormats.all + XMLFormats.all
    + DelimitedFormats.all

  private static let first: [Format] = [
    CXFDocument.format, CXFBundle.format, VaultDocument.format, SealedDocuments.response, SealedDocuments.age,
    BitwardenJSON.format, BitwardenZip.format,
  ]

  /// Returns the format of an id.
  package static func format(_ id: String) -> Format? { all.first { $0.id == id } }

  /// A format with the reason why a file is taken for it.
  package struct Match: Sendable {
    package var format: Format
    package var detection: Detection
  }

  /// Returns the formats that the content speaks for, best first.
  package static func matches(_ file: SourceFile) -> [Match] {
    let probe = Probe(file)
    let found = all.compactMap { format in
      format.detect(probe).map { Match(format: format, detection: $0) }
    }
    // The order of the table decides among equals, whatever the sorting does with them.
    return found.enumerated().sorted {
      ($0.element.detection.confidence, $0.element.detection.score, -$0.offset)
        > ($1.element.detection.confidence, $1.element.detection.score, -$1.offset)
    }.map(\.element)
  }

  /// How many formats are named that came close.
  private static let shownCloseFormats = 4

  /// Returns the format that a file is read as.
  ///
  /// - Throws: `FormatError` of kind `unknownFormat`, saying what came close.
  package static func detect(_ file: SourceFile) throws(FormatError) -> Match {
    let found = matches(file)
    if let best = found.first, best.detection.confidence > .possible { return best }
    // A damaged archive fits nothing; what is wrong with it says more.
    if SourceMembers.isZip(file.bytes) { _ = try SourceMembers(zip: file) }
    let probe = Probe(file)
    let close = found.prefix(shownCloseFormats).map { "\($0.format.id): \($0.detection.reason)" }
    var what =
      file.folder == nil && file.bytes.isEmpty
      ? "the file is empty" : "the content fits no format that this program reads"
    if let names = probe.columnNames { what += "; " + CSVError.listing(names) }
    throw FormatError(
      .unknownFormat,
      Finding(
        .unknownFormat, file: file.name,
        message: close.isEmpty ? what : "\(what); closest: \(close.joined(separator: "; "))", action: .failed),
      hint: GenericCSV.proposal(probe).map {
        "say what the columns hold: --from csv --map \"\($0)\""
      }
        ?? found.first.map {
          "--from \($0.format.id) reads it as that all the same; what it does not know becomes custom fields"
        } ?? "'cxf formats' lists what can be read; --from FORMAT names one")
  }
}

extension FindingCode {
  /// The content fits no known format.
  package static let unknownFormat = FindingCode("unknown-format", .error)
}
