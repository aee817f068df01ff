import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// Random items of CXF, with every type of credential, through Bitwarden's JSON and back.
@Suite struct BitwardenPropertyTests {
  /// The values of an item, each with the names that lead to it.
  private struct Leaf {
    var path: String
    var text: Text
    var fate: Fate?
  }

  private static func leaves(_ view: SourceView, _ path: String = "") -> [Leaf] {
    switch view.kind {
    case .object, .array:
      return view.children.flatMap { child -> [Leaf] in
        var name = child.name.string
        if view.kind == .array, view.name == "credentials" || view.name == "extensions" {
          name = (child.peek("type") ?? child.peek("name"))?.string ?? ""
        }
        return leaves(child, name.isEmpty ? path : path + "." + name)
      }
    default:
      guard view.isValue, let text = view.peek else { return [] }
      return [Leaf(path: path, text: text, fate: view.fate)]
    }
  }

  /// Writes one item and reads what was written.
  private func throughBitwarden(_ item: Item, _ record: SourceRecord) throws -> [Item] {
    let makeWriter = try #require(BitwardenJSON.format.makeWriter)
    let writer = makeWriter(WriteOptions(timestamp: 1_700_000_000))
    let account = Account(items: [item])
    writer.begin(account, record: SourceRecord(account))
    guard case .written(let count) = writer.write(item, record: record) else {
      Issue.record("the item was not written")
      return []
    }
    let reading = try Bitwarden.read(SourceFile(name: "b", bytes: writer.finish().bytes))
    #expect(reading.accounts.flatMap(\.items).count == count)
    #expect(reading.failed == 0)
    let conversion = try Bitwarden.convert(reading, to: CXFDocument.format)
    #expect(conversion.values.lost == 0)
    return Bitwarden.items(reading)
  }

  @Test(arguments: 0..<24 as Range<UInt64>)
  func everyValueIsWhereItsFateSays(seed: UInt64) throws {
    var generator = DocumentGenerator(seed: seed)
    for _ in 0..<4 {
      var item = generator.item()
      // Each type in turn, and often the fields that hold what has no other place.
      item.credentials.append(generator.credential(kind: Int(seed) % DocumentGenerator.kindCount))
      item.credentials += (0..<2).map { _ in generator.credential(kind: 4) }
      let record = SourceRecord(item)
      let items = try throughBitwarden(item, record)
      let before = Self.leaves(record.root)
      let after = items.flatMap { Self.leaves(SourceRecord($0).root) }
      let places = Set(after.map { "\($0.path) \($0.text.string)" }.map { Text($0) })
      let texts = Set(after.map(\.text))
      for leaf in before {
        switch leaf.fate {
        case .carried:
          #expect(places.contains(Text("\(leaf.path) \(leaf.text.string)")), "seed \(seed): \(leaf.path)")
        case .converted, .repaired:
          let isThere = texts.contains(leaf.text) || after.contains { contains($0.text, leaf.text) }
          #expect(isThere, "seed \(seed): \(leaf.path)")
        case .lost: #expect(leaf.path.hasPrefix(".credentials.file"), "seed \(seed): \(leaf.path)")
        case nil: Issue.record("seed \(seed): nobody took \(leaf.path)")
        }
      }
      let known = before.map(\.text)
      for leaf in after where isValueOfUser(leaf.path) {
        #expect(
          known.contains(leaf.text) || known.contains { contains(leaf.text, $0) },
          "seed \(seed): new at \(leaf.path)")
      }
    }
  }

  /// Names of fields, a title that stands in for an empty one, and what Bitwarden demands of a passkey are new.
  private func isValueOfUser(_ path: String) -> Bool {
    !path.hasSuffix(".label") && path != ".title" && !path.hasPrefix(".extensions.cxf-toolkit.alt/passkeys")
  }

  private func contains(_ whole: Text, _ part: Text) -> Bool {
    let part = Array(part.utf8)
    let whole = Array(whole.utf8)
    guard whole.count >= part.count, !part.isEmpty else { return part.isEmpty }
    return (0...(whole.count - part.count)).contains { whole[$0..<($0 + part.count)].elementsEqual(part) }
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func wholeDocumentsBalanceInBothDirections(seed: UInt64) throws {
    var generator = DocumentGenerator(seed: seed &+ 1_000)
    let bytes = CXFEncoder().encode(generator.header(items: 0...8))
    let read = try #require(CXFDocument.format.read)
    let reading = try read(SourceFile(name: "c", bytes: bytes), ReadOptions())
    let written = try Bitwarden.convert(reading, from: CXFDocument.format, to: BitwardenJSON.format)
    #expect(written.items.failed == 0 && written.items.skipped == 0)
    let back = try Bitwarden.read(SourceFile(name: "b", bytes: written.bytes))
    let titles = Bitwarden.items(back).map(\.id)
    #expect(Set(titles).count == titles.count)
    _ = try Bitwarden.convert(back, to: CXFDocument.format)
  }
}
