internal import CredentialExchangeFormat

/// The vault file of this program: a row of the table only, since reading one takes a secret that formats know nothing of.
package enum VaultDocument {
  /// The row. Its `read` tells that a secret is needed; whoever has one opens the file itself.
  package static let format = Format(
    id: "cxfvault", name: "Vault of this program (.cxfvault)", rpID: "",
    exportSteps: "'cxf vault create', then 'cxf import'",
    capabilities: Capabilities(
      native: [
        .logins, .passkeys, .totp, .cards, .identities, .sshKeys, .notes, .customFields, .folders, .tags,
        .favorites, .dates, .attachments,
      ], converted: [.history, .archive, .trash]),
    detect: { probe in
      isVault(probe.bytes) ? Detection(.certain, "it is a database with the mark of a vault") : nil
    },
    read: { (file, _) throws(FormatError) in
      throw FormatError(
        .passphraseNeeded,
        Finding(
          FindingCode("sealed", .error), file: file.name, message: "a vault is opened with its secret",
          action: .failed))
    },
    makeWriter: nil)

  /// The number of bytes at the start of a file that tell whether it is a vault.
  package static let headCount = 100

  /// Whether a file that begins with these bytes is a vault: the magic of SQLite 3, and at offset 68 the application's
  /// mark "CXFV" (SQLite database file format, section 1.3).
  package static func isVault(_ head: [UInt8]) -> Bool {
    head.count >= headCount && head.starts(with: Array("SQLite format 3".utf8) + [0])
      && head[68..<72].elementsEqual("CXFV".utf8)
  }
}
