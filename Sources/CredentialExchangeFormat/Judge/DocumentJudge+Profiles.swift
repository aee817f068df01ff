// What a program that a document is meant for will refuse, drop or change, as far as its behaviour is known.
extension DocumentJudge {
  mutating func profileAccount(_ account: ObjectSpans) {
    guard options.profile == .bitwarden, self.account > 0 else { return }
    note(.bitwardenFirstAccount, at: account.start, "accounts")
  }

  mutating func profileCollection(_ collection: ObjectSpans) {
    guard options.profile == .bitwarden else { return }
    note(.bitwardenDropsCollections, at: collection.start, "collections")
  }

  mutating func profileVersion(_ version: ObjectSpans) {
    guard options.profile == .bitwarden, let major = version["major"], let minor = version["minor"] else {
      return
    }
    if number(major) > 1 || number(minor) > 0 { note(.bitwardenVersion, at: version.start, "version") }
  }

  mutating func profileItem(_ item: ObjectSpans) {
    guard options.profile == .bitwarden else { return }
    if let tags = item["tags"], !tags.hasEscapes { note(.bitwardenDropsLabels, tags, "tags") }
    if let favorite = item["favorite"], decoder.json.base[favorite.offset] == UInt8(ascii: "t") {
      note(.bitwardenDropsLabels, favorite, "favorite")
    }
  }

  /// Looks at a credential by its type; `unknown` for one that CXF does not register.
  mutating func profileCredential(_ type: StaticString, at start: Int) {
    guard let profile = options.profile else { return }
    let isUnknown = type.isSame(as: "unknown")
    switch profile {
    case .apple:
      if isUnknown || type.isSame(as: "file") { note(.appleDropsType, at: start, type) }
    case .bitwarden:
      if isUnknown || type.isSame(as: "generated-password") { note(.bitwardenDropsType, at: start, type) }
      if typesOfItem.contains(where: { $0.isSame(as: type) }) {
        note(.bitwardenFirstOfType, at: start, type)
      } else {
        typesOfItem.append(type)
      }
      if type.isSame(as: "wifi") || type.isSame(as: "api-key") { note(.bitwardenMakesNote, at: start, type) }
    case .google:
      if isUnknown { note(.googleDropsType, at: start, type) }
    }
  }

  mutating func profileExtension(at offset: Int) {
    switch options.profile {
    case .apple?: note(.appleDropsExtensions, at: offset, "extensions")
    case .google?: note(.googleDropsExtensions, at: offset, "extensions")
    default: break
    }
  }

  mutating func profileTOTP(_ totp: ObjectSpans) {
    guard options.profile == .bitwarden else { return }
    // Its numbers have eight bits: a larger one makes the whole credential unreadable.
    if let period = totp["period"], number(period) > 255 { note(.bitwardenTOTPRange, period, "period") }
    if let digits = totp["digits"], number(digits) > 255 { note(.bitwardenTOTPRange, digits, "digits") }
  }

  mutating func profilePasskey(_ passkey: ObjectSpans) {
    switch options.profile {
    case .apple?:
      guard let domain = passkey["rpId"], let handle = passkey["userHandle"] else { return }
      let bytes = Array(text(domain).utf8) + [0] + decoded(handle)
      if isTaken(bytes, as: .passkeyUser, in: Self.passkeyUserSpace) {
        note(.appleReplacesPasskey, handle, "userHandle")
      }
    case .bitwarden?:
      guard let key = passkey["key"] else { return }
      let form = decoded(key).withUnsafeBufferPointer { PrivateKeyForm($0) }
      if case .key(let algorithm) = form, algorithm != .p256 { note(.bitwardenPasskeyAlgorithm, key, "key") }
    default: break
    }
  }

  mutating func profileFIDO2(_ extensions: ObjectSpans) {
    switch options.profile {
    case .apple?:
      for name: StaticString in ["credBlob", "payments"] {
        if let span = extensions[name] { note(.appleDropsFIDO2, span, name) }
      }
    case .bitwarden?: note(.bitwardenDropsFIDO2, at: extensions.start, "fido2Extensions")
    default: break
    }
  }

  mutating func profileURL(_ span: JSONCursor.StringSpan) {
    guard options.profile == .apple else { return }
    switch withText(MemberSpan(span), { AddressForm($0) }) {
    case .uri: break
    case .bare:
      // A host alone is a path to a parser of URLs, but a number behind a colon is no part of one.
      if withText(MemberSpan(span), { $0.contains(UInt8(ascii: ":")) }) {
        note(.appleRefusesURL, at: span.start - 1, "urls")
      }
    case .irregular, .placeholder: note(.appleRefusesURL, at: span.start - 1, "urls")
    }
  }
}
