import CXFFormats
import CXFTestSupport
import Testing

@Suite struct FolderPathTests {
  @Test(
    arguments: [
      ("Work/Servers/Web", FolderPath.Style.slash, ["Work", "Servers", "Web"], 0), ("", .slash, [], 0),
      ("Work", .slash, ["Work"], 0), ("/Work/", .slash, ["Work"], 2), ("a//b", .slash, ["a", "b"], 1),
      ("/", .slash, [], 2),
      (" a / b ", .slash, [" a ", " b "], 0), ("a\\b/c", .slash, ["a\\b", "c"], 0),
      ("a\\b", .backslash, ["a", "b"], 0),
      ("\\a\\b", .backslash, ["a", "b"], 1), ("a\\\\b\\c", .doubledBackslash, ["a\\b", "c"], 0),
      ("\\\\a", .doubledBackslash, ["\\a"], 0), ("a.b\\.c", .escapedDot, ["a", "b.c"], 0),
      ("a\\b.c", .escapedDot, ["a\\b", "c"], 0),
      ("a\r\nb/\u{301}", .slash, ["a\r\nb", "\u{301}"], 0),
    ] as [(String, FolderPath.Style, [String], Int)])
  func takesPathsApart(text: String, style: FolderPath.Style, names: [String], empty: Int) {
    let reading = FolderPath.split(text, style: style)
    #expect(reading.path.names == names)
    #expect(reading.emptyParts == empty)
    #expect(!reading.isTooDeep)
  }

  @Test(
    arguments: [
      (["a", "b"], FolderPath.Style.slash, "a/b", true), ([], .slash, "", true),
      (["a/b", "c"], .slash, "a/b/c", false),
      (["a", ""], .slash, "a/", false), (["a\\b", "c"], .doubledBackslash, "a\\\\b\\c", true),
      (["a", "\\b"], .doubledBackslash, "a\\\\\\b", false), (["a.b", "c"], .escapedDot, "a\\.b.c", true),
      (["a\\", "b"], .escapedDot, "a\\.b", false),
    ] as [([String], FolderPath.Style, String, Bool)])
  func writesPathsAndSaysWhetherTheyComeBack(
    names: [String], style: FolderPath.Style, text: String, isExact: Bool
  ) {
    let writing = FolderPath(names).joined(style: style)
    #expect(writing.text == text)
    #expect(writing.isExact == isExact)
  }

  @Test func comparesByCanonicalEquivalenceOnly() {
    #expect(FolderPath(["Caf\u{E9}"]) == FolderPath(["Cafe\u{301}"]))
    #expect(Set([FolderPath(["Caf\u{E9}"]), FolderPath(["Cafe\u{301}"])]).count == 1)
    #expect(FolderPath(["Bank"]) != FolderPath(["bank"]))
    #expect(FolderPath(["a", "b"]) != FolderPath(["a/b"]))
  }

  @Test func stopsAtTheGreatestDepth() {
    let names = (0..<150).map { "n\($0)" }
    let reading = FolderPath.split(names.joined(separator: "/"), style: .slash)
    #expect(reading.isTooDeep)
    #expect(reading.path.names.count == FolderPath.maximumDepth)
    #expect(reading.path.joined(style: .slash).text == names.joined(separator: "/"))
    let most = FolderPath.split(names.prefix(FolderPath.maximumDepth).joined(separator: "/"), style: .slash)
    #expect(!most.isTooDeep)
    #expect(most.path.names == Array(names.prefix(FolderPath.maximumDepth)))
    let huge = FolderPath.split(String(repeating: "/", count: 1_000_000), style: .slash)
    #expect(huge.path.isEmpty && huge.emptyParts == 1_000_001)
  }

  @Test(
    arguments: 1...300 as ClosedRange<UInt64>,
    [
      FolderPath.Style.slash, .backslash, .doubledBackslash, .escapedDot,
    ])
  func comesBackExactlyWhenItSaysSo(seed: UInt64, style: FolderPath.Style) {
    var random = SeededGenerator(seed: seed)
    let names = (0..<Int.random(in: 0...5, using: &random)).map { _ in
      random.text(0...4, from: "ab/\\. é\u{301}")
    }
    let writing = FolderPath(names).joined(style: style)
    let back = FolderPath.split(writing.text, style: style).path.names
    #expect((back.map { Array($0.utf8) } == names.map { Array($0.utf8) }) == writing.isExact)
    if names.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { !"\\/.".utf8.contains($0) } }) {
      #expect(writing.isExact)
    }
  }
}

@Suite struct FolderTreeTests {
  private struct Nested: Equatable {
    var id: Int
    var name: String
    var children: [Nested]
  }

  @Test func makesEachLevelOnceInFirstSeenOrder() {
    var tree = FolderTree<Int>()
    var asked: [[String]] = []
    for text in ["Work/Servers/Web", "Work/Servers/Db", "Home", "Work", "", "Home/Work"] {
      tree.insert(FolderPath.split(text, style: .slash).path) { path in
        asked.append(path.names)
        return asked.count
      }
    }
    #expect(
      asked == [
        ["Work"], ["Work", "Servers"], ["Work", "Servers", "Web"], ["Work", "Servers", "Db"], ["Home"],
        ["Home", "Work"],
      ])
    let nested = tree.nested { _, node, children in Nested(id: node.id, name: node.name, children: children) }
    let servers = Nested(
      id: 2, name: "Servers",
      children: [.init(id: 3, name: "Web", children: []), .init(id: 4, name: "Db", children: [])])
    #expect(
      nested == [
        .init(id: 1, name: "Work", children: [servers]),
        .init(id: 5, name: "Home", children: [.init(id: 6, name: "Work", children: [])]),
      ])
  }

  @Test func findsFoldersAndTheirPaths() throws {
    var tree = FolderTree<String>()
    let path = FolderPath(["A", "Caf\u{E9}"])
    let index = try #require(tree.insert(path) { $0.names.joined(separator: "|") })
    #expect(tree.insert(FolderPath(["A", "Cafe\u{301}"])) { _ in "never" } == index)
    #expect(tree.nodes.map(\.id) == ["A", "A|Caf\u{E9}"])
    #expect(tree.index(of: FolderPath(["A", "Cafe\u{301}"])) == index)
    #expect(tree.index(of: FolderPath(["A", "x"])) == nil)
    #expect(tree.index(of: FolderPath()) == nil)
    #expect(tree.path(of: index).names[1].utf8.elementsEqual("Caf\u{E9}".utf8))
    #expect(tree.insert(FolderPath()) { _ in "never" } == nil)
  }

  @Test func standsManyFolders() {
    var tree = FolderTree<Int>()
    for number in 0..<20_000 {
      tree.insert(FolderPath(["g\(number % 100)", "f\(number)"])) { $0.names.count }
    }
    #expect(tree.nodes.count == 20_100)
    #expect(tree.roots.count == 100)
    let count = tree.nested { _, _, children in 1 + children.reduce(0, +) }.reduce(0, +)
    #expect(count == 20_100)
  }
}
