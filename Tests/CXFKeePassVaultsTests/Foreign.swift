import CXFKeePass
import CXFKeePassVaults
import CXFTestSupport
import CredentialExchangeFormat
import Foundation

/// Another program that edits a database, by its XML.
enum Foreign {
  typealias Fragment = KeePassFragment

  /// Changes a database behind the back of the library.
  static func edit(
    _ fixture: DatabaseFixture, _ change: (KeePassDocument, inout KeePassEdits) throws -> Void
  ) throws {
    var database = try fixture.database()
    var edits = KeePassEdits()
    try change(database.document, &edits)
    database.document = try database.document.applying(edits)
    try Data(try database.seal()).write(to: URL(fileURLWithPath: fixture.path))
  }

  /// Sets fields of an entry, and puts what it was into its history, as programs do.
  static func set(
    _ fixture: DatabaseFixture, _ title: Text, _ fields: [Text: Text], at now: UInt64,
    keepsVersion: Bool = true
  ) throws {
    try edit(fixture) { document, edits in
      let xml = document.xml
      guard let entry = entries(document, title).first else { return }
      var parts: [Fragment] = []
      for child in xml.children(of: entry) {
        switch xml.name(of: child) {
        case "String":
          let key = document.text(of: child, child: "Key") ?? ""
          parts.append(try fields[key].map { try field(key, $0) } ?? document.fragment(of: child))
        case "Times": parts.append(try times(child, document, now))
        case "History":
          var versions = xml.children(of: child).map { document.fragment(of: $0) }
          if keepsVersion { versions.append(try version(entry, document)) }
          parts.append(try .element("History", [:], versions))
        default: parts.append(document.fragment(of: child))
        }
      }
      edits.replace(entry, with: try .element("Entry", [:], parts))
    }
  }

  private static func field(_ key: Text, _ value: Text) throws -> Fragment {
    let text: Fragment =
      key == "Password" ? try .protected("Value", Array(value.utf8)) : try .element("Value", text: value)
    return try .element("String", [:], [.element("Key", text: key), text])
  }

  private static func times(_ times: Int, _ document: KeePassDocument, _ now: UInt64) throws -> Fragment {
    let parts = try document.xml.children(of: times).map { child in
      try document.xml.name(of: child) == "LastModificationTime"
        ? .element("LastModificationTime", text: KeePassTime.binary(Int64(now)))
        : document.fragment(of: child)
    }
    return try .element("Times", [:], parts)
  }

  private static func version(_ entry: Int, _ document: KeePassDocument) throws -> Fragment {
    let parts = document.xml.children(of: entry).filter { document.xml.name(of: $0) != "History" }
    return try .element("Entry", [:], parts.map { document.fragment(of: $0) })
  }

  /// The entries of a title that are no earlier versions.
  static func entries(_ document: KeePassDocument, _ title: Text) -> [Int] {
    let xml = document.xml
    return xml.elements.indices.filter {
      xml.name(of: $0) == "Entry" && xml.name(of: xml.elements[$0].parent) == "Group"
        && value(of: "Title", in: $0, document) == title
    }
  }

  /// The value of a field of an entry.
  static func value(of key: Text, in entry: Int, _ document: KeePassDocument) -> Text? {
    let field = document.xml.children(of: entry, named: "String").first {
      document.text(of: $0, child: "Key") == key
    }
    return field.flatMap { document.text(of: $0, child: "Value") }
  }

  /// The earlier versions of an entry.
  static func versions(of entry: Int, _ document: KeePassDocument) -> [Int] {
    document.xml.child(of: entry, named: "History").map { document.xml.children(of: $0) } ?? []
  }

  /// When an entry, or a version of one, was changed.
  static func modified(_ entry: Int, _ document: KeePassDocument) -> Int64? {
    document.xml.child(of: entry, named: "Times").flatMap {
      document.text(of: $0, child: "LastModificationTime")
    }.flatMap { KeePassTime.seconds($0) }
  }

  /// All entries without when they were changed last, by UUID.
  static func forms(_ database: KDBXDatabase) throws -> [Text: [UInt8]] {
    let document = database.document
    let xml = document.xml
    var forms: [Text: [UInt8]] = [:]
    for entry in xml.elements.indices
    where xml.name(of: entry) == "Entry" && xml.name(of: xml.elements[entry].parent) == "Group" {
      let copy = try KeePassDocument(around: document.fragment(of: entry))
      var edits = KeePassEdits()
      if let times = copy.xml.child(of: 1, named: "Times"),
        let time = copy.xml.child(of: times, named: "LastModificationTime")
      {
        edits.remove(time)
      }
      forms[document.text(of: entry, child: "UUID") ?? ""] = try copy.applying(edits).fragment(of: 1).encoded
    }
    return forms
  }
}
