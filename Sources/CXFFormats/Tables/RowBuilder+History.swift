internal import CredentialExchangeFormat

// Earlier passwords.
extension RowBuilder {
  /// Takes an earlier password, with the moment when it was replaced where that is known.
  mutating func takeEarlierPassword(_ view: SourceView?, replacedAt date: SourceView?) {
    guard let password = view?.take(to: ToolkitExtension.history.place("passwords.password")) else { return }
    var usedAt: UInt64?
    if let date { usedAt = moment(date, to: ToolkitExtension.history.place("passwords.usedAt")) }
    earlierPasswords.append((password, usedAt))
  }

  /// Takes another value that the item had earlier.
  ///
  /// - Parameters:
  ///   - place: where it stood, as the extension spells places.
  ///   - date: when the item that had it was changed last, in seconds since 1970.
  mutating func takeEarlierValue(_ view: SourceView, at place: Text, _ date: UInt64?) {
    guard let value = view.take(to: ToolkitExtension.history.place("values.value")) else { return }
    earlierValues.append((place, value, date))
  }

  /// Puts the earlier passwords and other values into the item.
  mutating func finishHistory() {
    let (passwords, values) = (earlierPasswords, earlierValues)
    guard !passwords.isEmpty || !values.isEmpty else { return }
    item.extensions.append(
      ToolkitExtension.history.make { writer in
        Self.write(values, to: &writer)
        guard !passwords.isEmpty else { return }
        writer.name("passwords")
        writer.beginArray()
        for entry in passwords {
          writer.element()
          writer.beginObject()
          writer.name("password")
          writer.string(entry.password)
          if let usedAt = entry.usedAt {
            writer.name("usedAt")
            writer.unsigned(usedAt)
          }
          writer.endObject()
        }
        writer.endArray()
      })
  }

  private static func write(_ values: [(place: Text, value: Text, at: UInt64?)], to writer: inout JSONWriter)
  {
    guard !values.isEmpty else { return }
    writer.name("values")
    writer.beginArray()
    for entry in values {
      writer.element()
      writer.beginObject()
      writer.name("place")
      writer.string(entry.place)
      writer.name("value")
      writer.string(entry.value)
      if let at = entry.at {
        writer.name("at")
        writer.unsigned(at)
      }
      writer.endObject()
    }
    writer.endArray()
  }
}
