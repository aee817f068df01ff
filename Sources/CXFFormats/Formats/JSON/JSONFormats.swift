/// The exports of managers that are JSON, or have JSON inside, and encrypted vaults of their kind, in the order in which they are
/// shown.
enum JSONFormats {
  static let all: [Format] = [
    ProtonJSON.format, DashlaneZip.format, DashlaneJSON.format, DashlaneArchive.format, EnpassJSON.format,
    KeeperJSON.format, PsonoJSON.format, ButtercupVault.format, PasskyJSON.format, PassmanJSON.format,
    AvastJSON.format, BlurJSON.format, PadlockJSON.format,
  ]
}
