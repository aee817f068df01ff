internal import CredentialExchangeFormat

/// The identifiers that items of an account have: those made of the numbers of rows are bits, which take neither time
/// nor memory worth the name, and any others a set.
struct IdentifierSet: Sendable {
  private var rows: [UInt64] = []
  private var others: Set<Identifier> = []

  /// The first row number that is too large for a bit.
  private static let limit = 1 << 26

  /// Adds an identifier; returns whether it is a new one.
  mutating func insert(_ id: Identifier) -> Bool {
    guard let row = id.row(below: Self.limit) else { return others.insert(id).inserted }
    let (word, bit) = (row / 64, UInt64(1) << UInt64(row % 64))
    if word >= rows.count {
      // A row far beyond all others may be anybody's text: as many words as rows would be too many then.
      guard word < 2 * rows.count + 64 else { return others.insert(id).inserted }
      rows.append(contentsOf: repeatElement(0, count: word + 1 - rows.count))
    }
    guard rows[word] & bit == 0, others.isEmpty || !others.contains(id) else { return false }
    rows[word] |= bit
    return true
  }
}
