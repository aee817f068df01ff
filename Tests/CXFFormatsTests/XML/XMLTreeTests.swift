import CXFFormats
import CredentialExchangeFormat
import Testing

/// XML as a tree: what is read, what is refused, and that nothing makes it trap.
@Suite struct XMLTreeTests {
  private func tree(_ text: String) throws -> XMLTree { try XMLTree(Array(text.utf8)) }

  private func rootText(_ bytes: [UInt8]) throws -> Text {
    let tree = try XMLTree(bytes)
    return tree.text(of: 0)
  }

  private func error(_ bytes: [UInt8]) -> XMLError? {
    do throws(XMLError) {
      _ = try XMLTree(bytes)
      return nil
    } catch {
      return error
    }
  }

  private func error(_ text: String) -> XMLError? { error(Array(text.utf8)) }

  @Test func elementsAttributesAndTextsKeepTheirOrder() throws {
    let tree = try tree(
      "<a x='1' n:y='2' xmlns:n='u'>t<b>&lt;&amp;&#228;&#x1F6A2;</b><![CDATA[<c>&amp;]]><n:d/></a>")
    #expect(tree.nodes.map(\.name) == ["a", "x", "y", "", "b", "", "", "d"])
    #expect(tree.nodes.map(\.text) == ["", "1", "2", "t", "", "<&ä🚢", "<c>&amp;", ""])
    #expect(tree.elements(of: 0).map { tree.nodes[$0].name } == ["b", "d"])
    #expect(tree.text(of: 4) == "<&ä🚢")
  }

  @Test func textAroundCDATAIsOneText() throws {
    #expect(try rootText(Array("<a>1<![CDATA[<2>]]>3<!-- no -->4</a>".utf8)) == "1<2>34")
  }

  @Test(arguments: ["\n", "\n\r\n\t ", ""])
  func blankLinesInFrontOfTheDeclarationDoNotMatter(_ blanks: String) throws {
    #expect(try rootText(Array((blanks + "<?xml version=\"1.0\"?>\n<a> x </a>").utf8)) == " x ")
  }

  @Test func encodingsAreRead() throws {
    let utf16 = Array("<?xml version=\"1.0\" encoding=\"utf-16\"?><a>ä☂</a>".utf16)
    #expect(try rootText([0xFF, 0xFE] + utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }) == "ä☂")
    #expect(try rootText([0xFE, 0xFF] + utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }) == "ä☂")
    let latin = Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>".utf8) + [0xE4] + Array("</a>".utf8)
    #expect(try rootText(latin) == "ä")
    #expect(try rootText([0xEF, 0xBB, 0xBF] + Array("<a>ä</a>".utf8)) == "ä")
    // Without a declaration it is UTF-8, and this is none.
    #expect(error(Array("<a>".utf8) + [0xE4] + Array("</a>".utf8))?.reason == .malformed)
  }

  @Test(arguments: [
    "<!DOCTYPE a [<!ENTITY x \"y\">]><a>&x;</a>", "<!DOCTYPE a []><a/>",
    "<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>",
    "<!DOCTYPE a PUBLIC \"p\" \"http://127.0.0.1/x.dtd\"><a/>",
    "<!DOCTYPE a [<!ENTITY % p SYSTEM \"file:///etc/passwd\"> %p;]><a/>",
    "<!DOCTYPE l [<!ENTITY a \"lol\"><!ENTITY b \"&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;\">]><l>&c;</l>",
  ])
  func aDocumentTypeThatDeclaresSomethingIsRefused(_ text: String) {
    #expect(error(text)?.reason == .documentType)
  }

  @Test func aDocumentTypeThatIsANameAloneIsNone() throws {
    #expect(try rootText(Array("<!DOCTYPE KEEPASSX_DATABASE>\n<a>x</a>".utf8)) == "x")
  }

  @Test func unknownEntitiesAreErrors() {
    #expect(error("<a>1&x;2</a>")?.reason == .malformed)
  }

  @Test func nestingHasALimit() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    }
    #expect(try tree(nested(XMLTree.depthLimit)).nodes.count == XMLTree.depthLimit)
    #expect(error(nested(XMLTree.depthLimit + 1))?.reason == .tooDeep)
    #expect(error(String(repeating: "<a>", count: 1_000_000))?.reason == .tooDeep)
  }

  @Test func largeTextsAreWhole() throws {
    let text = String(repeating: "0123456789abcdef", count: 1 << 20)
    #expect(try rootText(Array("<a>\(text)</a>".utf8)).utf8.count == 1 << 24)
    #expect(try tree("<a b='\(text)'/>").nodes[1].text.utf8.count == 1 << 24)
  }

  @Test(arguments: ["\u{1}", "\u{8}", "\u{B}", "\u{1F}", "\u{0}", "&#1;", "&#0;", "\u{FFFE}"])
  func controlCharactersAreRefusedWithTheirPlace(_ character: String) throws {
    let found = try #require(error("<a>\n <b>x\(character)y</b></a>"))
    #expect(found.reason == .malformed)
    #expect(found.line == 2)
  }

  @Test func endsAreMissed() throws {
    let text = "<?xml version=\"1.0\"?><a x='&lt;'><!-- c --><b>t&amp;<![CDATA[d]]></b>ä<c/></a>"
    let bytes = Array(text.utf8)
    #expect(error(bytes) == nil)
    for count in 0..<bytes.count { #expect(error(Array(bytes[..<count])) != nil) }
  }

  @Test func bytesOfAnyKindMakeNoTrap() {
    let bytes = Array("<?xml version=\"1.0\" encoding=\"utf-8\"?><a x='1'><b>&#65;</b><![CDATA[x]]></a>".utf8)
    for index in bytes.indices {
      for byte: UInt8 in [0x00, 0x3C, 0x26, 0x80, 0xFF, 0x5D] {
        var changed = bytes
        changed[index] = byte
        _ = error(changed)
      }
    }
  }

  @Test(arguments: [
    "<a></b>", "<a", "<a x=1/>", "<a x='1' x='2'/>", "<a/><b/>", "text", "", "   ", "<a>&</a>",
  ])
  func whatIsNoXMLIsRefused(_ text: String) {
    #expect(error(text)?.reason == .malformed)
  }
}
