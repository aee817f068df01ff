internal import CXFCrypto
package import CXFKeePass
package import CXFVaults
package import CredentialExchangeFormat

/// Makes KeePass databases that are vaults.
package enum KDBXVaultFile {
  /// Creates an empty database: the file is whole or absent, mode 0600, and never replaces another one.
  ///
  /// - Parameters:
  ///   - name: of the database and its outermost group.
  ///   - now: seconds since 1970.
  /// - Throws: `VaultError.cannotCreate`, `.storage`, `.keyDerivationLimit`.
  package static func create(
    path: String, name: Text, key: KDBXKey, derivation: KDBXKeyDerivation.Method, limits: KDBXLimits,
    now: UInt64
  ) throws(VaultError) {
    let document: KeePassDocument
    do {
      document = try emptyDocument(name: EntryFragments.safe(name), now: now)
    } catch {
      throw .storage("the database cannot be made")
    }
    let bytes: [UInt8]
    do throws(KDBXError) {
      bytes = try KDBXDatabase(new: document, key: key, derivation: derivation).seal(limits: limits)
    } catch {
      throw VaultError(error)
    }
    try VaultPath.create(path, bytes)
  }

  /// Whether what a database was before its last change stands beside it, under its name with `.old` behind it.
  package static func hasBackup(path: String) -> Bool { (try? DatabaseFile(path))?.hasBackup ?? false }

  private static func emptyDocument(name: Text, now: UInt64) throws -> KeePassDocument {
    var edits = KeePassEdits()
    let document = try KeePassDocument(
      xml: Array(
        "<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"yes\"?>\n<KeePassFile></KeePassFile>".utf8))
    let uuid = try KeePassRandomness.bytes(KeePassPlaces.keyByteCount)
    typealias Fragment = KeePassFragment
    let protection: [(Text, Text)] = [
      ("ProtectTitle", "False"), ("ProtectUserName", "False"), ("ProtectPassword", "True"),
      ("ProtectURL", "False"), ("ProtectNotes", "False"),
    ]
    let meta: [Fragment] = [
      try .element("Generator", text: "cxf"), try EntryFragments.moment("SettingsChanged", now),
      try .element("DatabaseName", text: name), try EntryFragments.moment("DatabaseNameChanged", now),
      try .element("DatabaseDescription", text: ""),
      try EntryFragments.moment("DatabaseDescriptionChanged", now),
      try .element("DefaultUserName", text: ""), try EntryFragments.moment("DefaultUserNameChanged", now),
      try .element("MaintenanceHistoryDays", text: "365"), try .element("Color", text: ""),
      try EntryFragments.moment("MasterKeyChanged", now), try .element("MasterKeyChangeRec", text: "-1"),
      try .element("MasterKeyChangeForce", text: "-1"),
      try .element("MemoryProtection", [:], try protection.map { try Fragment.element($0.0, text: $0.1) }),
      try .element("RecycleBinEnabled", text: "True"),
      try .element("RecycleBinUUID", text: "AAAAAAAAAAAAAAAAAAAAAA=="),
      try EntryFragments.moment("RecycleBinChanged", now),
      try .element("EntryTemplatesGroup", text: "AAAAAAAAAAAAAAAAAAAAAA=="),
      try EntryFragments.moment("EntryTemplatesGroupChanged", now),
      try .element("HistoryMaxItems", text: "10"), try .element("HistoryMaxSize", text: "6291456"),
      try .element("LastSelectedGroup", text: "AAAAAAAAAAAAAAAAAAAAAA=="),
      try .element("LastTopVisibleGroup", text: "AAAAAAAAAAAAAAAAAAAAAA=="),
    ]
    edits.append(try .element("Meta", [:], meta), to: 0)
    let group = try EntryFragments.group(uuid: uuid, name: name, icon: 49, now: now, content: [])
    edits.append(
      try .element("Root", [:], [group, .element("DeletedObjects", text: "")]), to: 0)
    return try document.applying(edits)
  }
}
