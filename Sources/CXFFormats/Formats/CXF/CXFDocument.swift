internal import CredentialExchangeFormat

/// CXF 1.0 itself: the JSON document alone, without attachment bytes.
package enum CXFDocument {
  package static let format = Format(
    id: "cxf", name: "FIDO Credential Exchange Format 1.0 (JSON)", rpID: "",
    exportSteps: "'cxf convert', or any program that writes CXF",
    capabilities: Capabilities(
      native: [
        .logins, .passkeys, .totp, .cards, .identities, .sshKeys, .notes, .customFields, .folders, .tags,
        .favorites,
        .dates,
      ], converted: [.history, .archive, .trash]),
    readsInPlace: true, detect: detect,
    read: { (file, options) throws(FormatError) in try read(file, options) },
    makeWriter: { CXFWriter($0) })

  private static func detect(_ probe: Probe) -> Detection? {
    guard let members = probe.jsonMembers else { return detectList(probe) }
    let exporter = ["exporterRpId", "exporterDisplayName", "exporter", "exporter_rp_id"].contains {
      members[Text($0)] != nil
    }
    guard members["accounts"] == .array else { return detectPart(members) }
    if exporter || members["version"] == .object {
      return Detection(.certain, "it has a version or exporter and accounts, as CXF's header")
    }
    return Detection(.possible, "it has accounts, and neither version nor exporter of CXF's header")
  }

  /// An account, item or credential without the rest of a document.
  private static func detectPart(_ members: [Text: SourceRecord.Kind]) -> Detection? {
    if members["credentials"] == .array, members["title"] == .string {
      return Detection(.likely, "it is an item of CXF without a document around it")
    }
    let hasUser = members["username"] == .string || members["userName"] == .string
    if members["items"] == .array, members["collections"] == .array, hasUser, members["email"] == .string {
      return Detection(.likely, "it is an account of CXF without a document around it")
    }
    return nil
  }

  /// An array of accounts, items or credentials: the first one tells.
  private static func detectList(_ probe: Probe) -> Detection? {
    guard probe.looksLikeJSON, let source = try? JSONSource(probe.bytes) else { return nil }
    let first: RootShape?? = source.text.withUnsafeBufferPointer { bytes in
      var cursor = JSONCursor(bytes)
      guard case .list? = try? DocumentRoot.of(cursor), (try? cursor.beginArray()) != nil else { return nil }
      var isFirst = true
      guard (try? cursor.nextElement(first: &isFirst)) == true else { return nil }
      return try? RootShape.of(cursor)
    }
    switch first {
    case .item??: return Detection(.likely, "it is an array of items of CXF")
    case .account??: return Detection(.possible, "it may be an array of accounts of CXF")
    case .credential??: return Detection(.possible, "it may be an array of credentials of CXF")
    default: return nil
    }
  }

  /// Reads a document.
  ///
  /// - Throws: `FormatError`.
  package static func read(
    _ file: SourceFile, _ options: ReadOptions
  ) throws(FormatError) -> Reading {
    guard file.isWhole else { return try readInPlace(file, options) }
    let decoded: CXFDecoder.Result
    do {
      decoded = try CXFDecoder(strict: options.isStrict).decode(file.bytes)
    } catch {
      throw .notJSON(error, file)
    }
    return SourceMatcher(decoded, options).reading(decoded)
  }

  /// Reads a document whose bytes are not in memory: its items one by one, each when it is asked for.
  private static func readInPlace(_ file: SourceFile, _ options: ReadOptions) throws(FormatError) -> Reading {
    do {
      if options.leavesItems,
        let index = try CXFDecoder(strict: options.isStrict).index(file.content, progress: options.progress)
      {
        return try CXFItemsInPlace(index, options).reading()
      }
      return try read(
        SourceFile(name: file.name, bytes: file.content.readAll(limit: JSONSource.maximumCount)), options)
    } catch let error as LocatedJSONError {
      throw .notJSON(error.error, file, error.position)
    } catch let error as FormatError {
      throw error
    } catch {
      throw .reading(file, error)
    }
  }
}

extension FormatError {
  /// The error of a file that should be JSON and is not.
  static func notJSON(_ error: JSONError, _ file: SourceFile) -> FormatError {
    let source = try? JSONSource(file.bytes)
    var lines = LineCounter(source?.text ?? file.bytes)
    let (line, column) = lines.advance(to: error.offset)
    return notJSON(
      error, file,
      SourcePosition(
        line: line, column: column, byte: source?.fileOffsets(of: [error.offset]).first ?? error.offset))
  }

  fileprivate static func notJSON(
    _ error: JSONError, _ file: SourceFile, _ position: SourcePosition
  ) -> FormatError {
    FormatError(
      .damaged,
      Finding(
        FindingCode(error.code.rawValue, .error), file: file.name, position: position, message: error.message,
        action: .failed), hint: "export the file again; it may have been cut off or edited")
  }
}
