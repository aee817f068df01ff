import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// Exports that broke off, and values of types that nobody expects.
@Suite struct OnePasswordHostileTests {
  @Test(arguments: ["Samples/onepassword.1pux", "Samples/onepassword.1pif"])
  func whatBreaksOffNeverTraps(_ name: String) throws {
    let bytes = Samples.bytes(name)
    let format = name.hasSuffix("1pux") ? OnePassword1PUX.format : OnePassword1PIF.format
    let read = try #require(format.read)
    for length in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 150)) {
      do {
        let reading = try read(OnePassword.file(Array(bytes.prefix(length))), ReadOptions())
        let conversion = try Bitwarden.convert(reading, from: format, to: CXFBundle.format)
        #expect(conversion.values.isBalanced)
      } catch let error as FormatError {
        #expect(error.kind == .damaged)
      }
    }
  }

  @Test func theDocumentThatBreaksOffSaysWhere() throws {
    let bytes = OnePassword.document(OnePassword.item("001", #""notesPlain":"x""#))
    let read = try #require(OnePassword1PUX.format.read)
    for length in 0..<bytes.count - 1 {
      let error = try #require(throws: FormatError.self) {
        try read(OnePassword.file(Array(bytes.prefix(length))), ReadOptions())
      }
      #expect(error.kind == .damaged && error.finding.position.byte != nil)
    }
  }

  private static let oddities = [
    "null", "true", "false", "0", "-1.5e300", #""""#, #""text""#, "[]", #"["one",2,null]"#, "{}",
    #"{"a":{"b":"c"}}"#,
    #""\ud800""#, "[[[[]]]]",
  ]

  /// Every member of a login, once with each of the odd values.
  @Test(arguments: oddities)
  func oddValuesAreKeptOrCounted(_ odd: String) throws {
    let members = [
      "uuid", "favIndex", "createdAt", "updatedAt", "state", "trashed", "categoryUuid", "details", "overview",
      "item",
      "file",
    ]
    for name in members {
      let item = #"{"\#(name)":\#(odd),"x":"kept"}"#
      try expectBalanced(item, "\(name) \(odd)")
    }
    for name in [
      "loginFields", "notesPlain", "sections", "passwordHistory", "password", "documentAttributes", "URLs",
      "htmlForm",
      "expiry_yy",
    ] {
      try expectBalanced(#"{"categoryUuid":"002","details":{"\#(name)":\#(odd)}}"#, "\(name) \(odd)")
      try expectBalanced(#"{"categoryUuid":"002","details":{"\#(name)":[\#(odd)]}}"#, "[\(name)] \(odd)")
    }
    for name in ["title", "subtitle", "url", "urls", "tags", "ps", "watchtowerExclusions"] {
      try expectBalanced(#"{"overview":{"\#(name)":\#(odd)}}"#, "\(name) \(odd)")
      try expectBalanced(#"{"overview":{"\#(name)":[\#(odd)]}}"#, "[\(name)] \(odd)")
    }
    let kinds = [
      "string", "concealed", "email", "date", "monthYear", "address", "totp", "reference", "file", "sshKey",
      "odd",
    ]
    for kind in kinds {
      for id in ["expiry", "ccnum", "x"] {
        try expectBalanced(
          OnePassword.item("002", OnePassword.fields(OnePassword.field(id, "t", #""\#(kind)":\#(odd)"#))),
          "\(kind) \(odd)")
      }
    }
    for name in ["id", "title", "value"] {
      try expectBalanced(
        #"{"details":{"sections":[{"fields":[{"\#(name)":\#(odd)}]}]}}"#, "field \(name) \(odd)")
    }
    try expectBalanced(odd, "item \(odd)")
    try expectBalanced(
      #"{"details":{"sshKey":1,"sections":[{"title":\#(odd),"name":\#(odd),"fields":\#(odd)}]}}"#, odd)
  }

  private func expectBalanced(_ item: String, _ what: String) throws {
    let reading = try OnePassword.read(OnePassword.file(OnePassword.document(item)), as: "1password-1pux")
    let conversion = try Bitwarden.convert(reading, from: OnePassword1PUX.format, to: CXFBundle.format)
    if reading.failed == 0 { #expect(conversion.values.lost == 0, "\(what)") }
    let record = Array(item.utf8)
    if String(decoding: record, as: UTF8.self).contains("\"kept\"") {
      #expect(Bitwarden.items(reading).first?.fields.contains { $0.value == "kept" } == true, "\(what)")
    }
  }

  @Test(arguments: oddities)
  func oddAttributesOfAccountsAndVaultsAreCounted(_ odd: String) throws {
    for text in [
      #"{"accounts":[{"attrs":\#(odd),"vaults":[]}]}"#, #"{"accounts":[{"vaults":[\#(odd)]}]}"#,
      #"{"accounts":[{"vaults":[{"attrs":{"name":\#(odd),"desc":\#(odd),"uuid":\#(odd)},"items":[{}]}]}]}"#,
      #"{"accounts":[{"attrs":{"name":\#(odd),"email":\#(odd),"accountName":\#(odd),"uuid":\#(odd)},"vaults":[]}]}"#,
      #"{"accounts":[{"vaults":[]},\#(odd)],"more":\#(odd)}"#,
    ] {
      let reading = try OnePassword.read(OnePassword.file(Array(text.utf8)), as: "1password-1pux")
      _ = try Bitwarden.convert(reading, from: OnePassword1PUX.format, to: CXFBundle.format)
    }
  }

  @Test(arguments: oddities)
  func oddRecordsOfInterchangeFilesAreKeptOrCounted(_ odd: String) throws {
    let stars = "\n***5642bee8-a5ff-11dc-8314-0800200c9a66***\n"
    for name in [
      "uuid", "typeName", "title", "secureContents", "openContents", "folderUuid", "details", "overview",
    ] {
      for type in ["system.folder.Regular", "webforms.WebForm"] {
        let text = #"{"typeName":"\#(type)","\#(name)":\#(odd),"x":"kept"}"# + stars + odd + stars
        let reading = try OnePassword.read(OnePassword.file(Array(text.utf8)), as: "1password-1pif")
        _ = try Bitwarden.convert(reading, from: OnePassword1PIF.format, to: CXFBundle.format)
      }
    }
  }
}
