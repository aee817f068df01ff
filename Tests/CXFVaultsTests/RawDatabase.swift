import CXFSQLite
import Foundation

/// A vault's file as any program could change it: by SQL, knowing no key.
final class RawDatabase {
  private let handle: OpaquePointer

  struct Failure: Error { let code: Int32 }

  /// One value of a row.
  enum Value: Equatable {
    case integer(Int64)
    case bytes([UInt8])

    var bytes: [UInt8] { if case .bytes(let bytes) = self { bytes } else { [] } }
    var integer: Int64 { if case .integer(let value) = self { value } else { -1 } }
  }

  init(path: String) throws {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE, nil)
    guard code == SQLITE_OK, let opened else { throw Failure(code: code) }
    handle = opened
  }

  deinit { sqlite3_close_v2(handle) }

  /// Runs statements and returns their rows.
  @discardableResult
  func run(_ sql: String) throws -> [[Value]] {
    var statement: OpaquePointer?
    var rows: [[Value]] = []
    let prepared = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    guard prepared == SQLITE_OK else { throw Failure(code: prepared) }
    defer { sqlite3_finalize(statement) }
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return rows }
      guard code == SQLITE_ROW else { throw Failure(code: code) }
      rows.append(
        (0..<sqlite3_column_count(statement)).map { column in
          if sqlite3_column_type(statement, column) == SQLITE_INTEGER {
            return .integer(sqlite3_column_int64(statement, column))
          }
          let count = Int(sqlite3_column_bytes(statement, column))
          return .bytes(
            Array(UnsafeRawBufferPointer(start: sqlite3_column_blob(statement, column), count: count)))
        })
    }
  }
}

/// A literal of SQL for bytes.
func sql(_ bytes: [UInt8]) -> String { "x'\(hexText(bytes))'" }

func hexText(_ bytes: [UInt8]) -> String { bytes.map { String(format: "%02x", $0) }.joined() }

/// The bytes that hexadecimal digits spell.
func hexBytes(_ text: String) -> [UInt8] {
  let digits = text.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}
