internal import Foundation

// libFuzzer's own `main` gives way to this one, by which the package manager can build the program like any other.

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ run: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

private func main() -> Int32 {
  var count = CommandLine.argc
  var words = CommandLine.unsafeArgv
  return runDriver(&count, &words) { testOneInput($0, $1) }
}

exit(main())
