/// A postal address. CXF 1.0 section 3.3.1.
public struct Address: ExchangeObject {
  /// Street lines, separated by line feeds.
  public var streetAddress: EditableField?
  /// Postal code.
  public var postalCode: EditableField?
  /// City.
  public var city: EditableField?
  /// State or province, ISO 3166-2.
  public var territory: EditableField?
  /// Country, ISO 3166-1 alpha-2.
  public var country: EditableField?
  /// Telephone number.
  public var tel: EditableField?
  /// Members that this version does not know.
  public var unknown = UnknownMembers()

  /// Creates the value; every member may be left to its default.
  public init(
    streetAddress: EditableField? = nil, postalCode: EditableField? = nil,
    city: EditableField? =
      nil, territory: EditableField? = nil, country: EditableField? = nil, tel: EditableField? = nil
  ) {
    self.streetAddress = streetAddress
    self.postalCode = postalCode
    self.city = city
    self.territory = territory
    self.country = country
    self.tel = tel
  }

  static let discriminator: Discriminator? = Discriminator("type", "address")
  static var blank: Address { Address() }
  static let specSection: StaticString = "3.3.1"
  static let members: MemberTable<Address> = [
    .field("streetAddress", \.streetAddress, .string),
    .field("postalCode", \.postalCode, .string),
    .field("city", \.city, .string),
    .field("territory", \.territory, .subdivisionCode),
    .field("country", \.country, .countryCode),
    .field("tel", \.tel, .string),
  ]
}

/// A payment card. CXF 1.0 section 3.3.4.
public struct CreditCard: ExchangeObject {
  /// Card number.
  public var number: EditableField?
  /// Name of the holder.
  public var fullName: EditableField?
  /// Brand.
  public var cardType: EditableField?
  /// Card security code.
  public var verificationNumber: EditableField?
  /// PIN.
  public var pin: EditableField?
  /// Last month of validity.
  public var expiryDate: EditableField?
  /// First month of validity.
  public var validFrom: EditableField?
  /// Members that this version does not know.
  public var unknown = UnknownMembers()

  /// Creates the value; every member may be left to its default.
  public init(
    number: EditableField? = nil, fullName: EditableField? = nil, cardType: EditableField? = nil,
    verificationNumber: EditableField? = nil, pin: EditableField? = nil, expiryDate: EditableField? = nil,
    validFrom: EditableField? = nil
  ) {
    self.number = number
    self.fullName = fullName
    self.cardType = cardType
    self.verificationNumber = verificationNumber
    self.pin = pin
    self.expiryDate = expiryDate
    self.validFrom = validFrom
  }

  static let discriminator: Discriminator? = Discriminator("type", "credit-card")
  static var blank: CreditCard { CreditCard() }
  static let specSection: StaticString = "3.3.4"
  static let members: MemberTable<CreditCard> = [
    .field("number", \.number, .concealedString),
    .field("fullName", \.fullName, .string),
    .field("cardType", \.cardType, .string),
    .field("verificationNumber", \.verificationNumber, .concealedString),
    .field("pin", \.pin, .concealedString),
    .field("expiryDate", \.expiryDate, .yearMonth),
    .field("validFrom", \.validFrom, .yearMonth),
  ]
}

/// A driving licence (after ISO 18013-1). CXF 1.0 section 3.3.6.
public struct DriversLicense: ExchangeObject {
  /// Name of the holder.
  public var fullName: EditableField?
  /// Date of birth.
  public var birthDate: EditableField?
  /// Date of issue.
  public var issueDate: EditableField?
  /// Last day of validity.
  public var expiryDate: EditableField?
  /// Issuing authority.
  public var issuingAuthority: EditableField?
  /// State or province, ISO 3166-2.
  public var territory: EditableField?
  /// Country, ISO 3166-1 alpha-2.
  public var country: EditableField?
  /// Number of the licence.
  public var licenseNumber: EditableField?
  /// Class of vehicles.
  public var licenseClass: EditableField?
  /// Members that this version does not know.
  public var unknown = UnknownMembers()

