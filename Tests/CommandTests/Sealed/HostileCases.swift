import CXFArchiving
import CXFCommandLine
import CredentialExchangeFormat
import CredentialExchangeProtocol
import Foundation
import Testing

/// A response that must not open, and how it is refused.
struct HostileCase: CustomTestStringConvertible, Sendable {
  let name: String
  let exit: ExitCode
  /// The code of the error, where several kinds of refusal share a status.
  let code: String?
  let change: @Sendable (inout HandSealed) -> Void

  var testDescription: String { name }

  init(
    _ name: String, _ exit: ExitCode = .badData, _ code: String? = nil,
    _ change: @escaping @Sendable (inout HandSealed) -> Void
  ) {
    self.name = name
    self.exit = exit
    self.code = code
    self.change = change
  }

  /// An archive with one more entry.
  private static func adding(
    _ name: String, _ change: @escaping @Sendable (inout RawZip.Entry) -> Void = { _ in }
  )
    -> @Sendable (inout HandSealed) -> Void
  {
    { sealed in
      sealed.entries = { entries in
        var entry = RawZip.Entry(name, [1, 2, 3])
        change(&entry)
        return [entry] + entries
      }
    }
  }

  /// An archive whose first entry is another one.
  private static func first(_ change: @escaping @Sendable (inout RawZip.Entry) -> Void)
    -> @Sendable (inout HandSealed) -> Void
  {
    { sealed in
      sealed.entries = { entries in
        var entries = entries
        change(&entries[0])
        return entries
      }
    }
  }

  private static func zip(_ change: @escaping @Sendable (inout RawZip) -> Void)
    -> @Sendable (inout HandSealed) -> Void
  {
    { $0.zip = { change(&$0) } }
  }

  private static func index(_ old: String, _ new: String) -> @Sendable (inout HandSealed) -> Void {
    { $0.index = { $0.replacingOccurrences(of: old, with: new) } }
  }

  private static func outer(_ old: String, _ new: String) -> @Sendable (inout HandSealed) -> Void {
    { $0.outer = { $0.replacingOccurrences(of: old, with: new) } }
  }

  private static func header(_ old: String, _ new: String, only path: String? = nil)
    -> @Sendable (inout HandSealed) -> Void
  {
    { sealed in
      sealed.header = { header, at in
        path == nil || path == at ? header.replacingOccurrences(of: old, with: new) : header
      }
    }
  }

  private static let document = "\(HandSealed.folder)AAAAAAAAAAAAAAAAAAAAAA.jwe"
  private static let other = "\(HandSealed.folder)AQAAAAAAAAAAAAAAAAAAAA.jwe"

  static let names: [HostileCase] = [
    HostileCase("a name that climbs", .badData, nil, adding("../escape")),
    HostileCase(
      "a name that climbs inside", .badData, nil, adding("CXP-Export/documents/../../../escape.jwe")),
    HostileCase("an absolute name", .badData, nil, adding("/tmp/escape")),
    HostileCase("a name of a drive", .badData, nil, adding("C:escape")),
    HostileCase("a backslash", .badData, nil, adding("CXP-Export\\documents\\escape.jwe")),
    HostileCase("a NUL in a name", .badData, nil, adding("CXP-Export/index.jwe\u{0}.txt")),
    HostileCase("a line feed in a name", .badData, nil, adding("CXP-Export/a\nb.jwe")),
    HostileCase("an empty name", .badData, nil, adding("")),
    HostileCase("a file beside the folder", .badData, nil, adding("README.txt")),
    HostileCase(
      "a file of another ending", .badData, nil, adding("CXP-Export/documents/AAAAAAAAAAAAAAAAAAAAAA.txt")),
    HostileCase("a name of another length", .badData, nil, adding("CXP-Export/documents/AAAA.jwe")),
    HostileCase(
      "a name with stray bits", .badData, nil, adding("CXP-Export/documents/AgAAAAAAAAAAAAAAAAAAAB.jwe")),
    HostileCase(
      "a folder", .badData, nil,
      adding("CXP-Export/documents/") {
        $0.data = []; $0.size = 0; $0.checksum = 0
      }),
    HostileCase(
      "a symbolic link", .badData, nil,
      adding("\(HandSealed.folder)AgAAAAAAAAAAAAAAAAAAAA.jwe") {
        $0.attributes = 0o120777 << 16
      }),
    HostileCase(
      "the first document as a symbolic link", .badData, nil, first { $0.attributes = 0o120777 << 16 }),
    HostileCase("a device", .badData, nil, first { $0.attributes = 0o020666 << 16 }),
    HostileCase("a name twice") { $0.entries = { $0 + [$0[0]] } },
    HostileCase("two indexes") { $0.entries = { $0 + [$0[2]] } },
    HostileCase("names that differ by case", .badData, nil, adding("CXP-Export/INDEX.jwe")),
    HostileCase(
      "documents that differ by case", .badData, nil,
      adding("CXP-Export/documents/aaaaaaaaaaaaaaaaaaaaaA.jwe")),
    HostileCase("another name in front of the data", .badData, nil, first { $0.localName = Array("x".utf8) }),
    HostileCase(
      "a name in UTF-8 beside the name", .badData, nil, first { $0.extra = [0x75, 0x70, 1, 0, 1] }),
  ]

