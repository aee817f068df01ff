import CXFTestSupport
import Foundation
import Testing

/// Attachments pass through without being kept in memory.
@Suite struct LargeAttachmentTests {
  /// A fiftieth of what `Scripts/bench sealed` sends; all of it in memory would be more than is allowed.
  private static let mebibytes = 41

  @Test(
    .enabled(if: CrashProcess.isBuilt, "the program is not built"),
    .disabled(if: Sanitizer.isOn, "a sanitizer needs memory of its own"))
  func anAttachmentGoesThroughPipesInLittleMemory() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-B", "\(Samples.root)/Benchmarks/sealed_bench.py", CrashProcess.program,
      "\(Self.mebibytes)", "0",
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(said)")
    #expect(said.hasSuffix("all as it should be\n"))
  }
}