  /// Creates the value; every member may be left to its default.
  public init(
    fullName: EditableField? = nil, birthDate: EditableField? = nil,
    issueDate: EditableField? =
      nil, expiryDate: EditableField? = nil, issuingAuthority: EditableField? = nil,
    territory:
      EditableField? = nil, country: EditableField? = nil, licenseNumber: EditableField? = nil,
    licenseClass: EditableField? = nil
  ) {
    self.fullName = fullName
    self.birthDate = birthDate
    self.issueDate = issueDate
    self.expiryDate = expiryDate
    self.issuingAuthority = issuingAuthority
    self.territory = territory
    self.country = country
    self.licenseNumber = licenseNumber
    self.licenseClass = licenseClass
  }

  static let discriminator: Discriminator? = Discriminator("type", "drivers-license")
  static var blank: DriversLicense { DriversLicense() }
  static let specSection: StaticString = "3.3.6"
  static let members: MemberTable<DriversLicense> = [
    .field("fullName", \.fullName, .string),
    .field("birthDate", \.birthDate, .date),
    .field("issueDate", \.issueDate, .date),
    .field("expiryDate", \.expiryDate, .date),
    .field("issuingAuthority", \.issuingAuthority, .string),
    .field("territory", \.territory, .subdivisionCode),
    .field("country", \.country, .countryCode),
    .field("licenseNumber", \.licenseNumber, .string),
    .field("licenseClass", \.licenseClass, .string),
  ]
}

/// An identity card, or a number such as a tax number. CXF 1.0 section 3.3.9.
public struct IdentityDocument: ExchangeObject {
  /// Country, ISO 3166-1 alpha-2.
  public var issuingCountry: EditableField?
  /// Number that changes on reissue.
  public var documentNumber: EditableField?
  /// Number that stays with the person.
  public var identificationNumber: EditableField?
  /// Nationality.
  public var nationality: EditableField?
  /// Name of the holder.
  public var fullName: EditableField?
  /// Date of birth.
  public var birthDate: EditableField?
  /// Place of birth.
  public var birthPlace: EditableField?
  /// Sex.
  public var sex: EditableField?
  /// Date of issue.
  public var issueDate: EditableField?
  /// Last day of validity.
  public var expiryDate: EditableField?
  /// Issuing authority.
  public var issuingAuthority: EditableField?
  /// Members that this version does not know.
  public var unknown = UnknownMembers()

  /// Creates the value; every member may be left to its default.
  public init(
    issuingCountry: EditableField? = nil, documentNumber: EditableField? = nil,
    identificationNumber: EditableField? = nil, nationality: EditableField? = nil,
    fullName:
      EditableField? = nil, birthDate: EditableField? = nil, birthPlace: EditableField? = nil,
    sex:
      EditableField? = nil, issueDate: EditableField? = nil, expiryDate: EditableField? = nil,
    issuingAuthority: EditableField? = nil
  ) {
    self.issuingCountry = issuingCountry
    self.documentNumber = documentNumber
    self.identificationNumber = identificationNumber
    self.nationality = nationality
    self.fullName = fullName
    self.birthDate = birthDate
    self.birthPlace = birthPlace
    self.sex = sex
    self.issueDate = issueDate
    self.expiryDate = expiryDate
    self.issuingAuthority = issuingAuthority
  }

  static let discriminator: Discriminator? = Discriminator("type", "identity-document")
  static var blank: IdentityDocument { IdentityDocument() }
  static let specSection: StaticString = "3.3.9"
  static let members: MemberTable<IdentityDocument> = [
    .field("issuingCountry", \.issuingCountry, .countryCode),
    .field("documentNumber", \.documentNumber, .string),
    .field("identificationNumber", \.identificationNumber, .string),
    .field("nationality", \.nationality, .string),
    .field("fullName", \.fullName, .string),
    .field("birthDate", \.birthDate, .date),
    .field("birthPlace", \.birthPlace, .string),
    .field("sex", \.sex, .string),
    .field("issueDate", \.issueDate, .date),
    .field("expiryDate", \.expiryDate, .date),
    .field("issuingAuthority", \.issuingAuthority, .string),
  ]
}

/// A passport (after ICAO 9303 part 4). CXF 1.0 section 3.3.13.
public struct Passport: ExchangeObject {
  /// Country, ISO 3166-1 alpha-2.
  public var issuingCountry: EditableField?
  /// ICAO document code.
  public var passportType: EditableField?
  /// Number of the passport.
  public var passportNumber: EditableField?
  /// National number of the holder.
  public var nationalIdentificationNumber: EditableField?
  /// Nationality.
  public var nationality: EditableField?
  /// Name of the holder.
  public var fullName: EditableField?
  /// Date of birth.
  public var birthDate: EditableField?
  /// Place of birth.
  public var birthPlace: EditableField?
  /// Sex.
  public var sex: EditableField?
  /// Date of issue.
  public var issueDate: EditableField?
  /// Last day of validity.
  public var expiryDate: EditableField?
  /// Issuing authority.
  public var issuingAuthority: EditableField?
  /// Members that this version does not know.
  public var unknown = UnknownMembers()

