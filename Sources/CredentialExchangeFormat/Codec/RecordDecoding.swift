/// Reads single objects that `CXFEncoder` wrote, as vaults keep them.
extension CXFDecoder {
  /// Returns the item that begins at `offset`; nil where none can be read.
  package static func item(_ json: UnsafeBufferPointer<UInt8>, at offset: Int = 0) -> Item? {
    object(json, at: offset)
  }

  /// Returns the collection that begins at `offset`; nil where none can be read.
  package static func collection(_ json: UnsafeBufferPointer<UInt8>, at offset: Int = 0) -> ItemCollection? {
    object(json, at: offset)
  }

  /// Returns the account that begins at `offset`; nil where none can be read.
  package static func account(_ json: UnsafeBufferPointer<UInt8>, at offset: Int = 0) -> Account? {
    object(json, at: offset)
  }

  private static func object<Object: ExchangeObject>(
    _ json: UnsafeBufferPointer<UInt8>, at offset: Int
  ) -> Object? {
    var decoder = DocumentDecoder(json, strict: false)
    decoder.json = JSONCursor(json, at: offset)
    guard (try? decoder.json.peek()) == UInt8(ascii: "{") else { return nil }
    return (try? Object.readMembers(&decoder, MemberName("record"))) ?? nil
  }
}

extension CXFEncoder {
  /// Returns one collection as UTF-8 JSON.
  package func encode(_ collection: ItemCollection) -> [UInt8] {
    JSONWriter.text(indented: isIndented, estimate: 1 << 9) { collection.write(to: &$0) }
  }
}
