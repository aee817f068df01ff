internal import CredentialExchangeFormat

// Where items come from.
extension VaultSession {
  func provenance(_ ids: [Identifier]) throws(VaultError) -> [Provenance] {
    let known = try allProvenance()
    return Set(ids).compactMap { id in
      change?.provenanceIndex[id].flatMap { change?.provenance[$0] } ?? known[id]
    }
  }

  func put(_ provenance: [Provenance]) throws(VaultError) {
    for entry in provenance {
      try RecordRules.check(entry)
      change?.note(entry)
      change?.isDirty = true
    }
  }

  /// Writes pages of what was noted, for the import under way.
  func flushProvenance() throws(VaultError) {
    guard let noted = change?.provenance, !noted.isEmpty else { return }
    change?.provenance = []
    change?.provenanceIndex = [:]
    let importID = change?.openImport?.id.bytes ?? [UInt8](repeating: 0, count: ImportID.byteCount)
    for start in stride(from: 0, to: noted.count, by: ProvenancePage.maximumCount) {
      let end = min(start + ProvenancePage.maximumCount, noted.count)
      let entries = Array(noted[start..<end])
      let number = try withMeta { meta in
        let number = meta.nextProvenancePage
        meta.provenancePages.append(number)
        if meta.provenance != nil {
          for entry in entries { meta.provenance?[entry.id] = entry }
        }
        return number
      }
      let page = ProvenancePage(number: number, importID: importID, entries: entries)
      try write(.meta, try metaID(.provenance, page: number), page.payload, replacing: nil)
      if change?.openImport != nil { try journal(.provenancePage(number)) }
    }
  }

  /// Deletes a page, so that what was known before counts again.
  func deleteProvenancePage(_ number: UInt64) throws(VaultError) {
    try delete(.meta, try metaID(.provenance, page: number))
    try withMeta { meta in
      meta.provenancePages.removeAll { $0 == number }
      meta.provenance = nil
    }
  }

  func provenancePage(_ number: UInt64) throws(VaultError) -> ProvenancePage {
    let page = try withPayload(.meta, try metaID(.provenance, page: number)) {
      (payload) throws(VaultError) -> ProvenancePage in
      var reader = ByteReader(payload)
      guard reader.integer(UInt8.self) == MetaType.provenance.rawValue, let page = ProvenancePage(&reader),
        page.number == number
      else { throw .damaged("a page of provenance is not well-formed") }
      return page
    }
    guard let page else { throw .damaged("a page of provenance is missing") }
    return page
  }

  private func allProvenance() throws(VaultError) -> [Identifier: Provenance] {
    let (loaded, numbers) = try withMeta { ($0.provenance, $0.provenancePages) }
    if let loaded { return loaded }
    var result: [Identifier: Provenance] = [:]
    for number in numbers {
      for entry in try provenancePage(number).entries { result[entry.id] = entry }
    }
    try withMeta { $0.provenance = result }
    return result
  }
}
