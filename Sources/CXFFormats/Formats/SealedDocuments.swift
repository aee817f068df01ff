internal import CXFCrypto
internal import CredentialExchangeFormat

/// Envelopes: rows of the table only, since opening one takes a secret that formats know nothing of. What is inside is
/// of another format.
package enum SealedDocuments {
  /// The response of an exporter (CXP section 3.3).
  package static let response = Format(
    id: "cxp-response", name: "FIDO Credential Exchange Protocol, response", rpID: "",
    exportSteps: "'cxf request' makes the request that an exporter answers with it",
    capabilities: Capabilities(native: []),
    detect: { probe in
      isResponse(probe) ? Detection(.certain, "it has hpke and payload, as CXP's response") : nil
    },
    read: { (file, _) throws(FormatError) in
      throw sealed(
        file, "a response is opened with the key file of its request",
        hint: "--key names what 'cxf request' made")
    },
    makeWriter: nil)

  /// A file of age.
  package static let age = Format(
    id: "age", name: "File sealed with age (a backup of this program, or any format inside)", rpID: "",
    exportSteps: "'cxf export INPUT --recipient age1… -o backup.age'", capabilities: Capabilities(native: []),
    detect: { probe in
      isAge(probe.bytes) ? Detection(.certain, "it begins as files of age do") : nil
    },
    read: { (file, _) throws(FormatError) in
      throw sealed(
        file, "a file of age is opened with an identity or its passphrase",
        hint: "--identity names a file of keys, --source-passphrase-file one with the passphrase")
    },
    makeWriter: nil)

  /// The number of bytes at the start of a file that tell whether it is an envelope.
  package static let headCount = 1 << 16

  /// Whether a file that begins with these bytes is of age, armored or not.
  package static func isAge(_ head: [UInt8]) -> Bool { AgeFile.looksLike(head) || AgeArmor.isArmored(head) }

  /// Whether the beginning of a file is that of a response.
  package static func isResponse(_ probe: Probe) -> Bool {
    guard let members = probe.jsonMembers, members["payload"] == .string else { return false }
    return members["hpke"] == .object || members.count == 1
  }

  private static func sealed(_ file: SourceFile, _ message: String, hint: String) -> FormatError {
    FormatError(
      .passphraseNeeded,
      Finding(FindingCode("sealed", .error), file: file.name, message: message, action: .failed), hint: hint)
  }
}
