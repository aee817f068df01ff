internal import CredentialExchangeFormat

/// Dashlane's export of today: a zip file with a table for each kind of entry.
package enum DashlaneZip {
  static let origin = Format.Origin(id: "dashlane-zip", name: "Dashlane", rpID: "dashlane.com")

  package static let format = Format(
    id: origin.id, name: "Dashlane zip of CSV files", rpID: origin.rpID,
    exportSteps: "My account > Settings > Export data > Export to CSV",
    capabilities: Capabilities(
      native: [.logins, .totp, .notes, .cards, .identities, .folders], converted: [.customFields]),
    detect: { probe in
      let tables = probe.members?.all.filter { isTable($0) } ?? []
      let known = tables.prefix(memberLimit).filter {
        DashlaneCSV.table.detect(Probe($0.head()))?.confidence == .certain
      }
      return known.isEmpty
        ? nil
        : Detection(
          .certain, "it holds \(known.map(\.lastName).joined(separator: ", ")) with columns of Dashlane's")
    },
    read: { (file, options) throws(FormatError) in try read(file, options) }, makeWriter: nil)

  /// How many tables are looked at.
  private static let memberLimit = 32

  private static func isTable(_ member: SourceMembers.Member) -> Bool {
    member.name.hasSuffix(".csv") && !member.isShadow
  }

  private static func read(_ file: SourceFile, _ options: ReadOptions) throws(FormatError) -> Reading {
    guard let members = try SourceMembers(in: file) else {
      throw origin.refusal(file, "is no zip file")
    }
    var draft = VaultDraft(origin, options: options, syntheticIDs: true)
    var text: [UInt8] = []
    var parts: [(start: Int, member: String)] = []
    var others: [String] = []
    for member in members.all where !member.isShadow {
      let bytes = isTable(member) ? try member.bytes() : []
      guard !bytes.isEmpty else {
        if !isTable(member) { others.append(member.name) }
        continue
      }
      guard DashlaneCSV.table.detect(Probe(bytes)) != nil else {
        others.append(member.name)
        continue
      }
      if let last = text.last, last != 0x0A { text.append(0x0A) }
      let decoded = TextDecoding.decode(bytes)
      parts.append((text.count, member.name))
      let part = SourceFile(name: file.name, bytes: bytes)
      _ = try DashlaneCSV.table.readRows(of: decoded, part, at: text.count, into: &draft)
      text += decoded.utf8
    }
    guard !parts.isEmpty else { throw origin.refusal(file, "holds no table of Dashlane") }
    var reading = draft.finish(text: text, isJSON: false, fileOffsets: { $0 })
    reading.parts = parts
    for name in others.sorted() {
      reading.failedEntries.append(
        LedgerEntry(
          offset: 0, field: "file \(name)", fate: .lost, code: .recordLeftOut,
          message: "the file \(name) is none of Dashlane's tables"))
    }
    return reading
  }
}
