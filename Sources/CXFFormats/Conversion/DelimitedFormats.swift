/// The formats that are tables or plain texts, in the order in which they are shown.
package enum DelimitedFormats {
  /// The rows, of which each has a model of its writer in the tests.
  package static let all: [Format] = [
    ChromeCSV.format, AppleCSV.format, FirefoxCSV.format, FirefoxCSV.exporterFormat, BitwardenCSV.format,
    BitwardenCSV.authenticatorFormat, OnePasswordCSV.format, LastPassCSV.format, DashlaneCSV.format,
    DashlaneCSV.oldFormat, KeePassCSV.format, KeePassCSV.xcFormat, NordPassCSV.format, ProtonCSV.format,
    KeeperCSV.format, EnpassCSV.format, RoboFormCSV.format, ZohoCSV.format,
    PasswordSafeText.format, PasswordSafeText.gorillaFormat, ButtercupCSV.format, MSecureCSV.format,
    MykiCSV.format, AviraCSV.format, AvastCSV.format, HeyloginCSV.format, TrueKeyCSV.format,
    SafeInCloudCSV.format, DelineaCSV.format, BlurCSV.format, EncryptrCSV.format, PadlockCSV.format,
    PassmanCSV.format, PassboltCSV.format, PasspackCSV.format, SaferPassCSV.format, SynologyCSV.format,
    UPMCSV.format,
    NextcloudCSV.format, PasswordstateCSV.format, TeamPassCSV.format, NetwrixCSV.format, CodebookCSV.format,
    RememBearCSV.format, MeldiumCSV.format, SecureSafeCSV.format, YotiCSV.format, BlackBerryCSV.format,
    ChromeTableCSV.format, KasperskyText.format, AppleKeychainText.format, NetworkManagerKeyfile.format,
    GnomeKeyring.format, OTPAuthList.format, SamsungPass.format, GenericCSV.format,
  ]
}
