internal import CredentialExchangeFormat

extension TableFormat {
  /// The names that any column may have.
  private var names: Set<String> { Set(columns.flatMap { $0.names.map(\.string) }) }

  /// Says whether the header is one of this format.
  package func detect(_ probe: Probe) -> Detection? {
    guard case .named = layout, let found = probe.columns?.filter({ !$0.isEmpty }) else { return nil }
    let names = names
    let unknown = found.filter { !names.contains($0) && roleOfColumn?(Text($0)) == nil }
    for signature in signatures where signature.fits(found) {
      let shown = signature.names.joined(separator: ", ")
      if unknown.isEmpty {
        return Detection(.certain, "the columns are \(found.joined(separator: ", "))", score: signature.score)
      }
      if signature.isDistinctive {
        return Detection(
          .certain, "it has the columns \(shown), as no other format has", score: signature.score)
      }
    }
    // A format that takes any column knows by its names alone what is its own.
    let own = found.count { names.contains($0) }
    guard own >= 2, !signatures.isEmpty else { return nil }
    let lacks = signatures.map { $0.missing(in: found) }.min { $0.count < $1.count } ?? []
    return Detection(
      .possible,
      lacks.isEmpty
        ? "has columns that this format does not know: \(unknown.prefix(8).joined(separator: ", "))"
        : "lacks the columns \(lacks.joined(separator: ", "))",
      score: own - lacks.count)
  }
}

extension TableFormat.Signature {
  /// More names say more.
  var score: Int { names.count + (isDistinctive ? 100 : 0) }

  func missing(in found: [String]) -> [String] {
    names.filter { name in !name.split(separator: "|").contains { found.contains(String($0)) } }
  }

  func fits(_ found: [String]) -> Bool {
    missing(in: found).isEmpty && !absent.contains { found.contains($0) }
      && (!isOrdered || found.starts(with: names))
  }
}
