import CXFCrypto
import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Foundation
import Testing

/// A vault that an independent script made (`Scripts/vectors/opvault.py`).
@Suite struct OPVaultTests {
  private static let path = "Tests/CXFFormatsTests/Vectors/opvault/Sable"

  private func folder() throws -> SourceFile { try OnePassword.folder("\(Self.path).opvault") }

  private func read(_ file: SourceFile, _ password: String? = OnePassword.password) throws -> Reading {
    try OnePassword.read(file, as: "1password-opvault", password: password)
  }

  /// The vault with one of its files changed.
  private func changed(_ name: String, _ change: (inout [UInt8]) throws -> Void) throws -> SourceFile {
    let members = try #require(try folder().folder)
    var found = false
    let files = try members.all.map { member -> (name: String, content: any ByteContent) in
      var bytes = try member.bytes()
      if member.name.contains(name), !found {
        found = true
        try change(&bytes)
      }
      return (member.name, MemoryBytes(bytes))
    }
    #expect(found)
    return SourceFile(name: "x", folder: SourceMembers(folder: "x", files: files))
  }

  private func failure(_ file: SourceFile, _ password: String? = OnePassword.password) throws -> FormatError {
    try #require(throws: FormatError.self) { try read(file, password) }
  }

  @Test func folderAndZipHoldTheSame() throws {
    let zip = OnePassword.file(Samples.bytes("\(Self.path).zip"))
    let pair = [try read(try folder()), try read(zip)]
    let texts = pair.map { reading in
      Bitwarden.items(reading).map { String(decoding: CXFEncoder().encode($0), as: UTF8.self) }
    }
    #expect(texts[0] == texts[1] && texts[0].count == 5)
    #expect(pair.map(\.accounts[0].account) == [pair[0].accounts[0].account, pair[0].accounts[0].account])
  }

  @Test func everyValueIsInTheBundle() throws {
    let conversion = try OnePassword.expectWhole(try read(try folder()))
    #expect(conversion.problems == [] && conversion.documents.count == 2)
  }

