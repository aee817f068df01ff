internal import CredentialExchangeFormat

/// The XML of Figaro's Password Manager and Kedpm.
package enum FPMXML {
  static let origin = Format.Origin(
    id: "fpm-xml", name: "Figaro's Password Manager", rpID: "fpm.sourceforge.net")

  package static let format = Format(
    id: origin.id, name: "Figaro's Password Manager XML", rpID: origin.rpID,
    exportSteps: "File > Export; Kedpm: export FILE",
    capabilities: Capabilities(native: [.logins, .notes, .folders]),
    detect: { probe in
      guard let head = probe.xmlHead, head.root == "FPM" else { return nil }
      return Detection(.certain, "its root element is FPM")
    },
    read: { (file, options) throws(FormatError) in
      let source = EncryptedSource(file, "a file of Figaro's Password Manager")
      var cipher: Text?
      let reading = try XMLExport(origin, root: "FPM", syntheticIDs: true).read(file, options) {
        tree, draft in
        cipher = tree.root.xmlChildren.first { $0.name == "KeyInfo" }?["cipher"]
        read(tree, &draft)
      }
      guard cipher == nil || cipher == "none" else {
        throw source.unsupported(
          "its passwords are encrypted", hint: "export it unencrypted, or with Kedpm, and convert that file")
      }
      return reading
    },
    makeWriter: nil)

  private static let roles: [Text: CellRole] = [
    "title": .title, "user": .username, "password": .password, "url": .url, "notes": .note,
    "category": .folder(.slash), "launcher": .field("Launcher"),
  ]

  private static func read(_ tree: SourceRecord, _ draft: inout VaultDraft) {
    var number = 0
    for child in tree.root.children where child.name != "PasswordList" && child.name != "LauncherList" {
      child.markStructure()
    }
    for list in tree.root.all("PasswordList") {
      for item in list.all("PasswordItem") where item.kind == .object {
        number += 1
        let record = tree.cut(item, number: number)
        var builder = RowBuilder(record, of: origin, id: nil)
        builder.apply(roles, to: record.root)
        builder.finish(&draft)
      }
    }
  }
}
