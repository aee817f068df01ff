package import CredentialExchangeFormat

// How values that occur in many formats go into an item: each with its note in the ledger.

extension FindingCode {
  /// A text that says "no address", such as `http://`.
  package static let placeholderAddress = FindingCode("placeholder-address", .note)
  /// A one-time code given as a URI or in another form stands as a `totp` credential.
  package static let oneTimeCodeConverted = FindingCode("one-time-code-converted", .note)
  /// The secret of a one-time code in another spelling of Base32.
  package static let secretRespelled = FindingCode("secret-respelled", .note)
  /// A Steam code, which CXF cannot say.
  package static let steamNotRepresentable = FindingCode("steam-not-representable", .warning)
  /// A one-time code of a kind that CXF cannot say.
  package static let codeNotRepresentable = FindingCode("one-time-code-not-representable", .warning)
  /// A text in the place of a one-time code that is none.
  package static let invalidOneTimeCode = FindingCode("invalid-one-time-code", .warning)
  /// A one-time code has a flaw that may change the codes.
  package static let doubtfulOneTimeCode = FindingCode("doubtful-one-time-code", .warning)
}

extension SourceView {
  /// Notes that the value says "nothing", which the model says by leaving the member out.
  package func noteAbsent(_ code: FindingCode, _ message: String) {
    repair(to: .absent, as: "", code, message)
  }

  /// Keeps the text as a custom field of the item, in the group with that heading or the one without.
  package func keep(
    as type: FieldType, label: Text, group: Text? = nil, in item: inout Item, extensions: [Extension] = [],
    _ code: FindingCode, _ message: String
  ) {
    guard let text = peek else { return }
    item.appendCustomField(
      EditableField(fieldType: type, value: text, label: label, extensions: extensions), group: group)
    convert(to: "custom-fields.fields", as: text, code, message)
  }

  /// Takes an address into the scope of the item.
  ///
  /// - Parameter placeholders: texts with which the product says that there is none, beside bare schemes.
  @discardableResult
  package func takeAddress(into item: inout Item, placeholders: [String] = []) -> ServiceAddress? {
    guard let text = peek else { return nil }
    let address = ServiceAddress(text.string, placeholders: placeholders)
    guard let place = item.add(address, as: text) else {
      noteAbsent(.placeholderAddress, "\(label) holds a text that means no address")
      return address
    }
    if case .androidApp = address.kind {
      convert(toAll: [place], .androidAppAddress, "\(label) stands as an Android app")
    } else {
      _ = take(to: place.place)
    }
    return address
  }

  /// Takes a one-time code in any of its text forms; what CXF cannot say stays a concealed custom field.
  package func takeOneTimeCode(into item: inout Item, reporting report: (Finding) -> Void) {
    guard let text = peek else { return }
    let title = item.displayTitle
    func finding(_ code: FindingCode, _ message: String, _ action: FindingAction) -> Finding {
      Finding(
        code, position: SourcePosition(byte: offset), item: title, field: label, message: message,
        action: action)
    }
    let code: OneTimeCode
    do {
      code = try OneTimeCode.parse(text)
    } catch {
      if error.reason == .empty {
        noteAbsent(.invalidOneTimeCode, "\(label) is blank")
        return
      }
      keep(
        as: .concealedString, label: "One-time code", in: &item, extensions: [Self.codeMark("unreadable")],
        .invalidOneTimeCode,
        "\(label) is no one-time code that can be read; the text is kept as a concealed custom field")
      return
    }
    guard let credential = TOTP(code) else {
      keepForeignCode(code, in: &item)
      return
    }
    item.credentials.append(.totp(credential))
    let isDoubtful = code.problems.contains { $0.mayChangeCodes }
    if text == code.base32Secret {
      _ = take(to: "totp.secret")
    } else if code.bareSecretSuffices, !text.string.contains(":") {
      repair(
        to: "totp.secret", as: code.base32Secret, isDoubtful ? .doubtfulOneTimeCode : .secretRespelled,
        isDoubtful
          ? "the secret has a flaw: compare a code with the old program before you delete anything"
          : "the secret in the spelling that CXF asks for")
    } else {
      convert(
        to: "totp.secret", as: code.base32Secret, isDoubtful ? .doubtfulOneTimeCode : .oneTimeCodeConverted,
        isDoubtful
          ? "the code has a flaw: compare a code with the old program before you delete anything"
          : "\(label) stands as a totp credential")
    }
    keepOtherParameters(of: code, text, in: &item, finding, report)
  }

