internal import CredentialExchangeFormat

/// A connection of NetworkManager: one keyfile of `/etc/NetworkManager/system-connections`.
package enum NetworkManagerKeyfile {
  static let table: TableFormat = {
    var table = TableFormat(
      id: "networkmanager-keyfile", name: "NetworkManager", rpID: "networkmanager.dev",
      columns: [
        .init(.title, "connection id"), .init(.identifier, "connection uuid"),
        .init(.kind(["wifi", "802-11-wireless", "ethernet", "802-3-ethernet"]), "connection type"),
        .init(.member("wifi.ssid"), "wifi ssid", "802-11-wireless ssid"),
        .init(.member("wifi.passphrase"), "wifi-security psk", "802-11-wireless-security psk"),
        .init(
          .member("wifi.networkSecurityType"), "wifi-security key-mgmt", "802-11-wireless-security key-mgmt"),
        .init(.member("wifi.hidden"), "wifi hidden"), .init(.username, "802-1x identity"),
        .init(.password, "802-1x password"), .init(.modified, "connection timestamp"),
      ], signatures: [])
    return table
  }()

  package static let format = Format(
    id: table.origin.id, name: "NetworkManager keyfile", rpID: table.origin.rpID,
    exportSteps: "sudo cp /etc/NetworkManager/system-connections/NAME.nmconnection .",
    capabilities: Capabilities(native: [], converted: [.customFields]),
    detect: { probe in
      guard let head = probe.textHead else { return nil }
      let lines = TextLines(Array(head.utf8.prefix(1 << 14))).lines
      guard lines.contains(where: { $0.text == "[connection]" }),
        lines.contains(where: { $0.bytes.starts(with: "type=".utf8) })
      else { return nil }
      return Detection(.certain, "it has the section [connection], as NetworkManager's keyfiles", score: 100)
    },
    read: { (file, options) throws(FormatError) in
      let text = TextDecoding.decode(file.bytes)
      return table.read([record(text.utf8)], of: text, options)
    }, makeWriter: nil)

  private static let names: Set<Text> = ["wifi ssid", "802-11-wireless ssid"]

  private static func record(_ bytes: [UInt8]) -> TextRecord {
    var record = TextRecord(offset: 0)
    var section = ""
    for line in TextLines(bytes).lines where !line.isBlank && line.bytes.first != UInt8(ascii: "#") {
      if line.bytes.first == UInt8(ascii: "["), line.bytes.last == UInt8(ascii: "]") {
        section = ASCIIBytes.text(line.bytes.dropFirst().dropLast())
      } else if let equals = line.bytes.firstIndex(of: UInt8(ascii: "=")) {
        let name = Text("\(section) \(ASCIIBytes.text(line.bytes[..<equals]))")
        let value = KeyFile.unescaped(line.bytes[(equals + 1)...])
        record.add(name, (Text(names.contains(name) ? KeyFile.networkName(value) : value), equals + 1))
      }
    }
    return record
  }
}
