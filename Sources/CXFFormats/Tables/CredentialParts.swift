internal import CredentialExchangeFormat

/// The typed credentials of an item while its cells are read.
package struct CredentialParts {
  var login = BasicAuth()
  /// All but logins. Beside the login, which most records are, they would be five kilobytes that
  /// are copied with each record.
  private var others = Box()

  /// The credentials that few records have.
  private struct Others {
    var card = CreditCard()
    var name = PersonName()
    var address = Address()
    var passport = Passport()
    var license = DriversLicense()
    var document = IdentityDocument()
    var wifi = WiFi()
    var apiKey = APIKey()
    var sshKeys: [SSHKey] = []
  }

  /// Holds them elsewhere, once there is something.
  private struct Box {
    private final class Storage {
      var value: Others
      init(_ value: Others) { self.value = value }
    }

    private var storage: Storage?
    var isEmpty: Bool { storage == nil }

    subscript<Value>(_ path: WritableKeyPath<Others, Value>) -> Value {
      get { storage.map { $0.value[keyPath: path] } ?? Others()[keyPath: path] }
      set {
        if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage?.value ?? Others()) }
        storage?.value[keyPath: path] = newValue
      }
    }
  }

  var card: CreditCard {
    get { others[\.card] }
    set { others[\.card] = newValue }
  }
  var name: PersonName {
    get { others[\.name] }
    set { others[\.name] = newValue }
  }
  var address: Address {
    get { others[\.address] }
    set { others[\.address] = newValue }
  }
  var passport: Passport {
    get { others[\.passport] }
    set { others[\.passport] = newValue }
  }
  var license: DriversLicense {
    get { others[\.license] }
    set { others[\.license] = newValue }
  }
  var document: IdentityDocument {
    get { others[\.document] }
    set { others[\.document] = newValue }
  }
  var wifi: WiFi {
    get { others[\.wifi] }
    set { others[\.wifi] = newValue }
  }
  var apiKey: APIKey {
    get { others[\.apiKey] }
    set { others[\.apiKey] = newValue }
  }
  var sshKeys: [SSHKey] {
    get { others[\.sshKeys] }
    set { others[\.sshKeys] = newValue }
  }

  static let usernamePlace: Place = "basic-auth.username"
  static let passwordPlace: Place = "basic-auth.password"

  /// A member of a credential and the type that its texts should have.
  struct Member: Sendable {
    let path: any WritableKeyPath<CredentialParts, EditableField?> & Sendable
    let type: FieldType

    init(_ path: any WritableKeyPath<CredentialParts, EditableField?> & Sendable, _ type: FieldType = .string)
    {
      self.path = path
      self.type = type
    }
  }

  /// Members that are filled from cells, by their places.
  static let members: [Place: Member] = [
    "basic-auth.username": Member(\.login.username),
    "basic-auth.password": Member(\.login.password, .concealedString),
    "credit-card.number": Member(\.card.number, .concealedString),
    "credit-card.fullName": Member(\.card.fullName), "credit-card.cardType": Member(\.card.cardType),
    "credit-card.verificationNumber": Member(\.card.verificationNumber, .concealedString),
    "credit-card.pin": Member(\.card.pin, .concealedString),
    "credit-card.expiryDate": Member(\.card.expiryDate, .yearMonth),
    "credit-card.validFrom": Member(\.card.validFrom, .yearMonth),
    "person-name.title": Member(\.name.title), "person-name.given": Member(\.name.given),
    "person-name.given2": Member(\.name.given2), "person-name.surname": Member(\.name.surname),
    "address.streetAddress": Member(\.address.streetAddress),
    "address.postalCode": Member(\.address.postalCode), "address.city": Member(\.address.city),
    "address.territory": Member(\.address.territory, .subdivisionCode),
    "address.country": Member(\.address.country, .countryCode), "address.tel": Member(\.address.tel),
    "passport.passportNumber": Member(\.passport.passportNumber),
    "passport.fullName": Member(\.passport.fullName),
    "passport.passportType": Member(\.passport.passportType),
    "passport.nationality": Member(\.passport.nationality), "passport.sex": Member(\.passport.sex),
    "passport.birthPlace": Member(\.passport.birthPlace),
    "passport.issuingAuthority": Member(\.passport.issuingAuthority),
    "passport.issuingCountry": Member(\.passport.issuingCountry, .countryCode),
    "passport.birthDate": Member(\.passport.birthDate, .date),
    "passport.issueDate": Member(\.passport.issueDate, .date),
    "passport.expiryDate": Member(\.passport.expiryDate, .date),
    "drivers-license.licenseNumber": Member(\.license.licenseNumber),
    "drivers-license.fullName": Member(\.license.fullName),
    "drivers-license.licenseClass": Member(\.license.licenseClass),
    "drivers-license.issuingAuthority": Member(\.license.issuingAuthority),
    "drivers-license.territory": Member(\.license.territory, .subdivisionCode),
    "drivers-license.country": Member(\.license.country, .countryCode),
    "drivers-license.birthDate": Member(\.license.birthDate, .date),
    "drivers-license.issueDate": Member(\.license.issueDate, .date),
    "drivers-license.expiryDate": Member(\.license.expiryDate, .date),
    "identity-document.documentNumber": Member(\.document.documentNumber),
    "identity-document.identificationNumber": Member(\.document.identificationNumber),
    "identity-document.fullName": Member(\.document.fullName),
    "identity-document.nationality": Member(\.document.nationality),
    "identity-document.sex": Member(\.document.sex),
    "identity-document.birthPlace": Member(\.document.birthPlace),
    "identity-document.issuingAuthority": Member(\.document.issuingAuthority),
    "identity-document.issuingCountry": Member(\.document.issuingCountry, .countryCode),
    "identity-document.birthDate": Member(\.document.birthDate, .date),
    "identity-document.issueDate": Member(\.document.issueDate, .date),
    "identity-document.expiryDate": Member(\.document.expiryDate, .date),
    "wifi.ssid": Member(\.wifi.ssid), "wifi.passphrase": Member(\.wifi.passphrase, .concealedString),
    "wifi.networkSecurityType": Member(\.wifi.networkSecurityType, .wifiNetworkSecurityType),
    "wifi.hidden": Member(\.wifi.hidden, .boolean),
    "api-key.key": Member(\.apiKey.key, .concealedString), "api-key.username": Member(\.apiKey.username),
    "api-key.keyType": Member(\.apiKey.keyType), "api-key.url": Member(\.apiKey.url),
    "api-key.validFrom": Member(\.apiKey.validFrom, .date),
    "api-key.expiryDate": Member(\.apiKey.expiryDate, .date),
  ]

  /// The credentials that have something, in the order of their importance to a reader.
  var credentials: [Credential] {
    var result: [Credential] = []
    if login.username != nil || login.password != nil || login != BasicAuth() {
      result.append(.basicAuth(login))
    }
    if others.isEmpty { return result }
    if card != CreditCard() { result.append(.creditCard(card)) }
    if name != PersonName() { result.append(.personName(name)) }
    if address != Address() { result.append(.address(address)) }
    if passport != Passport() { result.append(.passport(passport)) }
    if license != DriversLicense() { result.append(.driversLicense(license)) }
    if document != IdentityDocument() { result.append(.identityDocument(document)) }
    if wifi != WiFi() { result.append(.wifi(wifi)) }
    if apiKey != APIKey() { result.append(.apiKey(apiKey)) }
    result += sshKeys.map { .sshKey($0) }
    return result
  }
}
