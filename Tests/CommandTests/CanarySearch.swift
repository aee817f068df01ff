import Foundation

/// Looks for a mark that every secret of a test has, in every spelling in which it might leak.
enum CanarySearch {
  /// A part of each secret; also in capitals, for secrets in base 32.
  static let mark = "KanarySecret"

  /// The name of each spelling, and its bytes.
  static let forms: [(name: String, bytes: [UInt8])] = [mark, mark.uppercased(), mark.lowercased()].flatMap {
    mark in
    let bytes = Array(mark.utf8)
    let utf16 = mark.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let hex = bytes.map { String(format: "%02x", $0) }.joined()
    // At each of the three alignments, without the characters that depend on neighbours.
    let base64 = (0..<3).map { shift in
      Array(
        Data([UInt8](repeating: 0, count: shift) + bytes).base64EncodedString().dropFirst(4).dropLast(4).utf8)
    }
    return [
      ("as it is", bytes), ("in UTF-16", utf16), ("in hexadecimal", Array(hex.utf8)),
      ("in hexadecimal", Array(hex.uppercased().utf8)),
    ] + base64.map { ("in base 64", $0) }
  }

  /// The spelling in which the mark stands in some bytes; nil where it does not.
  static func find(in bytes: some Collection<UInt8>) -> String? {
    let data = Data(bytes)
    return forms.first { data.range(of: Data($0.bytes)) != nil }?.name
  }
}

/// A document with the mark in every text that a person or a program can have put there.
struct CanaryDocument {
  private(set) var bytes: [UInt8] = []
  /// Every secret as it stands in the document.
  private(set) var secrets: [String] = []

  /// Takes a valid document and puts the mark into it.
  init(_ document: [UInt8]) throws {
    let root = try JSONSerialization.jsonObject(with: Data(document))
    bytes = [UInt8](try JSONSerialization.data(withJSONObject: marked(root, key: "", in: [:])))
  }

  /// What has a grammar that no mark fits in.
  private static let fixed: Set<String> = [
    "type", "fieldType", "id", "item", "account", "accountId", "hashAlg", "fingerprint", "algorithm",
    "integrityHash",
    "permissions", "privateKey", "keyType",
  ]
  private static let opaque: Set<String> = [
    "credentialId", "userHandle", "credWithUV", "credWithoutUV", "credBlob", "data",
  ]
  private static let free: Set<String> = ["string", "concealed-string", "email"]

  private mutating func marked(_ value: Any, key: String, in object: [String: Any]) -> Any {
    switch value {
    case let members as [String: Any]:
      var result = members
      for name in members.keys.sorted() {
        if let member = members[name] { result[name] = marked(member, key: name, in: members) }
      }
      // A member that no version of the format knows.
      if members["type"] is String || members["title"] is String { result["vendorThing"] = secret("") }
      return result
    case let elements as [Any]: return elements.map { marked($0, key: key, in: object) }
    case let text as String:
      if Self.fixed.contains(key) { return text }
      if key == "value", let type = object["fieldType"] as? String, !Self.free.contains(type) { return text }
      if Self.opaque.contains(key) || (key == "key" && object["rpId"] != nil) { return opaqueSecret() }
      if key == "secret" { return base32Secret() }
      return secret(text)
    default: return value
    }
  }

  private mutating func secret(_ rest: String) -> String {
    secrets.append("\(CanarySearch.mark)-\(secrets.count)-")
    return secrets[secrets.count - 1] + rest
  }

  /// 32 bytes, which every opaque member can have.
  private mutating func opaqueSecret() -> String {
    var text = "\(CanarySearch.mark)-\(secrets.count)-"
    while text.utf8.count < 32 { text += "." }
    let spelt = Data(text.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "")
      .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
    secrets.append(spelt)
    return spelt
  }

  private mutating func base32Secret() -> String {
    var number = secrets.count
    var tail = ""
    for _ in 0..<4 {
      tail += String(UnicodeScalar(UInt8(ascii: "A") + UInt8(number % 26)))
      number /= 26
    }
    secrets.append(CanarySearch.mark.uppercased() + tail)
    return secrets[secrets.count - 1]
  }
}
