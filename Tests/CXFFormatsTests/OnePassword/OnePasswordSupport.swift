import CXFCrypto
import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Foundation
import Testing

/// What the tests of readers of 1Password share.
enum OnePassword {
  static let password = "sable otter 41"

  /// Reads a file as the format that its content speaks for.
  static func read(_ file: SourceFile, as id: String, password: String? = nil) throws -> Reading {
    let match = try FormatTable.detect(file)
    #expect(match.format.id == id)
    let read = try #require(match.format.read)
    return try read(file, options(password))
  }

  static func options(_ password: String?) -> ReadOptions {
    var options = ReadOptions()
    if let password { options.passphrase = SourcePassphrase(SecretBytes(copying: Array(password.utf8))) }
    return options
  }

  static func file(_ bytes: [UInt8]) -> SourceFile { SourceFile(name: "test", bytes: bytes) }

  /// A document of 1PUX with these items in one vault, given as JSON.
  static func document(_ items: String) -> [UInt8] {
    Array(
      """
      {"accounts":[{"attrs":{"uuid":"A","name":"Mara","email":"mara@quill.example"},"vaults":[
      {"attrs":{"uuid":"V","name":"Private"},"items":[\(items)]}]}]}
      """.utf8)
  }

  /// An item of 1PUX with these details.
  static func item(_ category: String, _ details: String, overview: String = "") -> String {
    """
    {"uuid":"i1","categoryUuid":"\(category)","state":"active","details":{\(details)},
    "overview":{"title":"T"\(overview.isEmpty ? "" : ",")\(overview)}}
    """
  }

  /// The one item of a document of 1PUX, of which every value is accounted for.
  static func item(_ text: String) throws -> Item {
    let reading = try read(file(document(text)), as: "1password-1pux")
    try expectWhole(reading)
    return try #require(Bitwarden.items(reading).first)
  }

  /// Fields of 1PUX in a section without heading.
  static func fields(_ fields: String, title: String = "") -> String {
    #""sections":[{"title":"\#(title)","name":"s","fields":[\#(fields)]}]"#
  }

  static func field(_ id: String, _ title: String, _ value: String) -> String {
    #"{"title":"\#(title)","id":"\#(id)","value":{\#(value)},"guarded":true,"inputTraits":{"keyboard":"default"}}"#
  }

  /// Converts to a bundle, and expects that every value is in it.
  @discardableResult
  static func expectWhole(_ reading: Reading, lost: Int = 0) throws -> Conversion {
    let conversion = try Bitwarden.convert(reading, from: OnePassword1PUX.format, to: CXFBundle.format)
    #expect(conversion.values.lost == lost)
    return conversion
  }

  /// The files of a folder below the tests' own, as members of an export.
  static func folder(_ path: String) throws -> SourceFile {
    let root = URL(fileURLWithPath: Samples.root).appendingPathComponent(path)
    let names = try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted()
    return SourceFile(
      name: path,
      folder: SourceMembers(
        folder: path,
        files: names.compactMap { name in
          guard let data = FileManager.default.contents(atPath: root.appendingPathComponent(name).path) else {
            return nil
          }
          return (name, MemoryBytes([UInt8](data)))
        }))
  }

  static func bytes(_ attachment: ItemAttachment?) async throws -> [UInt8] {
    let stream = try #require(try attachment?.content.open())
    var bytes: [UInt8] = []
    while true {
      let piece = try await stream.next()
      if piece.isEmpty { return bytes }
      bytes += piece
    }
  }
}

extension Item {
  /// The custom fields with their groups: heading, label, type, value.
  var shownFields: [[String]] {
    credentials.flatMap { credential -> [[String]] in
      guard case .customFields(let group) = credential else { return [] }
      return group.fields.map {
        [group.label?.string ?? "", $0.label?.string ?? "", $0.fieldType.name, $0.value.string]
      }
    }
  }
}
