extension CXFSchema {
  /// An object type of CXF with the name of its definition.
  struct ObjectType: Sendable {
    let name: String
    let words: String
    let type: any ExchangeObject.Type

    init(_ name: String, _ type: any ExchangeObject.Type, _ words: String) {
      self.name = name
      self.words = words
      self.type = type
    }
  }

  static let credentialName = "Credential"
  static let extensionName = "Extension"

  /// All object types but credentials, in the order of the specification.
  static let types: [ObjectType] = [
    ObjectType("Header", Header.self, "The root object of a document."),
    ObjectType("Version", FormatVersion.self, "The level of CXF that a document claims."),
    ObjectType("Account", Account.self, "An account at the exporting provider, with what it owns."),
    ObjectType("Collection", ItemCollection.self, "A group of items, which it names by reference."),
    ObjectType("LinkedItem", LinkedItem.self, "A reference to an item."),
    ObjectType("Item", Item.self, "What the user sees as one entry."),
    ObjectType(
      "CredentialScope", CredentialScope.self, "Where the credentials of an item should be offered."),
    ObjectType("AndroidApp", AndroidApp.self, "An Android app that credentials belong to."),
    ObjectType(
      "AndroidAppCertificate", AndroidAppCertificate.self,
      "Fingerprint of the certificate that signed an Android app."),
    ObjectType("EditableField", EditableField.self, "A typed value that the user can see and edit."),
    ObjectType(
      "SharedExtension", SharedExtension.self, "The extension 'shared': with whom something is shared."),
    ObjectType("SharingAccessor", SharingAccessor.self, "Someone whom an item or collection is shared with."),
    ObjectType("FIDO2Extensions", FIDO2Extensions.self, "Data of WebAuthn and CTAP extensions of a passkey."),
    ObjectType(
      "FIDO2HMACCredentials", FIDO2HMACCredentials.self, "Seeds of the hmac-secret extension of a passkey."),
    ObjectType("FIDO2LargeBlob", FIDO2LargeBlob.self, "The blob of the largeBlob extension of a passkey."),
  ]

  /// The registered types of credentials, in the order of the specification.
  static let credentials: [ObjectType] = [
    ObjectType("Address", Address.self, "A postal address."),
    ObjectType("APIKey", APIKey.self, "A key for a programming interface."),
    ObjectType("BasicAuth", BasicAuth.self, "User name and password of a login."),
    ObjectType("CreditCard", CreditCard.self, "A payment card."),
    ObjectType("CustomFields", CustomFields.self, "Fields without a type of their own."),
    ObjectType("DriversLicense", DriversLicense.self, "A driving licence."),
    ObjectType(
      "File", FileReference.self, "The description of an attached file; its bytes travel elsewhere."),
    ObjectType("GeneratedPassword", GeneratedPassword.self, "A password without a login."),
    ObjectType("IdentityDocument", IdentityDocument.self, "An identity card or number."),
    ObjectType("ItemReference", ItemReference.self, "A link to another item."),
    ObjectType("Note", Note.self, "Free text."),
    ObjectType("Passkey", Passkey.self, "A WebAuthn credential with its private key."),
    ObjectType("Passport", Passport.self, "A passport."),
    ObjectType("PersonName", PersonName.self, "A name in parts."),
    ObjectType("SSHKey", SSHKey.self, "An SSH key."),
    ObjectType("TOTP", TOTP.self, "A time-based one-time-password generator."),
    ObjectType("WiFi", WiFi.self, "Access to a wireless network."),
  ]
}
