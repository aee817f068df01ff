/// The exports of 1Password that are no tables, in the order in which they are shown.
enum OnePasswordFormats {
  static let all: [Format] = [OnePassword1PUX.format, OnePassword1PIF.format, OPVault.format]
}
