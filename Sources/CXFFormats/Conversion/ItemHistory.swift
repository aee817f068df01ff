internal import CredentialExchangeFormat

/// What an item held earlier, as the extension `cxf-toolkit.alt/history` says it. Moments are seconds since 1970.
struct ItemHistory {
  /// Earlier passwords, with the moment when each was replaced.
  var passwords: [(password: Text, usedAt: UInt64?)] = []
  /// Other earlier values: the place as the extension spells it, the value, and when the item that had it was changed last.
  var values: [(place: Text, value: Text, at: UInt64?)] = []

  /// The extension; nil where there is nothing to say.
  var asExtension: Extension? {
    guard !passwords.isEmpty || !values.isEmpty else { return nil }
    return ToolkitExtension.history.make { writer in
      Self.write("values", values, to: &writer) { entry, writer in
        writer.name("place")
        writer.string(entry.place)
        writer.name("value")
        writer.string(entry.value)
        Self.write("at", entry.at, to: &writer)
      }
      Self.write("passwords", passwords, to: &writer) { entry, writer in
        writer.name("password")
        writer.string(entry.password)
        Self.write("usedAt", entry.usedAt, to: &writer)
      }
    }
  }

  private static func write<Entry>(
    _ name: StaticString, _ entries: [Entry], to writer: inout JSONWriter,
    members: (Entry, inout JSONWriter) -> Void
  ) {
    guard !entries.isEmpty else { return }
    writer.name(name)
    writer.beginArray()
    for entry in entries {
      writer.element()
      writer.beginObject()
      members(entry, &writer)
      writer.endObject()
    }
    writer.endArray()
  }

  private static func write(_ name: StaticString, _ moment: UInt64?, to writer: inout JSONWriter) {
    guard let moment else { return }
    writer.name(name)
    writer.unsigned(moment)
  }
}
