/// What came of reading a foreign text as a typed value.
package enum TextReading<Value, Problem> {
  /// The text was understood.
  case value(Value)
  /// There is nothing: an empty text, or the product's way to write "none".
  case absent
  /// There is something that is not such a value; the caller keeps the text and says so.
  case refused(Problem)

  /// The value, when the text was understood.
  package var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }
}

extension TextReading: Sendable where Value: Sendable, Problem: Sendable {}
extension TextReading: Equatable where Value: Equatable, Problem: Equatable {}
extension TextReading: Hashable where Value: Hashable, Problem: Hashable {}
