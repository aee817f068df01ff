import CredentialExchangeFormat

// The credential types with many members.
extension DocumentGenerator {
  mutating func address() -> Address {
    finish(
      Address(
        streetAddress: some(.string), postalCode: some(.string), city: some(.string),
        territory: some(.subdivisionCode), country: some(.countryCode), tel: some(.string)), \.unknown)
  }

  mutating func apiKey() -> APIKey {
    finish(
      APIKey(
        key: some(.concealedString), username: some(.string), keyType: some(.string), url: some(.string),
        validFrom: some(.date), expiryDate: some(.date)), \.unknown)
  }

  mutating func creditCard() -> CreditCard {
    finish(
      CreditCard(
        number: some(.concealedString), fullName: some(.string), cardType: some(.string),
        verificationNumber: some(.concealedString), pin: some(.concealedString), expiryDate: some(.yearMonth),
        validFrom: some(.yearMonth)), \.unknown)
  }

  mutating func customFields() -> CustomFields {
    let types = FieldType.registered.map { FieldType(name: $0) }
    return finish(
      CustomFields(
        id: random.oneIn(2) ? identifier() : nil, label: random.oneIn(2) ? text() : nil,
        fields: (0..<random.int(0...5)).map { _ in anyField(random.pick(types)) },
        extensions: random.oneIn(3)
          ? [.other(OtherExtension(name: "vendor.example/group", members: unknown()))] : []), \.unknown)
  }

  mutating func driversLicense() -> DriversLicense {
    finish(
      DriversLicense(
        fullName: some(.string), birthDate: some(.date), issueDate: some(.date), expiryDate: some(.date),
        issuingAuthority: some(.string), territory: some(.subdivisionCode), country: some(.countryCode),
        licenseNumber: some(.string), licenseClass: some(.string)), \.unknown)
  }

  mutating func identityDocument() -> IdentityDocument {
    finish(
      IdentityDocument(
        issuingCountry: some(.countryCode), documentNumber: some(.string),
        identificationNumber: some(.string),
        nationality: some(.string), fullName: some(.string), birthDate: some(.date),
        birthPlace: some(.string),
        sex: some(.string), issueDate: some(.date), expiryDate: some(.date), issuingAuthority: some(.string)),
      \.unknown)
  }

  mutating func passport() -> Passport {
    finish(
      Passport(
        issuingCountry: some(.countryCode), passportType: some(.string), passportNumber: some(.string),
        nationalIdentificationNumber: some(.string), nationality: some(.string), fullName: some(.string),
        birthDate: some(.date), birthPlace: some(.string), sex: some(.string), issueDate: some(.date),
        expiryDate: some(.date), issuingAuthority: some(.string)), \.unknown)
  }

  mutating func personName() -> PersonName {
    finish(
      PersonName(
        title: some(.string), given: some(.string), givenInformal: some(.string), given2: some(.string),
        surnamePrefix: some(.string), surname: some(.string), surname2: some(.string),
        credentials: some(.string),
        generation: some(.string)), \.unknown)
  }

  mutating func passkey() -> Passkey {
    finish(
      Passkey(
        credentialID: opaque(1...1023), rpID: text(), username: text(), userDisplayName: text(),
        userHandle: opaque(0...64), key: opaque(1...140), fido2Extensions: random.oneIn(2) ? fido2() : nil),
      \.unknown)
  }

  private mutating func fido2() -> FIDO2Extensions {
    let seeds = finish(
      FIDO2HMACCredentials(credWithUV: opaque(32...32), credWithoutUV: opaque(32...32)), \.unknown)
    let blob = finish(FIDO2LargeBlob(uncompressedSize: random.next(), data: opaque(0...40)), \.unknown)
    return finish(
      FIDO2Extensions(
        hmacCredentials: random.oneIn(3) ? nil : seeds, credBlob: random.oneIn(2) ? opaque(0...32) : nil,
        largeBlob: random.oneIn(2) ? blob : nil, payments: random.pick([nil, true, false])), \.unknown)
  }

  mutating func sshKey() -> SSHKey {
    finish(
      SSHKey(
        keyType: "ssh-ed25519", privateKey: opaque(1...90), keyComment: random.oneIn(2) ? text() : nil,
        creationDate: some(.date), expiryDate: some(.date), keyGenerationSource: some(.string)), \.unknown)
  }

  mutating func totp() -> TOTP {
    finish(
      TOTP(
        secret: random.pick(["GEZDGNBVGY3TQOJQ", "", text()]), period: UInt16(random.int(0...65535)),
        digits: UInt16(random.int(0...65535)), username: random.oneIn(2) ? text() : nil,
        algorithm: random.pick([.sha1, .sha256, .sha512]), issuer: random.oneIn(2) ? text() : nil), \.unknown)
  }

  private mutating func opaque(_ count: ClosedRange<Int>) -> OpaqueBytes { OpaqueBytes(random.bytes(count)) }

  private mutating func some(_ type: FieldType) -> EditableField? { random.oneIn(3) ? nil : anyField(type) }

  private mutating func finish<Object>(_ object: Object, _ path: WritableKeyPath<Object, UnknownMembers>)
    -> Object
  {
    var object = object
    object[keyPath: path] = unknown()
    return object
  }
}
