internal import CXFCrypto
internal import CredentialExchangeFormat

/// What a passkey has beyond CXF.
struct PasskeyExtras {
  var credentialID: [UInt8]
  var members: [(name: String, text: Text)] = []

  /// Takes a member under the name that it has in the extension.
  mutating func take(_ member: SourceView, as name: String) {
    guard let text = member.peek else { return }
    members.append((name, text))
    let place = ToolkitExtension.passkeys.place("passkeys.\(name)")
    if name == "counter", text != "0" {
      member.convert(
        to: place, as: text, .passkeyCounter,
        "the passkey counts its signatures; a service that checks the count may refuse it after the move")
    } else {
      _ = member.take(to: place)
    }
  }

  /// The extension that says it of all passkeys of an item, in their order; nil where there is nothing to say.
  static func content(_ all: [PasskeyExtras]) -> Extension? {
    // Of passkeys with one credential id each has its entry, for the order says which one it is.
    let counts = Dictionary(all.map { ($0.credentialID, 1) }, uniquingKeysWith: +)
    let all = all.filter { !$0.members.isEmpty || counts[$0.credentialID] != 1 }
    guard all.contains(where: { !$0.members.isEmpty }) else { return nil }
    return ToolkitExtension.passkeys.make { writer in
      writer.name("passkeys")
      writer.beginArray()
      for extras in all {
        writer.element()
        writer.beginObject()
        writer.name("credentialId")
        writer.base64url(extras.credentialID)
        for member in extras.members {
          writer.name(member.name)
          writer.string(member.text)
        }
        writer.endObject()
      }
      writer.endArray()
    }
  }
}

extension RowBuilder {
  /// Says of a passkey that it is none; what it has is kept as custom fields.
  mutating func refusePasskey(_ code: FindingCode, _ reason: String) {
    findings.append(
      finding(
        code, "a passkey is kept as custom fields and works nowhere: \(reason)", .failed, field: "passkey"))
  }
}

/// A private EC key whose numbers are given one by one, as JSON Web Keys and COSE keys have them.
struct JSONWebKeyParts {
  var curve: NamedCurve
  /// The private number, big-endian.
  var d: [UInt8]
  /// The coordinates of the public point; nil where they are not given.
  var point: (x: [UInt8], y: [UInt8])?

  init(curve: NamedCurve, d: [UInt8], point: (x: [UInt8], y: [UInt8])?) {
    self.curve = curve
    self.d = d
    self.point = point
  }

  /// Reads a JSON Web Key (RFC 7518 section 6.2), as an object or as a text.
  init?(_ view: SourceView) {
    var root = view
    if view.kind == .string, let text = view.peek, let record = SourceRecord.json(text) { root = record.root }
    func bytes(_ name: Text) -> [UInt8]? { root.peek(name).flatMap { Base64Text.decode($0.utf8) } }
    guard root.peek("kty") == "EC", let name = root.peek("crv"), let d = bytes("d"), !d.isEmpty else {
      return nil
    }
    let curves: [Text: NamedCurve] = ["P-256": .p256, "P-384": .p384, "P-521": .p521]
    guard let curve = curves[name] else { return nil }
    self.init(curve: curve, d: d, point: bytes("x").flatMap { x in bytes("y").map { (x, $0) } })
  }

  /// The key as PKCS #8; nil where its numbers are no key of the curve.
  var pkcs8: [UInt8]? {
    guard let identifier = AlgorithmIdentifier(.ec(curve)) else { return nil }
    let count = curve.byteCount
    let bare = ECPrivateKey(privateKey: d, publicKey: nil)
    guard let number = bare.privateKey(byteCount: count) else { return nil }
    var encoded: [UInt8]?
    if let point {
      func padded(_ bytes: [UInt8]) -> [UInt8]? {
        let digits = bytes.drop { $0 == 0 }
        return digits.count > count ? nil : [UInt8](repeating: 0, count: count - digits.count) + digits
      }
      guard let x = padded(point.x), let y = padded(point.y) else { return nil }
      encoded = [4] + x + y
    }
    let info = PrivateKeyInfo(identifier, .ec(ECPrivateKey(privateKey: number, publicKey: encoded)))
    guard let publicKey = try? info.checkedPublicKey() else { return nil }
    return info.canonical(publicKey: publicKey).der
  }
}
