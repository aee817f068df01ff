package import CredentialExchangeFormat

/// What the members of an object hold, by their names; dots lead into objects in it. The order is that in which they are taken.
package typealias MemberRoles = KeyValuePairs<Text, CellRole>

// Records that are objects: members by their names, fields that say themselves what they are called.
extension RowBuilder {
  /// Takes the members of an object by their roles; of an array, each element by that role.
  mutating func apply(_ roles: MemberRoles, of object: SourceView?) {
    guard let object else { return }
    for (path, role) in roles {
      guard let member = object.member(at: path) else { continue }
      for view in member.kind == .array ? member.children : [member] where !view.isTaken { apply(role, view) }
    }
  }

  /// Takes the members of an object by their roles, whatever the case of the letters A–Z in their names.
  ///
  /// - Parameter roles: by names in lower case.
  mutating func apply(folded roles: [Text: CellRole], of object: SourceView) {
    for member in object.children where !member.isTaken && !member.isStructure {
      if let role = roles[Text(ASCIIBytes.lower(member.name.string))] { apply(role, member) }
    }
  }

  /// Takes a field whose name is a value of the source too. The name stands as the label of what became of the field, unless it
  /// is one of the usual names.
  ///
  /// - Parameter usual: names in lower case with which the product itself labels such a field.
  mutating func apply(
    _ role: CellRole, _ value: SourceView, labelled label: SourceView?, usual: Set<String> = []
  ) {
    if case .custom(let type, let fallback, let group) = role {
      takeField(value, type, label: label, fallback: fallback, group: group)
      return
    }
    let before = parts
    apply(role, value)
    guard let label, let text = label.peek, !label.isTaken else { return }
    if usual.contains(ASCIIBytes.lower(text.string)) {
      label.noteAbsent(.defaultValue, "\(label.label) says what the field is called anyway")
      return
    }
    let place: Place? =
      switch role {
      case .username: "basic-auth.username"
      case .password: "basic-auth.password"
      case .member(let place): place
      default: nil
      }
    if let place, let member = CredentialParts.members[place], before[keyPath: member.path] == nil,
      parts[keyPath: member.path] != nil
    {
      parts[keyPath: member.path]?.label = label.take(to: place.appending("label"))
    } else {
      let what =
        switch role {
        case .totp: "one-time code"
        case .address: "address"
        default: value.name.string
        }
      label.keep(
        as: .string, label: Text("Name of \(what)"), in: &item, .keptAsCustomField,
        "CXF has no place for the name of \(value.label); it is kept as a custom field")
    }
  }

  /// Takes a field of the user's own as a custom field: there it is what it was.
  ///
  /// - Parameters:
  ///   - label: what it is called.
  ///   - fallback: what it is called where the source does not say.
  mutating func takeField(
    _ value: SourceView?, _ type: FieldType, label: SourceView?, fallback: Text? = nil, group: Text? = nil
  ) {
    let name = label?.take(to: "custom-fields.fields.label")
    let text = value?.take(to: "custom-fields.fields")
    guard name != nil || text != nil else { return }
    item.appendCustomField(
      EditableField(fieldType: type, value: text ?? "", label: name ?? fallback), group: group)
  }

  /// Takes the heading of a group of custom fields, which gets its fields next.
  ///
  /// - Returns: the heading; nil where there is none.
  mutating func takeHeading(_ view: SourceView?) -> Text? {
    guard let view, let text = view.peek else { return nil }
    item.appendCustomFields([], group: text)
    return view.take(to: "custom-fields.label")
  }

  /// Whether the item has credentials beside notes and custom fields by now.
  var hasCredential: Bool {
    !parts.credentials.isEmpty || !codeViews.isEmpty
      || item.credentials.contains { credential in
        switch credential {
        case .customFields, .note: false
        default: true
        }
      }
  }
}

extension SourceView {
  /// The member to which names parted by dots lead.
  func member(at path: Text) -> SourceView? {
    if let member = self[path] { return member }
    guard path.utf8.contains(UInt8(ascii: ".")) else { return nil }
    var view: SourceView? = self
    for name in path.utf8.split(separator: UInt8(ascii: ".")) {
      view = view?[Text(String(decoding: name, as: UTF8.self))]
    }
    return view
  }
}
