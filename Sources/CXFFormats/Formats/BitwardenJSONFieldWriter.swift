internal import CredentialExchangeFormat

extension BitwardenItemWriter {
  /// Writes the groups of custom fields, with the fields that only point at others back in their places.
  mutating func writeCustomFields() {
    for group in credentials("custom-fields") {
      let heading = group["label"]
      var fields: [BitwardenEntry.Field] = []
      for field in group.elements("fields") where !isWritten(field) {
        fields.append(write(field, under: heading?.peek))
      }
      if let heading, let text = heading.peek, !fields.isEmpty {
        heading.convert(
          to: "fields.name", as: text, .keptAsCustomField, "the heading is part of the fields' names")
      }
      for link in ToolkitExtension.linkedFields.view(in: group)?.elements("fields") ?? [] {
        let index = link.peek("index").flatMap { Int($0.string) } ?? fields.count
        link["index"]?.convert(to: "fields", as: "", .linkedField, "the place among the fields")
        let field = BitwardenEntry.Field(
          name: link.take("label", to: "fields.name"), value: nil, type: 3,
          linkedID: link.take("linkedId", to: "fields.linkedId"))
        fields.insert(field, at: min(max(0, index), fields.count))
      }
      entries[0].fields += fields
    }
  }

  /// Whether a field went to a place of its own.
  private func isWritten(_ field: SourceView) -> Bool { field["value"]?.isTaken ?? false }

  private func write(_ field: SourceView, under heading: Text?) -> BitwardenEntry.Field {
    let value = field.take("value", to: "fields.value")
    let type: Int
    switch field.peek("fieldType") {
    case "concealed-string": type = 1
    case "boolean" where value == "true" || value == "false": type = 2
    default: type = 0
    }
    guard let heading else {
      return BitwardenEntry.Field(
        name: field.take("label", to: "fields.name"), value: value ?? "", type: type)
    }
    let name = Text([heading.string, field.peek("label")?.string].compactMap { $0 }.joined(separator: ": "))
    field["label"]?.convert(
      to: "fields.name", as: name, .keptAsCustomField, "the heading stands before the field's name")
    return BitwardenEntry.Field(name: name, value: value ?? "", type: type)
  }

  // MARK: Everything else

  /// What the types of CXF are called.
  private static let kinds: [Text: String] = [
    "address": "Address", "api-key": "API key", "basic-auth": "Login", "credit-card": "Card",
    "custom-fields": "Custom fields", "drivers-license": "Driving licence",
    "generated-password": "Generated password",
    "identity-document": "Identity document", "item-reference": "Linked item", "note": "Notes",
    "passkey": "Passkey",
    "passport": "Passport", "person-name": "Name", "ssh-key": "SSH key", "totp": "One-time code",
    "wifi": "Wi-Fi",
  ]

  /// Makes a custom field of every value that nothing has taken.
  mutating func flush() {
    for view in root.untaken {
      addField(view, named: Text(name(of: view.index)), type: isShown(view.index) ? 0 : 1)
    }
  }

  /// Only what CXF calls shown is shown: what is unknown may be secret.
  private func isShown(_ index: Int) -> Bool {
    let node = record.nodes[index]
    guard let type = record.child(node.parent, named: "fieldType") else {
      return node.parent == 0 && ["creationAt", "modifiedAt"].contains(node.name.string)
    }
    return node.name == "label" || (node.name == "value" && record.nodes[type].text != "concealed-string")
  }

  /// A name that a person understands, such as "Wi-Fi: network security type".
  private func name(of index: Int) -> String {
    var parts: [String] = []
    var current = index
    while current > 0 {
      let node = record.nodes[current]
      let parent = record.nodes[node.parent]
      if parent.kind != .array {
        if node.name != "value" || parts.isEmpty && record.child(node.parent, named: "fieldType") == nil {
          if node.kind != .array || !["credentials", "extensions"].contains(node.name.string) {
            parts.append(words(node.name))
          }
        }
      } else if parent.name == "credentials", parent.parent == 0 {
        let kind = kind(of: current, among: node.parent)
        return parts.isEmpty ? kind : "\(kind): \(parts.reversed().joined(separator: " "))"
      } else if parent.name == "extensions" {
        if let name = record.child(current, named: "name") { parts.append(record.nodes[name].text.string) }
      } else if record.children(node.parent).count > 1,
        let place = record.children(node.parent).firstIndex(of: current)
      {
        parts.append(String(place + 1))
      }
      current = node.parent
    }
    return parts.reversed().joined(separator: " ")
  }

  private func kind(of index: Int, among credentials: Int) -> String {
    func type(_ node: Int) -> Text? { record.child(node, named: "type").map { record.nodes[$0].text } }
    let own = type(index)
    let kind = own.flatMap { Self.kinds[$0] ?? $0.string } ?? "Credential"
    let same = record.children(credentials).filter { type($0) == own }
    guard same.count > 1, let place = same.firstIndex(of: index), place > 0 else { return kind }
    return "\(kind) \(place + 1)"
  }

  /// A member's name in words: "networkSecurityType" is "network security type".
  private func words(_ name: Text) -> String {
    var bytes: [UInt8] = []
    var isAfterCapital = true
    for byte in name.utf8 {
      let isCapital = byte &- 0x41 < 26
      if isCapital, !isAfterCapital { bytes.append(0x20) }
      bytes.append(isCapital ? byte | 0x20 : byte)
      isAfterCapital = isCapital
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
