internal import CredentialExchangeFormat

/// The export of 1Password 8: a zip file with `export.data`, a JSON document, and the attached files. Also the document alone.
package enum OnePassword1PUX {
  static let origin = Format.Origin(id: "1password-1pux", name: "1Password", rpID: "1password.com")

  package static let format = Format(
    id: origin.id, name: "1Password 1PUX (also its export.data alone)", rpID: origin.rpID,
    exportSteps: "File > Export > account > 1PUX",
    capabilities: Capabilities(
      native: [
        .logins, .totp, .cards, .identities, .sshKeys, .notes, .customFields, .folders, .tags, .favorites,
        .dates,
        .history, .attachments, .archive, .trash,
      ]),
    detect: detect, read: { (file, options) throws(FormatError) in try read(file, options) }, makeWriter: nil)

  private static let documentName = "export.data"

  private static func detect(_ probe: Probe) -> Detection? {
    if let members = probe.members {
      guard members.document(documentName) != nil else { return nil }
      return Detection(.certain, "it holds \(documentName), as a 1Password export")
    }
    guard probe.jsonMembers?["accounts"] == .array, hasVaults(probe.bytes) else { return nil }
    return Detection(.certain, "it has accounts with vaults, as the document in a 1Password export")
  }

  /// Whether the first account of a document has vaults.
  private static func hasVaults(_ bytes: [UInt8]) -> Bool {
    guard let source = try? JSONSource(bytes) else { return false }
    return source.text.withUnsafeBufferPointer { buffer in
      var cursor = JSONCursor(buffer)
      return (try? hasVaults(&cursor)) == true
    }
  }

  private static func hasVaults(_ cursor: inout JSONCursor) throws(JSONError) -> Bool {
    var isFirst = true
    try cursor.beginObject()
    while let member = try cursor.nextMember(first: &isFirst) {
      guard try cursor.peek() == UInt8(ascii: "["), cursor.text(of: member) == "accounts" else {
        try cursor.skipValue()
        continue
      }
      var isFirstElement = true
      try cursor.beginArray()
      guard try cursor.nextElement(first: &isFirstElement), try cursor.peek() == UInt8(ascii: "{") else {
        return false
      }
      var isFirstMember = true
      try cursor.beginObject()
      while let inner = try cursor.nextMember(first: &isFirstMember) {
        if cursor.text(of: inner) == "vaults" { return true }
        try cursor.skipValue()
      }
      return false
    }
    return false
  }

  private static func read(_ file: SourceFile, _ options: ReadOptions) throws(FormatError) -> Reading {
    guard let members = try SourceMembers(in: file) else {
      return try OnePassword1PUXReader(file, options, files: nil).read()
    }
    guard let document = members.document(documentName) else {
      throw FormatError(
        .damaged,
        Finding(
          .archiveDamaged, file: file.name,
          message: "there is no \(documentName) in it, so it is no 1PUX export",
          action: .failed), hint: "export the vault again as 1PUX")
    }
    let bytes = try document.member.bytes()
    let files = OnePasswordFiles(members, folder: document.folder)
    var reading = try OnePassword1PUXReader(SourceFile(name: file.name, bytes: bytes), options, files: files)
      .read()
    reading.member = document.member.name
    return reading
  }
}

/// The attached files beside a document of 1PUX.
final class OnePasswordFiles {
  private let folder: String
  private let members: SourceMembers
  /// Files by the identifier before `__` in their names.
  private var byID: [Text: SourceMembers.Member] = [:]
  private var used: Set<String> = []

  /// - Parameter folder: that of the document within the export, with a slash at its end, or empty.
  init(_ members: SourceMembers, folder: String) {
    self.members = members
    self.folder = folder
    let prefix = Array("\(folder)files/".utf8)
    for member in members.all where member.name.utf8.starts(with: prefix) {
      let rest = Array(member.name.utf8.dropFirst(prefix.count))
      guard let mark = rest.indices.first(where: { rest[$0...].starts(with: "__".utf8) }) else { continue }
      let id = Text(ASCIIBytes.text(rest[..<mark]))
      if byID[id] == nil { byID[id] = member }
    }
  }

  /// The bytes of a file by its identifier.
  func content(_ id: Text) -> (any ByteContent)? {
    guard let member = byID[id] else { return nil }
    used.insert(member.name)
    return member.content
  }

  /// The bytes of a file by its path, as early exports name it.
  func content(path: Text) -> (any ByteContent)? {
    for name in ["\(folder)files/\(path.string)", "\(folder)\(path.string)"] {
      guard let member = members[name] else { continue }
      used.insert(member.name)
      return member.content
    }
    return nil
  }

  /// The names of attached files that nobody asked for. Icons have no identifier in their names.
  var unused: [String] { byID.values.map(\.name).filter { !used.contains($0) }.sorted() }
}
