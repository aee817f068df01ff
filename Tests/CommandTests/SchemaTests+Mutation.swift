/// A document with one thing changed, and whether the specification still allows it.
struct SchemaMutation {
  let label: String
  let text: [UInt8]
  let isAllowed: Bool

  /// The members that CXF 1.0 requires, by what an object is.
  private static let required: [String: Set<String>] = [
    "header": ["version", "exporterRpId", "exporterDisplayName", "timestamp", "accounts"],
    "version": ["major", "minor"],
    "accounts": ["id", "username", "email", "collections", "items"],
    "collections": ["id", "title", "items"],
    "subCollections": ["id", "title", "items"],
    "link": ["item"],
    "items": ["id", "title", "credentials"],
    "scope": ["urls", "androidApps"],
    "androidApps": ["bundleId"],
    "certificate": ["fingerprint", "hashAlg"],
    "field": ["fieldType", "value"],
    "extensions": ["name"],
    "shared": ["name", "accessors"],
    "accessors": ["type", "accountId", "name", "permissions"],
    "hmacCredentials": ["algorithm", "credWithUV", "credWithoutUV"],
    "largeBlob": ["uncompressedSize", "data"],
    "custom-fields": ["fields"], "file": ["id", "name", "decryptedSize", "integrityHash"],
    "generated-password": ["password"], "item-reference": ["reference"], "note": ["content"],
    "passkey": ["credentialId", "rpId", "username", "userDisplayName", "userHandle", "key"],
    "ssh-key": ["keyType", "privateKey"], "totp": ["secret", "period", "digits", "algorithm"],
  ]

  /// Members that hold base64url wherever they are strings.
  private static let bytes: Set<String> = [
    "id", "item", "account", "accountId", "fingerprint", "integrityHash", "credentialId", "userHandle", "key",
    "credWithUV", "credWithoutUV", "credBlob", "data", "privateKey",
  ]

  /// The greatest numbers, by member; others have 64 bits.
  private static let limits: [String: String] = [
    "major": "2", "minor": "256", "period": "65536", "digits": "65536",
  ]

  /// Texts that are not of a field type.
  private static let wrongValues: [String: [String]] = [
    "boolean": ["TRUE", "1", ""], "date": ["2024-13-01", "2024-02-29T00:00:00Z", "24-02-29", "2024-2-9"],
    "year-month": ["2031-13", "12/31", "2031-1"], "country-code": ["USA", "us", "United States"],
    "subdivision-code": ["CA", "California", "us-ca"],
  ]

  /// Enumerations that take other names.
  private static let open: Set<String> = ["hashAlg", "algorithm"]

  /// Returns every single change of ``document(with:)`` that is known to be allowed or not. Each document has one credential,
  /// so that judging thousands of them does not take long.
  static func all() -> [SchemaMutation] {
    var walk = Walk()
    let unknown = credentials.last ?? [:]
    walk.visit(document(with: unknown), Place(path: "", name: "", kind: "header", root: { $0 }))
    for credential in credentials {
      let type = credential.text("type") ?? ""
      walk.visit(
        credential, Place(path: type, name: "credentials", kind: type) { document(with: $0) })
    }
    return walk.mutations
  }

  /// Where a value stands.
  private struct Place {
    var path: String
    /// The name of the member, or that of the array.
    var name: String
    /// What an object that stands there is, or what the object around the value is.
    var kind: String
    /// Returns the document with another value there.
    var root: (SchemaNode) -> SchemaNode
  }

  private struct Walk {
    var mutations: [SchemaMutation] = []
    /// Field types whose fields were looked into: one of each is enough.
    private var seen: Set<String> = []

    mutating func add(_ what: String, _ place: Place, _ value: SchemaNode, isAllowed: Bool = false) {
      mutations.append(
        SchemaMutation(
          label: "\(place.path) \(what)", text: Array(place.root(value).json.utf8), isAllowed: isAllowed))
    }

