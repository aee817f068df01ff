internal import CredentialExchangeFormat

/// Which nodes of a record are structure and no values: identifiers that only tie things together, and type tags.
package struct StructureRules: Sendable {
  private let places: Set<Place>
  private let isModel: Bool

  private init(places: Set<Place>, isModel: Bool) {
    self.places = places
    self.isModel = isModel
  }

  /// All leaves are values.
  package static let none = StructureRules(places: [], isModel: false)

  /// The leaves at these dotted names are structure.
  package static func members(_ places: String...) -> StructureRules {
    StructureRules(places: Set(places.map { Place($0) }), isModel: false)
  }

  /// The rules of CXF: identifiers, references, type tags and names of extensions; the value of an editable field
  /// stands at the place of the field, a credential at the name of its type, an extension at its name.
  package static let model = StructureRules(places: [], isModel: true)

  func isStructural(_ record: SourceRecord, _ index: Int) -> Bool {
    guard isModel else { return places.contains(record.nodes[index].place) }
    let node = record.nodes[index]
    let parent = record.nodes[node.parent]
    switch node.name.string {
    case "id", "fieldType", "accountId": return true
    case "type": return parent.kind == .object
    case "item", "account": return node.kind == .string
    case "name": return isExtension(record, node.parent)
    case "hashAlg": return parent.name == "certificate"
    default: return false
    }
  }

  private func isExtension(_ record: SourceRecord, _ index: Int) -> Bool {
    let parent = record.nodes[index].parent
    return parent >= 0 && record.nodes[parent].kind == .array && record.nodes[parent].name == "extensions"
  }

  /// The place of an array's element where it is not that of the array.
  func elementPlace(_ record: SourceRecord, _ index: Int) -> Place? {
    guard isModel else { return nil }
    let array = record.nodes[record.nodes[index].parent]
    switch array.name.string {
    case "credentials" where array.parent == 0:
      return record.child(index, named: "type").map { Place.root.appending(record.nodes[$0].text) }
    case "extensions":
      return record.child(index, named: "name").map { array.place.appending(record.nodes[$0].text) }
    default: return nil
    }
  }

  /// Whether a member stands at the place of its object.
  func collapses(_ record: SourceRecord, _ index: Int) -> Bool {
    guard isModel, record.nodes[index].name == "value" else { return false }
    return record.child(record.nodes[index].parent, named: "fieldType") != nil
  }
}
