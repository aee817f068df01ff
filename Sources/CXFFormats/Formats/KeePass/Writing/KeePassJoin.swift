internal import CredentialExchangeFormat

/// Joins what an entry holds with what was kept beside it.
struct KeePassJoin {
  let kept: KeePassKept
  let entry: KeePassEntry
  /// Over the kept item, with the places of CXF.
  let model: SourceRecord
  private var edits: JSONEdits
  /// What was given up: the value had its place in a field that is not there any more.
  private(set) var isOutdated = false
  private(set) var consumedFields: Set<Int> = []
  private(set) var consumedVersions: Set<Int> = []
  private(set) var consumesExpiry = false
  /// Credentials that are gone, by their number in what was kept.
  private var gone: Set<Int> = []
  /// Positions of each credential that are there, and that are not.
  private var present: [Int: Int] = [:]
  private var missing: [Int: Int] = [:]
  private var codes: [(credential: Int, code: OneTimeCode, isSame: Bool)] = []

  init?(_ kept: KeePassKept, _ entry: KeePassEntry) {
    guard let record = SourceRecord(kept: kept.item), record.root.kind == .object else { return nil }
    self.kept = kept
    self.entry = entry
    model = SourceRecord(encoded: kept.item)
    guard model.nodes.count == record.nodes.count else { return nil }
    edits = JSONEdits(kept.item)
  }

  // MARK: Fields

  mutating func readFields() {
    // What is left of a credential that cannot be had any more is not taken: it is read like anything else in the entry.
    for credential in brokenCredentials { removeCredential(credential) }
    for position in kept.positions {
      if let credential = credential(position), gone.contains(credential) { continue }
      switch position.form {
      case .added: readAdded(position)
      case .code: readCode(position)
      case .version: readVersion(position)
      case .expiry: readExpiry(position)
      case .file, .agent, .settings: continue
      case .text, .raw, .bytes, .pem, .steamType, .steamURI: readField(position)
      }
    }
    for (credential, count) in missing where count > 0 && present[credential, default: 0] == 0 {
      removeCredential(credential)
    }
  }

  /// The credentials of which something is missing that they cannot be without.
  private var brokenCredentials: Set<Int> {
    var broken: Set<Int> = []
    for position in kept.positions {
      guard let credential = credential(position), position.path.count > 2 || position.form == .code else {
        continue
      }
      switch position.form {
      case .code:
        let code = field(position.field).flatMap {
          try? OneTimeCode.parse(entry.fields[$0].valueView.text)
        }
        if code == nil || code?.cxfObstacle != nil { broken.insert(credential) }
      case .text, .raw, .bytes, .pem, .steamType, .steamURI:
        let type = model.root.at(Array(position.path.prefix(2)))?.peek("type") ?? ""
        guard KeePassNames.required[type]?.contains(position.path[2]) == true,
          let leaf = model.root.at(position.path)
        else { continue }
        let found = field(position.field).flatMap { value(of: entry.fields[$0], position, leaf) }
        if found == nil { broken.insert(credential) }
      case .added, .version, .expiry, .file, .agent, .settings: continue
      }
    }
    return broken
  }

  private func field(_ key: Text) -> Int? {
    entry.fields.indices.first { entry.fields[$0].key == key && !consumedFields.contains($0) }
  }

  private func credential(_ position: KeePassKept.Position) -> Int? {
    guard position.path.first == KeePassEntryWriter.credentials, position.path.count > 1 else { return nil }
    return Int(position.path[1].string)
  }

  private mutating func count(_ position: KeePassKept.Position, isThere: Bool) {
    guard let credential = credential(position) else { return }
    if isThere { present[credential, default: 0] += 1 } else { missing[credential, default: 0] += 1 }
  }

  private mutating func readAdded(_ position: KeePassKept.Position) {
    guard let index = field(position.field), let digest = position.digest,
      digest == KeePassKept.digest(entry.fields[index].raw)
    else { return }
    consumedFields.insert(index)
    entry.fields[index].keyView?.markStructure()
    entry.fields[index].valueView.markStructure()
  }