    mutating func visit(_ node: SchemaNode, _ place: Place) {
      // What is not of this standard may be anything.
      guard !place.path.hasSuffix("/more"), !place.path.hasSuffix("/anything") else { return }
      add("as null", place, .null)
      switch node {
      case .object(let members): visit(members, node, place)
      case .array(let elements): visit(elements, place)
      case .flag: add("as a text", place, "true")
      case .null: break
      case .number:
        add("as a text", place, "7")
        add("below zero", place, -1)
        add("as a fraction", place, .number("0.5"))
        add("too large", place, .number(limits[place.name] ?? "18446744073709551616"))
      case .text(let text): visit(text, place)
      }
    }

    private mutating func visit(_ text: String, _ place: Place) {
      add("as a number", place, 7)
      add("as an array", place, [.text(text)])
      add("as an object", place, ["value": .text(text)])
      if bytes.contains(place.name) {
        for wrong in ["YQ==", "YR", "+/+/", "a b", "YQ\\u0000", "Y"] {
          add("as \(wrong)", place, .text(wrong))
        }
        let identifiers: Set<String> = ["id", "item", "account", "accountId"]
        if identifiers.contains(place.name) {
          let most = String(repeating: "A", count: 86)
          add("of 64 bytes", place, .text(most), isAllowed: true)
          add("of 65 bytes", place, .text(most + "A"))
        }
      }
      if place.name == "integrityHash" { add("of another length", place, "AQID") }
      if open.contains(place.name) { add("of another name", place, "other", isAllowed: true) }
    }

    private mutating func visit(_ elements: [SchemaNode], _ place: Place) {
      add("as an object", place, [:])
      add("as a text", place, "")
      let isOptional = ["extensions", "subCollections", "tags"].contains(place.name)
      add("empty", place, [], isAllowed: !isOptional)
      for (index, element) in elements.enumerated() {
        let there = Place(
          path: "\(place.path)/\(index)", name: place.name, kind: kind(of: element, in: place)
        ) {
          var changed = elements
          changed[index] = $0
          return place.root(.array(changed))
        }
        visit(element, there)
        if place.name == "fields" { visitField(element, there, isPrescribed: false) }
      }
    }

    private func kind(of element: SchemaNode, in place: Place) -> String {
      switch place.name {
      case "credentials": element.text("type") ?? ""
      case "fields": "field"
      case "items" where place.kind.lowercased().hasSuffix("collections"): "link"
      case "extensions" where element.text("name") == "shared": "shared"
      default: place.name
      }
    }

    private mutating func visit(
      _ members: [(name: String, value: SchemaNode)], _ node: SchemaNode, _ place: Place
    ) {
      add("as an array", place, [node])
      add("as a text", place, "text")
      if let type = node.text("fieldType"), !seen.insert(type).inserted { return }
      add("with another member", place, .object(members + [("x-more", [1])]), isAllowed: true)
      var isCredential = false
      for (index, member) in members.enumerated() {
        isCredential = isCredential || member.name == "type" && place.kind != "accessors"
        var less = members
        less.remove(at: index)
        let isNeeded =
          required[place.kind]?.contains(member.name) ?? false || isCredential && member.name == "type"
        add("without \(member.name)", place, .object(less), isAllowed: !isNeeded)
        let isField = member.value.text("fieldType") != nil
        var kind = isField ? "field" : member.name == "reference" ? "link" : member.name
        if case .array = member.value { kind = place.kind }
        let there = Place(path: "\(place.path)/\(member.name)", name: member.name, kind: kind) {
          var changed = members
          changed[index].value = $0
          return place.root(.object(changed))
        }
        visit(member.value, there)
        if isField { visitField(member.value, there, isPrescribed: true) }
      }
    }

    private mutating func visitField(_ node: SchemaNode, _ place: Place, isPrescribed: Bool) {
      guard case .object(let members) = node, let type = node.text("fieldType") else { return }
      func with(_ name: String, _ value: String) -> SchemaNode {
        .object(members.map { $0.name == name ? (name, .text(value)) : $0 })
      }
      add("of another field type", place, with("fieldType", "x-other"), isAllowed: !isPrescribed)
      for wrong in wrongValues[type] ?? [] { add("with '\(wrong)'", place, with("value", wrong)) }
    }
  }
}
