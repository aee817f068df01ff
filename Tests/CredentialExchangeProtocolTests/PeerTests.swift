import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import CredentialExchangeProtocol
import Foundation
import Testing

/// A program that we did not write, which knows the profile: `peers/cxp_peer.py` beside the repository.
enum CXPPeer {
  private static let script = "peers/cxp_peer.py"

  /// `$CXF_PEERS_PYTHON`, or what `Scripts/peers` made.
  private static let python =
    ProcessInfo.processInfo.environment["CXF_PEERS_PYTHON"].flatMap { $0.isEmpty ? nil : $0 }
    ?? "\(Samples.root)/.build/peers/bin/python"

  static let isUsable =
    SharedFiles.has(script) && FileManager.default.isExecutableFile(atPath: python)
    && (try? execute(["-c", "import cryptography, pyhpke"])) != nil

  struct Failure: Error {
    let text: String
  }

  static func run(_ words: String...) throws {
    try execute(["\(SharedFiles.folder ?? "")/\(script)"] + words)
  }

  private static func execute(_ words: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = ["-B"] + words
    let errors = Pipe()
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let complaint = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(text: String(decoding: complaint, as: UTF8.self))
    }
  }
}

@Suite(.enabled(if: CXPPeer.isUsable, "no cxp_peer.py, or no Python with pyhpke; Scripts/peers makes one"))
struct PeerTests {
  private static func document(_ seed: UInt64, items: Int) -> Header {
    var generator = DocumentGenerator(seed: seed)
    // Python's reader keeps the first spelling of nothing, so that there is nothing to keep.
    generator.hasUnknownMembers = false
    return generator.header(items: items...items)
  }

  @Test(arguments: [(UInt64(3), 12), (UInt64(4), 0), (UInt64(5), 1100)])
  func anotherProgramOpensOurResponse(_ seed: UInt64, _ items: Int) async throws {
    let folder = try TemporaryFolder()
    try CXPPeer.run("request", folder.path)
    let request = try ExportRequest(try #require(folder.bytes("req.json")))
    let header = Self.document(seed, items: items)
    let sink = Sink()
    _ = try await ResponseWriter.write(header, [], for: request, Negotiation(request)) { sink.bytes += $0 }
    let response = try folder.write("response.json", sink.bytes)
    try CXPPeer.run("open", folder.path, response, folder.path("out.json"))
    let opened = try CXFDecoder().decode(try #require(folder.bytes("out.json")))
    #expect(opened.header == header)
  }

  @Test(arguments: [(UInt64(6), 12), (UInt64(7), 0), (UInt64(8), 250)])
  func theResponseOfAnotherProgramOpens(_ seed: UInt64, _ items: Int) throws {
    let folder = try TemporaryFolder()
    let exchange = try Exchange()
    let request = try folder.write("req.json", exchange.request.bytes)
    let header = Self.document(seed, items: items)
    let document = try folder.write("cxf.json", CXFEncoder().encode(header))
    try CXPPeer.run("seal", request, document, folder.path("response.json"))
    let opened = try exchange.open(try #require(folder.bytes("response.json")))
    #expect(opened.findings.isEmpty)
    #expect(try CXFDecoder().decode(opened.document).header == header)
  }
}