  private mutating func readField(_ position: KeePassKept.Position) {
    guard let leaf = model.root.at(position.path) else { return }
    guard let index = field(position.field), let found = value(of: entry.fields[index], position, leaf) else {
      return giveUp(position, leaf)
    }
    count(position, isThere: true)
    consumedFields.insert(index)
    let field = entry.fields[index]
    field.keyView?.markStructure()
    if found != leaf.text { edits.replace(leaf, with: found) }
    if field.valueView.peek == found {
      _ = field.valueView.take(to: leaf.place)
    } else if field.valueView.peek != nil {
      field.valueView.convert(
        to: leaf.place, as: found, .keptInKeePassForm, "\(field.valueView.label) stands as CXF writes it")
    }
  }

  /// The value that a field stands for; nil where it stands for none.
  private func value(
    of field: KeePassEntry.Field, _ position: KeePassKept.Position, _ leaf: SourceView
  ) -> Text? {
    let text = field.valueView.text
    if let digest = position.digest, digest == KeePassKept.digest(field.raw) {
      return position.form == .raw ? field.raw : leaf.text
    }
    switch position.form {
    case .text, .raw: return text
    case .bytes: return Base64Text.decode(text.utf8).map { Text(Base64URL.encode($0)) }
    case .pem: return KeePassPasskey.key(pem: text).map { Text(Base64URL.encode($0)) }
    case .steamType, .steamURI:
      guard let code = try? OneTimeCode.parse(text), code.kind == .steam else { return nil }
      return position.form == .steamURI ? code.steamURI : code.otpauthURI()
    default: return nil
    }
  }

  // MARK: What is gone

  /// Puts a text in the place of a value.
  mutating func replace(_ leaf: SourceView, with text: Text) { edits.replace(leaf, with: text) }

  /// Leaves the credential of a position out.
  mutating func giveUpCredential(_ position: KeePassKept.Position) {
    if let credential = credential(position) { removeCredential(credential) }
  }

  private mutating func giveUp(_ position: KeePassKept.Position, _ leaf: SourceView) {
    isOutdated = true
    count(position, isThere: false)
    if let credential = credential(position), position.path.count > 2 {
      let type = model.root.at(Array(position.path.prefix(2)))?.peek("type") ?? ""
      if KeePassNames.required[type]?.contains(position.path[2]) == true {
        return removeCredential(credential)
      }
    }
    switch leaf.name {
    case "value", "bundleId":
      // The whole field, or app.
      if let owner = model.root.at(position.path.dropLast()) { edits.remove(owner) }
    case "title", "rpId", "username", "userDisplayName", "userHandle", "keyType":
      edits.replace(leaf, with: "")
    default: edits.remove(leaf)
    }
  }

  private mutating func removeCredential(_ index: Int) {
    guard gone.insert(index).inserted,
      let view = model.root.at([KeePassEntryWriter.credentials, Text(String(index))])
    else { return }
    isOutdated = true
    edits.remove(view)
  }

  /// The number of a credential after those that are gone.
  private func number(_ credential: Int) -> Int? {
    gone.contains(credential) ? nil : credential - gone.filter { $0 < credential }.count
  }

  // MARK: Codes, versions, expiry

  private mutating func readCode(_ position: KeePassKept.Position) {
    guard let credential = credential(position) else { return }
    guard let index = field(position.field),
      let code = try? OneTimeCode.parse(entry.fields[index].valueView.text),
      code.cxfObstacle == nil, let leaf = model.root.at(position.path + ["secret"])
    else { return removeCredential(credential) }
    consumedFields.insert(index)
    count(position, isThere: true)
    let field = entry.fields[index]
    let isSame = position.digest == KeePassKept.digest(field.valueView.text)
    codes.append((credential, code, isSame))
    let secret = isSame && !leaf.text.isEmpty ? leaf.text : code.base32Secret
    edits.replace(leaf, with: secret)
    field.keyView?.markStructure()
    field.valueView.convert(
      to: "totp.secret", as: secret, .oneTimeCodeConverted, "the code stands as a totp credential")
  }

