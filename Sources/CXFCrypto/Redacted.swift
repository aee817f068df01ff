/// A value that may hold key material and never shows it: not when printed, debugged or dumped.
package protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// What may be shown: the kind of the value and sizes, never content.
  var redactedDescription: String { get }
}

extension Redacted {
  /// The redacted description.
  package var description: String { redactedDescription }
  /// The redacted description.
  package var debugDescription: String { redactedDescription }
  /// A mirror without children, so that `dump` shows no content.
  package var customMirror: Mirror { Mirror(self, children: [:] as KeyValuePairs<String, Any>) }
}
