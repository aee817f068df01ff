internal import CredentialExchangeFormat

/// Bitwarden's (and Vaultwarden's) unencrypted JSON export.
package enum BitwardenJSON {
  static let origin = Format.Origin(id: "bitwarden-json", name: "Bitwarden", rpID: "bitwarden.com")

  package static let format = Format(
    id: origin.id, name: "Bitwarden JSON", rpID: origin.rpID,
    exportSteps: "Tools > Export vault > File format: .json", capabilities: Capabilities(native: []),
    detect: { _ in nil }, read: nil, makeWriter: nil)
}