  /// Parameters that only decorate a code in some app.
  private static let decoration: Set<Text> = ["image", "icon", "color", "lock", "imageUrl"]

  private func keepOtherParameters(
    of code: OneTimeCode, _ text: Text, in item: inout Item,
    _ finding: (FindingCode, String, FindingAction) -> Finding, _ report: (Finding) -> Void
  ) {
    let others = code.otherParameters.filter {
      !Self.decoration.contains($0.name) && $0.value?.isEmpty == false
    }
    let isRespelled = code.problems.contains { if case .secret = $0 { true } else { $0 == .issuerMismatch } }
    if !code.otherParameters.isEmpty, others.isEmpty {
      report(finding(.oneTimeCodeConverted, "parameters that only decorate the code are left out", .skipped))
    }
    guard !others.isEmpty || isRespelled else { return }
    item.appendCustomField(
      EditableField(fieldType: .concealedString, value: text, label: "One-time code as exported"))
    report(
      finding(
        .oneTimeCodeConverted,
        "the code has parameters that CXF has no member for; its text is kept beside it", .converted))
  }

  /// Says of a field that it stood in the place of a one-time code, so that it can go back there.
  static func codeMark(_ kind: String) -> Extension {
    ToolkitExtension.oneTimeCode.make { writer in
      writer.name("kind")
      writer.string(kind)
    }
  }

  private func keepForeignCode(_ code: OneTimeCode, in item: inout Item) {
    let kind: String
    switch code.kind {
    case .steam: kind = "steam"
    case .hotp: kind = "hotp"
    case .other(let name): kind = name
    case .totp: kind = "totp"
    }
    let isSteam = code.kind == .steam
    keep(
      as: .concealedString, label: isSteam ? "Steam code" : "One-time code", in: &item,
      extensions: [Self.codeMark(kind)],
      isSteam ? .steamNotRepresentable : .codeNotRepresentable,
      "CXF cannot say one-time codes of the kind \(kind); the text is kept as a concealed custom field")
  }
}

extension Item {
  /// Adds an address to the scope, once, and returns where it stands; nil for one that says "nothing".
  ///
  /// - Parameter text: the address as it was given.
  package mutating func add(_ address: ServiceAddress, as text: Text) -> PlacedText? {
    var scope = scope ?? CredentialScope()
    defer { if scope != CredentialScope() { self.scope = scope } }
    switch address.kind {
    case .placeholder, .empty: return nil
    case .web, .iosApp, .otherScheme, .unknown:
      if !scope.urls.contains(text) { scope.urls.append(text) }
      return PlacedText("scope.urls", text)
    case .androidApp(let app):
      var entry = AndroidApp.model(app)
      switch app.certificate {
      case .absent: break
      case .sha512(let hash):
        entry.certificate = AndroidAppCertificate(fingerprint: OpaqueBytes(hash), hashAlgorithm: .sha512)
      case .unusable(let hash):
        appendCustomField(
          EditableField(fieldType: .string, value: Text(hash), label: "Android certificate hash"))
      }
      if !scope.androidApps.contains(entry) { scope.androidApps.append(entry) }
      return PlacedText("scope.androidApps.bundleId", Text(app.package))
    }
  }

  /// Adds a field to the item's group of custom fields with that heading, or without one, which is made when there
  /// is none.
  package mutating func appendCustomField(_ field: EditableField, group heading: Text? = nil) {
    appendCustomFields([field], group: heading)
  }

  /// Adds several fields at once.
  package mutating func appendCustomFields(_ fields: [EditableField], group heading: Text? = nil) {
    for index in credentials.indices {
      guard case .customFields(var group) = credentials[index], group.label == heading, group.id == nil else {
        continue
      }
      group.fields += fields
      credentials[index] = .customFields(group)
      return
    }
    credentials.append(.customFields(CustomFields(label: heading, fields: fields)))
  }
}

extension AndroidApp {
  /// The app as CXF writes it, without certificate.
  fileprivate static func model(_ app: AndroidApp) -> CredentialExchangeFormat.AndroidApp {
    CredentialExchangeFormat.AndroidApp(bundleID: Text(app.package))
  }
}
