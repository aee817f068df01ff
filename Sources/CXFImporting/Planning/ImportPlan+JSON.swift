internal import CXFCrypto
internal import CXFFormats
internal import CXFVaults
package import CredentialExchangeFormat

extension ImportPlan {
  /// The plan as a JSON document that can be kept and edited: `"version": 1`, keys in a fixed order, no secret.
  ///
  /// Whoever edits it may change the `action`, `into`, `intoIndex` and `policy` of an action, or take an action out: its item is then
  /// left out. All else is there to be read.
  public var json: [UInt8] {
    var writer = JSONWriter(indented: true)
    writer.beginObject()
    writer.name("version")
    writer.integer(1)
    writer.name("source")
    writer.beginObject()
    writer.name("path")
    writer.string(source.path)
    writer.name("sha256")
    writer.string(Hexadecimal.text(source.sha256))
    writer.name("format")
    writer.string(source.format)
    writer.endObject()
    writer.name("vault")
    writer.beginObject()
    writer.name("id")
    writer.string(vault.id.base64URL)
    writer.name("generation")
    writer.fragment(Array(String(vault.generation).utf8))
    writer.endObject()
    writer.name("publicSuffixList")
    writer.string(publicSuffixList)
    writer.name("policy")
    writer.string(policy.rawValue)
    writer.name("actions")
    writer.beginArray()
    for action in actions {
      writer.element()
      action.write(to: &writer)
    }
    writer.endArray()
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  /// Reads a plan.
  ///
  /// - Throws: ``ImportError/invalidPlan(_:)``, naming the place.
  public init(json: [UInt8]) throws {
    let record: SourceRecord
    do {
      let text = try JSONSource(json).text
      record = try text.withUnsafeBufferPointer { (bytes) throws(JSONError) in
        var cursor = JSONCursor(bytes)
        let record = try SourceRecord(&cursor, rules: .none)
        try cursor.finish()
        return record
      }
    } catch {
      throw ImportError.invalidPlan(error.message)
    }
    let root = try PlanObject(record.root, "plan")
    guard try root.number("version") == 1 else { throw ImportError.invalidPlan("version: only 1 is known") }
    let source = try root.object("source")
    let vault = try root.object("vault")
    guard let sha256 = Hexadecimal.bytes(try source.text("sha256")), sha256.count == 32 else {
      throw ImportError.invalidPlan("source.sha256: 64 hexadecimal digits are needed")
    }
    self.source = Source(path: try source.text("path"), sha256: sha256, format: try source.text("format"))
    self.vault = Vault(id: try vault.identifier("id"), generation: UInt64(try vault.number("generation")))
    publicSuffixList = try root.text("publicSuffixList")
    let policy: ConflictPolicy = try root.choice("policy")
    self.policy = policy
    actions = try root.elements("actions").map { try PlannedAction($0, policy) }
  }
}

extension PlannedAction {
  /// Writes the action as one JSON object.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.name("index")
    writer.integer(index)
    writer.name("action")
    writer.string(kind.rawValue)
    writer.name("grade")
    writer.string(grade.rawValue)
    writer.name("item")
    writer.string(title)
    writer.name("username")
    if username.isEmpty { writer.null() } else { writer.string(username) }
    if let item {
      writer.name("id")
      writer.string(item.base64URL)
    }
    writer.name("into")
    if case .vault(let id) = into { writer.string(id.base64URL) } else { writer.null() }
    if case .source(let place) = into {
      writer.name("intoIndex")
      writer.integer(place)
    }
    writer.name("intoItem")
    if let intoTitle { writer.string(intoTitle) } else { writer.null() }
    writer.name("laterExport")
    writer.boolean(isLaterExport)
    writer.name("policy")
    writer.string(policy.rawValue)
    writer.name("conflict")
    writer.boolean(isConflict)
    writer.name("reason")
    writer.string(reason)
    writer.name("finding")
    if let code { writer.string(code.name) } else { writer.null() }
    writer.name("changes")
    writer.beginArray()
    for change in changes {
      writer.element()
      writer.beginObject()
      writer.name("field")
      writer.string(change.what)
      writer.name("change")
      writer.string(change.kind.rawValue)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }

