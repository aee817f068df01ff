internal import CredentialExchangeFormat

/// The folders of a document while they are read.
struct BitwardenFolders {
  /// The draft's folders by Bitwarden's identifiers.
  private(set) var indices: [Text: Int] = [:]
  /// Identifiers of folders without a name.
  private(set) var unnamed: Set<Text> = []
  /// The draft's folders that an entry of the document names, and not only the path of another one.
  private var named: Set<Int> = []
  /// How the last name of each path is spelled in the model.
  private var spellings: [FolderPath: Text] = [:]
  private var joined = 0

  /// Reads one folder, or a collection of an organisation.
  mutating func read(_ folder: SourceView, _ draft: inout VaultDraft) {
    let id = folder.peek("id")
    guard let view = folder["name"], let text = view.peek, view.kind == .string else {
      if let id { unnamed.insert(id) }
      return
    }
    if view.isDamaged { draft.report(.damaged(view, item: nil, isSecret: false)) }
    let reading = FolderPath.split(text.string, style: .slash)
    // A name of slashes alone parts nothing: it is a name.
    let path = reading.path.isEmpty ? FolderPath([text.string]) : reading.path
    guard let index = draft.folder(path, id: id.map(BitwardenID.identifier)) else {
      if let id { unnamed.insert(id) }
      return
    }
    if let id { indices[id] = index }
    let isSpelledSame = noteSpelling(of: path)
    if named.insert(index).inserted, isSpelledSame {
      draft.carry(view, asPathOf: index, isExact: path.names.map { Text($0) } == [text])
    } else {
      joined += 1
      view.convert(
        to: .collection, as: Text(String(index)), .folderPath,
        "\(view.label) is the name of another folder too, perhaps in another spelling; they are one folder now"
      )
    }
  }

  /// Says once for the file that folders became one.
  func reportJoined(_ draft: inout VaultDraft) { draft.reportJoinedFolders(joined) }

  /// Whether the model spells every name of the path as it is here, byte for byte.
  private mutating func noteSpelling(of path: FolderPath) -> Bool {
    var isSame = true
    for (depth, name) in path.names.enumerated() {
      let key = FolderPath(Array(path.names[...depth]))
      if let known = spellings[key] {
        if known != Text(name) { isSame = false }
      } else {
        spellings[key] = Text(name)
      }
    }
    return isSame
  }
}
