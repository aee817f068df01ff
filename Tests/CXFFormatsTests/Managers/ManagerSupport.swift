import CXFCrypto
import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// What the tests of exports in JSON, in archives of it, and of their encrypted kin share.
enum Managers {
  /// A format of the table.
  static func format(_ id: String) throws -> Format { try #require(FormatTable.format(id)) }

  /// Reads a file as that format, which it must be taken for.
  static func read(
    _ bytes: [UInt8], as id: String, password: String? = nil, name: String = "export"
  ) throws -> Reading {
    let file = SourceFile(name: name, bytes: bytes)
    let match = try FormatTable.detect(file)
    #expect(match.format.id == id)
    return try read(file, as: id, password: password)
  }

  /// Reads a file as that format, whatever it is taken for.
  static func read(_ file: SourceFile, as id: String, password: String? = nil) throws -> Reading {
    let read = try #require(try format(id).read)
    var options = ReadOptions()
    options.passphrase = password.map { SourcePassphrase(SecretBytes(copying: Array($0.utf8))) }
    return try read(file, options)
  }

  static func read(_ text: String, as id: String) throws -> Reading { try read(Array(text.utf8), as: id) }

  static func sample(_ name: String, as id: String) throws -> Reading {
    try read(Samples.bytes("Samples/exports/\(name)"), as: id)
  }

  /// An archive or encrypted export of this repository; the password of the latter is that of all.
  static func vector(_ name: String) -> [UInt8] { Samples.bytes("Tests/CXFFormatsTests/Vectors/\(name)") }

  static let password = "correct horse"

  static func shared(_ name: String, as id: String, password: String? = nil) throws -> Reading {
    try read(try SharedFiles.bytes("cases/\(name)"), as: id, password: password)
  }

  static func items(_ reading: Reading) -> [Item] { reading.accounts.flatMap(\.items).map(\.item) }

  /// Converts to every format that can be written: each account must balance, and the reader's notes must hold.
  @discardableResult
  static func balance(_ reading: Reading, from id: String) throws -> Conversion {
    let source = try format(id)
    for target in FormatTable.all where target.makeWriter != nil {
      _ = try Bitwarden.convert(reading, from: source, to: target)
    }
    return try Bitwarden.convert(reading, from: source, to: try format("cxf-bundle"))
  }

  /// The kind of the error that reading gives; nil where it gives none.
  static func failure(_ bytes: [UInt8], as id: String, password: String? = nil) throws -> FormatError.Kind? {
    do {
      _ = try read(SourceFile(name: "export", bytes: bytes), as: id, password: password)
      return nil
    } catch let error as FormatError {
      #expect(error.finding.message.isEmpty == false)
      return error.kind
    }
  }

  /// Where each value of a JSON text stands, the whole and those within values included.
  static func values(_ text: [UInt8]) throws -> [Range<Int>] {
    try text.withUnsafeBufferPointer { buffer in
      var ranges: [Range<Int>] = []
      func add(_ view: SourceView) throws {
        var cursor = JSONCursor(buffer, at: view.offset)
        try cursor.skipValue()
        ranges.append(view.offset..<cursor.offset)
        for child in view.children { try add(child) }
      }
      var cursor = JSONCursor(buffer)
      try add(try SourceRecord(&cursor, rules: .none).root)
      return ranges
    }
  }
}

extension Item {
  var personName: PersonName? { first { if case .personName(let value) = $0 { value } else { nil } } }
  var address: Address? { first { if case .address(let value) = $0 { value } else { nil } } }

  /// The values of custom fields by their labels.
  func field(_ label: Text) -> Text? { fields.first { $0.label == label }?.value }
}

extension [Item] {
  /// The item of that title.
  func titled(_ title: Text) throws -> Item { try #require(first { $0.title == title }) }
}
