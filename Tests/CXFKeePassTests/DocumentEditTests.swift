import CXFKeePass
import CredentialExchangeFormat
import Foundation
import Testing

@Suite struct DocumentEditTests {
  private static func document() throws -> KeePassDocument {
    let text = """
      \u{FEFF}<?xml version="1.0"?>\r
      <!-- a > comment -->
      <KeePassFile ><Meta/><Root><Group x='1 > 0'  y = "&lt;"><Entry><A>one</A><B/>text<C><![CDATA[<D>]]>&amp;\r
      &#x41;</C ></Entry></Group></Root></KeePassFile>
      <?end?>

      """
    return try KeePassDocument(xml: Array(text.utf8))
  }

  private static func element(_ name: Text, in document: KeePassDocument) throws -> Int {
    try #require(document.xml.elements.indices.first { document.xml.name(of: $0) == name })
  }

  private static func text(_ document: KeePassDocument) -> String {
    String(decoding: document.xml.bytes, as: UTF8.self)
  }

  @Test func textIsReadAsXMLSays() throws {
    let document = try Self.document()
    #expect(document.text(of: try Self.element("C", in: document)) == "<D>&\nA")
    #expect(document.text(of: try Self.element("B", in: document)) == "")
    let group = try Self.element("Group", in: document)
    #expect(document.xml.attribute("x", of: group) == Array("1 > 0".utf8))
    #expect(document.xml.attribute("y", of: group) == Array("<".utf8))
    #expect(document.xml.attribute("z", of: group) == nil)
    #expect(document.text(of: try Self.element("Entry", in: document)) == "text")
  }

