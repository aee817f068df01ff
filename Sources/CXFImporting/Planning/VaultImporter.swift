internal import CXFFormats
public import CXFVaults
public import CredentialExchangeFormat

/// Imports files into a vault: what is there already is found, what is new is added, what differs is settled or kept
/// beside it, everything in one change of the vault that can be taken back exactly.
///
///     let source = try ImportSource(bytes, name: "export.json")
///     let importer = VaultImporter(store)
///     let result = try await importer.import(source, ImportOptions(now: now) { print($0.done, "of", $0.total) })
///     try await importer.undo(result.id, at: now)
///
/// Cancelling the task ends the work at the next step; the vault is then as it was.
public struct VaultImporter<Store: VaultStore>: Sendable {
  /// The vault.
  public let store: Store
  private let domains: PublicSuffixList

  /// Creates an importer.
  public init(_ store: Store) {
    self.store = store
    domains = PublicSuffixList()
  }

  // MARK: Planning

  /// Says what importing would do, and changes nothing.
  ///
  /// - Parameter resolver: Is asked about each conflict; nil to let the policy settle them.
  /// - Throws: ``VaultError``, `CancellationError`, or what `resolver` throws.
  public func plan(
    _ source: ImportSource, _ options: ImportOptions, asking resolver: ConflictResolver? = nil
  ) async throws -> (plan: ImportPlan, result: ImportResult) {
    try await store.read { snapshot in
      var run = try await ImportRun(snapshot, source, options, domains)
      try await run.run(resolver.map { .asking($0) } ?? .policy)
      let plan = ImportPlan(
        source: .init(path: source.name, sha256: source.sha256, format: source.format),
        vault: .init(id: try await snapshot.vaultID(), generation: try await snapshot.generation()),
        publicSuffixList: domains.version, policy: options.policy, actions: run.actions)
      return (plan, run.result(nil))
    }
  }

  // MARK: Importing

  /// Imports a file, in one change of the vault.
  ///
  /// - Throws: ``VaultError`` or `CancellationError`; the vault is then as it was.
  public func `import`(_ source: ImportSource, _ options: ImportOptions) async throws -> ImportResult {
    try await store.write { transaction in
      try await run(transaction, source, options, .policy)
    }
  }

  /// Does exactly what a plan says.
  ///
  /// - Throws: ``ImportError`` where the source, the vault or the list of public suffixes is not the one that the plan was
  ///   made with, or the plan cannot be followed; the vault is then as it was.
  public func apply(_ plan: ImportPlan, _ source: ImportSource, _ options: ImportOptions) async throws
    -> ImportResult
  {
    guard plan.source.sha256 == source.sha256, plan.source.format == source.format else {
      throw ImportError.otherSource
    }
    guard plan.publicSuffixList == domains.version else { throw ImportError.otherSuffixList }
    var actions: [Int: PlannedAction] = [:]
    for action in plan.actions {
      guard action.index >= 0, action.index < source.itemCount else {
        throw ImportError.invalidPlan("action \(action.index): the source has \(source.itemCount) items")
      }
      guard actions.updateValue(action, forKey: action.index) == nil else {
        throw ImportError.invalidPlan("action \(action.index) occurs twice")
      }
    }
    return try await store.write { [actions] transaction in
      guard try await transaction.vaultID() == plan.vault.id else { throw ImportError.otherVault }
      let found = try await transaction.generation()
      guard found == plan.vault.generation else {
        throw ImportError.changedVault(planned: plan.vault.generation, found: found)
      }
      return try await run(transaction, source, options, .plan(actions))
    }
  }

  private func run(
    _ transaction: Store.Transaction, _ source: ImportSource, _ options: ImportOptions,
    _ decider: ImportRun<Store.Transaction>.Decider
  ) async throws -> ImportResult {
    var entry = ImportEntry(
      id: try newID(options), at: options.now, source: Text(source.name), format: Text(source.format))
    var run = try await ImportRun(transaction, source, options, domains)
    try await run.run(decider)
    entry.items = run.counts
    try await transaction.begin(entry)
    try await transaction.put(run.accounts.changed)
    try await transaction.put(run.collections.changed)
    let scheme = run.keyMaker.scheme
    let contents = try run.incoming.contents()
    try await run.changedItems { items, keys in
      try await transaction.put(items, keys: keys, scheme: scheme)
      for attachment in items.flatMap(\.attachments) {
        guard let content = contents[attachment.blob] else { continue }
        try await transaction.put(content, blob: attachment.blob)
      }
    }
    try await transaction.put(run.matcher.unchangedNewKeys, scheme: scheme)
    try await transaction.put(run.provenance)
    try await transaction.rely(on: run.reliedOn)
    return run.result(entry.id)
  }

