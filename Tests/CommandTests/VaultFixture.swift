import CXFCommandLine
import CXFCommands
import CXFCrypto
import CXFTestSupport
import CXFVaults
import CredentialExchangeFormat

/// A vault in a temporary folder that a key of age opens, and so quickly, with content that tests know.
struct VaultFixture {
  let folder: TemporaryFolder
  let key: X25519PrivateKey
  let path: String
  /// The file with the private key.
  let identity: String

  /// The words that open it.
  var opens: [String] { ["--identity", identity] }
  var recipient: String { AgeRecipient.text(key.publicKey) }

  static let canaries = [
    "canary-password-1", "canary note", "canary-hidden", "canary-extension", "CANARYSECRET",
  ]

  /// Creates the vault by the command, and fills it.
  init(filled: Bool = true, _ more: String...) async throws {
    folder = try TemporaryFolder()
    key = try X25519PrivateKey.generate()
    path = "\(folder.path)/v.cxfvault"
    let text = AgeIdentity.text(key).withUnsafeBytes { Array($0) }
    identity = try folder.write("key.txt", Array("# created for a test\n".utf8) + text + [0x0A])
    let run = await CommandRun(
      ["vault", "create", path, "--recipient", AgeRecipient.text(key.publicKey)] + more)
    guard run.code == .success else { throw SimpleFailure(.internalFault, "no vault: \(run.error)") }
    if filled { try await fill() }
  }

  func run(_ words: [String], input: [UInt8] = []) async -> CommandRun {
    await CommandRun(words + opens, input: input)
  }

  func store() async throws -> SQLiteVaultStore {
    try await VaultFile.open(path: path, key: .identities([key]))
  }

  static let bank = Identifier([0x20])
  static let mail = Identifier([0x10, 0x01])
  static let other = Identifier([0x10, 0x02])
  static let work = Identifier([0xF0])
  static let clients = Identifier([0xE0])

  static var items: [VaultItem] {
    let bank = Item(
      id: bank, createdAt: Timestamp(1_700_000_000), title: "Bank", isFavorite: true,
      scope: CredentialScope(urls: ["https://www.bank.example/login"]),
      credentials: [
        .basicAuth(
          BasicAuth(
            username: EditableField(value: "alice"),
            password: EditableField(fieldType: .concealedString, value: "canary-password-1"))),
        .note(Note(content: EditableField(value: "canary note"))),
        .customFields(
          CustomFields(fields: [
            EditableField(fieldType: .concealedString, value: "canary-hidden", label: "PIN")
          ])),
      ], tags: ["money"],
      extensions: [.other(OtherExtension(name: "x.example/y", members: members(#""z":"canary-extension""#)))])
    let mail = Item(
      id: mail, title: "Mail",
      credentials: [.totp(TOTP(secret: "CANARYSECRET", username: "bob@mail.example", issuer: "Mail"))])
    let other = Item(
      id: other, title: "Mail",
      credentials: [
        .passkey(Passkey(credentialID: OpaqueBytes([1, 2]), rpID: "mail.example", username: "bob"))
      ])
    return [
      VaultItem(item: bank, collections: [clients]), VaultItem(item: mail, collections: [work, clients]),
      VaultItem(item: other),
    ]
  }

  private static func members(_ json: String) -> UnknownMembers {
    var members = UnknownMembers()
    members.append(Array(json.utf8))
    return members
  }

  static let account = VaultAccount(
    account: Account(
      id: Identifier([0xAA]), username: "owner", email: "owner@mail.example", fullName: "The Owner"),
    exporterRPID: "exporter.example", exporterDisplayName: "Exporter")

  private func fill() async throws {
    try await store().write { transaction in
      try await transaction.put([Self.account])
      try await transaction.put([
        VaultCollection(collection: ItemCollection(id: Self.work, title: "Work")),
        VaultCollection(
          collection: ItemCollection(
            id: Self.clients, title: "Clients",
            items: [LinkedItem(item: Identifier([9]), account: Identifier([8]))]),
          parent: Self.work),
      ])
      try await transaction.put(Self.items, keys: Self.items.map { _ in MatchKeys() }, scheme: 1)
    }
  }
}
