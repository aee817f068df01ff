import CXFTestSupport

// Cells that hold several values.
extension Slot {
  /// Labels of custom fields, of which each vault has its own.
  private static func label(_ item: inout Filling, _ number: Int, _ limits: TextLimits) -> String {
    "L\(number)" + item.text(limits)
  }

  /// Custom fields, a line each: `name: value`, which is parted at the last `: `.
  ///
  /// A value of such a cell is one line and holds no `: `.
  static func fieldLines(named name: @escaping @Sendable (String) -> String = { $0 }) -> Slot {
    Slot { item in
      var lines: [String] = []
      for number in 0..<item.random.int(0...3) {
        let label = name(label(&item, number, .line))
        let value = item.text(TextLimits.line.lacking("", words: [": "]))
        item.facts.say("field " + label, value)
        lines.append("\(label): \(value)")
      }
      return lines.joined(separator: "\n")
    }
  }

  /// Custom fields, a line each: `name:value`, which is parted at the first colon.
  static func fieldLines(heading: String) -> Slot {
    Slot { item in
      var lines = heading.utf8.isEmpty ? [] : [heading]
      for number in 0..<item.random.int(0...3) {
        let label = label(&item, number, TextLimits.line.lacking(":"))
        let value = item.text(.line)
        item.facts.say("field " + label, value)
        lines.append("\(label):\(value)")
      }
      return lines.map { $0 + "\n" }.joined()
    }
  }

  /// Custom fields as an array of objects.
  ///
  /// - Parameters:
  ///   - name: the member that names a field.
  ///   - value: the member with its value.
  ///   - more: what else the objects have.
  static func fieldObjects(_ name: String, _ value: String, _ more: [String: String] = [:]) -> Slot {
    Slot { item in
      var objects: [[String: String]] = []
      for number in 0..<item.random.int(0...3) {
        let label = label(&item, number, .any)
        let text = item.text()
        item.facts.say("field " + label, text)
        objects.append(more.merging([name: label, value: text]) { $1 })
      }
      return json(objects)
    }
  }

  /// An array of further addresses.
  static let addressArray = Slot { item in
    let texts = (0..<item.random.int(0...2)).map { "https://json-\(item.number)-\($0).example/a,b?\"c\"" }
    for text in texts { item.facts.say("url", text) }
    return json(texts)
  }

  /// A value in JSON: texts, numbers, arrays and objects of them.
  static func json(_ value: Any) -> String {
    switch value {
    case let text as String:
      var result = "\""
      for scalar in text.unicodeScalars {
        switch scalar {
        case "\"", "\\": result += "\\" + String(scalar)
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\u{0}"..."\u{1F}":
          result += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
        default: result.unicodeScalars.append(scalar)
        }
      }
      return result + "\""
    case let list as [Any]: return "[" + list.map(json).joined(separator: ", ") + "]"
    case let object as [String: Any]:
      let members = object.sorted { $0.key < $1.key }.map { json($0.key) + ": " + json($0.value) }
      return "{" + members.joined(separator: ",") + "}"
    default: return "\(value)"
    }
  }
}
