/// How much a finding matters.
public enum Severity: String, Sendable, Hashable, Comparable, CaseIterable {
  /// Carried over whole; worth knowing.
  case note
  /// Carried over, but changed or guessed.
  case warning
  /// Not carried over, or possibly wrong.
  case error

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }

  /// Orders by weight: note, warning, error.
  public static func < (lhs: Severity, rhs: Severity) -> Bool { lhs.rank < rhs.rank }
}

/// What was done about the thing that a finding names.
public enum FindingAction: String, Sendable, Hashable, CaseIterable {
  /// Nothing had to be done: the value stands as it was.
  case kept
  /// The value was carried in another form or to another kind of place.
  case converted
  /// A known deviation was read as what was meant.
  case repaired
  /// The value is not in the result.
  case lost
  /// The record was left out on purpose.
  case skipped
  /// The record could not be read.
  case failed
}

/// Where in a file a finding points.
public struct SourcePosition: Sendable, Hashable {
  /// JSON Pointer (RFC 6901) of the value, for JSON.
  public var pointer: String?
  /// Number of the data record from 1, header and blank records not counted, for CSV.
  public var row: Int?
  /// Name of the column, or its number from 1 where it has no name, for CSV.
  public var columnName: String?
  /// Name of the archive member.
  public var member: String?
  /// Physical line from 1.
  public var line: Int?
  /// UTF-8 byte within the line, from 1.
  public var column: Int?
  /// Offset in bytes from the start of the file (or archive member), from 0.
  public var byte: Int?

  /// Creates a position from the parts that are known.
  public init(
    pointer: String? = nil, row: Int? = nil, columnName: String? = nil, member: String? = nil,
    line: Int? = nil, column: Int? = nil, byte: Int? = nil
  ) {
    self.pointer = pointer
    self.row = row
    self.columnName = columnName
    self.member = member
    self.line = line
    self.column = column
    self.byte = byte
  }
}

/// Something that was noticed about an input or a result: a value, never printed by the code that makes it.
///
/// A finding never holds a secret or a part of one: it names the place and the rule.
public struct Finding: Sendable, Hashable {
  /// Stable name of the rule, in kebab case.
  public var code: FindingCode
  /// How much it matters.
  public var severity: Severity
  /// The file as the user named it.
  public var file: String?
  /// Where.
  public var position: SourcePosition
  /// Title (or, without one, the id or number) of the item it is about.
  public var item: String?
  /// Name of the field it is about.
  public var field: String?
  /// One sentence in lower case, without full stop, without secrets.
  public var message: String
  /// What was done about it.
  public var action: FindingAction
  /// Section of the CXF specification or RFC that is the reason.
  public var spec: String?

  /// Creates a finding; severity and section default to those of the code.
  public init(
    _ code: FindingCode, severity: Severity? = nil, file: String? = nil,
    position: SourcePosition = SourcePosition(), item: String? = nil, field: String? = nil,
    message: String, action: FindingAction, spec: String? = nil
  ) {
    self.code = code
    self.severity = severity ?? code.severity
    self.file = file
    self.position = position
    self.item = item
    self.field = field
    self.message = message
    self.action = action
    self.spec = spec
  }
}

/// The stable name of a rule, with the severity that its findings have by default.
///
/// Codes are an open set: each module adds its own as static members beside the code that finds them.
public struct FindingCode: Sendable, Hashable {
  /// The name in kebab case, as it is printed.
  public var name: String
  /// The usual severity.
  public var severity: Severity

  /// Creates a code.
  public init(_ name: String, _ severity: Severity) {
    self.name = name
    self.severity = severity
  }
}
