internal import CXFKeePass
internal import CXFVaults
internal import CredentialExchangeFormat

/// The pool of attached files, when an import is undone or forgotten.
extension VaultSaving {
  /// Whether something that is undone or forgotten may have been the only one to name a file.
  var mayHaveLooseFiles: Bool {
    !inner.binaries.isEmpty
      && (!undone.isEmpty || notes.originals.count < before.notes.originals.count)
  }

  /// Takes files out of the pool that entries or our notes named before and nothing names any more. Those that nobody named
  /// before either are somebody else's business.
  ///
  /// - Parameter changed: the document as it becomes.
  /// - Returns: the changes that give entries the new numbers of their files.
  mutating func dropLooseFiles(_ changed: KeePassDocument) -> KeePassEdits {
    let binaries = inner.binaries
    let used = Self.references(changed)
    let isUsed = Set(used.map(\.number))
    let wasUsed = Set(Self.references(document).map(\.number))
    let originals = before.notes.originals
    let noted = Set(originals.flatMap { $0.files + ($0.leaving?.files ?? []) })
    let needed = Set(notes.originals.flatMap(\.files))
    let loose = Set(
      binaries.indices.filter { number in
        guard !isUsed.contains(number) else { return false }
        let hash = KeePassDigest.full(binaries[number].bytes)
        guard !needed.contains(hash) else { return false }
        let isNew = number >= before.database.inner.binaries.count
        return isNew || wasUsed.contains(number) || noted.contains(hash)
      })
    var edits = KeePassEdits()
    guard !loose.isEmpty else { return edits }
    var numbers: [Int: Int] = [:]
    for number in binaries.indices where !loose.contains(number) { numbers[number] = numbers.count }
    for reference in used {
      guard let number = numbers[reference.number], number != reference.number else { continue }
      edits.setAttribute("Ref", of: reference.element, to: Array("\(number)".utf8))
    }
    inner.remove(binaries: loose)
    return edits
  }

  /// The elements that name files by their numbers.
  private static func references(_ document: KeePassDocument) -> [(element: Int, number: Int)] {
    let xml = document.xml
    return xml.elements.indices.compactMap { element in
      guard xml.elements[element].name == "Value", let text = xml.attribute("Ref", of: element),
        let number = Int(String(decoding: text, as: UTF8.self))
      else { return nil }
      return (element, number)
    }
  }
}
