internal import CXFCommandLine
internal import CXFImporting
internal import CXFVaults
internal import CredentialExchangeFormat

/// An ``ImportError`` in words for the command line.
struct ImportFailure: CodedFailure {
  let error: ImportError

  var code: String {
    switch error {
    case .unreadable(let finding, _): finding.code.name
    case .otherSource: "other-source"
    case .otherVault: "other-vault"
    case .changedVault: "changed-vault"
    case .otherSuffixList: "other-suffix-list"
    case .invalidPlan: "invalid-plan"
    case .noSuchImport: "no-such-import"
    case .blockedUndo: "blocked-undo"
    case .nothingToUndo: "nothing-to-undo"
    }
  }

  var exitCode: ExitCode {
    switch error {
    case .unreadable, .invalidPlan: .badData
    case .otherSource, .otherVault, .changedVault, .otherSuffixList, .noSuchImport, .blockedUndo,
      .nothingToUndo:
      .negative
    }
  }

  var message: String {
    switch error {
    case .unreadable(let finding, _): finding.message
    case .otherSource: "the source is not the file that the plan was made from, or has changed since"
    case .otherVault: "the plan was made for another vault"
    case .changedVault(let planned, let found):
      "the vault has changed since the plan was made: generation \(found), planned \(planned)"
    case .otherSuffixList: "the list of public suffixes is another one than that of the plan"
    case .invalidPlan(let words): "the plan cannot be followed: \(words)"
    case .noSuchImport(let id): "there is no import in the history whose id begins with '\(id)'"
    case .blockedUndo(let id, let blockers):
      "later imports changed what import \(id) brought: \(blockers.map(\.description).joined(separator: ", "))"
    case .nothingToUndo(nil): "there is no import that could be undone"
    case .nothingToUndo(let id?): "import \(id) is undone already, or what undoing needs was dropped"
    }
  }

  var hint: String? {
    switch error {
    case .unreadable(_, let hint): hint
    case .otherSource, .changedVault, .otherSuffixList: "make a new plan with 'cxf import --plan-out'"
    case .otherVault: "name the vault that the plan was made for"
    case .invalidPlan: "mend the plan, or make a new one with 'cxf import --plan-out'"
    case .noSuchImport, .nothingToUndo: "'cxf history' lists the imports"
    case .blockedUndo: "undo those first, the newest first"
    }
  }

  /// Calls `body`, and turns its import errors into failures.
  static func wrapping<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as ImportError { throw ImportFailure(error: error) }
  }
}

extension OpenVault {
  /// Works on the vault with an importer; the first SIGINT cancels it.
  ///
  /// - Throws: `VaultFailure`, `ImportFailure`, and what `body` throws.
  func importing<Result: Sendable>(
    _ environment: CommandEnvironment,
    _ body: @escaping @Sendable (VaultImporter<AnyVaultStore>) async throws -> Result
  ) async throws -> Result {
    try await changing(environment) {
      do {
        return try await naming { try await body(VaultImporter($0)) }
      } catch let error as ImportError {
        throw ImportFailure(error: error)
      } catch {
        throw InputFailure.reading(error, [])
      }
    }
  }
}
