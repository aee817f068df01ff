package import CXFFormats
package import CredentialExchangeFormat

extension FindingCode {
  /// A credential of a type that the importer did not ask for.
  package static let typeNotRequested = FindingCode("cxp-type-not-requested", .warning)
  /// An extension that the importer does not know.
  package static let extensionNotKnown = FindingCode("cxp-extension-not-known", .warning)
  /// A passkey whose signature counter is above zero, which must not leave.
  package static let passkeyWithCounter = FindingCode("cxp-passkey-counter", .warning)
  /// The importer asked for accounts alone.
  package static let accountOnly = FindingCode("cxp-account-only", .warning)
}

extension ExportRequest {
  /// What of a vault may go to the importer: credentials of the types that it asked for (CXP 3.2), extensions that it
  /// knows, and no passkey with a signature counter (CXF 1.0 section 3.3.11). All of it is accounted for.
  package var restriction: Restriction {
    let types = credentialTypes.map(Set.init)
    let extensions = knownExtensions.map(Set.init)
    return Restriction(
      credential: { credential, item in
        if let types, !types.contains(Text(credential.type)) {
          return .init(.typeNotRequested, "the importer did not ask for the type \(credential.type)")
        }
        if case .passkey(let passkey) = credential, item.hasSignatureCounter(passkey.credentialID) {
          return .init(
            .passkeyWithCounter,
            "a passkey with a signature counter above zero must not be exported; make a new one there"
          )
        }
        return nil
      },
      extensionNamed: { name in
        guard let extensions, !extensions.contains(name) else { return nil }
        return .init(.extensionNotKnown, "the importer does not know the extension \(name.string)")
      },
      emptyItem: types == nil
        ? nil : .init(.typeNotRequested, "the importer did not ask for items without credentials"),
      emptyCollection: types == nil
        ? nil : .init(.typeNotRequested, "the collection holds nothing that the importer asked for"),
      leavesAccountsOnly: types?.isEmpty ?? false,
      accountsOnly: .init(.accountOnly, "the importer asked for the accounts alone"))
  }
}

extension Item {
  /// Whether one of its passkeys has a signature counter above zero, as the extension of this toolkit keeps it. A counter
  /// that cannot be understood counts as one.
  fileprivate func hasSignatureCounter(_ credential: OpaqueBytes) -> Bool {
    for case .other(let other) in extensions where other.name == Text(ToolkitExtension.passkeys.rawValue) {
      let json = Array("{".utf8) + (other.members.json ?? []) + Array("}".utf8)
      guard let object = try? StrictObject(json, subject: "", code: ""),
        let entries = try? object.objects("passkeys", limit: 1 << 20)
      else { return true }
      for entry in entries where (try? entry.bytes("credentialId")) == credential.bytes {
        let text = (try? entry.string("counter")).map { Array($0.utf8) } ?? entry.json("counter") ?? []
        if !text.allSatisfy({ $0 == UInt8(ascii: "0") }) { return true }
      }
    }
    return false
  }
}
