// Codes of what decoding notices.
extension FindingCode {
  /// A value of another JSON type than the specification names.
  public static let wrongType = FindingCode("wrong-type", .error)
  /// A number out of the range of its member.
  public static let numberOutOfRange = FindingCode("number-out-of-range", .error)
  /// Text that is not base64url.
  public static let invalidBase64URL = FindingCode("invalid-base64url", .error)
  /// Base64url with padding, of the standard alphabet, or with stray bits at the end.
  public static let inexactBase64URL = FindingCode("inexact-base64url", .warning)
  /// An identifier that is not base64url, longer than allowed, or empty.
  public static let invalidIdentifier = FindingCode("invalid-identifier", .warning)
  /// Two entities of one account have one identifier.
  public static let duplicateIdentifier = FindingCode("duplicate-identifier", .warning)
  /// A member that occurs twice in one object; the first one counts.
  public static let duplicateMember = FindingCode("duplicate-member", .error)
  /// The name of a known member is written with escapes.
  public static let escapedMemberName = FindingCode("escaped-member-name", .warning)
  /// `null`, which CXF knows nowhere.
  public static let nullValue = FindingCode("null-value", .warning)
  /// A required member is missing; the default stands in.
  public static let missingMember = FindingCode("missing-member", .warning)
  /// A member without which its object means nothing is missing.
  public static let incompleteObject = FindingCode("incomplete-object", .error)
  /// A credential without type.
  public static let missingType = FindingCode("missing-credential-type", .error)
  /// An extension without name.
  public static let missingExtensionName = FindingCode("missing-extension-name", .error)
  /// A credential type that CXF 1.0 does not register.
  public static let unknownCredentialType = FindingCode("unknown-credential-type", .warning)
  /// An enumeration value that CXF 1.0 does not register.
  public static let unknownEnumerationValue = FindingCode("unknown-enumeration-value", .warning)
  /// A registered name in another spelling, such as `SHA256` for `sha256`.
  public static let enumerationSpelling = FindingCode("enumeration-spelling", .warning)
  /// A registered credential type in another spelling, such as `BasicAuth`.
  public static let typeSpelling = FindingCode("credential-type-spelling", .warning)
  /// A member under a name that drafts or products use.
  public static let aliasedMember = FindingCode("aliased-member", .warning)
  /// A bare value where an editable field belongs.
  public static let bareField = FindingCode("bare-field", .warning)
  /// A number or boolean where text belongs.
  public static let textSpelledBare = FindingCode("text-spelled-bare", .warning)
  /// Text where a number belongs.
  public static let textForNumber = FindingCode("text-for-number", .warning)
  /// Text where a boolean belongs.
  public static let textForBoolean = FindingCode("text-for-boolean", .warning)
  /// A whole number written with fraction or exponent.
  public static let inexactNumber = FindingCode("inexact-number", .warning)
  /// A timestamp that cannot be one; read as absent.
  public static let invalidTimestamp = FindingCode("invalid-timestamp", .warning)
  /// A moment in another unit or from another epoch.
  public static let timestampEpoch = FindingCode("timestamp-epoch", .warning)
  /// A moment as text of RFC 3339.
  public static let timestampText = FindingCode("timestamp-text", .warning)
  /// The version is not an object of `major` and `minor`.
  public static let versionShape = FindingCode("version-shape", .warning)
  /// A version that this program does not know.
  public static let unknownVersion = FindingCode("unknown-version", .warning)
  /// A field whose value does not follow the grammar of its type.
  public static let invalidFieldValue = FindingCode("invalid-field-value", .warning)
  /// A field of another type than its place prescribes.
  public static let unexpectedFieldType = FindingCode("unexpected-field-type", .note)
  /// An unpaired surrogate or bytes that are not UTF-8 in shown text.
  public static let invalidUnicode = FindingCode("invalid-unicode", .warning)
  /// An unpaired surrogate or bytes that are not UTF-8 in a secret: it cannot be right.
  public static let invalidUnicodeInSecret = FindingCode("invalid-unicode-in-secret", .error)
  /// The registered extension `shared` with content that is not as specified; kept as it is.
  public static let malformedSharedExtension = FindingCode("malformed-shared-extension", .warning)
  /// A part of a document stands where a whole one belongs.
  public static let documentShape = FindingCode("document-shape", .warning)
  /// A whole item in a collection, where a reference belongs.
  public static let itemInCollection = FindingCode("item-in-collection", .warning)
  /// An item that stands in the document already, in the same words.
  public static let repeatedItem = FindingCode("repeated-item", .warning)
  /// An identifier where a reference belongs.
  public static let bareReference = FindingCode("bare-reference", .warning)
  /// A credential type that only earlier drafts have.
  public static let draftType = FindingCode("draft-credential-type", .warning)
  /// What an item is, which drafts said and the credentials tell.
  public static let draftItemType = FindingCode("draft-item-type", .warning)
  /// A private key as a JSON Web Key.
  public static let keyObject = FindingCode("private-key-is-object", .warning)
  /// A private key in PEM where base64url belongs.
  public static let keyText = FindingCode("private-key-is-pem", .warning)
  /// Extensions of a passkey in an array.
  public static let extensionsList = FindingCode("fido2-extensions-list", .warning)
  /// The document begins with a byte order mark, or is UTF-16.
  public static let textEncoding = FindingCode("text-encoding", .note)
}

