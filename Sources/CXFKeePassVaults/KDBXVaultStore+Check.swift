internal import CXFKeePass
package import CXFVaults
internal import CredentialExchangeFormat

extension KDBXVaultStore {
  /// Looks at everything in the database. That all of it is as it was written was verified when it was opened.
  ///
  /// - Throws: `VaultError` where the file cannot be opened any more.
  package func check() async throws -> VaultCheck {
    let contents = try current()
    var check = VaultCheck()
    check.items = contents.state.itemCount
    check.collections = contents.state.collections.count
    check.accounts = contents.state.accounts.count
    check.imports = contents.state.history.count
    check.blobs = contents.database.inner.binaries.count
    if contents.hasDamagedNotes { check.note("what is known of earlier imports cannot be read") }
    let document = contents.database.document
    let count = contents.database.inner.binaries.count
    for element in document.xml.elements.indices where document.xml.elements[element].name == "Value" {
      guard let reference = document.xml.attribute("Ref", of: element) else { continue }
      let number = Int(String(decoding: reference, as: UTF8.self))
      if number.map({ $0 < 0 || $0 >= count }) ?? true {
        check.note("an entry names an attached file that is not there")
      }
    }
    return check
  }
}
