internal import CXFCommandLine

/// `cxf vault`: what is done with a vault as a whole.
enum VaultCommand {
  static let subcommand = CXFCommand.Subcommand(
    group: CommandSpec(
      "vault", abstract: "Create, check and protect vaults.",
      discussion: [
        "A vault is one file in which every record is sealed. What opens it stands in slots: passphrases and public "
          + "keys of age, at most 16, each of which opens the whole vault."
      ],
      examples: [
        CommandExample("cxf vault create home.cxfvault", "A vault with a passphrase, which is asked for."),
        CommandExample(
          "cxf vault slots home.cxfvault add --recipient age1…", "Let the owner of a key open it too."),
      ]),
    [
      VaultCreateCommand.subcommand, VaultCheckCommand.subcommand, VaultPassphraseCommand.subcommand,
      VaultRotateCommand.subcommand, VaultCompactCommand.subcommand, VaultSlotsCommand.subcommand,
    ])
}
