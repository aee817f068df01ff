internal import CXFFuzzing
internal import Foundation

/// The target of this process.
struct FuzzSession: Sendable {
  static let shared = FuzzSession()

  let target: FuzzTarget
  let mutator: InputMutator
  /// Seconds of processor time that an input of 100 kB or less may take, in a build without optimisation or with checks
  /// correspondingly more.
  private let patience: Double

  private init() {
    let environment = ProcessInfo.processInfo.environment
    let name = environment["CXF_FUZZ_TARGET"] ?? ""
    guard let target = FuzzTargets.target(name) else {
      print("cxf-fuzz: error: there is no target '\(name)'")
      exit(64)
    }
    self.target = target
    mutator = InputMutator(target)
    patience = environment["CXF_FUZZ_PATIENCE"].flatMap { Double($0) } ?? 1
  }

  /// Runs one input, and ends the process where it takes too long. Processor time counts, so that other programs do not.
  func run(_ bytes: [UInt8]) {
    let start = clock()
    target.run(bytes)
    let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
    let allowed = patience * max(1, Double(bytes.count) / 100_000)
    guard seconds > allowed else { return }
    FileHandle.standardError.write(Data("\ncxf-fuzz: broken: \(bytes.count) bytes took \(seconds) s\n".utf8))
    abort()
  }
}
