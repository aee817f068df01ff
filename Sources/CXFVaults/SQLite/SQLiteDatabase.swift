internal import CXFSQLite

/// One connection to a database: from a file, from bytes, or to a new one in memory.
///
/// Not `Sendable`: an object is used by one thread at a time, and the library is told so.
final class SQLiteDatabase {
  let handle: OpaquePointer

  /// Opens a file for reading and changing; where that is not allowed, for reading.
  ///
  /// - Parameters:
  ///   - path: An absolute path without symbolic links.
  ///   - busyMilliseconds: How long a call waits for another connection's lock.
  convenience init(path: String, busyMilliseconds: Int32) throws(VaultError) {
    guard path.utf8.first == UInt8(ascii: "/"), !path.utf8.contains(0) else {
      throw .storage("the path of the vault is not absolute")
    }
    try self.init(
      opening: path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW, busyMilliseconds: busyMilliseconds)
  }

  /// Opens a copy of the bytes of a file for reading.
  convenience init(bytes: [UInt8]) throws(VaultError) {
    try self.init(opening: ":memory:", SQLITE_OPEN_READWRITE, busyMilliseconds: 0)
    guard !bytes.isEmpty, let copy = sqlite3_malloc64(UInt64(bytes.count)) else {
      throw .storage("out of memory")
    }
    bytes.withUnsafeBytes {
      copy.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(copy), byteCount: $0.count)
    }
    // The library frees the copy, also when the call fails.
    let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE) | UInt32(SQLITE_DESERIALIZE_READONLY)
    try check(
      sqlite3_deserialize(
        handle, "main", copy.assumingMemoryBound(to: UInt8.self), Int64(bytes.count), Int64(bytes.count),
        flags))
  }

  /// Creates an empty database in memory.
  convenience init() throws(VaultError) {
    try self.init(opening: ":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, busyMilliseconds: 0)
  }

  private init(opening path: String, _ flags: Int32, busyMilliseconds: Int32) throws(VaultError) {
    var opened: OpaquePointer?
    let flags = flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard let opened, code == SQLITE_OK else {
      // There can be an object beside the error.
      sqlite3_close_v2(opened)
      throw VaultError(sqlite: code)
    }
    handle = opened
    try harden()
    sqlite3_busy_timeout(handle, busyMilliseconds)
  }

  deinit {
    // Statements that are still there keep the connection until they are gone.
    sqlite3_close_v2(handle)
  }

  /// Runs statements that give no rows that matter.
  func run(_ sql: String) throws(VaultError) {
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// Returns the whole number that a statement gives in its first column.
  func integer(_ sql: String) throws(VaultError) -> Int64 {
    let statement = try SQLiteStatement(self, sql)
    guard try statement.step() else { throw .damaged("a value of the database is missing") }
    return try statement.integer(0)
  }

  /// The file of a database in memory.
  func serialized() throws(VaultError) -> [UInt8] {
    var count: Int64 = 0
    guard let bytes = sqlite3_serialize(handle, "main", &count, 0), let length = Int(exactly: count) else {
      throw .storage("out of memory")
    }
    defer { sqlite3_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: length))
  }

  /// Lets `VACUUM` attach the database that it builds while `body` runs.
  func allowingVacuum(_ body: () throws(VaultError) -> Void) throws(VaultError) {
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 1)
    defer { sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0) }
    try body()
  }

  /// Whether the last call left a transaction open.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  func check(_ code: Int32) throws(VaultError) {
    guard code == SQLITE_OK else { throw VaultError(sqlite: code) }
  }

  /// The most bytes of one value: a payload at its largest, with its padding.
  private static let maximumValueByteCount: Int32 = 1 << 27

  /// A database may come from anywhere: whatever it could make the library do beyond its two tables is turned off.
  private func harden() throws(VaultError) {
    for (option, value) in [
      (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
      (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
      (SQLITE_DBCONFIG_ENABLE_VIEW, 0), (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
      (SQLITE_DBCONFIG_DQS_DML, 0), (SQLITE_DBCONFIG_DQS_DDL, 0),
    ] as [(Int32, Int32)] {
      try check(cxf_sqlite3_db_config_flag(handle, option, value))
    }
    for (limit, value) in [
      (SQLITE_LIMIT_LENGTH, Self.maximumValueByteCount), (SQLITE_LIMIT_SQL_LENGTH, 4096),
      (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_TRIGGER_DEPTH, 0), (SQLITE_LIMIT_WORKER_THREADS, 0),
      (SQLITE_LIMIT_VARIABLE_NUMBER, 16), (SQLITE_LIMIT_EXPR_DEPTH, 32), (SQLITE_LIMIT_COLUMN, 64),
    ] as [(Int32, Int32)] {
      sqlite3_limit(handle, limit, value)
    }
  }
}
