import CXFFormats
import CXFImporting
import CXFTestSupport
import CXFVaults
import CredentialExchangeFormat
import Foundation
import Testing

/// What must hold for any two items.
@Suite struct MergeLawTests {
  static let list = PublicSuffixList()
  static let keys = MatchKeyMaker(digestKey: Array(0..<32), domains: list)

  private func compare(_ existing: Item, _ incoming: Item) -> Comparison {
    Comparison.compare(existing, incoming, domains: Self.list)
  }

  /// Pairs for each law and policy; `CXF_PAIRS` asks for more.
  static let pairs = ProcessInfo.processInfo.environment["CXF_PAIRS"].flatMap { UInt64($0) } ?? 100

  @Test(arguments: ConflictPolicy.allCases)
  func mergingKeepsEverythingAndAgainAddsNothing(_ policy: ConflictPolicy) throws {
    let merger = ItemMerger(keys: Self.keys, policy: policy)
    for seed in 0..<Self.pairs {
      var generator = RelatedItems(seed: seed)
      let (existing, incoming) = generator.pair()
      let comparison = compare(existing, incoming)
      let outcome = try merger.merge(incoming, into: existing, comparison: comparison)
      let name: Comment = "seed \(seed) \(policy)"

      #expect(outcome.item.id == existing.id, name)
      if outcome.separate {
        #expect(outcome.item == existing, name)
        continue
      }
      #expect(outcome.addsNothing == (outcome.item == existing), name)
      #expect(outcome.addsNothing == outcome.changes.isEmpty, name)

      let again = try merger.merge(
        incoming, into: outcome.item, comparison: compare(outcome.item, incoming))
      #expect(again.item == outcome.item, name)
      #expect(again.separate == false, name)

      let kept = Kept(outcome.item)
      let gone = (Kept.leaves(existing) + Kept.leaves(incoming)).filter { !kept.has($0) }.map(\.path)
      #expect(gone.isEmpty, name)
      if !comparison.isProven {
        let before = Set(ItemScope(domains: Self.list).sites(of: existing))
        let after = ItemScope(domains: Self.list).sites(of: outcome.item)
        #expect(after.allSatisfy { before.contains($0) }, name)
      }
      let isAccounted = outcome.record.root.untaken.isEmpty
      #expect(isAccounted, name)
    }
  }

  @Test(arguments: ConflictPolicy.allCases)
  func mergingAnItemIntoItselfAddsNothing(_ policy: ConflictPolicy) throws {
    let merger = ItemMerger(keys: Self.keys, policy: policy)
    for seed in 0..<Self.pairs {
      var generator = RelatedItems(seed: seed)
      let item = generator.item()
      let comparison = compare(item, item)
      #expect(comparison.grade == .same, "seed \(seed)")
      let outcome = try merger.merge(item, into: item, comparison: comparison)
      #expect(outcome.item == item, "seed \(seed)")
      #expect(outcome.addsNothing, "seed \(seed)")
      #expect(outcome.conflicts.isEmpty, "seed \(seed)")
    }
  }

  @Test func theOrderOfTwoItemsDoesNotChangeTheSetOfValues() throws {
    let merger = ItemMerger(keys: Self.keys)
    for seed in 0..<Self.pairs {
      var generator = RelatedItems(seed: seed)
      let (left, right) = generator.pair()
      let one = try merger.merge(right, into: left, comparison: compare(left, right))
      let other = try merger.merge(left, into: right, comparison: compare(right, left))
      // Whether secrets may come in depends on what the item that is there names besides.
      guard !one.separate, !other.separate else { continue }
      let difference = Kept.texts(one.item).symmetricDifference(Kept.texts(other.item))
      #expect(difference.isEmpty, "seed \(seed) \(difference.map(\.string))")
    }
  }

  @Test func comparingGivesTheSameGradeBothWays() throws {
    for seed in 0..<Self.pairs {
      var generator = RelatedItems(seed: seed)
      let (left, right) = generator.pair()
      #expect(compare(left, right).grade == compare(right, left).grade, "seed \(seed)")
    }
  }

  @Test func itemsThatHaveSomethingInCommonHaveAKeyInCommon() throws {
    for seed in 0..<Self.pairs {
      var generator = RelatedItems(seed: seed)
      let (left, right) = generator.pair()
      let one = try Self.keys.keys(of: left)
      let other = try Self.keys.keys(of: right)
      #expect(ItemKeys(one.packed) == one, "seed \(seed)")
      let shared = !Set(one.packed.values).isDisjoint(with: other.packed.values)
      #expect(shared == (compare(left, right).grade != .none), "seed \(seed)")
    }
  }
}

/// The values of an item and of its history.
struct Kept {
  struct Leaf: Hashable {
    var place: Place
    var path: String
    var text: Text
  }

  private var standing: Set<Leaf> = []
  private var remembered: Set<Leaf> = []

  init(_ item: Item) {
    let root = SourceRecord(item).root
    for leaf in Self.walk(root) { standing.insert(Leaf(place: leaf.place, path: "", text: leaf.text)) }
    guard let history = ToolkitExtension.history.view(in: root) else { return }
    for entry in history.elements("passwords") {
      remembered.insert(
        Leaf(place: "basic-auth.password", path: "", text: entry.peek("password") ?? ""))
    }
    for entry in history.elements("values") {
      let place = Place(entry.peek("place")?.string ?? "")
      remembered.insert(Leaf(place: place, path: "", text: entry.peek("value") ?? ""))
    }
  }

  func has(_ leaf: Leaf) -> Bool {
    let placed = Leaf(place: leaf.place, path: "", text: leaf.text)
    return standing.contains(placed) || remembered.contains(placed)
  }

  /// The values of an item but for its dates and the mark, which have rules of their own.
  static func leaves(_ item: Item) -> [Leaf] {
    walk(SourceRecord(item).root).filter {
      ![Place("creationAt"), Place("modifiedAt"), Place("favorite")].contains($0.place)
    }
  }

  /// The values of an item and its history, wherever they stand, without times, places and marks.
  static func texts(_ item: Item) -> Set<Text> {
    let history = ToolkitExtension.history
    let aside = ["passwords.usedAt", "values.place", "values.at", "unproven"].map { history.place($0) }
    return Set(leaves(item).filter { !aside.contains($0.place) }.map(\.text))
  }

  private static func walk(_ view: SourceView, _ path: String = "") -> [Leaf] {
    if view.isValue { return [Leaf(place: view.place, path: path, text: view.text)] }
    return view.children.flatMap { child -> [Leaf] in
      let name = child["name"]?.text.string ?? ""
      let step = child.name.isEmpty ? name : child.name.string
      return walk(child, path.isEmpty ? step : "\(path) \(step)")
    }
  }
}
