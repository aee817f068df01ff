internal import CXFCrypto
internal import CredentialExchangeFormat

/// The vault of 1Password 4 to 7, a folder `*.opvault`, or a zip file of it. Whoever has it has the vault itself, not an export:
/// it opens with the master password.
package enum OPVault {
  static let origin = Format.Origin(id: "1password-opvault", name: "1Password", rpID: "1password.com")

  package static let format = Format(
    id: origin.id, name: "1Password OPVault", rpID: origin.rpID,
    exportSteps: "copy the folder 1Password.opvault of 1Password 4 to 7; it opens with the master password",
    capabilities: Capabilities(
      native: [
        .logins, .totp, .cards, .identities, .notes, .customFields, .folders, .tags, .favorites, .dates,
        .history,
        .attachments, .trash,
      ]),
    detect: detect, read: { (file, options) throws(FormatError) in try read(file, options) }, makeWriter: nil)

  static let profileName = "profile.js"
  private static let mark = "var profile="

  private static func detect(_ probe: Probe) -> Detection? {
    guard let (profile, _) = probe.members?.document(profileName),
      let bytes = try? profile.bytes(limit: 1 << 20),
      OPVaultScript.body(of: bytes, after: mark) != nil
    else { return nil }
    return Detection(.certain, "it holds \(profileName), as a vault of 1Password 4 to 7")
  }

  private static func read(_ file: SourceFile, _ options: ReadOptions) throws(FormatError) -> Reading {
    let source = EncryptedSource(file, "a 1Password vault, protected with its master password")
    guard let members = try SourceMembers(in: file), let (profile, folder) = members.document(profileName)
    else {
      throw source.damaged("there is no \(profileName) in it")
    }
    let script = try profile.bytes()
    guard let start = OPVaultScript.body(of: script, after: mark),
      let record = OPVaultScript.record(script, at: start)
    else { throw source.damaged("\(profileName) is not as it must be") }
    let keys = try OPVaultKeyRing(record.root, source, options)
    let opened = try OPVaultOpening(members, folder: folder, keys, source).open()
    return try OPVaultReader(file, options, opened).read()
  }
}

/// The files of a vault are scripts: a call or an assignment around JSON.
enum OPVaultScript {
  /// Returns where the JSON begins; nil where the script begins otherwise.
  static func body(of script: [UInt8], after mark: String) -> Int? {
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
    guard let start = script.firstIndex(where: { !blanks.contains($0) }),
      script[start...].starts(with: mark.utf8)
    else { return nil }
    return start + mark.utf8.count
  }

  /// Reads the object that begins there; nil where there is none.
  static func record(_ script: [UInt8], at start: Int) -> SourceRecord? {
    script.withUnsafeBufferPointer { bytes in
      var cursor = JSONCursor(bytes, at: start)
      guard let record = try? SourceRecord(&cursor, rules: .none), record.root.kind == .object else {
        return nil
      }
      return record
    }
  }
}
