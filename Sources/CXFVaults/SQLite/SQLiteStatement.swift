internal import CXFSQLite

/// One prepared statement, kept for many uses: bind, step, read columns, reset.
final class SQLiteStatement {
  private let handle: OpaquePointer
  // Keeps the connection open as long as its statement lives.
  private let database: SQLiteDatabase

  init(_ database: SQLiteDatabase, _ sql: String) throws(VaultError) {
    self.database = database
    var prepared: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    let code = sqlite3_prepare_v3(database.handle, sql, -1, flags, &prepared, nil)
    guard let prepared, code == SQLITE_OK else { throw VaultError(sqlite: code) }
    handle = prepared
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Binds a whole number to the parameter of that number, from 1.
  func bind(_ value: Int64, at index: Int32) throws(VaultError) {
    try database.check(sqlite3_bind_int64(handle, index, value))
  }

  /// Binds bytes without copying them: they must stay where they are until `reset`.
  func bind(_ bytes: UnsafeRawBufferPointer, at index: Int32) throws(VaultError) {
    guard let start = bytes.baseAddress, !bytes.isEmpty else {
      return try database.check(sqlite3_bind_zeroblob(handle, index, 0))
    }
    // No destructor means that the memory is ours.
    try database.check(sqlite3_bind_blob64(handle, index, start, UInt64(bytes.count), nil))
  }

  /// Goes to the next row; false when there is none.
  func step() throws(VaultError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code:
      sqlite3_reset(handle)
      throw VaultError(sqlite: code)
    }
  }

  /// Ends the use and forgets what was bound.
  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  /// Runs a statement that gives no rows.
  func run() throws(VaultError) {
    defer { reset() }
    while try step() {}
  }

  /// The whole number in a column, from 0.
  func integer(_ column: Int32) throws(VaultError) -> Int64 {
    guard sqlite3_column_type(handle, column) == SQLITE_INTEGER else {
      throw .damaged("a column of the database has another type")
    }
    return sqlite3_column_int64(handle, column)
  }

  /// The bytes in a column, from 0; valid until the next step.
  func bytes(_ column: Int32) throws(VaultError) -> UnsafeRawBufferPointer {
    guard sqlite3_column_type(handle, column) == SQLITE_BLOB else {
      throw .damaged("a column of the database has another type")
    }
    // Null also where memory ran out, which would look like an empty value.
    let start = sqlite3_column_blob(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    guard start != nil || count == 0 else { throw .storage("out of memory") }
    return UnsafeRawBufferPointer(start: start, count: count)
  }

  /// The text in a column, from 0.
  func text(_ column: Int32) throws(VaultError) -> [UInt8] {
    guard sqlite3_column_type(handle, column) == SQLITE_TEXT, let start = sqlite3_column_text(handle, column)
    else { throw .damaged("a column of the database has another type") }
    return Array(UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }
}
