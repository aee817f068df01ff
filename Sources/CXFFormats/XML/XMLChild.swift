internal import CredentialExchangeFormat

/// An element in a tree of XML with its attributes, whether the tree has it as a text or as an object.
struct XMLChild {
  let name: Text
  /// By their names without `@`.
  let attributes: [Text: SourceView]
  /// The element itself: its text, or what is in it.
  let view: SourceView

  /// The text of an attribute.
  subscript(attribute: Text) -> Text? { attributes[attribute]?.peek }
}

extension SourceView {
  /// The elements in this one, in order.
  var xmlChildren: [XMLChild] {
    var result: [XMLChild] = []
    var waiting: [Text: SourceView] = [:]
    for child in children {
      if let at = child.name.string.utf8.lastIndex(of: UInt8(ascii: "@")) {
        let bytes = child.name.string.utf8
        if bytes.startIndex != at {
          waiting[Text(String(decoding: bytes[bytes.index(after: at)...], as: UTF8.self))] = child
        }
      } else if child.name != "#text" {
        if child.kind == .object {
          for member in child.children where member.name.utf8.first == UInt8(ascii: "@") {
            waiting[Text(String(decoding: member.name.utf8.dropFirst(), as: UTF8.self))] = member
          }
        }
        result.append(XMLChild(name: child.name, attributes: waiting, view: child))
        waiting = [:]
      }
    }
    return result
  }
}

extension SourceRecord {
  /// Makes a record of values that stand in different places of this one, where they count no more.
  ///
  /// - Parameters:
  ///   - views: texts with the names that they get.
  ///   - repeated: values that another record has taken already, so that they do not count here either.
  func gather(
    _ views: [(name: Text, view: SourceView)], repeated: [(name: Text, view: SourceView)] = [], number: Int
  ) -> SourceRecord {
    let part = SourceRecord(texts: (views + repeated).map(\.view.offset).min() ?? 0, number: number)
    for (index, entry) in (views + repeated).enumerated() {
      part.appendText(entry.name, entry.view.text, offset: entry.view.offset)
      if index < views.count { entry.view.markStructure() }
    }
    part.endTexts()
    for index in part.nodes.indices.dropFirst(1 + views.count) { part.nodes[index].isStructural = true }
    return part
  }
}
