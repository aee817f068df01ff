/// What a finding is, as far as a mutation foretells it.
struct Expected: Hashable, CustomStringConvertible {
  let code: String
  let pointer: String
  let field: String

  var description: String { "\(code) at \(pointer) (\(field))" }
}

/// One change to a valid document, and what must be found then.
struct Mutation: CustomStringConvertible {
  enum Change {
    case drop
    case replace(String)
    /// A second member of the same name after the first.
    case double
    /// The name with an escape in it.
    case escape
    /// One more member.
    case add(name: String, value: String)
  }

  let change: Change
  let path: [String]
  let expected: Set<Expected>

  var description: String { "\(change) at /\(path.joined(separator: "/"))" }
}

/// All mutations of a document.
struct MutationPlan {
  /// An object on the way to the value at hand.
  private struct Frame {
    let type: String
    let pointer: String
    /// The member of the object around it that it is, with its need; nil for an element of an array.
    let member: SpecTable.Row?
    /// The name of the member under which findings name this object.
    let name: String
  }

  private(set) var mutations: [Mutation] = []
  private var frames: [Frame] = []
  /// Where the extension `shared` stands that the walk is in.
  private var sharedPointer: String?

  /// Walks a document with one account.
  init(_ document: JSONTree) {
    object(document, "header", [], member: nil, name: "document")
  }

  private func pointer(_ path: [String]) -> String { path.map { "/\($0)" }.joined() }

  private mutating func add(_ change: Mutation.Change, _ path: [String], _ expected: Set<Expected>) {
    mutations.append(Mutation(change: change, path: path, expected: expected))
  }

  // MARK: What a lost member costs

  /// What is found when the object of the innermost frame means nothing without a member.
  private func collapse(_ field: String) -> Set<Expected> {
    var result: Set<Expected> = []
    var field = field
    for frame in frames.reversed() {
      result.insert(Expected(code: "incomplete-object", pointer: frame.pointer, field: field))
      guard let member = frame.member, member.need == .needed else { break }
      field = member.name
    }
    return result
  }

  /// What is found when a member was not understood, under a code.
  private func rejected(_ code: String, _ path: [String], _ row: SpecTable.Row) -> Set<Expected> {
    if let shared = sharedPointer {
      return [Expected(code: "malformed-shared-extension", pointer: shared, field: "extensions")]
    }
    var result: Set = [Expected(code: code, pointer: pointer(path), field: row.name)]
    let isIndispensable = frames.last?.type == "totp" && ["period", "digits", "algorithm"].contains(row.name)
    if row.need == .needed || isIndispensable { result.formUnion(collapse(row.name)) }
    return result
  }

  private func absent(_ row: SpecTable.Row, found: Set<Expected>) -> Set<Expected> {
    guard row.need == .needed else { return found }
    if let shared = sharedPointer {
      return [Expected(code: "malformed-shared-extension", pointer: shared, field: "extensions")]
    }
    return found.union(collapse(row.name))
  }

  // MARK: Walking

  private mutating func object(
    _ tree: JSONTree, _ type: String, _ path: [String], member: SpecTable.Row?, name: String
  ) {
    frames.append(Frame(type: type, pointer: pointer(path), member: member, name: name))
    defer { frames.removeLast() }
    for row in SpecTable.rows(type) {
      guard let value = tree[row.name] else { continue }
      let place = path + [row.name]
      let missing = Expected(code: "missing-member", pointer: pointer(path), field: row.name)
      add(.drop, place, absent(row, found: row.need == .defaulted ? [missing] : []))
      let null = Expected(code: "null-value", pointer: pointer(place), field: row.name)
      add(.replace("null"), place, absent(row, found: [null]))
      add(.double, place, rejected("duplicate-member", place, optional(row)))
      let escaped = Expected(code: "escaped-member-name", pointer: pointer(place), field: row.name)
      add(.escape, place, [escaped])
      self.value(value, row, place)
    }
    let unknown = Expected(code: "unknown-member", pointer: pointer(path + ["zzz"]), field: "zzz")
    add(.add(name: "zzz", value: "1"), path + ["zzz"], [unknown])
  }

  /// A second occurrence costs no object, whatever the member is needed for.
  private func optional(_ row: SpecTable.Row) -> SpecTable.Row {
    SpecTable.Row(name: row.name, kind: row.kind, need: .optional)
  }

