internal import CredentialExchangeFormat

extension SourceMembers.Member {
  /// Returns the first bytes, or none where they cannot be read.
  func head(_ count: Int = 1 << 16) -> [UInt8] {
    guard let stream = try? content.open() else { return [] }
    var bytes: [UInt8] = []
    while bytes.count < count, let piece = try? stream.next(upTo: count - bytes.count), !piece.isEmpty {
      bytes += piece
    }
    return bytes
  }
}
