internal import CredentialExchangeFormat

/// All codes of findings, each with what there is to know about it.
package enum FindingCatalogue {
  /// The entries, chapter by chapter.
  package static let all: [FindingEntry] =
    JudgeRule.groups.flatMap { group in group.rules.map { FindingEntry($0, group.title) } } + others

  /// Those of everything but the judge.
  package static let others: [FindingEntry] =
    ConversionEntries.all + ExportEntries.all + TableEntries.all + ValueEntries.all + BitwardenEntries.all
    + KeePassEntries.all + AttachmentEntries.all
    + ImportEntries.all + ExchangeEntries.all + SealedFileEntries.all

  /// The names of all codes, in the order of the entries.
  package static let names: [String] = all.map(\.code.name)

  private static let byName = Dictionary(
    all.map { ($0.code.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// Returns the entry of a code by its name; nil for a name that is none.
  package static func entry(_ name: String) -> FindingEntry? { byName[name] }
}
