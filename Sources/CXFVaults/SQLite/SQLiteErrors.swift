internal import CXFSQLite

extension VaultError {
  /// Says what a result code of the library means for a vault.
  ///
  /// The text is the library's fixed one for the code; its other messages can quote the file.
  init(sqlite code: Int32) {
    let reason = String(cString: sqlite3_errstr(code))
    switch code & 0xFF {
    // All statements are ours and correct: where one is refused, the file is not what it should be.
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT, SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH,
      SQLITE_TOOBIG, SQLITE_SCHEMA, SQLITE_RANGE, SQLITE_AUTH, SQLITE_EMPTY:
      self = .damaged("the database: \(reason)")
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL:
      self = .busy("another program is using the vault")
    default:
      self = .storage("the database: \(reason)")
    }
  }
}
