package import CredentialExchangeFormat

/// What Google Authenticator's QR codes hold: several codes in a protobuf message.
enum GoogleTransfer {
  /// Lines with each transfer replaced by the addresses of its codes; what is no transfer stays.
  static func expanded(_ lines: [String]) -> (lines: [String], findings: [Finding]) {
    var result: [String] = []
    var findings: [Finding] = []
    var batches: [UInt64: (size: UInt64, seen: Set<UInt64>)] = [:]
    for line in lines {
      guard let payload = payload(line), let message = Message(payload) else {
        result.append(line)
        continue
      }
      result += message.codes
      batches[message.batchID, default: (message.batchSize, [])].seen.insert(message.batchIndex)
    }
    for batch in batches.values where batch.size > UInt64(batch.seen.count) {
      findings.append(
        Finding(
          .transferIncomplete,
          message:
            "the transfer consists of \(batch.size) QR codes, and \(batch.seen.count) of them are here",
          action: .failed))
    }
    return (result, findings)
  }

  /// The bytes behind `data=`, where a plus is a plus.
  private static func payload(_ line: String) -> [UInt8]? {
    let bytes = ASCIIBytes.trimmed(line)
    guard ASCIIBytes.hasPrefix(bytes, "otpauth-migration://") else { return nil }
    guard let query = bytes.firstIndex(of: UInt8(ascii: "?")) else { return nil }
    for part in bytes[(query + 1)...].split(separator: UInt8(ascii: "&"))
    where part.starts(with: "data=".utf8) {
      return Base64Text.decode(Array(PercentText.decode(part.dropFirst(5)).text.utf8))
    }
    return nil
  }

  /// The message, as far as it is understood.
  private struct Message {
    var codes: [String] = []
    var batchSize: UInt64 = 1
    var batchIndex: UInt64 = 0
    var batchID: UInt64 = 0

    init?(_ bytes: [UInt8]) {
      guard let fields = Protobuf.fields(bytes[...]) else { return nil }
      for field in fields {
        switch (field.number, field.value) {
        case (1, .bytes(let code)):
          guard let uri = Self.uri(code) else { return nil }
          codes.append(uri)
        case (3, .number(let size)): batchSize = size
        case (4, .number(let index)): batchIndex = index
        case (5, .number(let id)): batchID = id
        default: break
        }
      }
    }

    private static func uri(_ bytes: ArraySlice<UInt8>) -> String? {
      guard let fields = Protobuf.fields(bytes) else { return nil }
      var secret: [UInt8] = []
      var name = ""
      var members = OneTimeCode.Members(digits: "6")
      var isCounted = false
      for field in fields {
        switch (field.number, field.value) {
        case (1, .bytes(let value)): secret = Array(value)
        case (2, .bytes(let value)): name = ASCIIBytes.text(value)
        case (3, .bytes(let value)): members.issuer = ASCIIBytes.text(value)
        case (4, .number(let value)):
          members.algorithm =
            value < 5 ? ["SHA1", "SHA1", "SHA256", "SHA512", "MD5"][Int(value)] : "unknown \(value)"
        case (5, .number(2)): members.digits = "8"
        case (6, .number(1)): isCounted = true
        case (7, .number(let value)): members.counter = String(value)
        default: break
        }
      }
      members.type = isCounted ? "hotp" : "totp"
      if !isCounted { members.counter = nil }
      members.account = account(name, members.issuer)
      guard let code = try? OneTimeCode(secret: secret, members) else { return nil }
      return code.otpauthURI().string
    }

    /// The name without the issuer that often stands before it.
    private static func account(_ name: String, _ issuer: String?) -> String {
      guard let issuer, !issuer.utf8.isEmpty, name.utf8.starts(with: (issuer + ":").utf8) else { return name }
      return ASCIIBytes.text(name.utf8.dropFirst(issuer.utf8.count + 1).drop { $0 == 0x20 })
    }
  }
}

/// The wire form of protocol buffers, as much of it as is needed.
enum Protobuf {
  enum Value {
    case number(UInt64)
    case bytes(ArraySlice<UInt8>)
  }

  /// The fields of a message in order; nil when the bytes are none.
  static func fields(_ bytes: ArraySlice<UInt8>) -> [(number: Int, value: Value)]? {
    var rest = bytes
    var fields: [(number: Int, value: Value)] = []
    while !rest.isEmpty {
      guard let tag = varint(&rest), let number = Int(exactly: tag >> 3) else { return nil }
      switch tag & 7 {
      case 0:
        guard let value = varint(&rest) else { return nil }
        fields.append((number, .number(value)))
      case 2:
        guard let length = varint(&rest).flatMap({ Int(exactly: $0) }), length <= rest.count else {
          return nil
        }
        fields.append((number, .bytes(rest.prefix(length))))
        rest = rest.dropFirst(length)
      case 1, 5:
        let length = tag & 7 == 1 ? 8 : 4
        guard rest.count >= length else { return nil }
        rest = rest.dropFirst(length)
      default: return nil
      }
    }
    return fields
  }

  private static func varint(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), through: 63, by: 7) {
      guard let byte = rest.popFirst() else { return nil }
      value |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }
}

extension FindingCode {
  /// Of a transfer in several QR codes some are missing.
  package static let transferIncomplete = FindingCode("transfer-incomplete", .warning)
}