  static let archives: [HostileCase] = [
    HostileCase("no zip") { $0.archive = { _ in Array("no zip at all, but long enough to be one".utf8) } },
    HostileCase("nothing") { $0.archive = { _ in [] } },
    HostileCase("an empty zip") { $0.entries = { _ in [] } },
    HostileCase("bytes in front", .badData, nil, zip { $0.prefix = [1, 2, 3] }),
    HostileCase("a comment", .badData, nil, zip { $0.comment = Array("hello".utf8) }),
    HostileCase("a comment of an entry", .badData, nil, first { $0.comment = [0x61] }),
    HostileCase("an unlisted entry", .badData, nil, first { $0.isListed = false }),
    HostileCase("an entry that is not there", .badData, nil, first { $0.isWritten = false }),
    HostileCase("two entries of the same bytes") { sealed in
      sealed.entries = { entries in
        var entries = entries
        var copy = entries[0]
        copy.name = Array("\(HandSealed.folder)AgAAAAAAAAAAAAAAAAAAAA.jwe".utf8)
        copy.isWritten = false
        copy.offset = 0
        entries.append(copy)
        return entries
      }
    },
    HostileCase("overlapping entries") { sealed in
      sealed.entries = { entries in
        // The second entry lies inside the data of the first.
        var inner = entries[1]
        let nested = RawZip([inner]).bytes
        let size = 30 + inner.name.count + inner.data.count
        var outer = entries[0]
        outer.data = Array(nested.prefix(size)) + [0]
        outer.size = outer.data.count
        inner.isWritten = false
        inner.offset = 30 + outer.name.count
        return [outer, inner, entries[2]]
      }
    },
    HostileCase("too many entries announced", .badData, nil, zip { $0.count = 4 }),
    HostileCase("too few entries announced", .badData, nil, zip { $0.count = 2 }),
    HostileCase("65,535 entries announced", .badData, nil, zip { $0.count = 65_535 }),
    HostileCase("a directory elsewhere", .badData, nil, zip { $0.directoryOffset = 0 }),
    HostileCase("a directory of no size", .badData, nil, zip { $0.directorySize = 0 }),
    HostileCase("another checksum", .badData, nil, first { $0.checksum = $0.crc ^ 1 }),
    HostileCase("a size that is smaller", .badData, nil, first { $0.size -= 1 }),
    HostileCase("another size in front of the data", .badData, nil, first { $0.localSize = 1 }),
    HostileCase("an encrypted entry", .badData, nil, first { $0.flags = 1 }),
    HostileCase("a strongly encrypted entry", .badData, nil, first { $0.flags = 0x41 }),
    HostileCase("an entry encrypted with AES", .badData, nil, first { $0.method = 99 }),
    HostileCase("the field of AES", .badData, nil, first { $0.extra = [0x01, 0x99, 1, 0, 1] }),
    HostileCase("a masked directory", .badData, nil, first { $0.flags = 0x2000 }),
    HostileCase("patched data", .badData, nil, first { $0.flags = 0x20 }),
    HostileCase("another way of packing", .badData, nil, first { $0.method = 12 }),
    HostileCase("stored data called deflated", .badData, nil, first { $0.method = 8 }),
    HostileCase(
      "a long end record elsewhere", .badData, nil,
      zip {
        $0.isLong = true; $0.longOffset = 0
      }),
    HostileCase(
      "a long end record far away", .badData, nil,
      zip {
        $0.isLong = true; $0.longOffset = .max
      }),
    HostileCase(
      "a long end record with more entries", .badData, nil,
      zip {
        $0.isLong = true; $0.count = 1 << 40
      }),
    HostileCase(
      "a long directory", .badData, nil,
      zip {
        $0.isLong = true; $0.directorySize = 1 << 50
      }),
    HostileCase(
      "a long field with a number too few", .badData, nil, first { $0.extra = [1, 0, 4, 0, 0, 0, 0, 0] }),
    HostileCase("a deflated bomb") { sealed in
      sealed.archive = { entries in
        let bomb = RawZip.Entry(
          "\(HandSealed.folder)AgAAAAAAAAAAAAAAAAAAAA.jwe", [UInt8](repeating: 0, count: 2 << 20))
        return try HandSealed.deflated([bomb] + entries)
      }
    },
    HostileCase("a bomb that lies about its size") { sealed in
      sealed.archive = { entries in
        let name = document
        let zeros = [UInt8](repeating: 0x41, count: 1 << 20)
        let bytes = try HandSealed.deflated([RawZip.Entry(name, zeros)])
        let start = 30 + name.utf8.count + Int(bytes[28]) + Int(bytes[29]) << 8
        // Up to the description behind the data, which is as good as its end.
        let end = bytes.indices.last { bytes[$0...].starts(with: [0x50, 0x4B, 1, 2]) } ?? bytes.count
        var entry = entries[0]
        entry.data = Array(bytes[start..<end - 16])
        entry.method = 8
        return RawZip([entry] + entries.dropFirst()).bytes
      }
    },
  ]

