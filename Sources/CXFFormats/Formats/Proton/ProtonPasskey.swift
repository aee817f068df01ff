internal import CXFCrypto
internal import CredentialExchangeFormat

/// The container in which Proton Pass keeps a passkey: MessagePack in MessagePack, with a COSE key in it.
struct ProtonPasskey {
  var credentialID: [UInt8]
  var rpID: Text?
  var userHandle: [UInt8]?
  var counter: Int64?
  /// PKCS #8.
  var key: [UInt8]
  /// The seeds of the extension hmac-secret, 32 bytes each.
  var seeds: (withUV: [UInt8], withoutUV: [UInt8])?

  /// Opens the container; nil for another version, and for what is no such container.
  init?(_ bytes: [UInt8]) {
    guard let outer = MessagePack(bytes), outer["v"]?.number == 1, let inner = outer["c"]?.octets,
      let content = MessagePack(inner), let id = content["cid"]?.octets, !id.isEmpty,
      let cose = content["key"], let key = Self.pkcs8(cose)
    else { return nil }
    credentialID = id
    if case .text(let bytes)? = content["rid"] { rpID = Text(String(decoding: bytes, as: UTF8.self)) }
    userHandle = content["uhd"]?.octets
    counter = content["cnt"]?.number
    self.key = key
    if let found = content["ext"].flatMap({ Self.seeds($0, depth: 0) }) { seeds = found }
  }

  /// The private key of a COSE key in the form that Rust's enumerations take: pairs of a label and a value.
  private static func pkcs8(_ cose: MessagePack) -> [UInt8]? {
    guard case .array(let pairs)? = cose["par"] else { return nil }
    var parameters: [Int64: MessagePack] = [:]
    for case .array(let pair) in pairs where pair.count == 2 {
      if let label = pair[0].number { parameters[label] = pair[1] }
    }
    func bytes(_ label: Int64) -> [UInt8]? {
      guard let value = parameters[label] else { return nil }
      return value["bytes"]?.octets ?? value["Bytes"]?.octets ?? value.octets
    }
    guard let number = parameters[-1]?.number, let d = bytes(-4), !d.isEmpty else { return nil }
    if number == 6 {
      guard let identifier = AlgorithmIdentifier(.ed25519), d.count == 32 else { return nil }
      return PrivateKeyInfo(identifier, .raw(d)).der
    }
    let curves: [Int64: NamedCurve] = [1: .p256, 2: .p384, 3: .p521]
    guard let curve = curves[number] else { return nil }
    let point = bytes(-2).flatMap { x in bytes(-3).map { (x: x, y: $0) } }
    return JSONWebKeyParts(curve: curve, d: d, point: point).pkcs8
  }

  private static func seeds(_ value: MessagePack, depth: Int) -> (withUV: [UInt8], withoutUV: [UInt8])? {
    guard depth < 4, case .map(let members) = value else { return nil }
    if let with = value["cred_with_uv"]?.octets, with.count == 32 {
      guard let without = value["cred_without_uv"]?.octets, without.count == 32 else { return nil }
      return (with, without)
    }
    return members.lazy.compactMap { seeds($0.value, depth: depth + 1) }.first
  }
}

extension ProtonPasskey {
  /// Takes one of the passkeys of a login.
  static func read(_ view: SourceView, _ builder: inout RowBuilder) {
    guard let content = view["content"], let bytes = octets(content), let key = ProtonPasskey(bytes) else {
      builder.refusePasskey(.invalidPasskeyKey, "its container cannot be read")
      return
    }
    var passkey = Passkey(credentialID: OpaqueBytes(key.credentialID), key: OpaqueBytes(key.key))
    var extras = PasskeyExtras(credentialID: key.credentialID)
    passkey.rpID = view.take("rpId", to: "passkey.rpId") ?? key.rpID ?? view.peek("domain") ?? ""
    passkey.username = view.take("userName", to: "passkey.username") ?? ""
    passkey.userDisplayName = view.take("userDisplayName", to: "passkey.userDisplayName") ?? ""
    var stands = [
      PlacedText("passkey.key", Text(Base64URL.encode(key.key))),
      PlacedText("passkey.credentialId", Text(Base64URL.encode(key.credentialID))),
    ]
    let handle = key.userHandle ?? view["userHandle"].flatMap(octets)
    if let handle {
      passkey.userHandle = OpaqueBytes(handle)
      stands.append(PlacedText("passkey.userHandle", Text(Base64URL.encode(handle))))
    }
    if let seeds = key.seeds {
      passkey.fido2Extensions = FIDO2Extensions(
        hmacCredentials: FIDO2HMACCredentials(
          credWithUV: OpaqueBytes(seeds.withUV), credWithoutUV: OpaqueBytes(seeds.withoutUV)))
    }
    for leaf in content.untaken {
      leaf.convert(toAll: stands, .keyConverted, "the passkey in its container stands as CXF has passkeys")
    }
    repeated(view["credentialId"], key.credentialID, "passkey.credentialId")
    for name: Text in ["userHandle", "userId"] { repeated(view[name], handle ?? [], "passkey.userHandle") }
    if let domain = view["domain"], domain.peek == passkey.rpID { _ = domain.take(to: "passkey.rpId") }
    for (name, other) in [("rpName", "rpName"), ("createTime", "creationDate")] {
      if let member = view[Text(name)] { extras.take(member, as: other) }
    }
    if let counter = key.counter, counter != 0 { extras.members.append(("counter", Text(String(counter)))) }
    for leaf in view.untaken {
      builder.apply(.custom(.string, label: leaf.name, group: "Passkey"), leaf)
    }
    builder.item.credentials.append(.passkey(passkey))
    builder.passkeyExtras.append(extras)
  }

  /// Notes on a view that what it says stands there already.
  private static func repeated(_ view: SourceView?, _ bytes: [UInt8], _ place: Place) {
    guard let view, !bytes.isEmpty, octets(view) == bytes else { return }
    for leaf in view.untaken {
      leaf.convert(
        to: place, as: Text(Base64URL.encode(bytes)), .bytesRespelled, "\(view.label) stands in base64url")
    }
  }

  /// Bytes in Base64, or as an array of numbers.
  private static func octets(_ view: SourceView) -> [UInt8]? {
    if let text = view.peek, view.kind == .string { return Base64Text.decode(text.utf8) }
    guard view.kind == .array || view.kind == .object else { return nil }
    var bytes: [UInt8] = []
    for element in view.children {
      guard let byte = element.peek.flatMap({ UInt8($0.string) }) else { return nil }
      bytes.append(byte)
    }
    return bytes.isEmpty ? nil : bytes
  }
}
