internal import CXFCrypto
internal import CredentialExchangeFormat

extension KeePassItem {
  /// Puts the item together again from what the entry holds and what was kept beside it, and takes both out of the entry.
  /// What the entry holds beyond that, since somebody changed it, is left there to be read like anything else.
  mutating func readKept() {
    guard
      let pair = entry.customData.first(where: { $0.name?.peek == KeePassKept.key && $0.value?.peek != nil }),
      let view = pair.value, let text = view.peek
    else { return }
    guard let kept = KeePassKept(text), var join = KeePassJoin(kept, entry) else {
      builder.findings.append(
        builder.finding(
          .keptPartUnreadable,
          "what was kept beside the entry cannot be read; it stays a custom field, and the entry counts alone",
          .kept, field: KeePassKept.key.string))
      return
    }
    join.readFields()
    let pool = pool
    entry.leave(join.readAgent { pool.content(of: $0) })
    guard var item = join.item() else { return }
    pair.name?.markStructure()
    item.id = id(of: item)
    if let created = entry.created, item.createdAt != nil { created.markStructure() }
    join.fillLogin(&item)
    builder.item = item
    builder.isJoined = true
    readJoinedTags(join)
    readJoinedState()
    readJoinedFiles(join)
    entry.leave(
      fields: join.consumedFields, versions: join.consumedVersions, data: pair, expiry: join.consumesExpiry,
      created: builder.item.createdAt != nil)
    settle(join, view)
  }

  /// The identifier that was kept, unless the entry is a copy of the one that it belongs to.
  private func id(of item: Item) -> Identifier {
    let own = entry.uuid.map { Identifier($0) } ?? builder.item.id
    return item.id.isEmpty || KeePassUUID.of(item.id) != entry.uuid ? own : item.id
  }

  // MARK: Tags and state

  private mutating func readJoinedTags(_ join: KeePassJoin) {
    let text = entry.tags?.text ?? ""
    guard let digest = join.kept.tags else { return }
    let parts = KeePassTags.parts(text)
    if digest == KeePassKept.digest(text) {
      let item = builder.item
      let places =
        item.tags.filter { !$0.isEmpty }.map { PlacedText("tags", $0) }
        + (item.isFavorite ? [PlacedText("favorite", "true")] : [])
      if places.isEmpty { entry.tags?.markStructure() }
      entry.tags?.convert(toAll: places, .tagsParted, "the tags of the item, as they were kept")
      entry.leaveTags()
      return
    }
    // Somebody has changed the tags: those count.
    builder.item.tags = []
    builder.item.isFavorite = false
    guard builder.item.isArchived else { return }
    if parts.contains(KeePassTags.archived) {
      let others = parts.filter { $0 != KeePassTags.archived && $0 != KeePassTags.favorite }
      for tag in others where !builder.item.tags.contains(tag) { builder.item.tags.append(tag) }
      builder.item.isFavorite = parts.contains(KeePassTags.favorite)
      let places =
        others.map { PlacedText("tags", $0) }
        + (builder.item.isFavorite ? [PlacedText("favorite", "true")] : [])
      if places.isEmpty { entry.tags?.markStructure() }
      entry.tags?.convert(toAll: places, .tagsParted, "the tags of the entry")
      entry.leaveTags()
    } else {
      builder.item.removeState("archived", "archivedAt")
    }
  }

  private mutating func readJoinedState() {
    if builder.isTrashed, builder.item.isTrashed {
      builder.isTrashed = false
    } else if !builder.isTrashed, builder.item.isTrashed {
      builder.item.removeState("deleted", "deletedAt")
    }
  }

  // MARK: Files

  private mutating func readJoinedFiles(_ join: KeePassJoin) {
    var waiting = join.files
    var claimed: [KeePassEntry.Attachment] = []
    for attachment in entry.attachments {
      guard let bytes = pool.content(of: attachment),
        let content = try? AttachmentContent(measuring: MemoryBytes(bytes)),
        let index = waiting.firstIndex(where: {
          file(at: $0.credential)?.integrityHash.bytes == content.sha256
        }),
        var file = file(at: waiting[index].credential)
      else { continue }
      let place = waiting.remove(at: index)
      if attachment.name != place.name { file.name = attachment.name }
      builder.item.credentials[place.credential] = .file(file)
      builder.attachments.append(ItemAttachment(file: file.id, content: content))
      attachment.valueView?.markStructure()
      if attachment.name == file.name {
        _ = attachment.nameView?.take(to: "file.name")
      } else {
        attachment.nameView?.convert(
          to: "file.name", as: file.name, .keptInCustomData, "the name of the file, as it was kept")
      }
      claimed.append(attachment)
    }
    entry.leave(claimed)
    // A file that is not in the entry any more was taken out of it, or exchanged for another one.
    for place in waiting.sorted(by: { $0.credential > $1.credential }) {
      builder.item.credentials.remove(at: place.credential)
    }
  }

  private func file(at index: Int) -> FileReference? {
    guard builder.item.credentials.indices.contains(index),
      case .file(let file) = builder.item.credentials[index]
    else { return nil }
    return file
  }

  // MARK: The account

  /// Says where the text that was kept stands now.
  private mutating func settle(_ join: KeePassJoin, _ view: SourceView) {
    let model = SourceRecord(builder.item)
    let literals = join.literals
    let standing = literals.filter { !model.leaves(at: $0.place, holding: $0.text).isEmpty }
    if standing.isEmpty {
      view.markStructure()
    } else {
      view.convert(
        toAll: standing, .keptInCustomData, "what KeePass has no place for, put back into the item")
    }
    let missing = literals.count - standing.count
    guard join.isOutdated || missing > 0 else { return }
    builder.findings.append(
      builder.finding(
        .keptPartOutdated,
        "the entry was changed in another program: \(missing) values that were kept beside what it holds no more are gone",
        .skipped))
  }
}

extension Item {
  /// Takes members out of the extension that says archived or trashed.
  fileprivate mutating func removeState(_ names: Text...) {
    for index in extensions.indices.reversed() {
      guard case .other(var other) = extensions[index], other.name == Text(ToolkitExtension.state.rawValue)
      else { continue }
      let rest = other.members.members.filter { !names.contains($0.name) }
      guard rest.count < other.members.members.count else { continue }
      guard !rest.isEmpty else {
        extensions.remove(at: index)
        continue
      }
      other.members = UnknownMembers()
      for member in rest {
        other.members.append(JSONEdits.quoted(member.name) + [0x3A] + Array(member.json.utf8))
      }
      extensions[index] = .other(other)
    }
  }
}
