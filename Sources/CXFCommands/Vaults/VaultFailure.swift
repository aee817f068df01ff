package import CXFCommandLine
internal import CXFKeePassVaults
package import CXFVaults

/// Why a vault could not be used, in words for the command line.
struct VaultFailure: CodedFailure, Hashable {
  let error: VaultError
  /// The vault as the user named it.
  let path: String?
  /// Whether it is a KeePass database.
  var isKeePass = false

  private var subject: String { path.map { "'\($0)'" } ?? "the vault" }

  var code: String {
    switch error {
    case .damaged: "vault-damaged"
    case .unknownVersion: "vault-version"
    case .wrongKey: "wrong-key"
    case .keyDerivationLimit: "key-derivation-limit"
    case .busy: "vault-busy"
    case .cannotCreate: "cannot-create"
    case .nothingToUndo: "nothing-to-undo"
    case .noSuchBlob: "vault-damaged"
    case .invalidChange: "invalid-change"
    case .storage: "vault-storage"
    }
  }

  var exitCode: ExitCode {
    switch error {
    case .damaged, .unknownVersion, .keyDerivationLimit, .noSuchBlob: .badData
    case .wrongKey: .refused
    case .cannotCreate: .cannotCreate
    case .nothingToUndo: .negative
    case .invalidChange: .internalFault
    // Like a disk that does not answer: trying again later is all that helps, and nothing was judged (which is 1).
    case .busy, .storage: .inputOutput
    }
  }

  var message: String {
    switch error {
    case .damaged(let what): "\(subject) is damaged: \(what)"
    case .unknownVersion(let version): "\(subject) has version \(version), which this program does not know"
    case .wrongKey: "\(subject) cannot be opened with this passphrase or key"
    case .keyDerivationLimit(let what): "\(subject): \(what)"
    case .busy(let owner): "\(subject) is in use: \(owner)"
    case .cannotCreate(let what): "\(subject) cannot be created: \(what)"
    case .nothingToUndo(let id): "there is no import \(id) in \(subject) that can be undone"
    case .noSuchBlob(let id): "\(subject) is damaged: attachment \(id) is not there"
    case .invalidChange(let what): "\(subject): \(what)"
    case .storage(let what): "\(subject) cannot be read or written: \(what)"
    }
  }

  var hint: String? {
    switch error {
    case .damaged where isKeePass && KDBXVaultFile.hasBackup(path: path ?? ""):
      "take a copy before anything else; '\(path ?? "").old' is what it was before the last change"
    case .damaged, .noSuchBlob: "take a copy before anything else, and look for an older one"
    case .unknownVersion: "use a newer version of this program"
    case .wrongKey where isKeePass:
      "check the passphrase; if it has a key file, --key-file names it; a security key or an account of Windows as a part "
        + "of the key cannot be used here"
    case .wrongKey: nil
    case .keyDerivationLimit: "if you trust the file, --kdf-limit allows more"
    case .busy where isKeePass: "close the database there, or try again when it is done"
    case .busy: "try again when it is done"
    case .nothingToUndo: "'cxf history' lists the imports"
    case .cannotCreate, .invalidChange, .storage: nil
    }
  }
}

extension VaultError: CodedFailure {
  /// The stable name of this error.
  package var code: String { VaultFailure(error: self, path: nil).code }
  /// The status of this error.
  package var exitCode: ExitCode { VaultFailure(error: self, path: nil).exitCode }
  /// What went wrong.
  package var message: String { VaultFailure(error: self, path: nil).message }
  /// What to do next.
  package var hint: String? { VaultFailure(error: self, path: nil).hint }
}
