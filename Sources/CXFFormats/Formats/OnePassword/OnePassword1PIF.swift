internal import CredentialExchangeFormat

/// The interchange file of 1Password 3 to 7: a JSON object for each record, with lines of stars between them. Also the folder
/// `*.1pif`, in which attached files lie beside it.
package enum OnePassword1PIF {
  static let origin = Format.Origin(id: "1password-1pif", name: "1Password", rpID: "1password.com")

  package static let format = Format(
    id: origin.id, name: "1Password 1PIF", rpID: origin.rpID,
    exportSteps: "1Password 7 and before: File > Export > All Items > .1pif",
    capabilities: Capabilities(
      native: [
        .logins, .totp, .cards, .identities, .notes, .customFields, .folders, .tags, .favorites, .dates,
        .history,
        .attachments, .trash,
      ]),
    detect: detect, read: { (file, options) throws(FormatError) in try read(file, options) }, makeWriter: nil)

  private static let documentName = "data.1pif"
  /// What stands between records.
  static let separator = Array("***5642bee8-a5ff-11dc-8314-0800200c9a66***".utf8)

  private static func detect(_ probe: Probe) -> Detection? {
    if let members = probe.members {
      guard let (document, _) = members.document(documentName), let bytes = try? document.bytes(),
        holdsRecords(bytes)
      else {
        return nil
      }
      return Detection(.certain, "it holds \(documentName), as an export of 1Password 7 and before")
    }
    guard probe.looksLikeJSON, holdsRecords(probe.bytes) else { return nil }
    return Detection(
      .certain, "its records are parted by the line that only 1Password's interchange files have")
  }

  private static func holdsRecords(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { buffer in
      var start = 0
      while let star = buffer[start...].firstIndex(of: UInt8(ascii: "*")) {
        if buffer[star...].starts(with: separator) { return true }
        start = star + 1
      }
      return false
    }
  }

  private static func read(_ file: SourceFile, _ options: ReadOptions) throws(FormatError) -> Reading {
    guard let members = try SourceMembers(in: file) else {
      return try OnePassword1PIFReader(file, options).read()
    }
    guard let (document, folder) = members.document(documentName) else {
      throw FormatError(
        .damaged,
        Finding(
          .archiveDamaged, file: file.name,
          message: "there is no \(documentName) in it, so it is no 1PIF export",
          action: .failed), hint: "name the folder whose name ends in .1pif")
    }
    var reader = OnePassword1PIFReader(SourceFile(name: file.name, bytes: try document.bytes()), options)
    let prefix = "\(folder)attachments/"
    for member in members.all where member.name.utf8.starts(with: prefix.utf8) && !member.isShadow {
      let rest = member.name.utf8.dropFirst(prefix.utf8.count)
      guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { continue }
      reader.attachments[Text(String(decoding: rest[..<slash], as: UTF8.self)), default: []].append(member)
    }
    var reading = try reader.read()
    reading.member = document.name
    return reading
  }
}
