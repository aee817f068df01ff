internal import CXFCrypto
internal import CredentialExchangeFormat

/// The export of Proton Pass: a zip file with `Proton Pass/data.json` and attached files, the document alone, or either of them
/// encrypted by OpenPGP with a passphrase.
///
/// Colours and icons of vaults, and how often an item is shared, are no values.
package enum ProtonJSON {
  static let origin = Format.Origin(id: "proton-json", name: "Proton Pass", rpID: "proton.me")
  private static let documentName = "data.json"
  private static let encryptedName = "data.pgp"

  package static let format = Format(
    id: origin.id, name: "Proton Pass (zip, JSON, or encrypted by PGP)", rpID: origin.rpID,
    exportSteps: "Settings > Export > ZIP, JSON or PGP-encrypted",
    capabilities: Capabilities(
      native: [
        .logins, .passkeys, .totp, .cards, .identities, .sshKeys, .notes, .customFields, .folders, .favorites,
        .dates, .attachments, .trash,
      ]),
    detect: detect, read: { (file, options) throws(FormatError) in try read(file, options) }, makeWriter: nil)

  private static func detect(_ probe: Probe) -> Detection? {
    if let members = probe.members {
      if let located = members.document(documentName), isDocument(Probe(located.member.head())) {
        return Detection(.certain, "it holds \(located.member.name) with vaults, as an export of Proton Pass")
      }
      if let located = members.document(encryptedName), isMessage(located.member.head()) {
        return Detection(.certain, "it holds \(located.member.name), as an encrypted export of Proton Pass")
      }
      return nil
    }
    if isDocument(probe) {
      return Detection(.certain, "it has vaults by identifiers, as an export of Proton Pass")
    }
    return isMessage(probe.bytes)
      ? Detection(
        .likely, "it is an OpenPGP message with a passphrase, as the encrypted export of Proton Pass") : nil
  }

  private static func isDocument(_ probe: Probe) -> Bool {
    guard let members = probe.jsonMembers, members["vaults"] == .object else { return false }
    return members["version"] == .string || members["userId"] != nil
  }

  /// Whether bytes begin a message that is encrypted with a passphrase, in armor or not.
  private static func isMessage(_ bytes: [UInt8]) -> Bool {
    if bytes.starts(with: "-----BEGIN PGP MESSAGE-----".utf8) { return true }
    // A packet of the kind "session key encrypted with a passphrase", version 4 to 6.
    guard bytes.count > 3 else { return false }
    return (bytes[0] == 0x8C || bytes[0] == 0xC3) && (4...6).contains(bytes[2])
  }

  // MARK: Containers

  private static func read(_ file: SourceFile, _ options: ReadOptions) throws(FormatError) -> Reading {
    let members = try SourceMembers(in: file)
    guard let members else {
      guard isMessage(file.bytes) else { return try document(file, options, nil) }
      let plaintext = try decrypt(file.bytes, file, options)
      let inner = SourceFile(name: file.name, bytes: plaintext)
      guard SourceMembers.isZip(plaintext) || isDocument(Probe(plaintext)) else { throw isOther(file) }
      guard SourceMembers.isZip(plaintext) else {
        var reading = try document(inner, options, nil)
        reading.isDerived = true
        return reading
      }
      var reading = try archive(try SourceMembers(zip: inner), inner, options)
      reading.isDerived = true
      return reading
    }
    return try archive(members, file, options)
  }

  /// Anything may be in an OpenPGP message.
  private static func isOther(_ file: SourceFile) -> FormatError {
    FormatError(
      .damaged,
      Finding(
        .notThisFormat, file: file.name,
        message: "the OpenPGP message opens, and holds no export of Proton Pass", action: .failed),
      hint: "decrypt it with 'gpg -d', and hand what comes out to this program")
  }

  private static func archive(
    _ members: SourceMembers, _ file: SourceFile, _ options: ReadOptions
  ) throws(FormatError) -> Reading {
    guard let located = members.document(documentName) ?? members.document(encryptedName) else {
      throw origin.refusal(file, "holds no \(documentName)")
    }
    var bytes = try located.member.bytes()
    let isEncrypted = isMessage(bytes)
    if isEncrypted { bytes = try decrypt(bytes, file, options) }
    let files = AttachedFiles(members, folder: "\(located.folder)files/")
    var reading = try document(SourceFile(name: file.name, bytes: bytes), options, files)
    reading.loseUnnamed(files.unused)
    if isEncrypted { reading.isDerived = true } else { reading.member = located.member.name }
    return reading
  }

  private static func decrypt(
    _ message: [UInt8], _ file: SourceFile, _ options: ReadOptions
  ) throws(FormatError) -> [UInt8] {
    let source = EncryptedSource(file, "an export of Proton Pass that is encrypted by OpenPGP")
    let passphrase = try source.passphrase(options)
    do throws(GnuPG.Failure) {
      return try GnuPG.decrypt(message, passphrase: passphrase, keys: .none)
    } catch {
      switch error {
      case .wrongPassphrase: throw source.wrongPassword
      case .damaged, .noKey: throw source.damaged("it is no whole OpenPGP message with a passphrase")
      case .missing, .system:
        throw source.unsupported(
          error == .missing
            ? "it is opened by the program gpg, which is not here" : "the program gpg cannot be run",
          hint:
            "install GnuPG, or open the file with it ('gpg -d FILE -o export.zip'), or export again without a passphrase"
        )
      }
    }
  }

  // MARK: The document

  private static let rules = StructureRules.members(
    "itemId", "shareId", "folderId", "data.metadata.itemUuid", "data.type", "data.extraFields.type",
    "data.content.sections.sectionFields.type", "data.content.extraSections.sectionFields.type",
    "data.content.extraPersonalDetails.type", "data.content.extraAddressDetails.type",
    "data.content.extraContactDetails.type", "data.content.extraWorkDetails.type",
    "data.content.passkeys.keyId", "contentFormatVersion", "shareCount", "files")

  private static func document(
    _ file: SourceFile, _ options: ReadOptions, _ files: AttachedFiles?
  ) throws(FormatError) -> Reading {
    try origin.readJSON(file, options, syntheticIDs: false) { (tree, draft) throws(FormatError) in
      guard let vaults = tree.root["vaults"], vaults.kind == .object || vaults.kind == .array else {
        throw origin.refusal(file, "has no vaults")
      }
      for name: Text in ["version", "userId", "encrypted"] { tree.root[name]?.markStructure() }
      var number = 0
      for vault in vaults.children where vault.kind == .object {
        let name = vault.peek("name") ?? "Vault"
        let folder = draft.folder(FolderPath([name.string]), id: identifier(vault.name))
        if let folder {
          if let view = vault["name"] { draft.carry(view, asPathOf: folder, isExact: true) }
          if let view = vault["description"], view.peek != nil { draft.describe(folder, subtitle: view) }
        }
        vault["display"]?.markStructure()
        let folders = FolderList(
          vault.elements("folders"), &draft, id: "folderId", name: "name", parent: "parentFolderId",
          around: [name.string])
        for view in vault["items"]?.elements ?? [] {
          number += 1
          draft.cut(view, number: number, rules: rules) { record, draft in
            let id = record.root.peek("itemId").flatMap(identifier)
            if id == nil { draft.hasSyntheticIDs = true }
            var builder = RowBuilder(record, of: origin, id: id)
            let inner = record.root.peek("folderId").flatMap { folders[$0] }
            builder.folders = [inner ?? folder].compactMap { $0 }
            read(record.root, files, &builder)
            builder.finish(&draft)
          }
        }
      }
    }
  }

  /// Identifiers are 64 bytes in Base64 of the URL-safe alphabet.
  private static func identifier(_ text: Text) -> Identifier? {
    if text.utf8.count <= Identifier.maximumCount { return text.isEmpty ? nil : Identifier(Array(text.utf8)) }
    guard let bytes = Base64Text.decode(text.utf8), bytes.count <= Identifier.maximumCount else { return nil }
    return Identifier(bytes)
  }

  private static let members: MemberRoles = [
    "data.metadata.name": .title, "data.metadata.note": .note, "createTime": .created,
    "modifyTime": .modified, "pinned": .favorite,
  ]

  private static func read(_ root: SourceView, _ files: AttachedFiles?, _ builder: inout RowBuilder) {
    builder.apply(members, of: root)
    if let state = root["state"], let text = state.peek {
      switch text {
      case "2":
        builder.isTrashed = true
        state.convert(
          to: ToolkitExtension.state.place("deleted"), as: "true", .keptInExtension,
          "the item is in the trash")
      default: builder.apply(.usual(["1"]), state)
      }
    }
    let type = root["data"]?.peek("type") ?? ""
    if let alias = root["aliasEmail"] {
      builder.apply(.username, alias)
      builder.item.tags.append("alias")
    }
    if let content = root["data"]?["content"], content.kind == .object {
      ProtonItem.read(content, type, &builder)
    }
    for field in root["data"]?.elements("extraFields") ?? [] { ProtonItem.readField(field, nil, &builder) }
    readApps(root["data"]?["platformSpecific"]?["android"], &builder)
    attach(root.elements("files"), files, &builder)
  }

  private static func readApps(_ android: SourceView?, _ builder: inout RowBuilder) {
    for app in android?.elements("allowedApps") ?? [] {
      guard let name = app["packageName"], let text = name.peek else { continue }
      var scope = builder.item.scope ?? CredentialScope()
      let entry = CredentialExchangeFormat.AndroidApp(bundleID: text)
      if !scope.androidApps.contains(entry) { scope.androidApps.append(entry) }
      builder.item.scope = scope
      _ = name.take(to: "scope.androidApps.bundleId")
      for leaf in app.untaken {
        let label: Text = leaf.name == "appName" ? "Android app name" : "Android certificate hash"
        builder.apply(.field(label), leaf)
      }
    }
  }

  /// How long the identifier is that stands before the name of an attached file.
  private static let fileIDCount = 16

  private static func attach(_ views: [SourceView], _ files: AttachedFiles?, _ builder: inout RowBuilder) {
    var seen: Set<Text> = []
    for view in views {
      guard let id = view.peek, seen.insert(id).inserted else { continue }
      guard let member = files?.member(id) else {
        builder.missAttachment(id)
        continue
      }
      let name = String(decoding: member.lastName.utf8.dropFirst(fileIDCount + 1), as: UTF8.self)
      builder.attach(
        name: Text(name.isEmpty ? member.lastName : name), id: view.identifier, content: member.content)
    }
  }
}
