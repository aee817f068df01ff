internal import CredentialExchangeFormat

/// Which nodes of a record are structure and no values: identifiers that only tie things together, and type tags.
package struct StructureRules: Sendable {
  private let places: Set<Place>
  private let isModel: Bool
  private let isBareCredential: Bool

  private init(places: Set<Place>, isModel: Bool, isBareCredential: Bool = false) {
    self.places = places
    self.isModel = isModel
    self.isBareCredential = isBareCredential
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

  /// The same for a record that is a credential without an item around it.
  package static let bareCredential = StructureRules(places: [], isModel: true, isBareCredential: true)

  /// The place of the record itself.
  func rootPlace(_ record: SourceRecord) -> Place {
    isBareCredential ? Place.root.appending(type(record, 0)) : .root
  }

  func isStructural(_ record: SourceRecord, _ index: Int) -> Bool {
    guard isModel else { return places.contains(record.nodes[index].place) }
    let owner = record.nodes[index].parent
    // What is unknown may use the same names for something else, so the owner decides.
    switch record.nodes[index].name.string {
    case "id":
      return (owner == 0 && !isBareCredential) || isField(record, owner)
        || isElement(record, owner, of: "collections", "subCollections")
        || (isCredential(record, owner) && ["custom-fields", "file"].contains(type(record, owner)))
    case "fieldType": return isField(record, owner)
    case "type": return isCredential(record, owner) || isElement(record, owner, of: "accessors")
    case "item", "account": return isElement(record, owner, of: "items")
    case "accountId": return isElement(record, owner, of: "accessors")
    case "name": return isElement(record, owner, of: "extensions")
    case "hashAlg":
      return record.nodes[owner].name == "certificate"
        && isElement(record, record.nodes[owner].parent, of: "androidApps")
    default: return false
    }
  }

  private func isElement(_ record: SourceRecord, _ index: Int, of names: Text...) -> Bool {
    guard index > 0, record.nodes[index].kind == .object else { return false }
    let array = record.nodes[record.nodes[index].parent]
    return array.kind == .array && names.contains(array.name)
  }

  private func isCredential(_ record: SourceRecord, _ index: Int) -> Bool {
    if isBareCredential { return index == 0 }
    return isElement(record, index, of: "credentials") && record.nodes[record.nodes[index].parent].parent == 0
  }

  private func isField(_ record: SourceRecord, _ index: Int) -> Bool {
    record.child(index, named: "fieldType") != nil && record.child(index, named: "value") != nil
  }

  private func type(_ record: SourceRecord, _ index: Int) -> Text {
    record.child(index, named: "type").map { record.nodes[$0].text } ?? ""
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