  private mutating func value(_ tree: JSONTree, _ row: SpecTable.Row, _ path: [String]) {
    func found(_ code: String) -> Set<Expected> {
      [Expected(code: code, pointer: pointer(path), field: row.name)]
    }
    switch row.kind {
    case .text: add(.replace("[7]"), path, rejected("wrong-type", path, row))
    case .bytes:
      add(.replace("7"), path, rejected("wrong-type", path, row))
      add(.replace(#""a!""#), path, rejected("invalid-base64url", path, row))
      add(.replace(#""YWJj=""#), path, rejected("invalid-base64url", path, row))
    case .id:
      add(.replace("[7]"), path, rejected("wrong-type", path, row))
      add(.replace(#""not base64!""#), path, found("invalid-identifier"))
      add(.replace(#""YWJjZA==""#), path, found("inexact-base64url"))
    case .number:
      add(.replace("[7]"), path, rejected("wrong-type", path, row))
      add(.replace("-1"), path, rejected("number-out-of-range", path, row))
    case .moment:
      add(.replace("[7]"), path, rejected("wrong-type", path, row))
      add(.replace(#""soon""#), path, rejected("invalid-timestamp", path, row))
      add(.replace("-5"), path, found("invalid-timestamp"))
      add(.replace("9000000000"), path, found("implausible-timestamp"))
    case .flag:
      add(.replace("7"), path, rejected("wrong-type", path, row))
      add(.replace(#""TRUE""#), path, found("text-for-boolean"))
    case .choice:
      add(.replace("7"), path, rejected("wrong-type", path, row))
      var expected = found("unknown-enumeration-value")
      if row.name == "fieldType", let field = frames.last, case .field(let type)? = field.member?.kind,
        type != "any"
      {
        expected.insert(
          Expected(code: "unexpected-field-type", pointer: field.pointer, field: field.member?.name ?? ""))
      }
      add(.replace(#""other""#), path, expected)
    case .field(let type):
      add(.replace("[7]"), path, rejected("wrong-type", path, row))
      field(tree, type, row, path, member: row)
    case .object(let type):
      add(.replace("[7]"), path, rejected(type == "version" ? "version-shape" : "wrong-type", path, row))
      object(tree, type, path, member: row, name: row.name)
    case .list(let kind):
      add(.replace("7"), path, rejected("wrong-type", path, row))
      if row.need == .optional { add(.replace("[]"), path, found("empty-optional-array")) }
      elements(tree, kind, row, path)
    case .credential, .ext: break
    }
    special(row, path)
  }

  private mutating func elements(
    _ tree: JSONTree, _ kind: SpecTable.Kind, _ row: SpecTable.Row, _ path: [String]
  ) {
    guard case .array(let elements) = tree else { return }
    for (index, element) in elements.enumerated() {
      let place = path + ["\(index)"]
      let member = SpecTable.Row(name: row.name, kind: kind, need: .optional)
      add(
        .replace("null"), place,
        [Expected(code: "null-value", pointer: pointer(place), field: row.name)])
      switch kind {
      case .credential: credential(element, place)
      case .ext: anyExtension(element, place)
      case .field(let type):
        add(.replace("[7]"), place, rejected("wrong-type", place, member))
        field(element, type, member, place, member: nil)
      case .object(let type):
        add(.replace("7"), place, rejected("wrong-type", place, member))
        object(element, type, place, member: nil, name: row.name)
      default: value(element, member, place)
      }
    }
  }

  private mutating func field(
    _ tree: JSONTree, _ type: String, _ row: SpecTable.Row, _ path: [String], member: SpecTable.Row?
  ) {
    object(tree, "field", path, member: member, name: row.name)
    let actual = type == "any" ? tree["fieldType"].map { JSONTree.resolved($0.text) } ?? "" : type
    let broken: (String, String)? =
      switch actual {
      case "date": ("2023-02-29", "invalid-field-value")
      case "year-month": ("2031-13", "invalid-field-value")
      case "boolean": ("maybe", "invalid-field-value")
      case "country-code": ("Germany", "invalid-country-code")
      case "subdivision-code": ("CA", "invalid-subdivision-code")
      case "email": ("nobody", "invalid-email")
      case "number": ("many", "invalid-number")
      case "wifi-network-security-type": ("WPA2", "unknown-wifi-security")
      default: nil
      }
    guard let (value, code) = broken else { return }
    add(
      .replace("\"\(value)\""), path + ["value"],
      [Expected(code: code, pointer: pointer(path), field: row.name)])
  }

  private mutating func credential(_ tree: JSONTree, _ path: [String]) {
    func found(_ code: String, _ path: [String], _ field: String) -> Set<Expected> {
      [Expected(code: code, pointer: pointer(path), field: field)]
    }
    let type = tree["type"].map { JSONTree.resolved($0.text) } ?? ""
    add(.replace("7"), path, found("missing-credential-type", path, "credentials"))
    add(.drop, path + ["type"], found("missing-credential-type", path, "credentials"))
    guard !SpecTable.rows(type).isEmpty else { return }
    add(.replace(#""hologram""#), path + ["type"], found("unknown-credential-type", path + ["type"], "type"))
    let camel = type.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    add(.replace("\"\(camel)\""), path + ["type"], found("credential-type-spelling", path + ["type"], "type"))
    object(tree, type, path, member: nil, name: type)
  }

  private mutating func anyExtension(_ tree: JSONTree, _ path: [String]) {
    func found(_ code: String, _ path: [String], _ field: String) -> Set<Expected> {
      [Expected(code: code, pointer: pointer(path), field: field)]
    }
    add(.replace("7"), path, found("missing-extension-name", path, "extensions"))
    add(.drop, path + ["name"], found("missing-extension-name", path, "extensions"))
    guard tree["name"]?.text == #""shared""# else {
      add(.replace(#""no slash""#), path + ["name"], found("extension-name-form", path + ["name"], "name"))
      return
    }
    sharedPointer = pointer(path)
    object(tree, "shared", path, member: nil, name: "extensions")
    sharedPointer = nil
  }

  /// Breaks what only the rules of content know.
  private mutating func special(_ row: SpecTable.Row, _ path: [String]) {
    let long = String(repeating: "QUJD", count: 22)
    let cases: [String: [(String, String)]] = [
      "header.exporterRpId": [(#""no domain!""#, "exporter-rp-id-form")],
      "app.bundleId": [(#""https://a.example""#, "package-name-form")],
      "certificate.fingerprint": [(#""AAEC""#, "fingerprint-length")],
      "scope.urls": [(#""a.example""#, "url-without-scheme"), (#""https://a b""#, "irregular-url")],
      "item.subtitle": [(#""a &lt; b""#, "html-entity"), (#""a\u0001""#, "control-character")],
      "totp.secret": [
        (#""0189""#, "invalid-totp-secret"), (#""gezd""#, "totp-secret-spelling"),
        (#""otpauth://totp/a""#, "totp-secret-is-uri"),
      ],
      "totp.period": [("0", "invalid-totp-period"), ("3000", "unusual-totp-period")],
      "totp.digits": [("0", "invalid-totp-digits"), ("5", "unusual-totp-digits")],
      "passkey.rpId": [(#""https://a.example""#, "invalid-rp-id"), (#""192.0.2.1""#, "invalid-rp-id")],
      "passkey.credentialId": [
        (#""AAAAAAAAAAAAAAAAAAAAAA""#, "zero-credential-id"), (#""""#, "invalid-credential-id"),
      ],
      "passkey.userHandle": [("\"\(long)\"", "invalid-user-handle"), (#""""#, "empty-user-handle")],
      "passkey.key": [
        (#""AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA""#, "raw-private-key"),
        (#""MC4C""#, "invalid-private-key"),
      ],
      "hmac.credWithUV": [(#""AAEC""#, "hmac-seed-length")],
      "blob.data": [(#""eJxLyslPAgAEEAGg""#, "large-blob-form")],
      "ssh-key.keyType": [(#""ssh-rsa""#, "ssh-key-type-mismatch"), (#""rsa""#, "unknown-ssh-key-type")],
      "ssh-key.privateKey": [(#""LS0tLS1CRUdJTiBQUklWQVRFIEtFWQ""#, "private-key-is-text")],
      "file.name": [(#""../a""#, "unsafe-file-name")],
      "file.integrityHash": [(#""AAEC""#, "integrity-hash-length")],
    ]
    guard let type = frames.last?.type, let broken = cases["\(type).\(row.name)"] else { return }
    // A list is broken in its elements.
    if case .list = row.kind { return }
    for (value, code) in broken {
      add(.replace(value), path, [Expected(code: code, pointer: pointer(path), field: row.name)])
    }
  }
}

extension JSONTree {
  /// Returns the tree with a change at a place.
  func applying(_ change: Mutation.Change, at path: ArraySlice<String>) -> JSONTree {
    guard let step = path.first else {
      if case .replace(let text) = change { return JSONTree(Array(text.utf8)) }
      return self
    }
    let rest = path.dropFirst()
    switch self {
    case .scalar: return self
    case .array(var elements):
      if let index = Int(step), elements.indices.contains(index) {
        elements[index] = elements[index].applying(change, at: rest)
      }
      return .array(elements)
    case .object(var members):
      guard let index = members.firstIndex(where: { $0.name == step }) else {
        if rest.isEmpty, case .add(let name, let value) = change {
          members.append(Member(name: name, value: JSONTree(Array(value.utf8))))
        }
        return .object(members)
      }
      guard rest.isEmpty else {
        members[index].value = members[index].value.applying(change, at: rest)
        return .object(members)
      }
      switch change {
      case .drop: members.remove(at: index)
      case .double: members.append(members[index])
      case .escape:
        let first = members[index].name.utf8.first ?? 0x61
        members[index].name = "\\u00" + String(first, radix: 16) + members[index].name.dropFirst()
      case .replace, .add: members[index].value = members[index].value.applying(change, at: rest)
      }
      return .object(members)
    }
  }
}
