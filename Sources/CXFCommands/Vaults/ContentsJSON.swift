internal import CXFVaults
internal import CredentialExchangeFormat

extension JSONDocument {
  /// The document of `list` and `show`: items in CXF form ordered by the bytes of their identifiers, and collections.
  static func contents(
    _ items: [VaultItem], _ collections: [ItemCollection], reveal: Bool
  ) -> [UInt8] {
    make { writer in
      writer.array("items", items) { writer, entry in
        writer.fragment(MaskedItem.json(entry.item, reveal: reveal))
      }
      writer.array("collections", collections) { writer, collection in
        writer.fragment(MaskedCollection.json(collection, reveal: reveal))
      }
    }
  }
}
