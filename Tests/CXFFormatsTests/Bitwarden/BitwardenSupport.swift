import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Foundation
import Testing

/// What the tests of Bitwarden's JSON share.
enum Bitwarden {
  static func read(_ file: SourceFile) throws -> Reading {
    let match = try FormatTable.detect(file)
    #expect(match.format.id == "bitwarden-json")
    let read = try #require(match.format.read)
    return try read(file, ReadOptions())
  }

  static func read(_ text: String) throws -> Reading {
    try read(SourceFile(name: "test.json", bytes: Array(text.utf8)))
  }

  /// An export with these items and folders, given as JSON.
  static func document(_ items: String, folders: String = "") -> String {
    "{\"encrypted\":false,\"folders\":[\(folders)],\"items\":[\(items)]}"
  }

  static func shared(_ name: String) throws -> Reading {
    try read(SourceFile(name: name, bytes: try SharedFiles.bytes("cases/\(name)")))
  }

  /// A sample of this repository.
  static func sample(_ name: String) throws -> [UInt8] {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return [UInt8](try Data(contentsOf: folder.appendingPathComponent("Samples/\(name)")))
  }

  /// Converts what was read, and checks that every value is accounted for.
  static func convert(
    _ reading: Reading, from source: Format = BitwardenJSON.format, to target: Format
  ) throws -> Conversion {
    let makeWriter = try #require(target.makeWriter)
    let conversion = try Conversion.run(
      [(SourceFile(name: "test", bytes: []), source, reading)], to: target,
      writer: makeWriter(WriteOptions(timestamp: 1_700_000_000)),
      options: .init(timestamp: 1_700_000_000, includesTrash: true))
    #expect(conversion.values.isBalanced)
    #expect(!conversion.findings.contains { $0.code == .accountMismatch })
    return conversion
  }

  /// Reads a document, writes it as CXF, reads that, and writes it as Bitwarden's again.
  static func throughCXF(_ bytes: [UInt8]) throws -> Conversion {
    let cxf = CXFDocument.format
    let written = try convert(read(SourceFile(name: "test", bytes: bytes)), to: cxf)
    let readCXF = try #require(cxf.read)
    let back = try readCXF(SourceFile(name: "test", bytes: written.bytes), ReadOptions())
    return try convert(back, from: cxf, to: BitwardenJSON.format)
  }

  /// Writes an account of these items, which has the identifier 01, and returns what the file says.
  static func write(_ items: [Item], _ collections: [ItemCollection] = []) throws -> (
    lines: [String], Conversion
  ) {
    let account = Account(id: Identifier([1]), collections: collections, items: items)
    let bytes = CXFEncoder().encode(Header(accounts: [account]))
    let read = try #require(CXFDocument.format.read)
    let reading = try read(SourceFile(name: "c", bytes: bytes), ReadOptions())
    let conversion = try convert(reading, from: CXFDocument.format, to: BitwardenJSON.format)
    return (try JSONLines(conversion.bytes).lines, conversion)
  }

  static func items(_ reading: Reading) -> [Item] { reading.accounts.flatMap(\.items).map(\.item) }

  /// Codes above the severity of a note that the reader itself reports, in order.
  static func problems(_ reading: Reading) -> [String] {
    reading.findings.filter { $0.severity > .note }.map(\.code.name)
  }
}

extension Conversion {
  /// Codes above the severity of a note, sorted.
  var problems: [String] { findings.filter { $0.severity > .note }.map(\.code.name).sorted() }

  func count(_ code: FindingCode) -> Int { findings.filter { $0.code == code }.count }
}

extension Item {
  /// The custom fields of all groups, in order.
  var fields: [EditableField] {
    credentials.flatMap { credential -> [EditableField] in
      guard case .customFields(let group) = credential else { return [] }
      return group.fields
    }
  }

  func first<Value>(_ pick: (Credential) -> Value?) -> Value? { credentials.lazy.compactMap(pick).first }

  var passkey: Passkey? { first { if case .passkey(let value) = $0 { value } else { nil } } }
  var totp: TOTP? { first { if case .totp(let value) = $0 { value } else { nil } } }
  var card: CreditCard? { first { if case .creditCard(let value) = $0 { value } else { nil } } }
  var sshKey: SSHKey? { first { if case .sshKey(let value) = $0 { value } else { nil } } }
  var noteText: Text? { first { if case .note(let value) = $0 { value.content.value } else { nil } } }
  var basicAuth: BasicAuth? { first { if case .basicAuth(let value) = $0 { value } else { nil } } }
  var types: [String] { credentials.map(\.type) }
}

/// A JSON text as lines of path and value, so that two can be compared without the order of members.
struct JSONLines {
  var lines: [String] = []

  /// - Parameter change: what stands for a value at a path, or nil to leave it out.
  init(_ bytes: [UInt8], _ change: (_ path: String, _ value: String) -> String? = { $1 }) throws {
    let source = try JSONSource(bytes)
    let record = try source.text.withUnsafeBufferPointer { (buffer) throws(JSONError) in
      var cursor = JSONCursor(buffer)
      return try SourceRecord(&cursor, rules: .none)
    }
    var names: [String: String] = [:]
    for folder in record.root.elements("folders") + record.root.elements("collections") {
      guard let name = folder.peek("name")?.string else { continue }
      if let id = folder.peek("id") { names[id.string] = name }
    }
    lines = names.values.map { "folder \($0)" }
    for (index, item) in record.root.elements("items").enumerated() {
      add(item, "\(index)", names, change)
    }
    lines.sort { Text($0) < Text($1) }
  }

  private mutating func add(
    _ view: SourceView, _ path: String, _ names: [String: String], _ change: (String, String) -> String?
  ) {
    switch view.kind {
    case .object: for child in view.children { add(child, "\(path).\(child.name.string)", names, change) }
    case .array:
      for (index, child) in view.children.enumerated() { add(child, "\(path)[\(index)]", names, change) }
    default:
      guard let text = view.peek?.string, text != "false" || view.kind == .string else { return }
      let value = path.hasSuffix(".folderId") ? names[text] ?? "?" : text
      if let value = change(path, value) { lines.append("\(path) = \(value)") }
    }
  }
}