  // MARK: The vault's own duplicates

  /// Merges the items of the vault that are duplicates of older ones, by the rules of importing.
  ///
  /// Of the counts of the result `total` are the items of the vault, `merged` and `identical` those that became part of
  /// others, and `skipped` those that stayed.
  ///
  /// - Parameter dryRun: Whether only to say what would be done.
  /// - Throws: ``VaultError`` or `CancellationError`; the vault is then as it was.
  public func dedupe(_ options: ImportOptions, dryRun: Bool = false) async throws -> ImportResult {
    if dryRun {
      return try await store.read { snapshot in
        var run = try await DedupeRun(snapshot, options, domains)
        try await run.run()
        return run.result(nil)
      }
    }
    return try await store.write { transaction in
      var run = try await DedupeRun(transaction, options, domains)
      try await run.run()
      let entry = ImportEntry(
        id: try newID(options), action: .dedupe, at: options.now, source: "dedupe", items: run.counts)
      try await transaction.begin(entry)
      let scheme = run.keyMaker.scheme
      try await run.changedItems { items, keys in try await transaction.put(items, keys: keys, scheme: scheme)
      }
      try await transaction.put(try await run.changedCollections())
      try await transaction.remove(Array(run.removed.keys))
      try await transaction.rely(on: run.reliedOn)
      return run.result(entry.id)
    }
  }

  private func newID(_ options: ImportOptions) throws -> ImportID {
    guard let id = ImportID(try options.makeImportID()) else {
      throw VaultError.invalidChange("the id of an import has \(ImportID.byteCount) bytes")
    }
    return id
  }

  // MARK: Taking back

  /// The import that ``undo(_:at:)`` takes back when none is named: the newest that is not undone.
  public func newestImport() async throws -> ImportEntry? {
    try await store.read { try await $0.imports().last { $0.undoneAt == nil } }
  }

  /// Gives every record that an import changed back its content of before, byte for byte.
  ///
  /// - Returns: The entry as it now stands in the history.
  /// - Throws: ``ImportError``: unknown, undone or forgotten imports, and those whose records later imports changed.
  public func undo(_ id: ImportID?, at now: Timestamp) async throws -> ImportEntry {
    try await store.write { transaction in
      let history = try await transaction.imports()
      guard let id = id ?? history.last(where: { $0.undoneAt == nil })?.id else {
        throw ImportError.nothingToUndo(nil)
      }
      guard let index = history.firstIndex(where: { $0.id == id }) else {
        throw ImportError.noSuchImport(id.description)
      }
      guard history[index].undoneAt == nil, !history[index].isForgotten else {
        throw ImportError.nothingToUndo(id)
      }
      let changes = try await transaction.changes(of: id)
      var blockers: [ImportID] = []
      for later in history[(index + 1)...] where later.undoneAt == nil {
        let laterChanges = try await transaction.changes(of: later.id)
        var allows = laterChanges.allowsUndoing(changes)
        // Items were removed because others hold all of them, and must not lose it.
        if later.action == .dedupe {
          allows = allows && laterChanges.reliedOn.isDisjoint(with: changes.changed)
        }
        // What a forgotten one changed cannot be told.
        if later.isForgotten || !allows { blockers.append(later.id) }
      }
      guard blockers.isEmpty else { throw ImportError.blockedUndo(id, by: blockers) }
      try await transaction.undo(id, at: now)
      var entry = history[index]
      entry.undoneAt = now
      return entry
    }
  }
}

extension VaultTransaction {
  /// Writes the bytes of an attachment, in chunks of 1 MiB.
  ///
  /// - Throws: ``VaultError``; what reading the bytes throws.
  fileprivate func put(_ content: AttachmentContent, blob: Identifier) async throws {
    let stream = try content.open()
    var chunk: [UInt8] = []
    var index = 0
    while true {
      try Task.checkCancellation()
      let piece = try await stream.next()
      if piece.isEmpty { break }
      chunk += piece
      // The last chunk is known by what does not follow it, so one is kept back.
      while chunk.count > attachmentPieceCount {
        try await put(Array(chunk[..<attachmentPieceCount]), index, isLast: false, blob: blob)
        chunk.removeSubrange(..<attachmentPieceCount)
        index += 1
      }
    }
    try await put(chunk, index, isLast: true, blob: blob)
  }
}
