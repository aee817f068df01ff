internal import CXFArchiving
internal import CXFCrypto
internal import CredentialExchangeFormat

extension KDBXDatabase {
  /// Returns a database of before KDBX 4 as one of KDBX 4: attached files go from the document to the pool, times get their
  /// other form, and the parameters of the key go into a dictionary. All else stays as it is.
  ///
  /// - Throws: `.damaged(.compression)` for an attached file that cannot be unpacked, `.damaged(.protectedValue)` for one that
  ///   is no base64.
  package func upgraded() throws(KDBXError) -> KDBXDatabase {
    guard !header.isVersion4 else { return self }
    typealias ID = KDBXHeader.ID
    var database = self
    let derivation = try derivation()
    database.header.isPreRelease = false
    (database.header.major, database.header.minor) = (4, 0)
    database.header.remove(ID.transformSeed, ID.transformRounds, ID.streamKey, ID.startBytes, ID.stream)
    database.header.set(ID.derivation, derivation.dictionary.encoded)
    var upgrade = DocumentUpgrade(document)
    try upgrade.run()
    database.inner = upgrade.inner
    database.document = try document.editing(upgrade.edits)
    return database
  }
}

/// The changes to a document that make it one of KDBX 4.
private struct DocumentUpgrade {
  private let document: KeePassDocument
  private var xml: XMLOutline { document.xml }
  private(set) var edits = KeePassEdits()
  private(set) var inner = KDBXInnerHeader()
  /// The numbers in the new pool, by those in the old one.
  private var numbers: [[UInt8]: Int] = [:]
  private var count = 0

  private static let times: Set<Text> = [
    "CreationTime", "LastModificationTime", "LastAccessTime", "ExpiryTime", "LocationChanged", "DeletionTime",
    "DatabaseNameChanged", "DatabaseDescriptionChanged", "DefaultUserNameChanged", "MasterKeyChanged",
    "RecycleBinChanged", "EntryTemplatesGroupChanged", "SettingsChanged",
  ]
  /// The most bytes that a packed file may have.
  private static let unpackedLimit = 1 << 30

  init(_ document: KeePassDocument) { self.document = document }

  mutating func run() throws(KDBXError) {
    if let meta = document.meta {
      for binaries in xml.children(of: meta, named: "Binaries") {
        for binary in xml.children(of: binaries, named: "Binary") {
          guard let id = xml.attribute("ID", of: binary), numbers[id] == nil else { continue }
          numbers[id] = try add(binary)
        }
        edits.remove(binaries)
      }
    }
    for element in xml.elements.indices {
      let place = xml.elements[element]
      if Self.times.contains(place.name), !document.isProtected(element) {
        let text = xml.text(of: element)
        if let seconds = KeePassTime.isoSeconds(text) {
          edits.setText(of: element, to: KeePassTime.binary(seconds))
        }
      } else if place.name == "Value", place.parent >= 0, xml.elements[place.parent].name == "Binary" {
        try readAttachment(element)
      }
    }
  }

  /// Gives an attached file of an entry its number in the new pool.
  private mutating func readAttachment(_ value: Int) throws(KDBXError) {
    guard let reference = xml.attribute("Ref", of: value) else {
      // The bytes stand here.
      let number = try add(value)
      do throws(KeePassEditError) {
        edits.replace(value, with: try .element("Value", ["Ref": Text("\(number)")]))
      } catch {
        throw .notAsWritten
      }
      return
    }
    let number: Int
    if let known = numbers[reference] {
      number = known
    } else {
      // A number that leads nowhere must not come to lead to the file of another entry.
      inner.append(KDBXBinary(bytes: []))
      number = count
      count += 1
      numbers[reference] = number
    }
    edits.setAttribute("Ref", of: value, to: Array(String(number).utf8))
  }

  private mutating func add(_ element: Int) throws(KDBXError) -> Int {
    var bytes = document.bytes(of: element)
    let isProtected = document.isProtected(element)
    if !isProtected {
      guard let decoded = try? Base64.decode(bytes[...]) else {
        throw .damaged(.protectedValue(offset: xml.elements[element].range.upperBound))
      }
      bytes = decoded
      let flag = xml.attribute("Compressed", of: element).map { String(decoding: $0, as: UTF8.self) }
      // An empty file may be said to be packed all the same.
      if !bytes.isEmpty, flag == "True" || flag == "true" || flag == "1" {
        guard let unpacked = try? Gzip.unpack(bytes, limit: Self.unpackedLimit) else {
          throw .damaged(.compression)
        }
        bytes = unpacked
      }
    }
    inner.append(KDBXBinary(flags: isProtected ? KDBXBinary.protectedFlag : 0, bytes: bytes))
    defer { count += 1 }
    return count
  }
}
