/// One rule of the judge, for people: what it is about, what a reader does, how the writer mends it.
public struct JudgeRule: Sendable, Hashable {
  /// The code of its findings, with their usual severity.
  public let code: FindingCode
  /// Section of CXF 1.0 that is the reason, or another source.
  public let section: String
  /// What is wrong: one sentence in lower case. `%` stands for the name of the member.
  public let message: String
  /// What the reader of this package does then.
  public let reading: String
  /// How whoever wrote the document mends it.
  public let mending: String
  /// A piece of a document that breaks the rule.
  public let example: Example

  /// A piece of a document that is valid but for one thing.
  public indirect enum Example: Sendable, Hashable {
    /// A whole document.
    case document(String)
    /// The accounts of a document.
    case accounts(String)
    /// Members that an account has instead of its own or besides them.
    case account(String)
    /// Members of an item besides `id`, `title` and `credentials`.
    case item(String)
    /// The one credential of an item.
    case credential(String)
    /// A piece that breaks a rule of a program that the document is meant for.
    case profile(CXFJudge.Profile, Example)
    /// A piece in which only a deep check finds the fault.
    case deep(Example)

    /// The piece as JSON text.
    public var text: String {
      switch self {
      case .document(let text), .accounts(let text), .account(let text), .item(let text),
        .credential(let text):
        text
      case .profile(_, let example), .deep(let example): example.text
      }
    }

    /// The program that the document is meant for.
    public var profile: CXFJudge.Profile? {
      if case .profile(let profile, _) = self { profile } else { nil }
    }

    /// Whether only a deep check finds the fault.
    public var isDeep: Bool {
      if case .deep = self { true } else { false }
    }

    /// The whole document that the piece stands in.
    public var document: String {
      func whole(_ accounts: String) -> String {
        """
        {"version":{"major":1,"minor":0},"exporterRpId":"exporter.example","exporterDisplayName":"Exporter",\
        "timestamp":1770000000,"accounts":[\(accounts)]}
        """
      }
      func account(item: String) -> String {
        #"{"id":"YWNj","username":"u","email":"u@mail.example","collections":[],"items":[\#(item)]}"#
      }
      switch self {
      case .document(let text): return text
      case .accounts(let text): return whole(text)
      case .account(let members):
        let defaults = [
          ("id", #""YWNj""#), ("username", #""u""#), ("email", #""u@mail.example""#), ("collections", "[]"),
          ("items", "[]"),
        ]
        let rest = defaults.filter {
          !members.contains("\"\($0.0)\":") || $0.0 == "id" && !members.hasPrefix("\"id\"")
        }
        .map { ",\"\($0.0)\":\($0.1)" }
        return whole("{\(members)\(rest.joined())}")
      case .item(let members):
        return whole(account(item: #"{"id":"aXRlbQ","title":"Title",\#(members),"credentials":[]}"#))
      case .profile(_, let example), .deep(let example): return example.document
      case .credential(let text):
        return whole(account(item: #"{"id":"aXRlbQ","title":"Title","credentials":[\#(text)]}"#))
      }
    }
  }

  init(
    _ code: FindingCode, _ section: String, _ message: String, reading: String, mending: String,
    _ example: Example
  ) {
    self.code = code
    self.section = section
    self.message = message
    self.reading = reading
    self.mending = mending
    self.example = example
  }

  /// All rules, by subject.
  public static let all: [JudgeRule] =
    jsonRules + structureRules + identifierRules + timeRules + fieldRules + secretRules + deepRules
    + placeRules
    + textRules
    + profileRules

  private static let byCode = Dictionary(
    all.map { ($0.code.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// Returns the rule of a code, or nil for a code that is none of the judge's.
  public static func rule(_ code: FindingCode) -> JudgeRule? { byCode[code.name] }

  /// Returns the sentence about a member.
  func message(for member: String) -> String {
    guard let place = message.firstIndex(of: "%") else { return message }
    return message[..<place] + member + message[message.index(after: place)...]
  }
}
