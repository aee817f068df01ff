internal import CXFFuzzing
internal import Foundation

// The functions that libFuzzer calls.

/// Chooses the target by `CXF_FUZZ_TARGET`. With `CXF_FUZZ_SEEDS` its seeds are written to that folder, and with
/// `CXF_FUZZ_LIST` the names of all targets and the longest inputs of each are printed, and nothing more is done.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<Int32>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>
) -> Int32 {
  let environment = ProcessInfo.processInfo.environment
  if environment["CXF_FUZZ_LIST"] != nil {
    for target in FuzzTargets.all { print(target.name, target.maximumCount) }
    exit(0)
  }
  let target = FuzzSession.shared.target
  if let folder = environment["CXF_FUZZ_SEEDS"] {
    for seed in target.seeds() where seed.bytes.count <= target.maximumCount {
      _ = FileManager.default.createFile(atPath: "\(folder)/\(seed.name)", contents: Data(seed.bytes))
    }
    print(target.maximumCount)
    exit(0)
  }
  return 0
}

/// Runs one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  FuzzSession.shared.run(Array(UnsafeBufferPointer(start: data, count: count)))
  return 0
}

/// Changes an input by what it is; half of the time, and where it is nothing known, libFuzzer changes its bytes.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ data: UnsafeMutablePointer<UInt8>, _ count: Int, _ maximum: Int, _ seed: UInt32) -> Int {
  let input = Array(UnsafeBufferPointer(start: data, count: count))
  guard let changed = FuzzSession.shared.mutator.mutated(input, seed: seed), changed.count <= maximum else {
    return mutateBytes(data, count, maximum)
  }
  for (index, byte) in changed.enumerated() { data[index] = byte }
  return changed.count
}

@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ data: UnsafeMutablePointer<UInt8>, _ count: Int, _ maximum: Int) -> Int
