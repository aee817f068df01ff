import CXFArchiving
import CXFCrypto
import CredentialExchangeFormat
import CredentialExchangeProtocol

/// A response sealed by the words of the profile with the real keys, each step of which can be done wrongly.
struct HandSealed {
  /// The plaintexts of the documents, and their paths.
  var documents: [(path: String, text: String)] = [
    ("\(folder)AAAAAAAAAAAAAAAAAAAAAA.jwe", "[\(item(1))]"),
    ("\(folder)AQAAAAAAAAAAAAAAAAAAAA.jwe", "[\(item(2))]"),
  ]
  /// The number of the offer that is taken.
  var offer = 0
  /// What is said in clear to be the encryption.
  var named: String?
  /// Bytes that stand in the request's stead in what the encryption is bound to.
  var boundRequest: [UInt8]?
  /// Changes the protected header of the file at a path; both are text.
  var header: (_ header: String, _ path: String) -> String = { header, _ in header }
  /// The path whose key a file is sealed with.
  var keyPath: (String) -> String = { $0 }
  /// Changes the sealed text of a file.
  var sealed: (_ text: [UInt8], _ path: String) -> [UInt8] = { text, _ in text }
  /// Changes the entries of the index's list, and the index.
  var listed: ([String]) -> [String] = { $0 }
  var index: (String) -> String = { $0 }
  /// Changes the entries of the archive, and the archive.
  var entries: ([RawZip.Entry]) -> [RawZip.Entry] = { $0 }
  var zip: (inout RawZip) -> Void = { _ in }
  /// Replaces the archive.
  var archive: (([RawZip.Entry]) throws -> [UInt8])?
  /// Changes the whole text.
  var outer: (String) -> String = { $0 }

  static let folder = "CXP-Export/documents/"
  static let indexPath = "CXP-Export/index.jwe"

  static func item(_ number: Int) -> String {
    #"{"id":"A\#(number)","title":"Item \#(number)","credentials":[{"type":"basic-auth","username":{"fieldType":"string","#
      + #""value":"user"},"password":{"fieldType":"concealed-string","value":"canary-password-7"}}]}"#
  }

  static let account = #"{"id":"AQ","username":"u","email":"","collections":[]}"#
  static let exportHeader =
    #"{"version":{"major":1,"minor":0},"exporterRpId":"exporter.example","exporterDisplayName":"E","timestamp":5,"accounts":[\#(account)]}"#

  /// Seals for a request.
  func response(to request: ExportRequest) throws -> [UInt8] {
    let chosen = request.hpke[offer]
    let suite = try HPKESuite(kemID: chosen.kem, kdfID: chosen.kdf, aeadID: chosen.aead)
    let recipient = try HPKEPublicKey(jwk: JSONWebKey(json: chosen.key ?? []))
    let info =
      Array("cxf-cxp/1".utf8) + [0] + (try Digest.hash(boundRequest ?? request.bytes, with: .sha256))
      + recipient.thumbprint
    let sender = try HPKESender(suite, to: recipient, info: info)
    let isLong = chosen.aead == 2
    func seal(_ text: String, _ path: String) throws -> [UInt8] {
      let plain =
        #"{"alg":"dir","enc":"\#(isLong ? "A256GCM" : "A128GCM")","kid":"\#(Base64URL.encode(recipient.thumbprint))"}"#
      let key = try sender.export(
        context: Array("cxf-cxp/1 file".utf8) + [0] + Array(keyPath(path).utf8), count: isLong ? 32 : 16)
      return sealed(
        try JWE.seal(Array(text.utf8), protectedHeader: Array(header(plain, path).utf8), key: key), path)
    }
    var files: [RawZip.Entry] = []
    var list: [String] = []
    for (path, text) in documents {
      let file = try seal(text, path)
      files.append(RawZip.Entry(path, file))
      let hash = Base64URL.encode(try Digest.hash(file, with: .sha256))
      list.append(#"{"path":"\#(path)","size":\#(file.count),"sha256":"\#(hash)","account":0,"items":1}"#)
    }
    let suiteJSON = #""mode":"base","kem":\#(chosen.kem),"kdf":\#(chosen.kdf),"aead":\#(chosen.aead)"#
    let indexText =
      #"{"profile":"cxf-cxp/1","version":0,"hpke":{\#(suiteJSON)},"archive":"deflate","exporter":"exporter.example","header":\#(Self.exportHeader),"documents":[\#(listed(list).joined(separator: ","))]}"#
    files.append(RawZip.Entry(Self.indexPath, try seal(index(indexText), Self.indexPath)))
    var zip = RawZip(entries(files))
    self.zip(&zip)
    let payload = try archive?(zip.entries) ?? zip.bytes
    let key = JSONWebKey(try HPKEPublicKey(suite.kem, bytes: sender.encapsulatedKey)).json
    let text =
      #"{"version":0,"profile":"cxf-cxp/1","hpke":{\#(named ?? suiteJSON),"key":\#(String(decoding: key, as: UTF8.self))},"archive":"deflate","exporter":"exporter.example","payload":"\#(Base64URL.encode(payload))"}"#
    return Array(outer(text).utf8) + [0x0A]
  }

  /// The entries as an archive in which they are deflated.
  static func deflated(_ entries: [RawZip.Entry]) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let writer = try ZipWriter(compression: .deflated(level: 9)) { bytes += Array($0) }
    for entry in entries {
      try writer.beginEntry(String(decoding: entry.name, as: UTF8.self), size: UInt64(entry.data.count))
      try writer.append(entry.data)
      try writer.endEntry()
    }
    try writer.finish()
    return bytes
  }
}
