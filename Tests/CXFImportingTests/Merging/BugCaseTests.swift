import CXFFormats
import CXFImporting
import CXFTestSupport
import CXFVaults
import CredentialExchangeFormat
import Testing

/// Files that made other tools double, mix up or lose items.
@Suite struct BugCaseTests {
  private let list = PublicSuffixList()
  private let keys = MatchKeyMaker(digestKey: Array(0..<32), domains: PublicSuffixList())

  private func items(_ name: String) throws -> [Item] {
    let file = SourceFile(name: name, bytes: try SharedFiles.bytes("cases/bugs/\(name)"))
    let match = try FormatTable.detect(file)
    let read = try #require(match.format.read)
    return try read(file, ReadOptions()).accounts.flatMap { $0.items.map(\.item) }
  }

  /// Merges items in order into those before them that they are the same credential as, by keys and comparison alone.
  private func merged(_ items: [Item]) throws -> (items: [Item], conflicts: Int) {
    var vault: [Item] = []
    var conflicts = 0
    for item in items {
      let theirs = try keys.keys(of: item)
      var grades: [(Int, Comparison)] = []
      for (index, other) in vault.enumerated() {
        let ours = try keys.keys(of: other)
        guard !Set(ours.packed.values).isDisjoint(with: theirs.packed.values) else { continue }
        grades.append((index, Comparison.compare(other, item, domains: list)))
      }
      guard let best = grades.min(by: { $0.1.grade < $1.1.grade }), best.1.grade <= .sameAccount else {
        vault.append(item)
        continue
      }
      let outcome = try ItemMerger(keys: keys).merge(item, into: vault[best.0], comparison: best.1)
      conflicts += outcome.conflicts.isEmpty ? 0 : 1
      if outcome.separate { vault.append(item) } else { vault[best.0] = outcome.item }
    }
    return (vault, conflicts)
  }

  private func expectIdempotent(_ items: [Item], _ vault: [Item]) throws {
    for item in items {
      let found = try vault.contains { other in
        let comparison = Comparison.compare(other, item, domains: list)
        let outcome = try ItemMerger(keys: keys).merge(item, into: other, comparison: comparison)
        return comparison.grade <= .sameCredential && outcome.addsNothing
      }
      #expect(found)
    }
  }

  @Test(.enabled(if: SharedFiles.has("cases/bugs/B027-nfc-nfd.csv")))
  func b027PasswordsInTwoNormalFormsAreAConflict() throws {
    let items = try items("B027-nfc-nfd.csv")
    let result = try merged(items)
    #expect(items.count == 2)
    #expect(result.items == items)
    #expect(result.conflicts == 1)
  }

  @Test(.enabled(if: SharedFiles.has("cases/bugs/B038-ports.csv")))
  func b038PortsTellServicesApart() throws {
    let items = try items("B038-ports.csv")
    let result = try merged(items)
    #expect(items.count == 5)
    #expect(result.items.count == 4)
    #expect(result.conflicts == 0)
    #expect(Comparison.compare(items[0], items[1], domains: list).grade == .none)
    #expect(Comparison.compare(items[2], items[3], domains: list).grade == .sameCredential)
    #expect(result.items.last?.scope?.urls == ["localhost:3000"])
    try expectIdempotent(items, result.items)
  }

  @Test(.enabled(if: SharedFiles.has("cases/bugs/B040-idn.csv")))
  func b040NationalHostsMeetTheirASCIIForm() throws {
    let items = try items("B040-idn.csv")
    let result = try merged(items)
    #expect(result.items.count == 1)
    #expect(
      result.items.first?.scope?.urls == ["https://bücher.example/konto", "https://xn--bcher-kva.example/"])
    try expectIdempotent(items, result.items)
  }

  @Test(.enabled(if: SharedFiles.has("cases/bugs/B093-left.json")))
  func b093EqualItemsWithOtherTimesAreNoConflict() throws {
    let left = try items("B093-left.json")
    let right = try items("B093-right.json")
    #expect(try merged(left + left).items == left)
    let result = try merged(left + right)
    #expect(result.items.count == 2)
    #expect(result.conflicts == 0)
    func content(_ items: [Item]) -> Set<String> {
      Set(
        items.map { item in
          var bare = item
          bare.id = Identifier()
          bare.modifiedAt = nil
          return String(decoding: CXFEncoder().encode(bare), as: UTF8.self)
        })
    }
    #expect(content(result.items) == content(left))
    #expect(content(try merged(right + left).items) == content(left))
  }

  @Test(.enabled(if: SharedFiles.has("cases/bugs/B095-same-twice.csv")))
  func b095TheSameFileTwiceChangesNothing() throws {
    let items = try items("B095-same-twice.csv")
    let once = try merged(items)
    #expect(items.count == 3)
    #expect(once.items.count == 2)
    #expect(try merged(once.items + items).items == once.items)
  }

  @Test(.enabled(if: SharedFiles.has("cases/bugs/B097-paths-www.csv")))
  func b097OneLoginAtSeveralAddressesIsOneItem() throws {
    let items = try items("B097-paths-www.csv")
    let result = try merged(items)
    #expect(result.items.count == 3)
    #expect(result.conflicts == 1)
    let first = try #require(result.items.first)
    #expect(first.title == "Shop")
    #expect(
      first.scope?.urls == [
        "https://shop.example/", "https://shop.example/login?x=1", "http://www.shop.example",
      ])
    let notes = first.credentials.compactMap { credential -> Text? in
      guard case .note(let note) = credential else { return nil }
      return note.content.value
    }
    #expect(notes == ["first", "second"])
    try expectIdempotent(items, result.items)
  }

  /// The rows of B099, whose format is not read yet: KeePassXC's CSV.
  @Test func b099EqualTitlesAreNotEqualItems() throws {
    let items = [("root", "a"), ("admin", "b"), ("root", "c"), ("", "d")].enumerated().map { number, row in
      var item = ComparisonTests.login(Text(row.0), Text(row.1), [], title: "192.0.2.1")
      item.id = Identifier([UInt8(number)])
      return item
    }
    let result = try merged(items)
    #expect(result.items == items)
    #expect(result.conflicts == 1)
  }
}
