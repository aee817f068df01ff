import CredentialExchange

/// Answers the request of another program with a vault.
///
/// - Parameter agrees: Shows the user who asks and the fingerprint of the key, to compare with the other side's.
func answer(
  _ request: [UInt8], with vault: Header, agrees: (String) async -> Bool
) async throws -> SealedExport.Sealed? {
  let export = try SealedExport(answering: request)
  guard await agrees("\(export.request.importer.string): \(export.fingerprint)") else { return nil }
  return try await export.seal(vault)
}
