import CXFCommandLine
import CXFCommands
import CXFTestSupport
import Foundation
import Testing

/// Nothing that a command says may hold a secret, in whatever spelling: every secret of these files is a canary.
@Suite struct CanaryTests {
  static let password = "kanary-Pässword \"71\"\\"
  private static let secrets = [
    password, "kanary-note\nline two", "kanary-hidden-0042", "KANARYJBSWY3DPEHPK3PXPQQ", "kanary-history-17",
    "4929000011112222", "kanary-unknown-member", "kanary-bare",
  ]

  /// The forms in which a secret might leak.
  private static let forms: [[UInt8]] = secrets.flatMap { secret -> [[UInt8]] in
    let bytes = Array(secret.utf8)
    let json =
      (try? JSONSerialization.data(withJSONObject: [secret])).map { Array($0.dropFirst(2).dropLast(2)) }
      ?? bytes
    let utf16 = secret.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    // Base64 at each of the three alignments, without the characters that depend on neighbours.
    let base64 = (0..<3).map { shift in
      Array(
        Data([UInt8](repeating: 0, count: shift) + bytes).base64EncodedString().dropFirst(4).dropLast(4).utf8)
    }
    return [bytes, json, utf16] + base64
  }

  static var csv: [UInt8] {
    let quoted = "\"" + password.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    return Array(
      "name,url,username,password,note\nA,https://a.example/,u,\(quoted),\"kanary-note\nline two\"\nbad,x,y,\(quoted),z,kanary-hidden-0042,kanary-bare\n"
        .utf8)
  }

  static var bitwarden: [UInt8] {
    let item: [String: Any] = [
      "id": "3f2b6c1e-8a4d-4f70-9b1c-0d5e6f7a8b9c", "type": 1, "name": "B", "notes": "kanary-note\nline two",
      "login": [
        "username": "u", "password": password, "totp": "KANARYJBSWY3DPEHPK3PXPQQ",
        "fido2Credentials": [["credentialId": "kanary-bare", "keyValue": "kanary-unknown-member"]],
      ] as [String: Any],
      "fields": [["name": "f", "value": "kanary-hidden-0042", "type": 1]],
      "passwordHistory": [["password": "kanary-history-17", "lastUsedDate": "not a date"]],
      "surprise": "kanary-unknown-member",
      "card": ["number": "4929000011112222", "expMonth": "13", "expYear": "kanary-bare"],
    ]
    let root: [String: Any] = ["encrypted": false, "folders": [], "items": [item, "kanary-bare"]]
    return (try? JSONSerialization.data(withJSONObject: root)).map { Array($0) } ?? []
  }

  static var document: [UInt8] {
    let root: [String: Any] = [
      "version": "1.0", "exporterRpId": "a.example", "exporterDisplayName": "A", "timestamp": 1,
      "accounts": [
        [
          "id": "YQ", "username": "", "email": "", "collections": [],
          "items": [
            "kanary-bare",
            [
              "id": "kanary hidden", "title": "T", "secret": "kanary-unknown-member",
              "credentials": [
                ["type": "basic-auth", "password": password],
                ["type": "totp", "secret": "KANARYJBSWY3DPEHPK3PXPQQ", "digits": "kanary-bare"],
                ["type": "passkey", "rpId": "kanary-hidden-0042", "credentialId": "kanary-note\nline two"],
                [
                  "type": "credit-card",
                  "expiryDate": ["fieldType": "year-month", "value": "kanary-history-17"],
                  "number": ["fieldType": "concealed-string", "value": "4929000011112222"],
                ],
              ] as [[String: Any]],
            ] as [String: Any],
          ] as [Any],
        ] as [String: Any]
      ],
    ]
    return (try? JSONSerialization.data(withJSONObject: root)).map { Array($0) } ?? []
  }

  @Test(arguments: ["csv", "bitwarden", "document", "broken"])
  func noCommandSaysASecret(_ kind: String) async throws {
    let folder = try TemporaryFolder()
    let bytes =
      switch kind {
      case "csv": Self.csv
      case "bitwarden": Self.bitwarden
      case "document": Self.document
      default: Array(Self.document.dropLast(40))
      }
    let file = try folder.write("input", bytes)
    var lines: [[String]] = [
      ["identify", file], ["identify", file, "--json"], ["inspect", file], ["inspect", file, "--json"],
      ["validate", file], ["validate", file, "--json"], ["validate", file, "--strict"],
    ]
    for target in ["cxf", "chrome-csv", "bitwarden-json"] {
      lines.append(["convert", file, "--to", target, "--dry-run"])
      lines.append(["convert", file, "--to", target, "--dry-run", "--json"])
      lines.append(["convert", file, "--to", target, "--strict", "--dry-run"])
      lines.append([
        "convert", file, "--to", target, "-o", "/dev/null", "--report", "\(folder.path)/r-\(target)",
      ])
    }
    for from in ["cxf", "chrome-csv", "bitwarden-json"] {
      lines.append(["convert", file, "--from", from, "--to", "cxf", "--dry-run"])
    }
    for words in lines {
      let run = await CommandRun(words)
      Self.check(run.outputBytes + Array(run.error.utf8), words)
    }
    for name in folder.names where name.hasPrefix("r-") { Self.check(folder.bytes(name) ?? [], [name]) }
  }

  static func check(_ bytes: [UInt8], _ words: [String]) {
    let data = Data(bytes)
    for form in Self.forms where form.count > 6 {
      #expect(data.range(of: Data(form)) == nil, "a secret in the output of \(words.first ?? "") \(words)")
    }
  }

  @Test func theSearchFindsWhatIsThere() {
    for secret in Self.secrets {
      #expect(Self.forms.contains(Array(secret.utf8)))
      let base64 = Data("xx\(secret)yy".utf8).base64EncodedString()
      #expect(Self.forms.contains { Data(base64.utf8).range(of: Data($0)) != nil })
    }
  }
}
