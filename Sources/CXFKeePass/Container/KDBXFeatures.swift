internal import CredentialExchangeFormat

/// What of a document asks for a version of the format.
enum KDBXFeatures {
  /// Whether there is something that came with KDBX 4.1: tags of groups, groups that things were in before, entries left out
  /// of reports, icons with names or times, times of custom data of the database.
  static func needVersion41(_ document: KeePassDocument) -> Bool {
    let xml = document.xml
    return xml.elements.indices.contains { element in
      let place = xml.elements[element]
      guard place.parent >= 0 else { return false }
      let parent = xml.elements[place.parent]
      switch (place.name, parent.name) {
      case ("PreviousParentGroup", _), ("Tags", "Group"), ("Name", "Icon"), ("LastModificationTime", "Icon"):
        return !document.bytes(of: element).isEmpty
      case ("QualityCheck", "Entry"): return document.text(of: element) == "False"
      case ("LastModificationTime", "Item"):
        return parent.parent >= 0 && xml.elements[parent.parent].parent >= 0
          && xml.elements[xml.elements[parent.parent].parent].name == "Meta"
      default: return false
      }
    }
  }
}