  /// The members of an action; another one may be a slip of the pen, after which something else would be done than was
  /// meant.
  private static let names: Set<Text> = [
    "index", "action", "grade", "item", "username", "id", "into", "intoIndex", "intoItem", "laterExport",
    "policy",
    "conflict",
    "reason", "finding", "changes",
  ]

  fileprivate init(_ object: PlanObject, _ policy: ConflictPolicy) throws {
    try object.checkNames(Self.names)
    index = try object.number("index")
    kind = try object.choice("action")
    grade = try object.optionalChoice("grade") ?? .none
    reason = object.optionalText("reason") ?? ""
    if object.has("into") {
      guard !object.has("intoIndex") else { throw object.fault("intoIndex", "'into' names an item already") }
      into = .vault(try object.identifier("into"))
    } else {
      into = object.has("intoIndex") ? .source(try object.number("intoIndex")) : nil
    }
    self.policy = try object.optionalChoice("policy") ?? policy
    isConflict = object.isTrue("conflict")
    isLaterExport = object.isTrue("laterExport")
    title = Text(object.optionalText("item") ?? "")
    username = Text(object.optionalText("username") ?? "")
    intoTitle = object.optionalText("intoItem").map { Text($0) }
    code = [.conflict, .ambiguousMatch, .similarItem].first { $0.name == object.optionalText("finding") }
    // What changes is found anew when the plan is followed.
    changes = []
  }
}

/// An object of a plan with the words that lead to it, for messages.
private struct PlanObject {
  let view: SourceView
  let path: String

  init(_ view: SourceView, _ path: String) throws {
    guard view.kind == .object else { throw ImportError.invalidPlan("\(path): an object is needed") }
    self.view = view
    self.path = path
  }

  func fault(_ name: String, _ words: String) -> ImportError {
    .invalidPlan("\(path).\(name): \(words)")
  }

  /// Whether the member is there and not null.
  func has(_ name: String) -> Bool { view[Text(name)] != nil }

  /// Refuses members of other names, and of one name twice.
  func checkNames(_ known: Set<Text>) throws {
    var seen: Set<Text> = []
    for member in view.children {
      guard known.contains(member.name) else { throw fault(member.name.string, "there is no such member") }
      guard seen.insert(member.name).inserted else { throw fault(member.name.string, "it is there twice") }
    }
  }
  func isTrue(_ name: String) -> Bool { view.peek(Text(name)) == "true" }

  func object(_ name: String) throws -> PlanObject {
    guard let view = view[Text(name)] else { throw fault(name, "it is missing") }
    return try PlanObject(view, "\(path).\(name)")
  }

  func elements(_ name: String) throws -> [PlanObject] {
    guard view[Text(name)]?.kind == .array else { throw fault(name, "an array is needed") }
    return try view.elements(Text(name)).enumerated().map { try PlanObject($1, "\(path).\(name)[\($0)]") }
  }

  func optionalText(_ name: String) -> String? {
    guard let view = view[Text(name)], view.kind == .string else { return nil }
    return view.text.string
  }

  func text(_ name: String) throws -> String {
    guard let text = optionalText(name) else { throw fault(name, "a text is needed") }
    return text
  }

  func number(_ name: String) throws -> Int {
    guard let view = view[Text(name)], view.kind == .number, let number = Int(view.text.string), number >= 0
    else {
      throw fault(name, "a whole number is needed")
    }
    return number
  }

  func identifier(_ name: String) throws -> Identifier {
    guard let bytes = Base64URL.decode(try text(name)), !bytes.isEmpty else {
      throw fault(name, "an identifier in base64url is needed")
    }
    return Identifier(bytes)
  }

  func optionalChoice<Choice: RawRepresentable & CaseIterable>(_ name: String) throws -> Choice?
  where Choice.RawValue == String {
    guard has(name) else { return nil }
    guard let choice = Choice(rawValue: try text(name)) else {
      throw fault(name, "one of \(Choice.allCases.map(\.rawValue).joined(separator: ", ")) is needed")
    }
    return choice
  }

  func choice<Choice: RawRepresentable & CaseIterable>(_ name: String) throws -> Choice
  where Choice.RawValue == String {
    guard let choice: Choice = try optionalChoice(name) else { throw fault(name, "it is missing") }
    return choice
  }
}
