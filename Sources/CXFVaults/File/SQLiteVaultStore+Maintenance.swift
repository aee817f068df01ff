/// What looking at every byte of a vault found.
package struct VaultCheck: Sendable, Equatable {
  /// Items that could be read.
  package var items = 0
  /// Collections that could be read.
  package var collections = 0
  /// Accounts that could be read.
  package var accounts = 0
  /// Entries of the history.
  package var imports = 0
  /// Blobs whose bytes are all there.
  package var blobs = 0
  /// What is wrong, in words without content; the first hundred.
  package var problems: [String] = []
  /// How many problems there are.
  package var problemCount = 0

  /// Whether nothing is wrong.
  package var isSound: Bool { problemCount == 0 }

  private static let maximumProblemCount = 100

  /// Creates the value: nothing was looked at yet.
  package init() {}

  /// Adds a problem, if there is one.
  package mutating func note(_ problem: String?) {
    guard let problem else { return }
    problemCount += 1
    if problems.count < Self.maximumProblemCount { problems.append(problem) }
  }
}

extension SQLiteVaultStore {
  /// Looks at every row: seals, padding, contents, sums and counts, hashes and lengths of blobs, the journal, and that nothing is
  /// there that nothing needs.
  ///
  /// - Throws: `VaultError` where not even the header can be read; what is wrong with rows is in the result.
  package func check() async throws -> VaultCheck {
    try await reading(.checking) { connection, transaction in
      try await connection.perform(transaction) { try $0.checkAll() }
    }
  }

  /// Gives back the room of what is not used any more: pages of match keys in which nothing counts, and free pages of the file.
  package func compact() async throws {
    try await writing { connection, transaction in
      try await connection.perform(transaction) { session in
        try session.changing { try $0.dropStaleKeyPages() }
      }
    }
    try await locked {
      let connection = try await writer()
      try await connection.performAlone { session in
        try session.database.allowingVacuum { () throws(VaultError) in try session.database.run("VACUUM") }
      }
    }
    forgetConnections()
  }
}

extension VaultSession {
  /// Deletes pages of match keys in which no entry counts.
  func dropStaleKeyPages() throws {
    for number in try withMeta({ $0.keyPages.map(\.number) }) {
      try Task.checkCancellation()
      let entries = try keyPage(number).entries
      guard try !entries.contains(where: { try counts($0) }) else { continue }
      try delete(.meta, try metaID(.matchKeys, page: number))
      try withMeta { $0.keyPages.removeAll { $0.number == number } }
    }
  }
}
