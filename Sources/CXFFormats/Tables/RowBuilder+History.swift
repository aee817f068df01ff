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

  /// Puts the earlier passwords into the item.
  mutating func finishHistory() {
    let passwords = earlierPasswords
    guard !passwords.isEmpty else { return }
    item.extensions.append(
      ToolkitExtension.history.make { writer in
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
}
