/// What a vault is as an SQLite database: numbers, schema, statements.
enum VaultDatabase {
  /// "CXFV".
  static let applicationID: Int64 = 0x4358_4656
  /// The format that is read and written.
  static let version: Int64 = 1

  private static let headerTable =
    "CREATE TABLE header(id INTEGER PRIMARY KEY CHECK(id=1),bytes BLOB NOT NULL,sha256 BLOB NOT NULL)STRICT"
  private static let sealedTable =
    "CREATE TABLE sealed(kind INTEGER NOT NULL,id BLOB NOT NULL,idx INTEGER NOT NULL,"
    + "revision INTEGER NOT NULL,last INTEGER NOT NULL,nonce BLOB NOT NULL,tag BLOB NOT NULL,"
    + "ciphertext BLOB NOT NULL)STRICT"
  // An index beside the table, because a search in a tree of whole rows would read each large one that it passes.
  private static let placeIndex = "CREATE UNIQUE INDEX place ON sealed(kind,id,idx)"

  /// Makes an empty database a vault without rows.
  static func create(_ database: SQLiteDatabase) throws(VaultError) {
    try database.run(
      "PRAGMA page_size=8192;PRAGMA application_id=\(applicationID);PRAGMA user_version=\(version);"
        + headerTable + ";" + sealedTable + ";" + placeIndex)
  }

  /// Sets what a connection needs before the file is looked at.
  static func prepare(_ database: SQLiteDatabase, isReadOnly: Bool) throws(VaultError) {
    try database.run(
      "PRAGMA secure_delete=ON;PRAGMA temp_store=MEMORY;PRAGMA synchronous=EXTRA;PRAGMA cell_size_check=ON;"
        + "PRAGMA mmap_size=0;PRAGMA cache_size=-131072;PRAGMA query_only=\(isReadOnly ? "ON" : "OFF")")
  }

  /// Refuses a file that is no vault, or a vault of another version, or that has another schema.
  static func check(_ database: SQLiteDatabase) throws(VaultError) {
    guard try database.integer("PRAGMA application_id") == applicationID else {
      throw .damaged("the file is no vault")
    }
    let found = try database.integer("PRAGMA user_version")
    guard found == version else { throw .unknownVersion(Int(found)) }
    let statement = try SQLiteStatement(
      database, "SELECT type,name,tbl_name,coalesce(sql,'') FROM sqlite_schema ORDER BY name")
    defer { statement.reset() }
    for (type, name, table, sql) in [
      ("table", "header", "header", headerTable), ("index", "place", "sealed", placeIndex),
      ("table", "sealed", "sealed", sealedTable),
    ] {
      guard try statement.step(), try statement.text(0).elementsEqual(type.utf8),
        try statement.text(1).elementsEqual(name.utf8), try statement.text(2).elementsEqual(table.utf8),
        try statement.text(3).elementsEqual(sql.utf8)
      else { throw .damaged("the tables of the database are not those of a vault") }
    }
    guard try !statement.step() else { throw .damaged("the tables of the database are not those of a vault") }
  }

  /// Refuses what the library must not even open.
  ///
  /// - Parameter head: The first 100 bytes of the file, or all where there are fewer.
  static func checkHead(_ head: [UInt8]) throws(VaultError) {
    guard head.count >= 100, head.starts(with: Array("SQLite format 3".utf8) + [0]) else {
      throw .damaged("the file is no vault")
    }
    // Both numbers are 2 in a file that keeps its changes in another one, which a copy would lack.
    guard head[18] == 1, head[19] == 1 else {
      throw .damaged("the database is in a mode that vaults never use")
    }
  }

  /// Reads the header and checks it against the hash beside it.
  static func header(_ database: SQLiteDatabase) throws(VaultError) -> [UInt8] {
    let statement = try SQLiteStatement(database, "SELECT id,bytes,sha256 FROM header")
    defer { statement.reset() }
    guard try statement.step(), try statement.integer(0) == 1 else { throw .damaged("the header is missing") }
    let bytes = Array(try statement.bytes(1))
    let hash = Array(try statement.bytes(2))
    guard try !statement.step() else { throw .damaged("there are several headers") }
    guard try VaultHeader.hash(bytes) == hash else { throw .damaged("the header was changed") }
    return bytes
  }

  /// Writes the header with its hash.
  static func setHeader(_ bytes: [UInt8], hash: [UInt8], _ database: SQLiteDatabase) throws(VaultError) {
    let statement = try SQLiteStatement(database, "INSERT OR REPLACE INTO header VALUES(1,?1,?2)")
    let done = bytes.withUnsafeBytes { bytes in
      hash.withUnsafeBytes { hash in
        Result { () throws(VaultError) in
          try statement.bind(bytes, at: 1)
          try statement.bind(hash, at: 2)
          try statement.run()
        }
      }
    }
    try done.get()
  }

  /// The statements over sealed rows. All that read give the columns in one order: kind, id, idx, revision, last, nonce, tag, ciphertext.
  struct Statements {
    let insert: SQLiteStatement
    let delete: SQLiteStatement
    let select: SQLiteStatement
    let selectMark: SQLiteStatement
    let selectAll: SQLiteStatement
    let selectAfter: SQLiteStatement
    let selectMarksOfID: SQLiteStatement
    let selectIDs: SQLiteStatement
    let selectRevision: SQLiteStatement

    init(_ database: SQLiteDatabase) throws(VaultError) {
      let marks = "kind,id,idx,revision,last,nonce,tag"
      insert = try SQLiteStatement(database, "INSERT OR REPLACE INTO sealed VALUES(?1,?2,?3,?4,?5,?6,?7,?8)")
      delete = try SQLiteStatement(
        database, "DELETE FROM sealed INDEXED BY place WHERE kind=?1 AND id=?2 AND idx=?3")
      select = try SQLiteStatement(
        database, "SELECT \(marks),ciphertext FROM sealed INDEXED BY place WHERE kind=?1 AND id=?2 AND idx=?3"
      )
      selectMark = try SQLiteStatement(
        database, "SELECT \(marks) FROM sealed INDEXED BY place WHERE kind=?1 AND id=?2 AND idx=?3")
      // Through the index to the rows, as a search goes, with the keys of both sides: whatever the index hides or puts
      // elsewhere shows.
      let sides = "s.kind,s.id,s.idx,s.revision,s.last,s.nonce,s.tag,p.kind,p.id,p.idx"
      selectAll = try SQLiteStatement(
        database,
        "SELECT \(sides) FROM sealed AS p INDEXED BY place CROSS JOIN sealed AS s ON s.rowid=p.rowid "
          + "ORDER BY p.kind,p.id,p.idx")
      selectAfter = try SQLiteStatement(
        database,
        "SELECT \(marks),ciphertext FROM sealed INDEXED BY place WHERE kind=?1 AND id>?2 ORDER BY id,idx")
      selectMarksOfID = try SQLiteStatement(
        database, "SELECT \(marks) FROM sealed INDEXED BY place WHERE kind=?1 AND id=?2 ORDER BY idx")
      selectIDs = try SQLiteStatement(
        database, "SELECT DISTINCT id FROM sealed INDEXED BY place WHERE kind=?1 ORDER BY id")
      selectRevision = try SQLiteStatement(
        database, "SELECT revision FROM sealed INDEXED BY place WHERE kind=1 AND id=?1 AND idx=0")
    }
  }
}
