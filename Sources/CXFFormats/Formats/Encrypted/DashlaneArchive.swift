internal import CXFArchiving
internal import CXFCrypto
internal import CredentialExchangeFormat

/// Dashlane's secure archive, `.dash`: a text with one line of Base64, in it AES-256-CBC over deflated XML.
///
/// There is no MAC, so that a wrong password shows only by what comes out.
package enum DashlaneArchive {
  static let origin = Format.Origin(id: "dashlane-dash", name: "Dashlane", rpID: "dashlane.com")

  package static let format = Format(
    id: origin.id, name: "Dashlane secure archive (.dash)", rpID: origin.rpID,
    exportSteps: "Old versions: File > Export > Secure archive",
    capabilities: Capabilities(
      native: [.logins, .totp, .cards, .identities, .notes, .dates, .folders], converted: [.customFields]),
    detect: { probe in
      line(in: Array(probe.bytes.prefix(headCount))) == nil
        ? nil : Detection(.certain, "it has the line Data BEGIN, as a secure archive of Dashlane")
    },
    read: { (file, options) throws(FormatError) in try read(file, options) }, makeWriter: nil)

  private static let headCount = 1 << 12
  private static let rounds: UInt64 = 10_204
  private static let saltCount = 32
  private static let mark = Array("KWC3".utf8)

  /// Where the line behind the one with the mark begins.
  private static func line(in bytes: [UInt8]) -> Int? {
    let wanted = Array("Data BEGIN".utf8)
    guard bytes.count > wanted.count else { return nil }
    for index in 0..<(bytes.count - wanted.count) where bytes[index] == wanted[0] {
      guard bytes[index...].starts(with: wanted) else { continue }
      // Other products' texts may hold the words somewhere; here only such lines stand in front.
      guard let end = bytes[index...].firstIndex(of: 0x0A) else { return nil }
      return end + 1
    }
    return nil
  }

  private static func read(_ file: SourceFile, _ options: ReadOptions) throws(FormatError) -> Reading {
    let source = EncryptedSource(file, "a secure archive of Dashlane")
    guard let start = line(in: file.bytes) else { throw origin.refusal(file, "has no line Data BEGIN") }
    let text = file.bytes[start...].prefix { $0 != 0x0A && $0 != 0x0D }
    guard let blob = Base64Text.decode(text), !blob.isEmpty else {
      throw source.damaged("its data are no Base64")
    }
    guard !blob.starts(with: "$1$".utf8), blob.dropFirst(saltCount).starts(with: mark) else {
      throw source.unsupported(
        "it is encrypted in a newer or older way than is known here",
        hint: "in Dashlane choose Settings > Export data > CSV; the zip of tables can be read")
    }
    let xml = try open(
      Array(blob.dropFirst(saltCount + mark.count)), salt: Array(blob.prefix(saltCount)), source, options)
    return try read(xml: SourceFile(name: file.name, bytes: xml), options)
  }

  private static func open(
    _ ciphertext: [UInt8], salt: [UInt8], _ source: EncryptedSource, _ options: ReadOptions
  ) throws(FormatError) -> [UInt8] {
    let key = try source.key(options, salt: salt, .pbkdf2(.sha1, rounds: rounds), count: 32)
    let initial: [UInt8] = try source.withLibrary { () throws(CryptoError) in try Self.vector(key, salt) }
    let plaintext = try source.withLibrary { () throws(CryptoError) in
      try AESCBC.decrypt(ciphertext, key: key, initialVector: initial)
    }
    // Four bytes of length, big-endian, then a zlib stream: two bytes of header, the data, four bytes of checksum.
    guard let plaintext, plaintext.count > 10, plaintext[4] & 0x0F == 8,
      (Int(plaintext[4]) << 8 | Int(plaintext[5])) % 31 == 0
    else { throw source.wrongPassword }
    let count = plaintext[..<4].reduce(0) { $0 << 8 | Int($1) }
    guard count <= SourceMembers.documentLimit else { throw source.damaged("it says that it is too large") }
    guard let xml = Deflate.unpack(Array(plaintext[6...].dropLast(4)), count: count) else {
      throw source.damaged("what is inside cannot be unpacked")
    }
    return xml
  }

  /// The last 16 of 48 bytes that OpenSSL's old derivation gives with one round of SHA-1.
  private static func vector(_ key: borrowing SecretBytes, _ salt: [UInt8]) throws(CryptoError) -> [UInt8] {
    var all: [UInt8] = []
    var last: [UInt8] = []
    for _ in 0..<3 {
      var digest = try Digest(.sha1)
      try digest.update(last)
      try key.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) throws(CryptoError) in
        try digest.update(bytes)
      }
      try digest.update(Array(salt.prefix(8)))
      last = try digest.finish()
      all += last
    }
    return Array(all[32..<48])
  }

  // MARK: The document inside

  private static func read(xml file: SourceFile, _ options: ReadOptions) throws(FormatError) -> Reading {
    let tree = try SourceRecord.xml(file)
    var draft = VaultDraft(origin, options: options, syntheticIDs: true)
    let list = tree.root.all("KWDataList").first ?? tree.root
    var number = 0
    for view in list.children where view.name.utf8.starts(with: "KW".utf8) {
      number += 1
      draft.cut(view, number: number, rules: .none) { record, draft in
        let values = values(of: record.root)
        let id = values.first { ASCIIBytes.lower($0.name.string) == "id" }?.view.identifier
        var builder = RowBuilder(record, of: origin, id: id)
        DashlaneKinds.take(values, kind: DashlaneKinds.kind(view.name), &builder)
        builder.finish(&draft)
      }
    }
    draft.addFolders(from: tree)
    var reading = draft.finish(text: file.bytes, isJSON: false, fileOffsets: { $0 })
    reading.isDerived = true
    return reading
  }

  /// The values of an entry with the names that stand in the attribute in front of each.
  private static func values(of entry: SourceView) -> [(name: Text, view: SourceView)] {
    var values: [(name: Text, view: SourceView)] = []
    var name: Text?
    for child in entry.children {
      if child.name.string.hasSuffix("@key") {
        name = child.peek
        child.markStructure()
      } else if let given = name, child.kind == .string {
        values.append((given, child))
        name = nil
      }
    }
    return values
  }
}
