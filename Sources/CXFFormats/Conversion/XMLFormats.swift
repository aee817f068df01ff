/// The formats that are XML, and other structured texts and files of their programs, in the order in which they are shown.
enum XMLFormats {
  static let all: [Format] = [
    KeePassXML.format, KDBX.format, KeePassXXML.format, KeePass1XML.format, SafeInCloudXML.format,
    StickyPasswordXML.format,
    PasswordSafeXML.format, PasswordSafe3.format, DelineaXML.format, RevelationXML.format, FPMXML.format,
    PassStore.format,
  ]
}
