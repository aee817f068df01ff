import CredentialExchange

/// Imports a file into a vault, and tells what it found.
///
/// - Parameters:
///   - file: The bytes of an export of any password manager that the toolkit reads; the content tells which.
///   - vault: The product's own store.
///   - show: Is told how far the work is. Cancelling the task ends it, and the vault is then as it was.
func importExport<Vault: VaultStore>(
  _ file: [UInt8], named name: String, into vault: Vault, at now: UInt64,
  show: @escaping @Sendable (String) -> Void
) async throws -> ImportID? {
  let source = try ImportSource(file, name: name)
  let importer = VaultImporter(vault)
  let options = ImportOptions(policy: .keepBoth, now: Timestamp(now)) { progress in
    show("\(progress.phase.rawValue): \(progress.done) of \(progress.total)")
  }
  let result = try await importer.import(source, options)
  show("\(result.items.created) new, \(result.items.merged) merged, \(result.items.identical) known")
  for finding in result.findings where finding.severity > .note {
    show("\(finding.item ?? name): \(finding.message)")
  }
  return result.id
}
