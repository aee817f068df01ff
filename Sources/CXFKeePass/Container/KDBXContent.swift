internal import CXFCrypto
internal import CredentialExchangeFormat

/// Reads the plaintext of a file.
struct KDBXContent {
  let header: KDBXHeader
  /// The bytes of the header.
  let head: [UInt8]

  /// Reads a database.
  ///
  /// - Parameters:
  ///   - trailing: how many bytes stand behind all that belongs to it.
  ///   - key: what it opened with.
  func database(_ plaintext: [UInt8], trailing: Int, key: KDBXKey) throws(KDBXError) -> KDBXDatabase {
    let (inner, count) = header.isVersion4 ? try KDBXInnerHeader.read(plaintext) : (KDBXInnerHeader(), 0)
    guard plaintext.count - count <= XMLOutline.sizeLimit else { throw .limit(.xml(XMLOutline.sizeLimit)) }
    let xml: XMLOutline
    do throws(KeePassXMLFault) {
      xml = try XMLOutline(count == 0 ? plaintext : Array(plaintext[count...]))
    } catch {
      throw .damaged(.xml(error))
    }
    try checkHeaderHash(xml)
    var stream = try stream(inner)
    return KDBXDatabase(
      header: header, inner: inner, document: try KeePassDocument(xml, stream: &stream), key: key,
      trailing: trailing)
  }

  /// Before KDBX 4 nothing else proves that the header is the one that was written. Where the header is said to be another
  /// one, it was exchanged, whatever the version.
  private func checkHeaderHash(_ xml: XMLOutline) throws(KDBXError) {
    guard let element = xml.child(of: 0, named: "Meta").flatMap({ xml.child(of: $0, named: "HeaderHash") })
    else {
      return
    }
    let text = xml.text(of: element)
    guard text.contains(where: { !XMLOutline.isSpace($0) }) else { return }
    let hash = try withCrypto { () throws(CryptoError) in try Digest.hash(head, with: .sha256) }
    guard let stated = try? Base64.decode(text[...]), stated == hash else { throw .damaged(.headerHash) }
  }

  private func stream(_ inner: KDBXInnerHeader) throws(KDBXError) -> KDBXStream {
    guard header.isVersion4 else {
      let number = header[KDBXHeader.ID.stream].map { UInt32(littleEndian: $0) } ?? KDBXStream.salsa20
      return try KDBXStream(number, key: try header.required(KDBXHeader.ID.streamKey))
    }
    guard let number = inner.stream else { return try KDBXStream(0, key: []) }
    guard let key = inner.streamKey ?? (number == 0 ? [] : nil) else { throw .damaged(.innerHeader) }
    return try KDBXStream(number, key: key)
  }
}
