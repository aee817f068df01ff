internal import CXFCommandLine
internal import CXFFormats
internal import CredentialExchangeFormat

/// One value of an item for people.
struct ItemRow: Sendable, Hashable {
  /// What it belongs to: empty for the item itself, else the type of the credential.
  var group: String
  /// What it is called.
  var label: String
  /// The value as it is; foreign text.
  var value: Text
  /// Whether it is shown only when asked for.
  var isSecret: Bool

  /// What stands for a secret: always as long, so that nothing can be told from it.
  static let mask = "••••••••"

  /// The value, or what stands for it.
  func text(reveal: Bool) -> String { isSecret && !reveal ? Self.mask : ForeignText.escaped(value.string) }
}

extension ItemRow {
  /// Returns the values of an item in the order of CXF, each with whether it is a secret.
  ///
  /// Every value is there, also unknown members and extensions: what is new is a secret until it is known to be none.
  static func rows(_ item: Item) -> [ItemRow] {
    var rows = [ItemRow(group: "", label: "id", value: Text(item.id.base64URL), isSecret: false)]
    var numbers: [String: Int] = [:]
    for member in SourceRecord(item).root.children where member.name != "id" {
      guard member.name == "credentials" else {
        add(member, label: member.name.string, group: "", &rows)
        continue
      }
      for credential in member.children {
        let type = credential.peek("type")?.string ?? ""
        let number = numbers[type, default: 0] + 1
        numbers[type] = number
        let group = number == 1 ? type : "\(type) \(number)"
        let before = rows.count
        for child in credential.children where child.name != "type" {
          add(child, label: child.name.string, group: group, &rows)
        }
        // A credential without values is there all the same.
        if rows.count == before { rows.append(ItemRow(group: group, label: "", value: "", isSecret: false)) }
      }
    }
    return rows
  }

  private static let times: Set<Place> = ["creationAt", "modifiedAt"]

  private static func add(_ view: SourceView, label: String, group: String, _ rows: inout [ItemRow]) {
    switch view.kind {
    case .object:
      if let value = view["value"], view["fieldType"] != nil {
        let name = view.peek("label")?.string ?? label
        add(value, label: name, group: group, &rows)
        for child in view.children where !["id", "fieldType", "value", "label"].contains(child.name) {
          add(child, label: "\(name) \(child.name.string)", group: group, &rows)
        }
      } else {
        let name = view.name.isEmpty ? view.peek("name")?.string : nil
        let prefix = name.map { "\(label) \($0)" } ?? label
        for child in view.children where !(name != nil && child.name == "name") {
          add(child, label: "\(prefix) \(child.name.string)", group: group, &rows)
        }
      }
    case .array: for child in view.children { add(child, label: label, group: group, &rows) }
    case .null: break
    case .string, .number, .boolean:
      guard !view.text.isEmpty else { return }
      var value = view.text
      if times.contains(view.place), let seconds = UInt64(view.text.string),
        let text = DateText.rfc3339(seconds, milliseconds: false)
      {
        value = Text(text)
      }
      rows.append(ItemRow(group: group, label: label, value: value, isSecret: !MaskedItem.isShown(view)))
    }
  }
}
