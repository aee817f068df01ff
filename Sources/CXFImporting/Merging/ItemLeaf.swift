internal import CXFFormats
internal import CredentialExchangeFormat

/// A value of an item with the dotted name of its place and the part of the item that it belongs to.
struct ItemLeaf {
  let view: SourceView
  let path: Text
  /// The part; nil for the dates of the item.
  let part: ItemPart?

  /// The value as the history keeps it.
  var placed: PlacedValue { PlacedValue(place: path, value: view.text) }

  /// Returns the values of the record of an item, in order.
  static func all(in record: SourceRecord) -> [ItemLeaf] {
    var walk = LeafWalk()
    for member in record.root.children {
      let name = member.name.string
      switch name {
      case "creationAt", "modifiedAt": walk.add(member, path: name, part: nil)
      case "title": walk.add(member, path: name, part: .title)
      case "subtitle": walk.add(member, path: name, part: .subtitle)
      case "favorite": walk.add(member, path: name, part: .favorite)
      case "tags": walk.add(member, path: name, part: .tags)
      case "extensions": walk.add(member, path: name, part: .extensions)
      case "scope":
        for inner in member.children {
          walk.add(inner, path: "scope.\(inner.name.string)", part: inner.name == "urls" ? .urls : .apps)
        }
      case "credentials":
        for credential in member.children {
          let type = credential["type"]?.text.string ?? ""
          let isKnown = ItemPart.credentialTypes.contains { Text($0) == Text(type) }
          walk.add(credential, path: type, part: .credentials(isKnown ? type : ""))
        }
      default: walk.add(member, path: name, part: .unknown)
      }
    }
    return walk.leaves
  }
}

/// Follows the rules by which a record of the model places its values.
private struct LeafWalk {
  private(set) var leaves: [ItemLeaf] = []

  mutating func add(_ view: SourceView, path: String, part: ItemPart?) {
    switch view.kind {
    case .string, .number, .boolean:
      if view.isValue { leaves.append(ItemLeaf(view: view, path: Text(path), part: part)) }
    case .object:
      let isField = view["fieldType"] != nil
      for child in view.children {
        add(child, path: isField && child.name == "value" ? path : "\(path).\(child.name.string)", part: part)
      }
    case .array:
      for element in view.children {
        let name = view.name == "extensions" ? element["name"]?.text.string : nil
        add(element, path: name.map { "\(path).\($0)" } ?? path, part: part)
      }
    case .null: break
    }
  }
}

/// The values that stand in an item.
struct StandingValues {
  private struct Key: Hashable {
    let place: Place
    let text: Text
  }
  private var values: Set<Key> = []

  init(_ leaves: [ItemLeaf]) {
    values.reserveCapacity(leaves.count)
    for leaf in leaves { values.insert(Key(place: leaf.view.place, text: leaf.view.text)) }
  }

  /// Whether the bytes of a value stand at its place.
  func has(_ leaf: ItemLeaf) -> Bool { values.contains(Key(place: leaf.view.place, text: leaf.view.text)) }
}

extension ItemPart {
  /// What to call the part in a list of changes. Names that the file made up may be secret and are not repeated.
  var words: String {
    switch self {
    case .title: "title"
    case .subtitle: "subtitle"
    case .favorite: "favourite mark"
    case .urls: "address"
    case .apps: "app"
    case .tags: "tag"
    case .credentials(let type): type.isEmpty ? "credential of an unknown type" : type
    case .extensions: "extension"
    case .unknown: "unknown member"
    }
  }
}
