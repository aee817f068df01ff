internal import CXFCrypto
internal import CXFFormats
internal import CXFTestSupport
internal import CredentialExchangeFormat

/// Documents of CXF: reading, judging, writing.
enum ModelTargets {
  static let all = [cxf, inPlace, writers]

  /// Seeds of all: the sample, and documents with all types of credentials.
  static func documents() -> [FuzzSeed] {
    var generator = DocumentGenerator(seed: 1)
    generator.hasUnknownMembers = false
    let kinds = (0..<DocumentGenerator.kindCount).map { kind in
      var item = Item(id: generator.identifier(), title: "T")
      item.credentials = [generator.credential(kind: kind)]
      return FuzzSeed(
        "kind-\(kind)",
        CXFEncoder().encode(Header(accounts: [Account(id: generator.identifier(), items: [item])])))
    }
    let whole = (1...6).map { seed in
      var generator = DocumentGenerator(seed: UInt64(seed))
      return FuzzSeed(
        "generated-\(seed)", CXFEncoder(indented: seed == 2).encode(generator.header(items: 1...3)))
    }
    return [SeedFiles.file("Samples/example-cxf.json")] + kinds + whole
  }

  // MARK: Reading, judging and writing

  static let cxf = FuzzTarget("cxf", maximumCount: 1 << 15, seeds: documents) { bytes in
    let verdict = CXFJudge().judge(bytes)
    let windowed = try? CXFJudge().judge(MemoryBytes(bytes), chunk: 16 + bytes.count % 500)
    expect(windowed == verdict, "a window over the text gives another verdict")
    let deep = CXFJudge(
      options: .init(strict: true, deep: KeyTrial(), profile: CXFJudge.Profile.allCases[bytes.count % 3])
    ).judge(bytes)
    expect(verdict.isUnreadable == deep.isUnreadable, "a strict judge reads what another one cannot")
    let strict = try? CXFDecoder(strict: true).decode(bytes)
    let decoded: CXFDecoder.Result
    do throws(JSONError) {
      decoded = try CXFDecoder().decode(bytes)
    } catch {
      expect(strict == nil, "strict reading takes what tolerant reading refuses")
      expect(verdict.isUnreadable && verdict.summary.errors > 0, "the judge reads what the reader refuses")
      return
    }
    expect(!verdict.isUnreadable, "the judge refuses what the reader takes")
    compare(verdict, decoded)
    if let strict, !strict.findings.contains(where: { $0.severity > .note }) {
      expect(strict.header == decoded.header, "without findings strict reading gives another document")
    }
    Leaks.check(decoded.findings + verdict.findings + deep.findings, in: decoded.text)
    isStable(decoded.header)
  }

  /// What judge and reader say of a document must be the same: `AgreementTests` has this for damage of our own.
  private static func compare(_ verdict: CXFJudge.Verdict, _ decoded: CXFDecoder.Result) {
    expect(verdict.summary.items == decoded.itemRanges.count, "judge and reader count other items")
    for finding in decoded.findings {
      let isJudged = verdict.findings.contains {
        $0.code == finding.code && $0.position.byte == finding.position.byte && $0.action == finding.action
      }
      expect(isJudged, "the judge does not say \(finding.code.name) at byte \(finding.position.byte ?? -1)")
    }
  }

  /// What was decoded is written such that the same is read again, and written by the same bytes.
  static func isStable(_ header: Header) {
    let written = CXFEncoder().encode(header)
    let again: Header
    do throws(JSONError) {
      again = try CXFDecoder().decode(written).header
    } catch {
      fail("what was written cannot be read: \(error)")
    }
    if again != header {
      expectEqual(CXFEncoder().encode(again), written, "another document is read than was written")
      fail("a document that differs is written by the same bytes")
    }
    let indented = CXFEncoder(indented: true).encode(header)
    expect((try? CXFDecoder().decode(indented).header) == again, "the indented text says something else")
  }

  /// A document that is not in memory converts to what one in memory does.
  static let inPlace = FuzzTarget("in-place", maximumCount: 1 << 15, seeds: documents) { bytes in
    let lying = SourceFile(name: "x", head: [], content: MemoryBytes(bytes))
    for strict in [false, true] {
      var options = ReadOptions(strict: strict)
      let whole = try? CXFDocument.read(SourceFile(name: "x", bytes: bytes), options)
      options.leavesItems = true
      let reading = try? CXFDocument.read(lying, options)
      expect((whole == nil) == (reading == nil), "a document is refused in one of the two ways")
      guard let whole, let reading else { continue }
      let ours = Formats.convert(reading, from: CXFDocument.format, to: CXFDocument.format)
      let theirs = Formats.convert(whole, from: CXFDocument.format, to: CXFDocument.format)
      expect(ours.bytes == theirs.bytes, "the results differ")
      expect(ours.values == theirs.values && ours.items == theirs.items, "the accounts differ")
      expect(ours.findings == theirs.findings, "the findings differ")
    }
  }

  // MARK: Writing other formats

  /// A document as each format that can be written: every value has a fate, and the format's own reader takes the file.
  static let writers = FuzzTarget("writers", maximumCount: 1 << 15, seeds: documents) { bytes in
    let file = SourceFile(name: "x", bytes: bytes)
    guard let reading = Formats.read(file, as: CXFDocument.format) else { return }
    var total: Int?
    for target in FormatTable.all where target.makeWriter != nil {
      let conversion = Formats.convert(reading, from: CXFDocument.format, to: target)
      expect(total == nil || total == conversion.values.total, "\(target.id) has another number of values")
      total = conversion.values.total
      // A database holds what the XML of KeePass does, under a key that takes time to make; a bundle what CXF does.
      guard conversion.items.written > 0, !conversion.bytes.isEmpty, target.id != CXFBundle.format.id else {
        continue
      }
      let file = SourceFile(name: "x", bytes: conversion.bytes)
      guard let again = Formats.read(file, as: target) else {
        fail("\(target.id) does not read what it wrote")
      }
      let back = Formats.convert(again, from: target, to: CXFDocument.format)
      guard again.failed > 0 || back.values.lost > 0 else { continue }
      let lost = back.findings.filter { $0.action == .lost || $0.action == .failed }.map {
        "\($0.code.name) \($0.field ?? "-")"
      }
      fail("\(target.id) loses what it wrote: \(lost)")
    }
  }
}