  static let contents: [HostileCase] = [
    HostileCase("no index") { $0.entries = { Array($0.dropLast()) } },
    HostileCase("a document is missing") { $0.entries = { Array($0.dropFirst()) } },
    HostileCase("a document is not listed") { $0.listed = { Array($0.dropFirst()) } },
    HostileCase("a document is listed twice") { $0.listed = { $0 + [$0[0]] } },
    HostileCase("the contents of documents are swapped") { sealed in
      sealed.entries = { entries in
        var entries = entries
        let name = entries[0].name
        entries[0].name = entries[1].name
        entries[1].name = name
        return entries
      }
    },
    HostileCase("documents swapped in the index too", .badData, "cxp-tampered") { sealed in
      sealed.keyPath = { $0 == document ? other : $0 == other ? document : $0 }
    },
    HostileCase("a document sealed with the key of the index", .badData, "cxp-tampered") { sealed in
      sealed.keyPath = { $0 == document ? HandSealed.indexPath : $0 }
    },
    HostileCase("the index sealed with the key of a document", .badData, "cxp-tampered") { sealed in
      sealed.keyPath = { $0 == HandSealed.indexPath ? document : $0 }
    },
    HostileCase(
      "another size in the index", .badData, "cxp-document-changed", index(#""size":"#, #""size":1"#)),
    HostileCase(
      "another hash in the index", .badData, "cxp-document-changed"
    ) { sealed in
      sealed.listed = { list in
        [
          list[0].replacingOccurrences(
            of: #""sha256":"[^"]*""#, with: #""sha256":"\#(String(repeating: "A", count: 43))""#,
            options: .regularExpression), list[1],
        ]
      }
    },
    HostileCase("a hash of another length", .badData, nil, index(#""sha256":""#, #""sha256":"AAAA"#)),
    HostileCase(
      "a path that climbs in the index", .badData, nil, index(#""path":"CXP-Export/"#, #""path":"../"#)),
    HostileCase("an account that is not there", .badData, nil, index(#""account":0"#, #""account":1"#)),
    HostileCase(
      "more items than announced", .badData, "cxp-document-malformed", index(#""items":1"#, #""items":2"#)),
    HostileCase(
      "fewer items than announced", .badData, "cxp-document-malformed", index(#""items":1"#, #""items":0"#)),
    HostileCase("items that are negative", .badData, nil, index(#""items":1"#, #""items":-1"#)),
    HostileCase(
      "items and a file", .badData, nil, index(#""items":1"#, #""items":1,"file":{"item":"AQ","id":"AQ"}"#)),
    HostileCase("neither items nor a file", .badData, nil, index(#","items":1"#, "")),
    HostileCase(
      "a member of the index twice", .badData, nil, index(#""version":0"#, #""version":0,"version":0"#)),
    HostileCase(
      "a member of a document's entry twice", .badData, nil, index(#""items":1"#, #""items":1,"items":1"#)),
    HostileCase(
      "an account in the index has items", .badData, "cxp-index-malformed",
      index(#""collections":[]"#, #""collections":[],"items":[]"#)),
    HostileCase(
      "an account in the index has items of null", .badData, "cxp-index-malformed",
      index(#""collections":[]"#, #""collections":[],"items":null"#)),
    HostileCase(
      "an account in the index has items under an escaped name", .badData, "cxp-index-malformed",
      index(#""collections":[]"#, #""collections":[],"it\u0065ms":[]"#)),
    HostileCase(
      "two lists of accounts in the index", .badData, "cxp-index-malformed",
      index(#""accounts":["#, #""accounts":[],"accounts":["#)),
    HostileCase(
      "accounts that are an object", .badData, "cxp-index-malformed",
      index(#""accounts":[{"#, #""accounts":{"a":[{"#)),
    HostileCase(
      "accounts that are texts", .badData, "cxp-index-malformed",
      index(#""accounts":["#, #""accounts":["x","#)),
    HostileCase(
      "another profile in the index", .badData, "cxp-index-differs", index("cxf-cxp/1", "cxf-cxp/2")),
    HostileCase(
      "another suite in the index", .badData, "cxp-index-differs", index(#""aead":2"#, #""aead":1"#)),
    HostileCase(
      "another exporter in the index", .badData, "cxp-index-differs",
      index(#""exporter":"exporter.example""#, #""exporter":"other.example""#)),
    HostileCase(
      "another version in the index", .badData, "cxp-index-differs",
      index(#","version":0,"#, #","version":1,"#)),
    HostileCase(
      "another archive in the index", .badData, "cxp-index-differs", index(#""deflate""#, #""store""#)),
    HostileCase("an index that is no JSON") { $0.index = { _ in "index" } },
    HostileCase("an index that is a list") { $0.index = { "[\($0)]" } },
    HostileCase("a document that is no JSON", .badData, "cxp-document-malformed") {
      $0.documents[0].text = "["
    },
    HostileCase("a document that is an object", .badData, "cxp-document-malformed") {
      $0.documents[0].text = HandSealed.item(1)
    },
    HostileCase("a document with something behind it", .badData, "cxp-document-malformed") {
      $0.documents[0].text += "]"
    },
    HostileCase("a document of a text", .badData, "cxp-document-malformed") {
      $0.documents[0].text = #"["x"]"#
    },
    HostileCase("a document that breaks out of its list", .badData, "cxp-document-malformed") {
      $0.documents[0].text = "[\(HandSealed.item(1))],\"items\":[\(HandSealed.item(3))]"
    },
  ]

  static let encryption: [HostileCase] = [
    HostileCase("an encryption that was not offered", .badData, "cxp-not-offered") {
      $0.named = #""mode":"base","kem":32,"kdf":1,"aead":3"#
    },
    HostileCase("a mechanism that was not offered", .badData, "cxp-not-offered") {
      $0.named = #""mode":"base","kem":17,"kdf":2,"aead":2"#
    },
    HostileCase("a mode that was not offered", .badData, "cxp-not-offered") {
      $0.named = #""mode":"psk","kem":32,"kdf":1,"aead":2"#
    },
    HostileCase("a weaker suite named in clear") { $0.named = #""mode":"base","kem":32,"kdf":1,"aead":1"# },
    HostileCase("a suite of another key named") { $0.named = #""mode":"base","kem":16,"kdf":1,"aead":2"# },
    HostileCase("another request of the same key", .badData, "cxp-tampered") { $0.boundRequest = [1, 2, 3] },
    HostileCase("another header", .badData, "cxp-tampered", header(#""alg":"dir""#, #""alg":"A256KW""#)),
    HostileCase("another encryption in the header", .badData, "cxp-tampered", header("A256GCM", "A128GCM")),
    HostileCase("a space in the header", .badData, "cxp-tampered", header(",", ", ")),
    HostileCase("a compressed plaintext", .badData, "cxp-tampered", header("{", #"{"zip":"DEF","#)),
    HostileCase("a critical member", .badData, "cxp-tampered", header("{", #"{"crit":["exp"],"exp":1,"#)),
    HostileCase("a header with its key", .badData, "cxp-tampered", header("{", #"{"jwk":{},"#)),
    HostileCase("a kid twice", .badData, "cxp-tampered", header("{", #"{"kid":"AAAA","#)),
    HostileCase("no kid", .badData, "cxp-tampered") {
      $0.header = { header, _ in
        header.replacingOccurrences(of: #","kid":"[^"]*""#, with: "", options: .regularExpression)
      }
    },
    HostileCase("another kid", .refused, "cxp-other-recipient") {
      $0.header = { header, _ in
        header.replacingOccurrences(
          of: #""kid":"[^"]*""#, with: #""kid":"\#(String(repeating: "A", count: 43))""#,
          options: .regularExpression)
      }
    },
    HostileCase("another kid of a document", .refused, "cxp-other-recipient") {
      $0.header = { header, path in
        guard path == document else { return header }
        return header.replacingOccurrences(
          of: #""kid":"[^"]*""#, with: #""kid":"\#(String(repeating: "A", count: 43))""#,
          options: .regularExpression)
      }
    },
    HostileCase("an encrypted key in a file", .badData, "cxp-tampered") {
      $0.sealed = { text, _ in
        Array(String(decoding: text, as: UTF8.self).replacingOccurrences(of: "..", with: ".AAAA.").utf8)
      }
    },
    HostileCase("a file of four parts", .badData, "cxp-tampered") {
      $0.sealed = { text, _ in
        Array(String(decoding: text, as: UTF8.self).replacingOccurrences(of: "..", with: ".").utf8)
      }
    },
    HostileCase("a file of six parts", .badData, "cxp-tampered") {
      $0.sealed = { text, _ in text + Array(".".utf8) }
    },
    HostileCase("a line feed behind a file", .badData, "cxp-tampered") {
      $0.sealed = { text, _ in text + [0x0A] }
    },
    HostileCase("a shorter tag", .badData, "cxp-tampered") { $0.sealed = { text, _ in text.dropLast(4) } },
    HostileCase("an empty file", .badData, "cxp-tampered") {
      $0.sealed = { text, path in path == document ? [] : text }
    },
  ]

  static let texts: [HostileCase] = [
    HostileCase(
      "a profile nobody knows", .badData, "cxp-profile", outer(#""profile":"cxf-cxp/1""#, #""profile":"x""#)),
    HostileCase("a profile of null that is there", .badData, nil) {
      $0.outer = {
        $0.replacingOccurrences(of: #""profile":"cxf-cxp/1""#, with: #""profile":null,"profile":"x""#)
      }
    },
    HostileCase("no archive", .badData, nil, outer(#""archive":"deflate","#, "")),
    HostileCase(
      "another archive", .badData, "cxp-archive", outer(#""archive":"deflate""#, #""archive":"zstd""#)),
    HostileCase(
      "another version", .badData, "cxp-response-version", outer(#"{"version":0"#, #"{"version":1"#)),
    HostileCase("no version", .badData, nil, outer(#"{"version":0,"#, "{")),
    HostileCase("a member twice", .badData, nil, outer(#"{"version":0"#, #"{"version":0,"version":0"#)),
    HostileCase(
      "a member twice, once escaped", .badData, nil,
      outer(#"{"version":0"#, #"{"version":0,"ver\u0073ion":0"#)),
    HostileCase("a payload twice", .badData, nil, outer(#""payload":"#, #""payload":"AAAA","payload":"#)),
    HostileCase("padding", .badData, nil, outer(#""}"#, #"=="}"#)),
    HostileCase("base64 instead of base64url", .badData, nil, outer(#""payload":""#, #""payload":"+/"#)),
    HostileCase("a payload with a line feed", .badData, nil, outer(#""payload":""#, "\"payload\":\"\\n")),
    HostileCase("a payload with stray bits", .badData, nil) {
      // Two bytes more, of which the last character has bits too many.
      $0.outer = { text in text.replacingOccurrences(of: #""}"#, with: #"AAB"}"#) }
    },
    HostileCase("an escaped payload", .badData, nil, outer(#""payload":""#, #""payload":"\u0055"#)),
    HostileCase("no encapsulated key", .badData, nil, outer(#""key":"#, #""kay":"#)),
    HostileCase(
      "a private encapsulated key", .badData, "cxp-private-key", outer(#""kty":"#, #""d":"AAAA","kty":"#)),
    HostileCase("an encapsulated key without secrets", .badData, nil) {
      $0.outer = {
        $0.replacingOccurrences(
          of: #""x":"[^"]*""#, with: #""x":"\#(String(repeating: "A", count: 43))""#,
          options: .regularExpression)
      }
    },
    HostileCase("a member nobody knows", .badData, nil, outer(#"{"version":0"#, #"{"version":0,"new":1"#)),
  ]

  private static func long(_ entries: [RawZip.Entry]) -> [RawZip.Entry] {
    entries.map { entry in
      var entry = entry
      entry.isLong = true
      return entry
    }
  }

  /// Shapes that sound writers may choose, which open.
  static let sound: [HostileCase] = [
    HostileCase("the index first", .success) { $0.entries = { [$0[2], $0[0], $0[1]] } },
    HostileCase("deflated", .success) { $0.archive = { try HandSealed.deflated($0) } },
    HostileCase("zip64 in the entries", .success) { $0.entries = { long($0) } },
    HostileCase("zip64 at the end", .success, nil, zip { $0.isLong = true }),
    HostileCase("zip64 everywhere", .success) { sealed in
      sealed.entries = { long($0) }
      sealed.zip = { $0.isLong = true }
    },
    HostileCase("documents in another order", .success) { $0.entries = { [$0[1], $0[0], $0[2]] } },
    HostileCase("spaces in the index", .success, nil, index(",\"", " ,\n \"")),
    HostileCase("spaces in an account", .success, nil, index("[]}]}", "[] } ] }")),
    HostileCase(
      "a member of the index that nobody knows", .success, nil,
      index(#"{"profile""#, #"{"new":[1],"profile""#)),
    HostileCase("an empty document", .success) { sealed in
      sealed.documents.append((path: "\(HandSealed.folder)AgAAAAAAAAAAAAAAAAAAAA.jwe", text: " [ ] "))
      sealed.listed = { $0.dropLast() + [$0[2].replacingOccurrences(of: #""items":1"#, with: #""items":0"#)] }
    },
  ]

  static var all: [HostileCase] { names + archives + contents + encryption + texts }
}
