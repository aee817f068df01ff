internal import CredentialExchangeFormat

/// The XML of Sticky Password: accounts and logins stand apart and are tied by identifiers.
package enum StickyPasswordXML {
  static let origin = Format.Origin(
    id: "sticky-password-xml", name: "Sticky Password", rpID: "stickypassword.com")

  package static let format = Format(
    id: origin.id, name: "Sticky Password XML", rpID: origin.rpID,
    exportSteps: "Menu > Export > XML file, unencrypted",
    capabilities: Capabilities(native: [.logins, .notes, .folders]),
    detect: { probe in
      guard let head = probe.xmlHead, head.root == "root", head.hasElement("Database") else { return nil }
      guard head.hasElement("Logins", "Accounts") else { return nil }
      return Detection(.certain, "it has a database of accounts and logins, as Sticky Password writes it")
    },
    read: { (file, options) throws(FormatError) in
      try XMLExport(origin, root: "root", syntheticIDs: true).read(file, options) { tree, draft in
        var reader = Reader(tree)
        reader.read(&draft)
      }
    },
    makeWriter: nil)

  private static let roles: [Text: CellRole] = [
    "Name": .username, "Password": .password, "AccountName": .title, "Link": .url,
  ]

  private struct Reader {
    let tree: SourceRecord
    private var logins: [(id: Text?, login: XMLChild)] = []
    private var groups: [Text: (name: SourceView?, parent: Text?)] = [:]
    private var number = 0

    init(_ tree: SourceRecord) { self.tree = tree }

    mutating func read(_ draft: inout VaultDraft) {
      for child in tree.root.children where child.name.utf8.first == UInt8(ascii: "@") {
        child.markStructure()
      }
      for database in tree.root.all("Database") {
        logins += database.all("Logins").flatMap(\.xmlChildren).filter { $0.name == "Login" }.map {
          ($0["ID"], $0)
        }
        for group in database.all("Groups").flatMap(\.xmlChildren) where group.name == "Group" {
          for (name, view) in group.attributes where name != "Name" { view.markStructure() }
          if let id = group["ID"] { groups[id] = (group.attributes["Name"], group["ParentID"]) }
        }
        for account in database.all("Accounts").flatMap(\.xmlChildren) where account.name == "Account" {
          read(account, &draft)
        }
      }
      for group in groups.keys.sorted() { _ = folder(group, &draft) }
      // Logins that no account has.
      for entry in logins where entry.login.attributes["Password"]?.isStructure == false {
        finish(values(of: entry.login), [], nil, &draft)
      }
    }

    private mutating func read(_ account: XMLChild, _ draft: inout VaultDraft) {
      let names: [Text: Text] = ["Name": "AccountName", "Link": "Link", "Comments": "Comments"]
      let own = account.attributes.sorted { $0.key < $1.key }.compactMap { entry in
        names[entry.key].map { (name: $0, view: entry.value) }
      }
      for (name, view) in account.attributes where names[name] == nil {
        // Identifiers tie accounts to groups; anything else is left to the end.
        if ["ID", "ParentID"].contains(name) { view.markStructure() }
      }
      let folder = account["ParentID"].flatMap { self.folder($0, &draft) }
      let links =
        account.view.kind == .object
        ? account.view.all("LoginLinks").flatMap(\.xmlChildren).filter { $0.name == "Login" } : []
      for view in account.view.kind == .object ? account.view.all("LoginLinks") : [] { view.markStructure() }
      let ids = links.compactMap { $0["SourceLoginID"] }
      let found = logins.filter { entry in entry.id.map { ids.contains($0) } ?? false }
      guard !found.isEmpty else {
        finish(own, [], folder, &draft)
        return
      }
      for (index, entry) in found.enumerated() {
        finish(
          values(of: entry.login) + (index == 0 ? own : []), index == 0 ? [] : own, folder, &draft)
      }
    }

    private func values(of login: XMLChild) -> [(name: Text, view: SourceView)] {
      login.attributes["ID"]?.markStructure()
      return login.attributes.sorted { $0.key < $1.key }.filter { $0.key != "ID" }.map { ($0.key, $0.value) }
    }

    private mutating func finish(
      _ views: [(name: Text, view: SourceView)], _ repeated: [(name: Text, view: SourceView)], _ folder: Int?,
      _ draft: inout VaultDraft
    ) {
      number += 1
      let record = tree.gather(views, repeated: repeated, number: number)
      var builder = RowBuilder(record, of: origin, id: nil)
      builder.folders = folder.map { [$0] } ?? []
      builder.apply(roles, to: record.root)
      if let comments = record.root["Comments"], let text = comments.peek {
        let note = Text(text.string.replacingBytes("/n", with: "\n"))
        if note == text {
          builder.apply(.note, comments)
        } else {
          builder.item.credentials.append(.note(Note(content: EditableField(value: note))))
          comments.convert(
            to: "note.content", as: note, .lineBreaks, "\(comments.label) has its line breaks as /n")
        }
      }
      builder.finish(&draft)
    }

    /// The folder of a group; groups name the one around them.
    private func folder(_ id: Text, _ draft: inout VaultDraft) -> Int? {
      var names: [String] = []
      var current: Text? = id
      var seen: Set<Text> = []
      var own: SourceView?
      while let id = current, seen.insert(id).inserted, let group = groups[id] {
        if let name = group.name?.peek { names.insert(name.string, at: 0) }
        if own == nil { own = group.name }
        current = group.parent
      }
      guard let folder = draft.folder(FolderPath(names)) else { return nil }
      if let own { draft.carry(own, asPathOf: folder, isExact: true) }
      return folder
    }
  }
}

extension String {
  /// Returns the text with each occurrence of some bytes replaced.
  func replacingBytes(_ pattern: String, with other: String) -> String {
    let (bytes, wanted) = (Array(utf8), Array(pattern.utf8))
    guard !wanted.isEmpty else { return self }
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index...].starts(with: wanted) {
        result += other.utf8
        index += wanted.count
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
