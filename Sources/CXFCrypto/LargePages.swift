#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Asks the system for large pages under memory for a large result that nothing was written to yet: a fault for each
/// small page would take longer than the cipher. Where the system has none to give, the faults come as ever.
func adviseLargePages(_ memory: UnsafeMutableRawBufferPointer) {
  #if os(Linux)
    // MADV_HUGEPAGE; not all headers have it.
    let advice: Int32 = 14
    let largePage = 1 << 21
    guard memory.count >= 2 * largePage, let base = memory.baseAddress else { return }
    let start = base.alignedUp(toMultipleOf: largePage)
    let end = (base + memory.count).alignedDown(toMultipleOf: largePage)
    if start < end { _ = madvise(start, end - start, advice) }
  #endif
}
