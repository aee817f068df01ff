internal import CredentialExchangeFormat

/// A list of `otpauth` URIs, a line each: what authenticators export as text (Aegis, Ente Auth, WinAuth, Stratum), what
/// Google Authenticator's QR codes hold, and pages with such codes in them.
package enum OTPAuthList {
  static let table: TableFormat = {
    var table = TableFormat(
      id: "otpauth-list", name: "One-time codes", rpID: "otpauth.example", columns: [.init(.totp, "uri")],
      signatures: [])
    table.interpret = interpret
    return table
  }()

  package static let format = Format(
    id: table.origin.id, name: "otpauth list (Aegis, Ente Auth, Google Authenticator, WinAuth, Stratum)",
    rpID: table.origin.rpID,
    exportSteps:
      "Aegis, Ente Auth, Stratum: Export > plain text; Google Authenticator: the texts of its QR codes",
    capabilities: Capabilities(native: [.totp], converted: [.notes, .tags]),
    detect: detect,
    read: { (file, options) throws(FormatError) in try read(file, options) }, makeWriter: nil)

  private static let detect: @Sendable (Probe) -> Detection? = { probe in
    guard let head = probe.textHead, !probe.looksLikeJSON else { return nil }
    let lines = TextLines(head.utf8).lines.filter { !isSkipped($0) }
    guard let first = lines.first else { return nil }
    if isCode(first) { return Detection(.certain, "a line each is an otpauth address", score: 100) }
    // XML of password managers holds such addresses, too.
    let start = ASCIIBytes.trimmed(first.bytes)
    let marks: [StaticString] = ["<!doctype html", "<html"]
    guard marks.contains(where: { ASCIIBytes.hasPrefix(start, $0) }),
      !codes(inPage: head.utf8).isEmpty
    else { return nil }
    return Detection(.likely, "it is a page with otpauth addresses in it", score: 50)
  }

  private static func isSkipped(_ line: TextLines.Line) -> Bool {
    line.isBlank || line.bytes.first == UInt8(ascii: "#")
  }

  private static func isCode(_ line: TextLines.Line) -> Bool {
    let bytes = ASCIIBytes.trimmed(line.bytes)
    return ASCIIBytes.hasPrefix(bytes, "otpauth://") || isTransfer(bytes)
      || ASCIIBytes.hasPrefix(bytes, "steam://")
  }

  private static func isTransfer(_ bytes: [UInt8]) -> Bool {
    ASCIIBytes.hasPrefix(bytes, "otpauth-migration://")
  }

  private static func read(_ file: SourceFile, _ options: ReadOptions) throws(FormatError) -> Reading {
    var text = TextDecoding.decode(file.bytes)
    var isDerived = false
    var findings: [Finding] = []
    var lines = TextLines(text.utf8).lines.filter { !isSkipped($0) }
    if let first = lines.first, !isCode(first) {
      let codes = codes(inPage: text.utf8)
      if !codes.isEmpty {
        text = TextDecoding.decode(Array(codes.joined(separator: [0x0A])))
        isDerived = true
      }
    } else if lines.contains(where: { isTransfer(ASCIIBytes.trimmed($0.bytes)) }) {
      let expanded = GoogleTransfer.expanded(lines.map { $0.text })
      text = TextDecoding.decode(Array(expanded.lines.joined(separator: "\n").utf8))
      findings = expanded.findings
      isDerived = true
    }
    lines = TextLines(text.utf8).lines.filter { !isSkipped($0) }
    let records = lines.map { line in
      let trimmed = ASCIIBytes.trimmed(line.bytes)
      let start = line.bytes.firstIndex { !ASCIIBytes.isBlank($0) } ?? line.offset
      return TextRecord(offset: line.offset, cells: [("uri", Text(ASCIIBytes.text(trimmed)), start)])
    }
    return table.read(records, of: text, options, isDerived: isDerived, findings: findings)
  }

  /// The addresses in a page, their entities decoded.
  private static func codes(inPage bytes: [UInt8]) -> [[UInt8]] {
    let mark = Array("otpauth://".utf8)
    var codes: [[UInt8]] = []
    var index = 0
    while index + mark.count < bytes.count {
      guard bytes[index] == mark[0], bytes[index...].starts(with: mark) else {
        index += 1
        continue
      }
      let code = bytes[index...].prefix { $0 > 0x20 && !"<>\"'".utf8.contains($0) }
      codes.append(HTMLEntities.decode(Array(code)).bytes)
      index = code.endIndex
    }
    return codes
  }

  // MARK: One code

  private static let interpret: @Sendable (inout RowBuilder, inout VaultDraft) -> TableFormat.Verdict = {
    row, _ in
    guard let view = row.cell("uri"), let text = view.peek else { return .item }
    let code: OneTimeCode
    do throws(OneTimeCodeError) {
      code = try OneTimeCode.parse(text)
    } catch {
      row.fallbackTitle = error.issuer ?? error.account
      return .item
    }
    row.fallbackTitle = code.issuer ?? code.account
    takeDisplay(code, view, text, &row)
    return .item
  }

  /// Ente Auth's own parameter: note, tags, and whether the code is pinned or in the trash, as JSON.
  private static func takeDisplay(
    _ code: OneTimeCode, _ view: SourceView, _ text: Text, _ row: inout RowBuilder
  ) {
    guard let display = code.otherParameters.first(where: { $0.name == "codeDisplay" })?.value,
      let record = SourceRecord.json(display), record.root.kind == .object
    else { return }
    let root = record.root
    var places: [PlacedText] = []
    if let note = root.peek("note") {
      // Written as in a form, where a plus is a blank.
      let plain = Text(ASCIIBytes.text(note.utf8.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }))
      row.item.credentials.append(.note(Note(content: EditableField(value: plain))))
      places.append(PlacedText("note.content", plain))
    }
    for tag in root.elements("tags").compactMap(\.peek) {
      row.item.tags.append(tag)
      places.append(PlacedText("tags", tag))
    }
    if root.peek("pinned") == "true" { row.item.isFavorite = true }
    if root.peek("trashed") == "true" { row.isTrashed = true }
    takeCode(code, view, text, places, &row)
  }

  private static func takeCode(
    _ code: OneTimeCode, _ view: SourceView, _ text: Text, _ places: [PlacedText], _ row: inout RowBuilder
  ) {
    let others = code.otherParameters.filter { $0.name != "codeDisplay" && $0.value?.isEmpty == false }
    guard let credential = TOTP(code), others.isEmpty,
      !code.problems.contains(where: { $0.mayChangeCodes })
    else { return }
    row.item.credentials.append(.totp(credential))
    view.convert(
      toAll: [PlacedText("totp.secret", code.base32Secret)] + places, .oneTimeCodeConverted,
      "the line stands as a totp credential; how the app shows it is left out")
  }
}