  @Test func onlyWhatIsNamedChanges() throws {
    let document = try Self.document()
    var edits = KeePassEdits()
    edits.setText(of: try Self.element("A", in: document), to: "<two>")
    edits.append(try .element("New", ["k": "\"\n"], text: "\r&"), to: try Self.element("B", in: document))
    edits.append(try .element("New"), to: try Self.element("B", in: document))
    edits.remove(try Self.element("C", in: document))
    edits.insert(try .element("X"), before: try Self.element("Entry", in: document))
    edits.insert(try .element("Y"), after: try Self.element("Entry", in: document))
    let changed = try document.applying(edits)
    let expected = Self.text(document)
      .replacing("<A>one</A>", with: "<A>&lt;two&gt;</A>")
      .replacing("<B/>", with: "<B><New k=\"&quot;&#xA;\">&#xD;&amp;</New><New></New></B>")
      .replacing("<Entry>", with: "<X></X><Entry>").replacing("</Entry>", with: "</Entry><Y></Y>")
    let start = try #require(expected.range(of: "<C>"))
    let end = try #require(expected.range(of: "</C >"))
    #expect(
      Self.text(changed) == expected.replacingCharacters(in: start.lowerBound..<end.upperBound, with: ""))
    #expect(try document.applying(KeePassEdits()).xml.bytes == document.xml.bytes)
  }

  @Test func protectedValuesStayWithTheirElements() throws {
    let database = try SampleDatabase.version4.open()
    let document = database.document
    let ferry = try #require(document.entries(titled: "Harbour Ferry").first)
    let password = try #require(document.field(of: ferry, "Password"))
    let pin = try #require(document.field(of: ferry, "PIN"))
    var edits = KeePassEdits()
    // Behind, in front of, in the place of, and without a protected one.
    edits.setText(of: password, to: "new")
    edits.insert(try .protected("Value2", Array("between".utf8)), before: pin)
    let passkey = try #require(document.entries(titled: "Passkey").first)
    edits.replace(passkey, with: document.fragment(of: ferry))
    edits.remove(try #require(document.entries(titled: "Code 3").first))
    let changed = try document.applying(edits)
    #expect(changed.entries(titled: "Passkey").isEmpty)
    let entries = changed.entries(titled: "Harbour Ferry")
    #expect(
      entries.map { changed.value(of: $0, "Password") } == [
        "new", " tide 39 ", "tide-40", "tide-41! <&> ]]>", " tide 39 ", "tide-40",
      ])
    #expect(changed.value(of: entries[0], "PIN") == "0042")
    #expect(changed.value(of: try #require(changed.entries(titled: "Trashed").first), "Password") == "gone")
    #expect(
      changed.value(of: try #require(changed.entries(titled: "Code 4").first), "TOTP Settings") == "30;S")
    var edited = database
    edited.document = changed
    let again = try KDBXDatabase.open(edited.seal(), keys: [SampleDatabase.key()])
    #expect(again.document.isSame(as: changed))
  }

  @Test func aCurrentVersionCanGoIntoTheHistory() throws {
    let document = try SampleDatabase.version4.open().document
    let ferry = try #require(document.entries(titled: "Harbour Ferry").first)
    let history = try #require(document.xml.child(of: ferry, named: "History"))
    let parts = document.xml.children(of: ferry).filter { $0 != history }.map { document.fragment(of: $0) }
    var edits = KeePassEdits()
    edits.append(try .element("Entry", [:], parts), to: history)
    edits.setText(of: try #require(document.field(of: ferry, "Password")), to: "tide-42")
    let changed = try document.applying(edits)
    #expect(
      changed.entries(titled: "Harbour Ferry").map { changed.value(of: $0, "Password") } == [
        "tide-42", " tide 39 ", "tide-40", "tide-41! <&> ]]>",
      ])
  }

  @Test func twoChangesOfOnePlaceAreRefused() throws {
    let document = try SampleDatabase.version4.open().document
    let ferry = try #require(document.entries(titled: "Harbour Ferry").first)
    let password = try #require(document.field(of: ferry, "Password"))
    for (first, second) in [(ferry, password), (password, ferry), (password, password)] {
      var edits = KeePassEdits()
      edits.remove(first)
      edits.setText(of: second, to: "x")
      if second == ferry { edits.setText(of: second, to: "y") }
      #expect(throws: KeePassEditError.overlap) { try document.applying(edits) }
    }
  }

  @Test func whatXMLCannotSayIsRefused() throws {
    #expect(throws: KeePassEditError.unrepresentable) { try KeePassFragment.text("\u{1B}") }
    #expect(throws: KeePassEditError.unrepresentable) { try KeePassFragment.element("A", ["k": "\u{0}"]) }
    #expect(throws: KeePassEditError.name) { try KeePassFragment.element("A><B") }
    let document = try Self.document()
    var edits = KeePassEdits()
    edits.remove(0)
    #expect(throws: KeePassEditError.self) { try document.applying(edits) }
  }

  @Test func momentsHaveTwoForms() {
    // 1709251198 is 2024-02-29T23:59:58Z by `date`.
    for (seconds, iso, binary) in [
      (Int64(1_709_251_198), "2024-02-29T23:59:58Z", "fhFz3Q4AAAA="),
      (0, "1970-01-01T00:00:00Z", "APeRdw4AAAA="),
      (-62_135_596_800, "0001-01-01T00:00:00Z", "AAAAAAAAAAA="), (-1, "1969-12-31T23:59:59Z", "//aRdw4AAAA="),
    ] as [(Int64, Text, Text)] {
      #expect(KeePassTime.iso(seconds) == iso)
      #expect(KeePassTime.seconds(iso) == seconds)
      #expect(KeePassTime.seconds(KeePassTime.binary(seconds)) == seconds)
      #expect(KeePassTime.binary(seconds) == binary)
    }
    for text in ["2023-02-29T00:00:00Z", "2024-13-01T00:00:00Z", "", "tomorrow!"] as [Text] {
      #expect(KeePassTime.seconds(text) == nil)
    }
  }

  @Test func whatStandsInSomethingRemovedMayBeRemovedToo() throws {
    let document = try Self.document()
    for names: [Text] in [["Group", "Entry", "A"], ["A", "Entry", "Group"]] {
      var edits = KeePassEdits()
      for name in names { edits.remove(try Self.element(name, in: document)) }
      let changed = try document.applying(edits)
      #expect(Self.text(changed).contains("<Root></Root>"))
    }
  }
}
