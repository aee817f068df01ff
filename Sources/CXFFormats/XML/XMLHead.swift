internal import CredentialExchangeFormat

/// The beginning of an XML document, to tell formats apart without reading it whole.
struct XMLHead {
  /// The name of the document type; empty where there is none.
  var documentType = ""
  /// The name of the root element.
  var root = ""
  /// What follows that name: its attributes and what is in it, as far as it was looked at.
  var rest: ArraySlice<UInt8>

  /// Reads past blanks, declarations and comments; nil for what does not begin as XML does.
  init?(_ text: [UInt8]) {
    rest = text[...]
    while true {
      rest = rest.drop { ASCIIBytes.isBlank($0) }
      if rest.starts(with: "<?".utf8) {
        guard skip(past: "?>") else { return nil }
      } else if rest.starts(with: "<!--".utf8) {
        guard skip(past: "-->") else { return nil }
      } else if rest.starts(with: "<!DOCTYPE".utf8) {
        rest = rest.dropFirst(9).drop { ASCIIBytes.isBlank($0) }
        documentType = name()
        guard skip(past: ">") else { return nil }
      } else {
        break
      }
    }
    guard rest.first == UInt8(ascii: "<") else { return nil }
    rest = rest.dropFirst()
    root = name()
    guard !root.utf8.isEmpty else { return nil }
  }

  /// Whether an element of one of these names begins in what was looked at.
  func hasElement(_ names: String...) -> Bool {
    names.contains { name in
      let start = Array("<\(name)".utf8)
      var rest = rest
      while let at = rest.firstIndex(of: UInt8(ascii: "<")) {
        rest = rest[at...]
        if rest.starts(with: start), let next = rest.dropFirst(start.count).first,
          ASCIIBytes.isBlank(next) || next == UInt8(ascii: ">") || next == UInt8(ascii: "/")
        {
          return true
        }
        rest = rest.dropFirst()
      }
      return false
    }
  }

  private mutating func name() -> String {
    let name = rest.prefix { byte in
      !ASCIIBytes.isBlank(byte) && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "/")
        && byte != UInt8(ascii: "[")
    }
    rest = rest[name.endIndex...]
    // A prefix says nothing here.
    return ASCIIBytes.text(name.split(separator: UInt8(ascii: ":")).last ?? name)
  }

  private mutating func skip(past end: String) -> Bool {
    let end = Array(end.utf8)
    while let at = rest.firstIndex(of: end[0]) {
      rest = rest[at...]
      if rest.starts(with: end) {
        rest = rest.dropFirst(end.count)
        return true
      }
      rest = rest.dropFirst()
    }
    return false
  }
}

extension Probe {
  /// The beginning of the file as XML; nil when it is none.
  var xmlHead: XMLHead? {
    // Looking at the first bytes spares other files the decoding.
    guard bytes.prefix(8).contains(where: { $0 == UInt8(ascii: "<") || ASCIIBytes.isBlank($0) }) else {
      return nil
    }
    return textHead.flatMap { XMLHead($0.utf8) }
  }
}
