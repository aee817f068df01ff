import CXFArchiving
import CXFCrypto
import CXFKeePass
import CredentialExchangeFormat
import Testing

/// What is in a database, in lines that another program can make as well: see `Peers/kdbx_peer.py`.
struct DatabaseDump {
  private let database: KDBXDatabase
  private let showsProtection: Bool
  private var document: KeePassDocument { database.document }

  init(_ database: KDBXDatabase, showsProtection: Bool = true) {
    self.database = database
    self.showsProtection = showsProtection
  }

  private static let times: [Text] = [
    "CreationTime", "LastModificationTime", "LastAccessTime", "ExpiryTime", "LocationChanged",
  ]

  func lines() throws -> [String] {
    var lines: [String] = []
    let pool = try pool()
    let xml = document.xml
    for element in xml.elements.indices where xml.name(of: element) == "Entry" {
      let parent = xml.elements[element].parent
      let isVersion = xml.name(of: parent) == "History"
      let group = isVersion ? xml.elements[xml.elements[parent].parent].parent : parent
      lines.append(
        "entry \(text(element, "UUID")) in \(text(group, "UUID"))\(isVersion ? " earlier" : "")")
      if let times = xml.child(of: element, named: "Times") {
        for name in Self.times {
          let seconds = document.text(of: times, child: name).flatMap { KeePassTime.seconds($0) }
          lines.append("time \(name.string) \(seconds.map { String($0) } ?? "-")")
        }
      }
      lines += xml.children(of: element, named: "String").map { string in
        let value = xml.child(of: string, named: "Value")
        let bytes = value.map { document.bytes(of: $0) } ?? []
        let mark = showsProtection && value.map { document.isProtected($0) } ?? false ? " protected" : ""
        return "string \(hex(string, "Key")) \(Hex.text(bytes))\(mark)"
      }.sorted()
      lines += try xml.children(of: element, named: "Binary").map { binary in
        let value = try #require(xml.child(of: binary, named: "Value"))
        let bytes = try xml.attribute("Ref", of: value).map { pool[$0] ?? [] } ?? Self.inline(document, value)
        return "file \(hex(binary, "Key")) \(Hex.text(try Digest.hash(bytes, with: .sha256)))"
      }.sorted()
    }
    return lines
  }

  private func pool() throws -> [[UInt8]: [UInt8]] {
    var pool: [[UInt8]: [UInt8]] = [:]
    for (number, binary) in database.inner.binaries.enumerated() {
      pool[Array(String(number).utf8)] = binary.bytes
    }
    let xml = document.xml
    for binaries in document.meta.map({ xml.children(of: $0, named: "Binaries") }) ?? [] {
      for binary in xml.children(of: binaries) {
        if let id = xml.attribute("ID", of: binary) { pool[id] = try Self.inline(document, binary) }
      }
    }
    return pool
  }

  private static func inline(_ document: KeePassDocument, _ element: Int) throws -> [UInt8] {
    let bytes = document.bytes(of: element)
    if document.isProtected(element) { return bytes }
    let decoded = try Base64.decode(bytes[...])
    guard !decoded.isEmpty, document.xml.attribute("Compressed", of: element) != nil else { return decoded }
    return try Gzip.unpack(decoded, limit: 1 << 24)
  }

  private func text(_ element: Int, _ name: Text) -> String {
    document.text(of: element, child: name)?.string ?? ""
  }

  private func hex(_ element: Int, _ name: Text) -> String { Hex.text(text(element, name).utf8) }
}