  /// Creates the value; every member may be left to its default.
  public init(
    issuingCountry: EditableField? = nil, passportType: EditableField? = nil,
    passportNumber:
      EditableField? = nil, nationalIdentificationNumber: EditableField? = nil,
    nationality:
      EditableField? = nil, fullName: EditableField? = nil, birthDate: EditableField? = nil,
    birthPlace: EditableField? = nil, sex: EditableField? = nil, issueDate: EditableField? = nil,
    expiryDate: EditableField? = nil, issuingAuthority: EditableField? = nil
  ) {
    self.issuingCountry = issuingCountry
    self.passportType = passportType
    self.passportNumber = passportNumber
    self.nationalIdentificationNumber = nationalIdentificationNumber
    self.nationality = nationality
    self.fullName = fullName
    self.birthDate = birthDate
    self.birthPlace = birthPlace
    self.sex = sex
    self.issueDate = issueDate
    self.expiryDate = expiryDate
    self.issuingAuthority = issuingAuthority
  }

  static let discriminator: Discriminator? = Discriminator("type", "passport")
  static var blank: Passport { Passport() }
  static let specSection: StaticString = "3.3.13"
  static let members: MemberTable<Passport> = [
    .field("issuingCountry", \.issuingCountry, .countryCode),
    .field("passportType", \.passportType, .string),
    .field("passportNumber", \.passportNumber, .string),
    .field("nationalIdentificationNumber", \.nationalIdentificationNumber, .string),
    .field("nationality", \.nationality, .string),
    .field("fullName", \.fullName, .string),
    .field("birthDate", \.birthDate, .date),
    .field("birthPlace", \.birthPlace, .string),
    .field("sex", \.sex, .string),
    .field("issueDate", \.issueDate, .date),
    .field("expiryDate", \.expiryDate, .date),
    .field("issuingAuthority", \.issuingAuthority, .string),
  ]
}

/// A name in parts (after Unicode LDML part 8). CXF 1.0 section 3.3.14.
public struct PersonName: ExchangeObject {
  /// Title before the name.
  public var title: EditableField?
  /// Given name.
  public var given: EditableField?
  /// Nickname.
  public var givenInformal: EditableField?
  /// Middle names.
  public var given2: EditableField?
  /// Prefix such as van.
  public var surnamePrefix: EditableField?
  /// Surname.
  public var surname: EditableField?
  /// Second surname.
  public var surname2: EditableField?
  /// Letters after the name.
  public var credentials: EditableField?
  /// Generation, such as Jr.
  public var generation: EditableField?
  /// Members that this version does not know.
  public var unknown = UnknownMembers()

  /// Creates the value; every member may be left to its default.
  public init(
    title: EditableField? = nil, given: EditableField? = nil, givenInformal: EditableField? = nil,
    given2: EditableField? = nil, surnamePrefix: EditableField? = nil,
    surname: EditableField? =
      nil, surname2: EditableField? = nil, credentials: EditableField? = nil,
    generation:
      EditableField? = nil
  ) {
    self.title = title
    self.given = given
    self.givenInformal = givenInformal
    self.given2 = given2
    self.surnamePrefix = surnamePrefix
    self.surname = surname
    self.surname2 = surname2
    self.credentials = credentials
    self.generation = generation
  }

  static let discriminator: Discriminator? = Discriminator("type", "person-name")
  static var blank: PersonName { PersonName() }
  static let specSection: StaticString = "3.3.14"
  static let members: MemberTable<PersonName> = [
    .field("title", \.title, .string),
    .field("given", \.given, .string),
    .field("givenInformal", \.givenInformal, .string),
    .field("given2", \.given2, .string),
    .field("surnamePrefix", \.surnamePrefix, .string),
    .field("surname", \.surname, .string),
    .field("surname2", \.surname2, .string),
    .field("credentials", \.credentials, .string),
    .field("generation", \.generation, .string),
  ]
}
