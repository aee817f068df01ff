internal import CredentialExchangeFormat

/// The ways in which programs of the KeePass family keep one-time codes.
enum KeePassCodes {
  static let secrets: [(suffix: String, encoding: SecretEncoding)] = [
    ("Secret", .utf8), ("Secret-Hex", .hex), ("Secret-Base32", .base32), ("Secret-Base64", .base64),
  ]
  private static let members: Set<Text> = [
    "TOTP Seed", "TOTP Settings", "TimeOtp-Period", "TimeOtp-Length", "TimeOtp-Algorithm", "HmacOtp-Counter",
    "TimeOtp-Secret", "TimeOtp-Secret-Hex", "TimeOtp-Secret-Base32", "TimeOtp-Secret-Base64",
    "HmacOtp-Secret", "HmacOtp-Secret-Hex", "HmacOtp-Secret-Base32", "HmacOtp-Secret-Base64",
  ]

  /// Whether a field of that name is about a one-time code.
  static func isMember(_ key: Text) -> Bool { members.contains(key) || isWhole(key) }

  /// Whether a field of that name is a whole code: `otp`, `otp_1`, ….
  static func isWhole(_ key: Text) -> Bool {
    key == "otp"
      || (key.utf8.starts(with: "otp_".utf8) && key.utf8.count > 4
        && key.utf8.dropFirst(4).allSatisfy(ASCIIBytes.isDigit))
  }
}

extension KeePassItem {
  /// Takes all one-time codes; fields about one that make none stay the user's own.
  mutating func readCodes() {
    let entry = entry
    for field in entry.fields
    where KeePassCodes.isWhole(field.key) && entry[field.key]?.valueView.index == field.valueView.index {
      guard !field.raw.isEmpty else {
        keep(field)
        continue
      }
      field.keyView?.markStructure()
      builder.apply(.totp, field.valueView)
    }
    if let seed = entry["TOTP Seed"] {
      let settings = entry["TOTP Settings"]
      readCode(seed, [settings].compactMap { $0 }) { () throws(OneTimeCodeError) in
        try OneTimeCode.parse(
          seed: seed.valueView.peek ?? "", settings: settings?.valueView.peek?.string ?? "")
      }
    }
    for (family, type) in [("TimeOtp", "totp"), ("HmacOtp", "hotp")] {
      for (suffix, encoding) in KeePassCodes.secrets {
        guard let secret = entry[Text("\(family)-\(suffix)")], !secret.raw.isEmpty else { continue }
        let names = family == "TimeOtp" ? ["Period", "Length", "Algorithm"] : ["Counter"]
        let fields = names.compactMap { entry[Text("\(family)-\($0)")] }
        func text(_ name: String) -> String? { entry[Text("\(family)-\(name)")]?.valueView.peek?.string }
        readCode(secret, fields) { () throws(OneTimeCodeError) in
          try OneTimeCode(
            secretText: secret.valueView.peek ?? "", encoding: encoding,
            .init(
              type: type, algorithm: text("Algorithm"), digits: text("Length"), period: text("Period"),
              counter: text("Counter")))
        }
        // The first one that is there counts; further ones stay fields.
        break
      }
    }
    for field in entry.fields
    where KeePassCodes.isMember(field.key) && !field.valueView.isTaken && field.isOpen {
      keep(field)
    }
  }

  /// Takes a code whose key and parameters stand in fields of their own.
  private mutating func readCode(
    _ secret: KeePassEntry.Field, _ settings: [KeePassEntry.Field],
    make: () throws(OneTimeCodeError) -> OneTimeCode
  ) {
    guard secret.valueView.peek != nil else { return }
    let code: OneTimeCode
    do throws(OneTimeCodeError) {
      code = try make()
    } catch {
      builder.findings.append(
        builder.finding(
          .invalidOneTimeCode, "the text is no key of a one-time code; it is kept as a custom field", .kept,
          field: secret.key.string))
      return
    }
    for field in [secret] + settings { field.keyView?.markStructure() }
    builder.take(code, secret: secret.valueView, parameters: settings.map(\.valueView))
  }
}

extension RowBuilder {
  /// Takes a one-time code whose parts stand in values of their own; what CXF cannot say stays a concealed custom field, as
  /// one text.
  mutating func take(_ code: OneTimeCode, secret: SourceView, parameters: [SourceView]) {
    guard let credential = TOTP(code) else {
      let isSteam = code.kind == .steam
      let text = code.otpauthURI()
      item.appendCustomField(
        EditableField(
          fieldType: .concealedString, value: text, label: isSteam ? "Steam code" : "One-time code",
          extensions: [SourceView.codeMark(code.kind.name)]))
      for (index, view) in ([secret] + parameters).enumerated() where view.peek != nil {
        let code: FindingCode = isSteam ? .steamNotRepresentable : .codeNotRepresentable
        view.convert(
          to: "custom-fields.fields", as: text, index == 0 ? code : .keptAsCustomField,
          "CXF cannot say one-time codes of this kind; the code is kept as a concealed custom field")
      }
      return
    }
    item.credentials.append(.totp(credential))
    let isDoubtful = code.problems.contains { $0.mayChangeCodes }
    if secret.peek == code.base32Secret, !isDoubtful {
      _ = secret.take(to: "totp.secret")
    } else {
      secret.convert(
        to: "totp.secret", as: code.base32Secret, isDoubtful ? .doubtfulOneTimeCode : .oneTimeCodeConverted,
        isDoubtful
          ? "the code has a flaw: compare a code with the old program before you delete anything"
          : "\(secret.label) stands as a totp credential")
    }
    for view in parameters where view.peek != nil {
      guard code.otherParameters.isEmpty else {
        view.keep(
          as: .string, label: view.name, in: &item, .keptAsCustomField,
          "\(view.label) says more of the code than CXF can; it is kept as a custom field")
        continue
      }
      view.convert(
        toAll: [
          PlacedText("totp.period", Text(String(code.period))),
          PlacedText("totp.digits", Text(String(code.digits))),
        ], .oneTimeCodeConverted, "\(view.label) is part of a totp credential")
    }
  }
}
