internal import CredentialExchangeFormat

/// The XML export of KeePass 2 and the programs of its family, which is what a KDBX file holds inside.
package enum KeePassXML {
  static let origin = Format.Origin(id: "keepass-xml", name: "KeePass", rpID: "keepass.info")

  package static let format = Format(
    id: origin.id, name: "KeePass 2 and KeePassXC XML", rpID: origin.rpID,
    exportSteps: "KeePass: File > Export > KeePass XML (2.x); KeePassXC: Database > Export > XML File",
    capabilities: Capabilities(
      native: [
        .logins, .passkeys, .totp, .notes, .customFields, .folders, .tags, .dates, .history, .attachments,
        .trash,
      ],
      converted: [.cards, .identities, .sshKeys, .favorites, .archive]),
    detect: { probe in
      guard let head = probe.xmlHead, head.root == "KeePassFile" else { return nil }
      return Detection(.certain, "its root element is KeePassFile")
    },
    read: { (file, options) throws(FormatError) in
      try XMLExport(origin, root: "KeePassFile", syntheticIDs: false).read(file, options) {
        (tree, draft) throws(FormatError) in
        guard KeePassTree(tree, origin: origin, pool: nil).read(into: &draft) else {
          throw FormatError(
            .damaged,
            Finding(
              .notThisFormat, file: file.name,
              message: "the KeePass file has no group that entries could be in",
              action: .failed),
            hint: "export it again; it may have been edited")
        }
      }
    },
    makeWriter: { _ in KeePassDatabaseWriter(.export) })
}
