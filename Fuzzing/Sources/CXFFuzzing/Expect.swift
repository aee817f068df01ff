#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Ends the process where a property is broken: libFuzzer then keeps the input, and shows the message above the stack.
///
/// - Parameter message: what is broken; it may show pieces of the input, which is invented.
func expect(
  _ condition: Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) {
  if !condition { fail(message(), file: file, line: line) }
}

/// Ends the process: a property is broken.
func fail(_ message: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
  let text = Array("\ncxf-fuzz: broken: \(message) (\(file):\(line))\n".utf8)
  _ = text.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  abort()
}

/// Whether two texts or byte lists are the same, told with the place of the first difference.
func expectEqual(
  _ one: [UInt8], _ other: [UInt8], _ what: @autoclosure () -> String, file: StaticString = #fileID,
  line: UInt = #line
) {
  guard one != other else { return }
  let place =
    zip(one, other).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    ?? min(one.count, other.count)
  func excerpt(_ bytes: [UInt8]) -> String {
    String(decoding: bytes[max(0, place - 60)..<min(bytes.count, place + 60)], as: UTF8.self)
  }
  fail(
    "\(what()): byte \(place) of \(one.count) and \(other.count)\n  \(excerpt(one))\n  \(excerpt(other))",
    file: file, line: line)
}