  private mutating func readVersion(_ position: KeePassKept.Position) {
    guard let leaf = model.root.at(position.path) else { return }
    let place = entry.history.indices.reversed().first { index in
      !consumedVersions.contains(index)
        && entry.history[index]["Password"].map { KeePassKept.digest($0.raw) } == position.digest
    }
    guard let place, let password = entry.history[place]["Password"] else {
      isOutdated = true
      if let owner = model.root.at(position.path.dropLast()) { edits.remove(owner) }
      return
    }
    consumedVersions.insert(place)
    entry.history[place].view.markStructure()
    password.valueView.isStructural = false
    if leaf.text.isEmpty { edits.replace(leaf, with: password.raw) }
    _ = password.valueView.take(to: leaf.place)
  }

  private mutating func readExpiry(_ position: KeePassKept.Position) {
    guard let leaf = model.root.at(position.path) else { return }
    guard let view = entry.expiry, let seconds = KeePassText.seconds(view.peek) else {
      return giveUp(position, leaf)
    }
    count(position, isThere: true)
    consumesExpiry = true
    let text = KeePassTimes.text(seconds)
    edits.replace(leaf, with: text)
    if view.peek == text {
      _ = view.take(to: leaf.place)
    } else {
      view.convert(to: leaf.place, as: text, .keptInKeePassForm, "when the entry expires")
    }
  }

  // MARK: The item

  /// The files that the item should have, by the number of their credential, with the name that they have in the entry.
  var files: [(credential: Int, name: Text)] {
    kept.positions.compactMap { position in
      guard position.form == .file, let credential = credential(position).flatMap(number) else { return nil }
      return (credential, position.field)
    }
  }

  /// The values that were kept, with their places.
  var literals: [PlacedText] {
    let fields = Set(kept.positions.filter { $0.form != .file && $0.digest == nil }.map(\.path))
    var holes: Set<Int> = []
    for path in fields { if let view = model.root.at(path) { holes.insert(view.index) } }
    return model.nodes.indices.filter { model.isValue($0) && !holes.contains($0) }.map {
      PlacedText(model.nodes[$0].place, model.nodes[$0].text)
    }
  }

  /// The item; nil where what was kept cannot be read.
  func item() -> Item? {
    let json = edits.applied()
    guard var item = json.withUnsafeBufferPointer({ CXFDecoder.item($0) }) else { return nil }
    for entry in codes where !entry.isSame {
      guard let index = number(entry.credential), item.credentials.indices.contains(index),
        case .totp(var totp) = item.credentials[index]
      else { continue }
      totp.period = UInt16(clamping: entry.code.period)
      totp.digits = UInt16(clamping: entry.code.digits)
      totp.algorithm = OTPHashAlgorithm(name: entry.code.algorithm.cxfName ?? "sha1")
      totp.issuer = entry.code.issuer
      totp.username = entry.code.account
      item.credentials[index] = .totp(totp)
    }
    return item
  }

  /// Puts a user name or password that was added to the entry into the login that lacks it.
  mutating func fillLogin(_ item: inout Item) {
    if item.title.isEmpty, let index = field("Title"), let title = entry.fields[index].valueView.peek {
      consume(index, "title")
      item.title = title
    }
    guard
      let place = item.credentials.firstIndex(where: { if case .basicAuth = $0 { true } else { false } }),
      case .basicAuth(var login) = item.credentials[place]
    else { return }
    if login.username?.value.isEmpty ?? true, let index = field("UserName"),
      let text = entry.fields[index].valueView.peek
    {
      consume(index, "basic-auth.username")
      login.username = login.username ?? EditableField(fieldType: .string)
      login.username?.value = text
    }
    if login.password?.value.isEmpty ?? true, let index = field("Password"),
      let text = entry.fields[index].valueView.peek
    {
      consume(index, "basic-auth.password")
      login.password = login.password ?? EditableField(fieldType: .concealedString)
      login.password?.value = text
    }
    item.credentials[place] = .basicAuth(login)
  }

  private mutating func consume(_ index: Int, _ place: Place) {
    consumedFields.insert(index)
    entry.fields[index].keyView?.markStructure()
    _ = entry.fields[index].valueView.take(to: place)
  }
}
