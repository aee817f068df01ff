/// What is wrong with DER bytes, or with the key structure that they spell, and where.
package struct DERError: Error, Equatable, Sendable {
  /// A kind of fault. Open, so that each structure adds its own beside its reader.
  package struct Code: Hashable, Sendable {
    /// A stable name in lower case with hyphens.
    package let name: String
    /// One sentence without full stop, without content of the input.
    package let summary: String

    /// Creates a kind of fault.
    package init(_ name: String, _ summary: String) {
      self.name = name
      self.summary = summary
    }

    /// Codes are the same when their names are.
    package static func == (left: Code, right: Code) -> Bool { left.name == right.name }

    /// Feeds the name to the hasher.
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  /// The kind of fault.
  package let code: Code
  /// The byte at which it lies, counted from 0 at the start of the outermost input.
  package let offset: Int
  /// For `unexpectedTag`: the tag the structure asks for.
  package let expected: DERTag?
  /// For `unexpectedTag`: the tag that is there.
  package let found: DERTag?

  /// Creates an error.
  package init(_ code: Code, at offset: Int, expected: DERTag? = nil, found: DERTag? = nil) {
    self.code = code
    self.offset = offset
    self.expected = expected
    self.found = found
  }
}

extension DERError.Code {
  /// The input ends inside an element.
  package static let truncated = Self("der-truncated", "the data ends before the element does")
  /// Bytes follow where the structure is complete.
  package static let leftover = Self("der-leftover", "there are bytes after the end of the structure")
  /// Another element than the structure asks for.
  package static let unexpectedTag = Self("der-unexpected-tag", "another element is expected here")
  /// A tag number of 31 or more.
  package static let largeTag = Self("der-large-tag", "a tag number above 30 has no place here")
  /// BER's indefinite length.
  package static let indefiniteLength = Self(
    "der-indefinite-length", "an indefinite length is not allowed in DER")
  /// A length in more bytes than needed.
  package static let longLength = Self("der-long-length", "a length is not in its shortest form")
  /// A length of more than four bytes.
  package static let hugeLength = Self("der-huge-length", "a length is beyond every limit")
  /// More elements inside each other than the limit.
  package static let tooDeep = Self("der-too-deep", "elements are nested too deeply")
  /// An INTEGER without contents.
  package static let emptyInteger = Self("der-empty-integer", "an INTEGER has no contents")
  /// An INTEGER with a superfluous leading byte.
  package static let longInteger = Self("der-long-integer", "an INTEGER is not in its shortest form")
  /// A negative INTEGER where none can be.
  package static let negativeInteger = Self("der-negative-integer", "an INTEGER is negative")
  /// An INTEGER too large for its place.
  package static let largeInteger = Self("der-large-integer", "an INTEGER is too large for its place")
  /// A BIT STRING that is not made of whole bytes.
  package static let unusedBits = Self("der-unused-bits", "a BIT STRING does not hold whole bytes")
  /// A NULL with contents.
  package static let nonEmptyNull = Self("der-non-empty-null", "a NULL has contents")
  /// An OBJECT IDENTIFIER that is empty, cut, not minimal or beyond the limits.
  package static let badObjectIdentifier = Self(
    "der-bad-object-identifier", "an OBJECT IDENTIFIER is not well formed")
}
