internal import CXFFormats
internal import CredentialExchangeFormat

/// An item in CXF form in which every secret is null.
///
/// Not secret are titles, user names, addresses, tags, names, types and dates. Everything else is, also notes, unknown
/// members and extensions: the list below names the places that are shown, so that what is new stays hidden.
enum MaskedItem {
  static let shown: Set<Place> = [
    "creationAt", "modifiedAt", "title", "subtitle", "favorite", "scope.urls", "scope.androidApps.bundleId",
    "scope.androidApps.name", "tags", "basic-auth.username", "api-key.username", "api-key.keyType",
    "api-key.url",
    "totp.username", "totp.issuer", "passkey.username", "passkey.userDisplayName", "passkey.rpId",
    "ssh-key.keyType",
    "file.name", "custom-fields.label", "custom-fields.fields.label", "item-reference.reference.item",
    "item-reference.reference.account",
  ]

  static func json(_ item: Item, reveal: Bool) -> [UInt8] {
    let whole = CXFEncoder().encode(item)
    guard !reveal else { return whole }
    return JSONWriter.text(indented: false, estimate: whole.count) { writer in
      write(SourceRecord(item).root, &writer)
    }
  }

  private static func write(_ view: SourceView, _ writer: inout JSONWriter) {
    switch view.kind {
    case .object:
      writer.beginObject()
      for child in view.children {
        writer.name(child.name.string)
        if child.name == "extensions" { writer.null() } else { write(child, &writer) }
      }
      writer.endObject()
    case .array:
      writer.beginArray()
      for child in view.children {
        writer.element()
        write(child, &writer)
      }
      writer.endArray()
    case .string where isShown(view): writer.string(view.text)
    case .number where isShown(view), .boolean where isShown(view): writer.fragment(Array(view.text.utf8))
    default: writer.null()
    }
  }

  /// Whether a scalar of an item is no secret.
  static func isShown(_ view: SourceView) -> Bool { view.isStructure || shown.contains(view.place) }
}
