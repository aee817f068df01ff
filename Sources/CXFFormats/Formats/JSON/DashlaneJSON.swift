internal import CredentialExchangeFormat

/// Dashlane's old "unsecured archive": an object with a list for each kind of entry.
package enum DashlaneJSON {
  static let origin = Format.Origin(id: "dashlane-json", name: "Dashlane", rpID: "dashlane.com")

  package static let format = Format(
    id: origin.id, name: "Dashlane JSON", rpID: origin.rpID,
    exportSteps: "Old versions: File > Export > Unsecured archive (readable) in JSON",
    capabilities: Capabilities(
      native: [.logins, .totp, .cards, .identities, .notes, .dates, .folders], converted: [.customFields]),
    detect: { probe in
      guard let members = probe.jsonMembers else { return nil }
      if members["AUTHENTIFIANT"] == .array {
        return Detection(.certain, "it has the list AUTHENTIFIANT, as an archive of Dashlane")
      }
      let known = members.filter { entry in
        entry.value == .array && entry.key.string == entry.key.string.uppercased()
          && DashlaneKinds.members[DashlaneKinds.kind(entry.key)] != nil
      }
      return !known.isEmpty && known.count == members.count
        ? Detection(.likely, "its lists are named as the kinds of Dashlane's entries") : nil
    },
    read: { (file, options) throws(FormatError) in try read(file, options) }, makeWriter: nil)

  private static func read(_ file: SourceFile, _ options: ReadOptions) throws(FormatError) -> Reading {
    try origin.readJSON(file, options, syntheticIDs: true) { (tree, draft) throws(FormatError) in
      let lists = tree.root.children.filter { $0.kind == .array }
      guard tree.root.kind == .object, !lists.isEmpty else {
        throw origin.refusal(file, "has no lists of entries")
      }
      var number = 0
      for list in lists {
        let kind = DashlaneKinds.kind(list.name)
        for view in list.elements {
          number += 1
          draft.cut(view, number: number, rules: .none) { record, draft in
            var builder = RowBuilder(record, of: origin, id: record.root["id"]?.identifier)
            let values = record.root.children.filter { $0.kind != .object && $0.kind != .array }
            DashlaneKinds.take(values.map { ($0.name, $0) }, kind: kind, &builder)
            builder.finish(&draft)
          }
        }
      }
    }
  }
}
