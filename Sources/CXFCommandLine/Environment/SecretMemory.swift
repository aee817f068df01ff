#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Overwrites the bytes with zeros, in a way that the optimiser does not remove, and empties the array.
///
/// Only this copy: an array that was copied before keeps its bytes.
package func clear(_ bytes: inout [UInt8]) {
  bytes.withUnsafeMutableBytes { buffer in
    if let base = buffer.baseAddress { explicit_bzero(base, buffer.count) }
  }
  bytes = []
}
