internal import CredentialExchangeFormat

/// Bitwarden's export with attachments: a zip file with `data.json`, the export of a person, and `attachments/<item>/<file>`.
package enum BitwardenZip {
  package static let format = Format(
    id: "bitwarden-zip", name: "Bitwarden ZIP with attachments", rpID: BitwardenJSON.origin.rpID,
    exportSteps: "Tools > Export vault > File format: .zip (with attachments)",
    capabilities: Capabilities(
      native: [
        .logins, .passkeys, .totp, .cards, .identities, .sshKeys, .notes, .customFields, .folders, .favorites,
        .dates, .history, .attachments, .archive, .trash,
      ], converted: [.tags]),
    detect: detect, read: { (file, options) throws(FormatError) in try read(file, options) }, makeWriter: nil)

  private static let documentName = "data.json"

  private static func detect(_ probe: Probe) -> Detection? {
    guard let document = probe.members?.document(documentName)?.member, let bytes = try? document.bytes(),
      let inner = BitwardenJSON.format.detect(Probe(bytes)), inner.confidence > .possible
    else { return nil }
    return Detection(.certain, "it holds \(documentName), and \(inner.reason)")
  }

  private static func read(_ file: SourceFile, _ options: ReadOptions) throws(FormatError) -> Reading {
    guard let members = try SourceMembers(in: file), let (document, folder) = members.document(documentName)
    else {
      throw FormatError(
        .damaged,
        Finding(
          .notBitwardenJSON, file: file.name,
          message: "there is no \(documentName) in it, so it is no export of Bitwarden", action: .failed),
        hint: "leave the format out, so that it is found by the content, or export the vault again as .zip")
    }
    var files: [Text: [SourceMembers.Member]] = [:]
    let prefix = Array("\(folder)attachments/".utf8)
    for member in members.all where member.name.utf8.starts(with: prefix) && !member.isShadow {
      let owner = member.name.utf8.dropFirst(prefix.count).prefix { $0 != UInt8(ascii: "/") }
      files[Text(String(decoding: owner, as: UTF8.self)), default: []].append(member)
    }
    var reader = BitwardenReader(SourceFile(name: file.name, bytes: try document.bytes()), options)
    reader.attachments = files
    var reading = try reader.read()
    if !reading.isDerived { reading.member = document.name }
    let known = Set(reading.accounts.flatMap(\.items).map(\.item.id))
    let lost = files.filter { !known.contains(BitwardenID.identifier($0.key)) }
    reading.loseUnnamed(lost.values.joined().map(\.name).sorted())
    return reading
  }
}
