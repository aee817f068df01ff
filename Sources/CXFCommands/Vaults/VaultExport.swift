internal import CXFFormats
internal import CXFVaults
package import CredentialExchangeFormat

/// A vault as one CXF document with one account, which is what importers expect.
///
/// Identifiers stay as they are. A vault that was filled from one account gives that account again, and names the same
/// exporter. Of several accounts the first one's owner is named, the others stand in the extension
/// `cxf-toolkit.alt/accounts`, and the document names this toolkit as its exporter unless all came from the same one.
package enum VaultExport {
  /// What stands as exporter of a document that no other program is the only source of.
  private static let exporter: (id: Text, name: Text) = ("cxf-toolkit.alt", "cxf")

  /// Returns the document.
  ///
  /// - Parameter timestamp: seconds since 1970.
  package static func document(_ contents: VaultContents, timestamp: UInt64) -> Header {
    let accounts = contents.accounts
    let first = accounts.first
    var account = first?.account ?? Account(id: contents.vaultID)
    let isOneExporter = accounts.allSatisfy {
      $0.exporterRPID == first?.exporterRPID && $0.exporterDisplayName == first?.exporterDisplayName
    }
    let isNamed = isOneExporter && !(first?.exporterRPID.isEmpty ?? true)
    if accounts.count > 1 || (first != nil && !isNamed) {
      account.extensions.append(others(accounts, namesFirst: !isNamed))
    }
    let synthetic = Text(ToolkitExtension.syntheticIDs.rawValue)
    if !account.extensions.contains(where: { $0.name == synthetic }),
      accounts.contains(where: { $0.account.extensions.contains { $0.name == synthetic } })
    {
      account.extensions.append(ToolkitExtension.syntheticIDs.make { _ in })
    }
    account.items = contents.items.map(\.item)
    account.collections = contents.collections.nested(linking: contents.items)
    return Header(
      exporterRPID: isNamed ? first?.exporterRPID ?? exporter.id : exporter.id,
      exporterDisplayName: isNamed ? first?.exporterDisplayName ?? exporter.name : exporter.name,
      timestamp: Timestamp(timestamp), accounts: [account])
  }

  /// The extension that keeps the accounts behind the first one, and who exported that where the header does not say so.
  private static func others(_ accounts: [VaultAccount], namesFirst: Bool) -> Extension {
    ToolkitExtension.accounts.make { writer in
      if namesFirst, let first = accounts.first {
        writer.member("exporterRpId", first.exporterRPID.string)
        writer.member("exporterDisplayName", first.exporterDisplayName.string)
      }
      writer.array("accounts", accounts.dropFirst()) { writer, entry in
        var bare = entry.account
        bare.items = []
        bare.collections = []
        writer.beginObject()
        writer.member("exporterRpId", entry.exporterRPID.string)
        writer.member("exporterDisplayName", entry.exporterDisplayName.string)
        writer.name("account")
        writer.fragment(CXFEncoder().encode(bare))
        writer.endObject()
      }
    }
  }
}
