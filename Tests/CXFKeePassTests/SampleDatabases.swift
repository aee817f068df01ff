import CXFCrypto
import CXFKeePass
import CXFTestSupport
import CredentialExchangeFormat

/// The databases of this repository, which a writer made that shares no code with ours.
enum SampleDatabase: String, CaseIterable, Sendable {
  case version4 = "harbour.kdbx"
  case version3 = "harbour-3.kdbx"

  static let passphrase = "harbour"

  var file: [UInt8] { Samples.bytes("Samples/\(rawValue)") }

  static func key(_ passphrase: String = passphrase) throws -> KDBXKey {
    try KDBXKey([.passphrase(SecretBytes(copying: Array(passphrase.utf8)))])
  }

  func open() throws -> KDBXDatabase { try KDBXDatabase.open(file, keys: [Self.key()]) }

  /// Bytes that count up, for files that are the same each time.
  static let counting = KDBXRandomness { (count: Int) throws(CryptoError) in
    SecretBytes(copying: (0..<count).map { UInt8(truncatingIfNeeded: $0) })
  }
}

extension KeePassDocument {
  /// The entries of a title, earlier versions too.
  func entries(titled title: Text) -> [Int] {
    xml.elements.indices.filter { xml.name(of: $0) == "Entry" && value(of: $0, "Title") == title }
  }

  /// The element that holds the value of a field.
  func field(of entry: Int, _ key: Text) -> Int? {
    xml.children(of: entry, named: "String").first { text(of: $0, child: "Key") == key }
      .flatMap { xml.child(of: $0, named: "Value") }
  }

  func value(of entry: Int, _ key: Text) -> Text? { field(of: entry, key).flatMap { text(of: $0) } }
}
