import CredentialExchange

/// Imports a file of any known format into a vault, or says what that would do.
///
/// Where the task is cancelled, this throws `CancellationError` and the vault is as it was.
func importFile(
  _ file: [UInt8], named name: String, into store: some VaultStore, at now: Timestamp, isDry: Bool = false,
  show: @escaping @Sendable (ImportProgress) -> Void
) async throws -> ImportResult {
  let source = try ImportSource(file, name: name)
  let importer = VaultImporter(store)
  let options = ImportOptions(policy: .keepBoth, now: now, progress: show)
  return isDry ? try await importer.plan(source, options).result : try await importer.import(source, options)
}
