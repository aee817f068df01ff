/// Why bytes are not a JSON text (RFC 8259), and where.
public struct JSONError: Error, Sendable, Hashable {
  /// The kinds of fault.
  public enum Code: String, Sendable, Hashable {
    /// The text ends inside a value.
    case truncated = "json-truncated"
    /// A character that cannot stand here.
    case syntax = "json-syntax"
    /// A number that RFC 8259 does not allow.
    case number = "json-number"
    /// An unknown escape, or an unescaped control character, in a string.
    case string = "json-string"
    /// Objects and arrays are nested deeper than the limit.
    case tooDeep = "json-too-deep"
    /// Something follows after the end of the value.
    case trailing = "json-trailing-content"
    /// The text is longer than the limit.
    case tooLarge = "json-too-large"
    /// There is no value at all.
    case empty = "json-empty"
  }

  /// The kind of fault.
  public var code: Code
  /// Offset of the byte at which it was noticed, from 0, in the text as UTF-8 without byte order mark.
  public var offset: Int

  /// Creates an error.
  public init(_ code: Code, at offset: Int) {
    self.code = code
    self.offset = offset
  }

  /// One sentence for people, without content of the text.
  public var message: String {
    switch code {
    case .truncated: "the JSON text ends in the middle of a value: the file was cut off"
    case .syntax: "this is not JSON: a character stands where none of its kind can"
    case .number: "this is not a JSON number"
    case .string: "a string holds an unknown escape or a raw control character"
    case .tooDeep: "objects are nested deeper than \(JSONCursor.maximumDepth) levels"
    case .trailing: "something follows after the end of the JSON value"
    case .tooLarge: "the JSON text is larger than this program reads"
    case .empty: "the file is empty"
    }
  }
}
