internal import CXFCrypto
internal import CredentialExchangeFormat

/// What an item has and a KeePass entry has no place for, as one text in the custom data of the entry.
///
/// The text is JSON: the item as CXF writes it, in which each value that stands in the entry itself is empty, and a list
/// that says where these values stand. So reading puts together what the entry holds *now* with what was kept: a value that
/// was changed in another program is the changed one, and nothing stands there twice. Where what stands in the entry is
/// only a likeness of the value (a character that XML cannot say, a code as a URI), the value is kept with a digest of its
/// likeness, and counts as long as that has not changed.
///
/// [Schemas](Schemas/README.md) describes the text.
struct KeePassKept {
  /// The key in the custom data.
  static let key: Text = "cxf-toolkit.alt/item"
  static let version: Text = "1"
  /// In front of a text in base64, which is used where the JSON has characters that XML has not.
  private static let base64Mark = "base64:"

  /// How what stands in the entry gives the value.
  enum Form: String {
    /// It is the value.
    case text
    /// The same, and no reference to another entry, whatever it looks like.
    case raw
    /// Base64 of either alphabet.
    case bytes
    /// A block of PEM with a PKCS #8 key.
    case pem
    /// The URI of a one-time code, which is a whole credential.
    case code
    /// The URI of a Steam code, which stands as `otpauth://steam/…`.
    case steamType = "steam-type"
    /// The URI of a Steam code, which stands as `steam://…`.
    case steamURI = "steam-uri"
    /// When the entry expires, as a date and time.
    case expiry
    /// The password of an earlier version, which the digest tells.
    case version
    /// An attached file, which is a whole credential.
    case file
    /// The attached file of an SSH key, which is a whole credential.
    case agent
    /// An attached file that tells an agent of the key, and means nothing here.
    case settings
    /// A field that was added for other programs and means nothing here.
    case added
  }

  /// A value of the item that stands in the entry.
  struct Position {
    /// The names and numbers that lead to the value in the item.
    var path: [Text]
    /// The field of the entry.
    var field: Text
    var form: Form
    /// Of the text of the field, where what was kept counts only as long as that is the same.
    var digest: Text?
  }

  /// The item, as CXF writes it, with holes.
  var item: [UInt8]
  var positions: [Position]
  /// Of the tags of the entry, where they say less than those of the item.
  var tags: Text?

  init(item: [UInt8], positions: [Position], tags: Text?) {
    self.item = item
    self.positions = positions
    self.tags = tags
  }

  // MARK: The text

  /// A digest of a text: the first 128 bits of its SHA-256, in base64url.
  static func digest(_ text: Text) -> Text { digest(Array(text.utf8)) }

  static func digest(_ bytes: [UInt8]) -> Text {
    // Hashing fails only when the library has no memory; no text has this digest.
    guard let hash = try? Digest.hash(bytes, with: .sha256) else { return "-" }
    return Text(Base64URL.encode(Array(hash.prefix(16))))
  }

  /// The text for the custom data, which XML can say.
  var text: Text {
    let json = JSONWriter.text(indented: false, estimate: item.count + 64 * positions.count + 64) { writer in
      writer.beginObject()
      writer.name("version")
      writer.integer(1)
      if let tags {
        writer.name("tags")
        writer.string(tags)
      }
      writer.name("places")
      writer.beginArray()
      for position in positions {
        writer.element()
        writer.beginObject()
        if !position.path.isEmpty {
          writer.name("at")
          writer.string(Text("/" + position.path.map(\.string).joined(separator: "/")))
        }
        writer.name("in")
        writer.string(position.field)
        if position.form != .text {
          writer.name("as")
          writer.string(position.form.rawValue)
        }
        if let digest = position.digest {
          writer.name("digest")
          writer.string(digest)
        }
        writer.endObject()
      }
      writer.endArray()
      writer.name("item")
      writer.fragment(item)
      writer.endObject()
    }
    return Self.safe(json)
  }

  /// A text that XML can say for any JSON.
  static func safe(_ json: [UInt8]) -> Text {
    let text = Text(String(decoding: json, as: UTF8.self))
    return KeePassXMLText.isSafe(text) ? text : Text(base64Mark + Base64.encode(json))
  }

  /// The JSON of such a text; nil for base64 that is none.
  static func json(_ text: Text) -> [UInt8]? {
    let bytes = Array(text.utf8)
    guard bytes.starts(with: base64Mark.utf8) else { return bytes }
    return Base64Text.decode(bytes.dropFirst(base64Mark.utf8.count))
  }

  /// Reads the text; nil for any that was not written like this.
  init?(_ text: Text) {
    guard let json = Self.json(text), let root = SourceRecord(kept: json)?.root,
      root.peek("version") == Self.version,
      let item = root["item"], item.kind == .object, let range = JSONEdits.range(of: item, in: json)
    else { return nil }
    self.item = Array(json[range])
    tags = root.peek("tags")
    positions = []
    for place in root.elements("places") {
      guard let form = Form(rawValue: place.peek("as")?.string ?? Form.text.rawValue), let field = place["in"]
      else { return nil }
      let path = (place.peek("at")?.utf8).map { $0.split(separator: UInt8(ascii: "/")) } ?? []
      positions.append(
        Position(
          path: path.map { Text(ASCIIBytes.text($0)) }, field: field.text, form: form,
          digest: place.peek("digest")))
    }
  }
}

extension SourceRecord {
  /// A record over a text of JSON, all of whose scalars are values; nil where it is none.
  convenience init?(kept json: [UInt8]) {
    guard String(validating: json, as: UTF8.self) != nil else { return nil }
    let record: SourceRecord? = json.withUnsafeBufferPointer { bytes in
      var cursor = JSONCursor(bytes)
      guard let record = try? SourceRecord(&cursor, rules: .none), (try? cursor.finish()) != nil else {
        return nil
      }
      return record
    }
    guard let record else { return nil }
    self.init()
    nodes = record.nodes
    traces = record.traces
  }
}

extension SourceView {
  /// What stands at the end of a path of names and numbers from 0.
  func at(_ path: [Text]) -> SourceView? {
    var view = self
    for step in path {
      if view.kind == .array {
        let children = view.record.children(view.index)
        guard let number = ASCIIBytes.number(step.utf8), number < UInt64(children.count) else { return nil }
        view = SourceView(record: view.record, index: children[Int(number)])
      } else {
        guard let child = view.record.child(view.index, named: step) else { return nil }
        view = SourceView(record: view.record, index: child)
      }
    }
    return view
  }
}
