#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Memory for the row at hand: what is authenticated, and the text before or after sealing. It is used again for each row,
/// so that a hundred thousand of them allocate nothing, and cleared in the end.
final class RowMemory {
  static let nonceByteCount = 24
  static let tagByteCount = 16
  private static let prefixByteCount = VaultHeader.magic.count + VaultHeader.vaultIDByteCount
  private static let addressByteCount = 30
  private static let additionalByteCount = prefixByteCount + addressByteCount

  // prefix ‖ kind ‖ id ‖ revision ‖ index ‖ last ‖ nonce ‖ tag: the first five are the additional data, all but the prefix is
  // the term of the manifest's sums.
  private let fields: UnsafeMutableRawBufferPointer
  private var room: UnsafeMutableRawBufferPointer

  init(vaultID: [UInt8]) {
    fields = .allocate(
      byteCount: Self.additionalByteCount + Self.nonceByteCount + Self.tagByteCount, alignment: 16)
    fields.initializeMemory(as: UInt8.self, repeating: 0)
    fields.copyBytes(from: VaultHeader.magic + vaultID)
    room = .allocate(byteCount: 1 << 12, alignment: 16)
    room.initializeMemory(as: UInt8.self, repeating: 0)
  }

  deinit {
    if let start = room.baseAddress { explicit_bzero(start, room.count) }
    room.deallocate()
    fields.deallocate()
  }

  /// What is authenticated besides the text.
  var additionalData: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: fields[..<Self.additionalByteCount])
  }

  /// What the manifest's sums are over.
  var term: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: fields[Self.prefixByteCount...]) }

  /// The id.
  var idBytes: UnsafeRawBufferPointer { field(1, RowID.byteCount) }

  /// The id.
  var id: RowID { RowID(idBytes) ?? .zero }

  /// The revision.
  var revision: UInt64 { UInt64(bigEndian: term.loadUnaligned(fromByteOffset: 17, as: UInt64.self)) }

  /// The index.
  var index: UInt32 { UInt32(bigEndian: term.loadUnaligned(fromByteOffset: 25, as: UInt32.self)) }

  /// Whether it is the last of its id.
  var isLast: Bool { term[29] == 1 }

  /// The nonce.
  var nonce: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(
      rebasing: fields[Self.additionalByteCount..<(Self.additionalByteCount + Self.nonceByteCount)])
  }

  /// The tag.
  var tag: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(rebasing: fields[(Self.additionalByteCount + Self.nonceByteCount)...])
  }

  /// Sets where the row stands.
  func set(_ kind: RowKind, _ id: RowID, revision: UInt64, index: UInt32, isLast: Bool) {
    guard let start = fields.baseAddress else { return }
    let place = start + Self.prefixByteCount
    place.storeBytes(of: kind.rawValue, as: UInt8.self)
    id.store(to: place + 1)
    place.storeBytes(of: revision.bigEndian, toByteOffset: 17, as: UInt64.self)
    place.storeBytes(of: index.bigEndian, toByteOffset: 25, as: UInt32.self)
    place.storeBytes(of: isLast ? 1 : 0, toByteOffset: 29, as: UInt8.self)
  }

  /// Room for a text of that length; its content is undefined.
  func text(_ count: Int) -> UnsafeMutableRawBufferPointer {
    if count > room.count {
      if let start = room.baseAddress { explicit_bzero(start, room.count) }
      room.deallocate()
      room = .allocate(byteCount: max(count, room.count * 2), alignment: 16)
    }
    return UnsafeMutableRawBufferPointer(rebasing: room[..<count])
  }

  private func field(_ offset: Int, _ count: Int) -> UnsafeRawBufferPointer {
    let start = Self.prefixByteCount + offset
    return UnsafeRawBufferPointer(rebasing: fields[start..<(start + count)])
  }
}