extension FindingCode {
  /// One sentence about a member, in lower case.
  func message(for member: String) -> String {
    switch self {
    case .wrongType: "\(member) has a value of the wrong JSON type"
    case .numberOutOfRange: "\(member) is out of range"
    case .invalidBase64URL: "\(member) is not base64url"
    case .inexactBase64URL: "\(member) is base64 with padding, the standard alphabet or stray trailing bits"
    case .invalidIdentifier:
      "\(member) is not an identifier of 1 to \(Identifier.maximumCount) bytes in base64url"
    case .duplicateMember: "\(member) occurs twice; the first one counts"
    case .escapedMemberName: "the name \(member) is written with escapes"
    case .nullValue: "\(member) is null; read as absent"
    case .missingMember: "\(member) is missing"
    case .missingType: "a credential has no type"
    case .missingExtensionName: "an extension has no name"
    case .unknownCredentialType: "a credential type that CXF 1.0 does not register; kept as it is"
    case .unknownEnumerationValue: "\(member) has a value that CXF 1.0 does not register; kept as it is"
    case .enumerationSpelling: "\(member) is a registered name in another spelling"
    case .typeSpelling: "a registered credential type in another spelling"
    case .aliasedMember: "\(member) is a name of an earlier draft"
    case .bareField: "\(member) is a bare value where an editable field belongs"
    case .textSpelledBare: "\(member) is a number or boolean where text belongs"
    case .textForNumber: "\(member) is text where a number belongs"
    case .textForBoolean: "\(member) is text where a boolean belongs"
    case .inexactNumber: "\(member) is a whole number written with fraction or exponent"
    case .invalidTimestamp: "\(member) is not a moment in seconds since 1970; read as absent"
    case .timestampEpoch:
      "\(member) is counted in another unit, or from another epoch, than seconds since 1970"
    case .timestampText: "\(member) is a moment as text where seconds since 1970 belong"
    case .versionShape: "version is not an object of major and minor"
    case .unknownVersion: "the version is not one that this program knows"
    case .invalidFieldValue: "the value of \(member) does not follow the grammar of its field type"
    case .unexpectedFieldType: "\(member) has another field type than its place prescribes"
    case .invalidUnicode: "\(member) holds an unpaired surrogate or bytes that are not UTF-8"
    case .invalidUnicodeInSecret:
      "\(member) holds an unpaired surrogate or bytes that are not UTF-8: the secret is damaged"
    case .documentShape: "this is a part of a document, without the header around it"
    case .itemInCollection: "a collection holds a whole item where a reference belongs"
    case .repeatedItem: "the same item stands in the account already; it is taken once"
    case .bareReference: "\(member) holds an identifier where a reference belongs"
    case .draftType: "a credential type of an earlier draft"
    case .draftItemType: "an item has a type, as in earlier drafts; its credentials tell what it is"
    case .keyObject: "\(member) is a private key as an object (JWK) where PKCS #8 belongs"
    case .keyText: "\(member) is a private key in PEM where base64url belongs"
    case .extensionsList: "\(member) is an array where an object belongs"
    case .malformedSharedExtension: "the extension shared has content that is not as specified; kept as it is"
    default: name
    }
  }
}

extension DocumentDecoder {
  /// Returns the findings of notes in the order of the text, with their positions in the file.
  static func rendered(_ notes: [Note], _ source: JSONSource, isStrict: Bool, offsets: inout [Int])
    -> [Finding]
  {
    rendered(notes, isStrict: isStrict, offsets: &offsets) { offsets in
      var positions = PointerLocator.locate(offsets, in: source.text)
      for (index, offset) in source.fileOffsets(of: offsets).enumerated() { positions[index].byte = offset }
      return positions
    }
  }

  /// Returns the findings of notes in the order of the text.
  ///
  /// - Parameter locate: gives the positions in the file of offsets in growing order.
  static func rendered(
    _ notes: [Note], isStrict: Bool, offsets: inout [Int], _ locate: ([Int]) -> [SourcePosition]
  ) -> [Finding] {
    // Equal offsets keep the order in which they were noticed.
    let order = notes.indices.sorted { (notes[$0].offset, $0) < (notes[$1].offset, $1) }
    let sorted = order.map { notes[$0] }
    offsets = sorted.map(\.offset)
    return zip(sorted, locate(offsets)).map { note, position in
      var finding = note.finding
      finding.position = position
      if isStrict, finding.action == .repaired { finding.severity = max(finding.severity, .error) }
      return finding
    }
  }

  /// Says of each value that no item could keep that it has no place to be kept in.
  mutating func settleRejected() {
    for value in rejected {
      notes[value.note].finding.severity = .error
      notes[value.note].finding.message += "; it has no place to be kept in"
    }
  }
}
