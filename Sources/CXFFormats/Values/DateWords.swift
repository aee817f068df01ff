internal import CredentialExchangeFormat

/// Dates in words as programs print them for people.
enum DateWords {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Reads `Month,D,YYYY` with a whole or short English name, as LastPass writes days; nil for anything else.
  static func parse(_ text: String) -> CalendarDate? {
    let parts = text.utf8.split(separator: UInt8(ascii: ",")).map {
      ASCIIBytes.text(ASCIIBytes.trimmed(Array($0)[...]))
    }
    guard parts.count == 3, let month = month(parts[0]), let day = ASCIIBytes.number(parts[1].utf8),
      let year = ASCIIBytes.number(parts[2].utf8), let day = Int(exactly: day), let year = Int(exactly: year)
    else { return nil }
    return CalendarDate(year: year, month: month, day: day)
  }

  /// Reads `Thu Oct 20 2022 21:31:42 GMT+0200 (…)`, as browsers print a date; nil for anything else.
  static func moment(_ text: String) -> Moment? {
    let words = text.utf8.split(separator: 0x20).map { ASCIIBytes.text($0) }
    guard words.count >= 6, let month = month(words[1]), let day = ASCIIBytes.number(words[2].utf8),
      let year = ASCIIBytes.number(words[3].utf8), ASCIIBytes.hasPrefix(words[5].utf8, "gmt")
    else { return nil }
    let zone = ASCIIBytes.text(words[5].utf8.dropFirst(3))
    let date = "\(ASCIIBytes.padded(year, 4))-\(ASCIIBytes.padded(month, 2))-\(ASCIIBytes.padded(day, 2))"
    return DateText.parse("\(date) \(words[4]) \(zone)").value
  }

  private static func month(_ word: String) -> Int? {
    let folded = ASCIIBytes.lower(word)
    guard folded.utf8.count >= 3 else { return nil }
    return months.firstIndex(of: ASCIIBytes.text(folded.utf8.prefix(3))).map { $0 + 1 }
  }
}

/// The security of wireless networks by the names that programs give it.
enum WiFiSecurity {
  /// CXF's name, or nil for one that is not known.
  static func name(_ text: String) -> Text? {
    let letters = text.utf8.filter { ASCIIBytes.isLetter($0) || ASCIIBytes.isDigit($0) }
    switch ASCIIBytes.lower(ASCIIBytes.text(letters)) {
    case "none", "open", "unsecured", "nopassword", "nosecurity": return "unsecured"
    case "wep": return "wep"
    case "wpa", "wpap", "wpapersonal", "wpapsk": return "wpa-personal"
    case "wpa2", "wpa2p", "wpa2personal", "wpa2psk", "wpawpa2personal", "wpapsk2": return "wpa2-personal"
    case "wpa3", "wpa3p", "wpa3personal", "sae", "wpa3sae": return "wpa3-personal"
    default: return nil
    }
  }
}
