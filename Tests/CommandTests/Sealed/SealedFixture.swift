import CXFCommandLine
import CXFCrypto
import CXFTestSupport
import CXFVaults
import CredentialExchangeFormat
import CredentialExchangeProtocol
import Foundation
import Testing

/// A request with its key file, whose passphrase costs little, in a folder of its own.
struct SealedFixture {
  let folder: TemporaryFolder
  /// The request, and its path.
  let made: NewRequest
  let request: String
  let key: String
  /// A file with the passphrase of the key file.
  let phrase: String

  static let passphrase = "canary-key-phrase"
  /// What runs of commands take for the time.
  static let now = Timestamp(1_800_000_000)

  init(
    types: [Text]? = nil, extensions: [Text]? = nil, expires: Timestamp = Timestamp(now.secondsSince1970 + 60)
  ) throws {
    folder = try TemporaryFolder()
    made = try NewRequest(importer: "importer.example", credentialTypes: types, knownExtensions: extensions)
    request = try folder.write("request.json", made.request.bytes)
    key = try folder.write(
      "import.cxfkey",
      try KeyFile.seal(
        keys: made.keys, request: made.request.bytes, expires: expires,
        passphrase: SecretBytes(copying: Self.passphrase.utf8), derivation: .minimum))
    phrase = try folder.write("phrase", Array(Self.passphrase.utf8))
  }

  /// The words that open a response where the key file is all that needs a secret.
  var opens: [String] { ["--key", key, "--passphrase-file", phrase] }

  var keyBytes: [UInt8]? { folder.bytes("import.cxfkey") }
  var isUsed: Bool { keyBytes.map { String(decoding: $0, as: UTF8.self).contains("\"used\":") } ?? false }
  var fingerprints: [String] { made.keys.map { Base64URL.encode($0.publicKey.thumbprint) } }

  /// The path of a name in the folder.
  func path(_ name: String) -> String { folder.path(name) }
  func text(_ name: String) -> String { String(decoding: folder.bytes(name) ?? [], as: UTF8.self) }

  /// Exports a file for the request, and returns the path of the response.
  func exported(
    _ input: String, _ more: [String] = [], name: String = "response.json", code: ExitCode = .success
  ) async throws -> String {
    let run = await CommandRun(["export", input, "--to", request, "-o", path(name)] + more)
    #expect(run.code == code, "\(run.error)\(run.output)")
    return path(name)
  }

  /// A small document without attachments, whose password is a secret.
  func document(_ name: String = "source.json") throws -> String {
    try folder.write(name, Array(Self.document.utf8))
  }

  static let secrets = [
    passphrase, "canary-password-7", "canary note 7", "canary-hidden-7", "canary-attachment-7",
  ]

  static let document = """
    {"version":{"major":1,"minor":0},"exporterRpId":"exporter.example","exporterDisplayName":"E","timestamp":5,"accounts":[\
    {"id":"AQ","username":"owner","email":"o@e.example","collections":[],"items":[\
    {"id":"EQ","title":"Login","scope":{"urls":["https://www.site.example/"],"androidApps":[]},"credentials":[\
    {"type":"basic-auth","username":{"fieldType":"string","value":"alice"},\
    "password":{"fieldType":"concealed-string","value":"canary-password-7"}}]},\
    {"id":"Eg","title":"Paper","credentials":[{"type":"note","content":{"fieldType":"string","value":"canary note 7"}}]},\
    {"id":"Ew","title":"Key","credentials":[{"type":"passkey","credentialId":"AQI","rpId":"r.example","username":"u",\
    "userDisplayName":"U","userHandle":"Aw","key":"BA"}]}]}]}
    """
}

extension CommandRun {
  /// Expects one line that says what is wrong, the status, and no secret anywhere.
  func expectFailure(
    _ code: ExitCode, _ name: Comment? = nil, secrets: [String] = SealedFixture.secrets,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(self.code == code, name ?? "\(error)\(output)", sourceLocation: sourceLocation)
    let lines = error.split(separator: "\n", omittingEmptySubsequences: true)
    #expect(lines.filter { $0.contains("error: ") }.count == 1, "\(error)", sourceLocation: sourceLocation)
    #expect(
      lines.allSatisfy { $0.hasPrefix("cxf: ") || $0.hasPrefix("See ") || $0.hasPrefix("Usage: ") },
      "\(error)",
      sourceLocation: sourceLocation)
    for secret in secrets {
      #expect(!error.contains(secret) && !output.contains(secret), sourceLocation: sourceLocation)
    }
  }
}

extension VaultFixture {
  /// Adds an item with an attached file.
  func attach(_ bytes: [UInt8], name: Text = "a.bin", file: UInt8 = 1) async throws {
    let hash = try Digest.hash(bytes, with: .sha256)
    let blob = Identifier([UInt8](repeating: 0xB0 &+ file, count: 16))
    let id = Identifier([0xF1, file])
    let reference = FileReference(
      id: id, name: name, decryptedSize: UInt64(bytes.count), integrityHash: OpaqueBytes(hash))
    let item = VaultItem(
      item: Item(id: Identifier([0xA1, file]), title: Text("File \(file)"), credentials: [.file(reference)]),
      attachments: [VaultAttachment(file: id, blob: blob, count: UInt64(bytes.count), sha256: hash)])
    try await store().write { transaction in
      let size = 1 << 20
      let count = max(1, (bytes.count + size - 1) / size)
      for index in 0..<count {
        let chunk = Array(bytes[index * size..<min(bytes.count, (index + 1) * size)])
        try await transaction.put(chunk, index, isLast: index + 1 == count, blob: blob)
      }
      try await transaction.put([item], keys: [MatchKeys()], scheme: 1)
    }
  }
}
