internal import CredentialExchangeFormat

/// What stores refuse to take.
enum RecordRules {
  static func isIdentifier(_ id: Identifier) -> Bool {
    (1...Identifier.maximumCount).contains(id.bytes.count)
  }

  /// Refuses identifiers that are empty, too long, or there twice.
  static func check(_ ids: [Identifier]) throws(VaultError) {
    guard ids.allSatisfy(isIdentifier) else { throw .invalidChange("an identifier has not 1 to 64 bytes") }
    guard Set(ids).count == ids.count else { throw .invalidChange("the same record twice in one call") }
  }

  /// Refuses what cannot be kept of an item.
  static func check(_ item: VaultItem, _ keys: MatchKeys) throws(VaultError) {
    guard isIdentifier(item.id), item.collections.allSatisfy(isIdentifier),
      item.attachments.allSatisfy({ isIdentifier($0.file) })
    else {
      throw .invalidChange("an identifier has not 1 to 64 bytes")
    }
    guard item.attachments.allSatisfy({ $0.blob.bytes.count == RowID.byteCount && $0.sha256.count == 32 })
    else {
      throw .invalidChange("an attachment whose blob or hash has another length")
    }
    guard keys.values.count <= MatchKeyPage.maximumKeyCount else {
      throw .invalidChange("an item has more than \(MatchKeyPage.maximumKeyCount) match keys")
    }
  }

  /// Refuses what cannot be kept of provenance.
  static func check(_ provenance: Provenance) throws(VaultError) {
    guard isIdentifier(provenance.id), isIdentifier(provenance.item) else {
      throw .invalidChange("an identifier has not 1 to 64 bytes")
    }
    guard provenance.digests.count <= Int(UInt16.max) else {
      throw .invalidChange("provenance has more than \(UInt16.max) digests")
    }
  }

  /// Refuses an entry of the history that cannot be kept.
  static func check(_ entry: ImportEntry) throws(VaultError) {
    guard HistoryRecord.canKeep(entry.items) else { throw .invalidChange("a count below zero") }
  }

  /// The number of bytes of all chunks but the last.
  static let chunkByteCount = 1 << 20
}

/// The order of collections in an answer: those that stand in others after them.
enum CollectionOrder {
  /// Collections in a circle, or in one that is not there, come as if they stood in none.
  static func sorted(_ collections: [VaultCollection]) -> [VaultCollection] {
    let byIdentifier = collections.sorted { $0.id.bytes.lexicographicallyPrecedes($1.id.bytes) }
    let known = Set(collections.map(\.id))
    var children: [Identifier: [VaultCollection]] = [:]
    var queue: [VaultCollection] = []
    for collection in byIdentifier {
      if let parent = collection.parent, known.contains(parent) {
        children[parent, default: []].append(collection)
      } else {
        queue.append(collection)
      }
    }
    var position = 0
    while position < queue.count {
      queue += children.removeValue(forKey: queue[position].id) ?? []
      position += 1
    }
    guard queue.count < collections.count else { return queue }
    let placed = Set(queue.map(\.id))
    return queue + byIdentifier.filter { !placed.contains($0.id) }
  }
}
