/// Bytes in hexadecimal digits.
enum Hex {
  static func bytes(_ text: String) -> [UInt8] {
    let digits = Array(text.utf8).map { UInt8(hexDigit: $0) }
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  static func text(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

extension UInt8 {
  fileprivate init(hexDigit: UInt8) {
    self = UInt8(String(decoding: [hexDigit], as: UTF8.self), radix: 16) ?? 0
  }
}
