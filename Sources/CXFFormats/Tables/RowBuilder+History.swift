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
    let history = ItemHistory(passwords: earlierPasswords, values: earlierValues)
    if let made = history.asExtension { item.extensions.append(made) }
  }
}
