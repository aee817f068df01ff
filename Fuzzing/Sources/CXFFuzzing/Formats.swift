internal import CXFCrypto
internal import CXFFormats
internal import CredentialExchangeFormat

/// Reading and converting as the program does it, with what must hold each time.
enum Formats {
  /// The passphrases of the encrypted samples.
  private static let passphrases = [
    "bitwarden-json": "sable otter 41", "1password-opvault": "sable otter 41",
    "buttercup-bcup": "correct horse",
    "dashlane-dash": "correct horse", "passwordsafe-psafe3": "Tür7", "samsung-spass": "harbour",
  ]

  /// As much work as the samples ask for, and little more.
  static let derivationLimit = KeyDerivationLimit(
    memoryKiB: 1 << 15, iterations: 4, parallelism: 4, rounds: 100_000)

  /// Reads a file; nil where the format refuses it.
  static func read(_ file: SourceFile, as format: Format) -> Reading? {
    guard let read = format.read else { return nil }
    var options = ReadOptions()
    options.derivationLimit = derivationLimit
    options.passphrase = SourcePassphrase(SecretBytes(copying: Array((passphrases[format.id] ?? "x").utf8)))
    do throws(FormatError) {
      return try read(file, options)
    } catch {
      expect(!error.finding.message.isEmpty, "an error says nothing")
      if error.kind == .passphraseNeeded {
        expect(
          [SealedDocuments.age.id, SealedDocuments.response.id, VaultDocument.format.id].contains(format.id),
          "a passphrase is asked for though there is one")
      }
      return nil
    }
  }

  /// Converts what was read.
  static func convert(_ reading: Reading, from source: Format, to target: Format) -> Conversion {
    guard let makeWriter = target.makeWriter else { fail("\(target.id) cannot be written") }
    let conversion: Conversion
    do {
      conversion = try Conversion.run(
        [(SourceFile(name: "x", bytes: []), source, reading)], to: target,
        writer: makeWriter(WriteOptions(timestamp: 1_700_000_000)),
        options: .init(timestamp: 1_700_000_000, includesTrash: true))
    } catch {
      fail("\(target.id): what is in memory cannot be read: \(error)")
    }
    let values = conversion.values
    expect(values.isBalanced, "\(target.id): the account does not balance")
    for finding in conversion.findings where finding.code == .accountMismatch {
      fail("\(target.id): a value does not stand where the reader says: \(finding.field ?? "-")")
    }
    let items = conversion.items
    expect(
      items.read == items.written + items.skipped + items.failed, "\(target.id): items are not accounted for")
    let said = conversion.findings.count { $0.action == .lost }
    expect(said >= values.lost, "\(target.id): \(values.lost) values are lost, \(said) findings say so")
    return conversion
  }

  /// Checks what was read of any format: each value has a fate, and the document is one.
  static func check(_ reading: Reading, of format: Format, others: [Format]) {
    let conversion = convert(reading, from: format, to: CXFDocument.format)
    var totals = [conversion.values.total]
    for target in others { totals.append(convert(reading, from: format, to: target).values.total) }
    expect(totals.allSatisfy { $0 == totals[0] }, "targets count other values: \(totals)")
    let positions = conversion.findings.compactMap(\.position.byte)
    expect(positions.allSatisfy { $0 >= 0 }, "a finding stands before the file")
    ModelTargets.isStable(reading.document)
    let decoded: CXFDecoder.Result
    do throws(JSONError) { decoded = try CXFDecoder().decode(conversion.bytes) } catch {
      fail("the result cannot be read: \(error)")
    }
    for finding in decoded.findings where finding.severity == .error {
      expect(
        format.id == CXFDocument.format.id || format.id == CXFBundle.format.id,
        "the result has a fault: \(finding.code.name) \(finding.position.pointer ?? "-")")
    }
    expect(decoded.itemRanges.count == conversion.items.written, "the result has another number of items")
  }
}
