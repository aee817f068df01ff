package import CredentialExchangeFormat

/// What a column of a table holds, and so where its values go.
package indirect enum CellRole: Sendable, Hashable {
  /// The title of the item.
  case title
  /// A second line of the title.
  case subtitle
  /// An address; the texts given say that there is none.
  case address(placeholders: [String])
  /// Several addresses in one cell.
  case addresses(CellList)
  /// The user name of the login.
  case username
  /// The password of the login.
  case password
  /// An e-mail address that is the user name where there is no other.
  case loginEmail
  /// A one-time code in any of its text forms.
  case totp
  /// Free text.
  case note
  /// The path of the folder.
  case folder(FolderPath.Style)
  /// Paths of several folders, parted by commas.
  case folders(FolderPath.Style)
  /// Tags.
  case tags(CellList)
  /// A mark of the favourite.
  case favorite
  /// A mark that the item is archived.
  case archived
  /// A mark that the item is in the trash.
  case trashed
  /// A mark that the passphrase is asked for again before use.
  case reprompt
  /// When the item was made: a moment in any form that tables have.
  case created
  /// When the item was changed last.
  case modified
  /// The member of a typed credential, by its place, as in `credit-card.number`.
  case member(Place)
  /// The month of a card's expiry, whose year stands in a cell of its own.
  case cardMonth
  /// The year of a card's expiry, whose month stands in a cell of its own.
  case cardYear
  /// A line of the postal address, in the order of the columns.
  case streetLine
  /// A private SSH key as text.
  case sshKey
  /// A custom field; the label is the column's name where none is given.
  case custom(FieldType, label: Text?, group: Text?)
  /// Custom fields in one cell.
  case fields(CellFields)
  /// The text says nothing when it is one of these (a state, a default); otherwise it is a custom field.
  case usual([Text])
  /// The row's identifier, which becomes that of the item. No value.
  case identifier
  /// The kind of the row. These words, in lower case, are no value; any other is kept as a shown custom field, because
  /// nothing else of the item would say it.
  case kind([String])
  /// An identifier that only ties rows together, or what the program notes for itself. No value.
  case structure

  /// An address without placeholders of its own.
  package static let url = CellRole.address(placeholders: [])

  /// Whether a text in a cell of this role is no value of the user's.
  func isStructure(_ text: Text) -> Bool {
    switch self {
    case .structure, .identifier: true
    case .kind(let words): words.contains(Self.kindWord(text))
    default: false
    }
  }

  /// Whether it names the kind of the row.
  var isKind: Bool { if case .kind = self { true } else { false } }

  /// A text as words for kinds are compared.
  static func kindWord(_ text: Text) -> String {
    ASCIIBytes.lower(ASCIIBytes.text(ASCIIBytes.trimmed(text.string)))
  }

  /// A shown custom field.
  package static func field(_ label: Text? = nil, group: Text? = nil) -> CellRole {
    .custom(.string, label: label, group: group)
  }

  /// A concealed custom field.
  package static func secret(_ label: Text? = nil, group: Text? = nil) -> CellRole {
    .custom(.concealedString, label: label, group: group)
  }
}

/// How several texts stand in one cell.
package enum CellList: Sendable, Hashable {
  /// Addresses parted by commas where the next one begins like an address.
  case addressList
  /// Parted by any of these ASCII bytes, blanks around each not counting.
  case separated([UInt8])
  /// An array of strings in JSON; in objects the first string counts.
  case json
  /// Names in brackets, parted by commas: `[A, B]`.
  case bracketed
  /// A set as Apple's frameworks print it: `{( A, "B C" )}`.
  case cocoaSet

  /// Parted by commas.
  package static let commas = CellList.separated([UInt8(ascii: ",")])
  /// Parted by semicolons or commas.
  package static let semicolons = CellList.separated([UInt8(ascii: ";"), UInt8(ascii: ",")])
  /// A line each.
  package static let lines = CellList.separated([0x0A, 0x0D])
}

/// How custom fields stand in one cell.
package enum CellFields: Sendable, Hashable {
  /// A line each, `name: value`, parted at the last `: `; a line without it goes on with the value before.
  case linesByLastColon
  /// A line each, `name:value`, parted at the first colon.
  case linesByFirstColon
  /// A JSON array of objects whose members name, value and kind have one of the usual names.
  case json
}