  @Test func itemsHaveTheirPlaces() async throws {
    let reading = try read(try folder())
    let readings = Dictionary(uniqueKeysWithValues: reading.accounts[0].items.map { ($0.item.title, $0) })
    let login = try #require(readings["Harbour"])
    #expect(
      login.item.basicAuth?.username?.value == "mara" && login.item.basicAuth?.password?.value == " eel, pie "
    )
    #expect(login.item.scope?.urls == ["https://harbour.example", "https://pier.example"])
    #expect(
      login.item.tags == ["sea"] && login.item.isFavorite == true && login.item.noteText == "Low tide\nat six"
    )
    #expect(login.item.totp?.secret == "JBSWY3DPEHPK3PXP")
    #expect(
      login.item.shownFields == [
        ["Extras", "since", "date", "2020-01-01"], ["Extras", "spare", "concealed-string", "kelp"],
      ])
    #expect(login.item.files.map(\.name).sorted() == ["chart ü.txt", "empty.bin"])
    let chart = try #require(login.attachments.first { $0.content.count == 9 })
    #expect(try await OnePassword.bytes(chart) == Array("depth 4 m".utf8))
    #expect(readings["Spare"]?.item.isTrashed == true)
    #expect(readings["Spare"]?.item.basicAuth?.password?.value == "Grüße")
    #expect(readings["Ferry card"]?.item.card?.expiryDate?.value == "2031-12")
    #expect(readings["Workshop"]?.item.types == ["wifi"])
    #expect(readings["Log"]?.item.files == [])
    let work = try #require(reading.accounts[0].account.collections.first)
    #expect(reading.accounts[0].account.collections.count == 1)
    #expect(work.title == "Work" && work.items.map(\.item) == [readings["Log"]?.item.id])
    #expect(work.subcollections.map(\.title) == ["Clients"])
  }

  @Test func asksForThePassword() throws {
    #expect(try failure(try folder(), nil).kind == .passphraseNeeded)
    for wrong in ["", "sable otter 42", "sable otter 41 ", "Sable otter 41"] {
      let error = try failure(try folder(), wrong)
      #expect(error.kind == .wrongPassphrase && error.finding.code.name == "wrong-password")
    }
  }

  @Test func refusesMoreWorkThanIsAllowed() throws {
    let file = try changed("profile.js") { bytes in
      bytes = Array(
        String(decoding: bytes, as: UTF8.self).replacing(
          #""iterations":10"#, with: #""iterations":4000000000"#
        ).utf8)
    }
    let error = try failure(file)
    #expect(error.kind == .unsupportedEncryption && error.finding.code.name == "key-derivation-refused")
    for rounds in ["0", "-1", "1e3", "\"many\"", "null"] {
      let file = try changed("profile.js") { bytes in
        bytes = Array(
          String(decoding: bytes, as: UTF8.self).replacing(
            #""iterations":10"#, with: "\"iterations\":\(rounds)"
          ).utf8)
      }
      #expect(try failure(file).kind == .damaged)
    }
  }

  /// Each sealed text of a file, changed by one bit in the middle.
  @Test(arguments: ["o", "k", "d"])
  func aChangedSealIsNoticed(_ member: String) throws {
    let file = try changed("band_") { bytes in
      let mark = Array("\"\(member)\":\"".utf8)
      let start = try #require(bytes.indices.first { bytes[$0...].starts(with: mark) }) + mark.count
      bytes[start + 40] = bytes[start + 40] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
    }
    let error = try failure(file)
    #expect(error.kind == .damaged && error.finding.code.name == "encrypted-data-damaged")
  }

  @Test func aChangedMemberOutsideTheSealsIsAWarning() throws {
    let file = try changed("band_1") { bytes in
      bytes = Array(String(decoding: bytes, as: UTF8.self).replacing(#""fave":4"#, with: #""fave":0"#).utf8)
    }
    let reading = try read(file)
    #expect(Bitwarden.problems(reading) == ["encrypted-data-damaged"])
    #expect(reading.findings.allSatisfy { $0.severity < .error })
    #expect(reading.itemCount == 5)
  }

  @Test func aChangedAttachmentIsLeftOutWithAFinding() throws {
    let file = try changed(".attachment") { bytes in bytes[bytes.count - 1] ^= 1 }
    let reading = try read(file)
    #expect(reading.accounts.flatMap(\.items).flatMap(\.attachments).count == 1)
    #expect(Bitwarden.problems(reading) == ["attachment-damaged"])
  }

  @Test func whatBreaksOffNeverTraps() throws {
    for name in ["profile.js", "folders.js", "band_1", "band_E", ".attachment"] {
      var count = 0
      _ = try changed(name) { count = $0.count }
      for length in stride(from: 0, to: count, by: max(1, count / 12)) {
        let file = try changed(name) { $0.removeLast($0.count - length) }
        let read = try #require(OPVault.format.read)
        do {
          let reading = try read(file, OnePassword.options(OnePassword.password))
          #expect(!reading.findings.isEmpty || name == "folders.js")
        } catch {
          #expect(error.kind == .damaged || error.kind == .wrongPassphrase)
        }
      }
    }
  }

  @Test func isKnownByItsProfile() throws {
    func isVault(_ profile: String) -> Bool {
      let members = SourceMembers(
        folder: "x", files: [("default/profile.js", MemoryBytes(Array(profile.utf8)))])
      return OPVault.format.detect(Probe(SourceFile(name: "x", folder: members))) != nil
    }
    #expect(isVault("var profile={\"uuid\":\"A\"};") && isVault("\n  var profile={};"))
    #expect(!isVault("let profile={};") && !isVault("") && !isVault("{}"))
    #expect(OPVault.format.detect(Probe(Array("var profile={};".utf8))) == nil)
  }
}
