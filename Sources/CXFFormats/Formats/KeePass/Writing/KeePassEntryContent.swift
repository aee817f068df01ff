internal import CXFCrypto
package import CredentialExchangeFormat

/// What an entry of a KeePass database holds, as it is written; protected values in clear.
package struct KeePassEntryContent: Sendable, Hashable, Redacted {
  /// A `String`: one of the five standard fields, or an additional attribute.
  package struct Field: Sendable, Hashable, Redacted {
    /// Its name; never empty, and no other field of the entry has it.
    package var key: Text
    package var value: Text
    /// Whether programs hide it, and keep it encrypted in memory.
    package var isProtected: Bool

    /// Creates a field.
    package init(key: Text, value: Text, isProtected: Bool = false) {
      self.key = key
      self.value = value
      self.isProtected = isProtected
    }

    package var redactedDescription: String { "KeePassEntryContent.Field(\(value.utf8.count) bytes)" }
  }

  /// A `Binary`: an attached file.
  package struct Attachment: Sendable, Hashable, Redacted {
    /// Where its bytes are.
    package enum Source: Sendable, Hashable {
      /// Here.
      case bytes([UInt8])
      /// Whoever writes the file has them: those of the item's `file` credential of this `File.id`.
      case file(Identifier)
    }

    /// The name of the file; no other attachment of the entry has it.
    package var name: Text
    package var source: Source

    /// Creates an attachment.
    package init(name: Text, source: Source) {
      self.name = name
      self.source = source
    }

    package var redactedDescription: String { "KeePassEntryContent.Attachment" }
  }

  /// A pair of `CustomData`.
  package struct Datum: Sendable, Hashable, Redacted {
    package var key: Text
    package var value: Text

    /// Creates a pair.
    package init(key: Text, value: Text) {
      self.key = key
      self.value = value
    }

    package var redactedDescription: String { "KeePassEntryContent.Datum(\(value.utf8.count) bytes)" }
  }

  /// An earlier version of the entry.
  package struct Version: Sendable, Hashable {
    package var fields: [Field]
    /// When it was made, in seconds since 1970.
    package var modified: UInt64?

    /// Creates a version.
    package init(fields: [Field], modified: UInt64?) {
      self.fields = fields
      self.modified = modified
    }
  }

  /// 16 bytes, not all zero.
  package var uuid: [UInt8]
  /// The number of the icon in KeePass' own set.
  package var icon = 0
  /// The standard fields first, then the additional attributes, in the order in which they are shown.
  package var fields: [Field] = []
  /// Tags joined by semicolons.
  package var tags: Text = ""
  /// Seconds since 1970; nil where not known.
  package var created: UInt64?
  /// Seconds since 1970; nil where not known.
  package var modified: UInt64?
  /// Seconds since 1970; nil for an entry that does not expire.
  package var expires: UInt64?
  package var customData: [Datum] = []
  package var attachments: [Attachment] = []
  /// Earlier versions, oldest first.
  package var history: [Version] = []
  /// Whether it belongs into the recycle bin.
  package var isTrashed = false

  /// Creates an entry without anything in it.
  package init(uuid: [UInt8]) { self.uuid = uuid }

  /// The value of a field; nil where there is none of that name.
  package subscript(key: Text) -> Text? { fields.first { $0.key == key }?.value }

  package var redactedDescription: String { "KeePassEntryContent(\(fields.count) fields)" }
}
