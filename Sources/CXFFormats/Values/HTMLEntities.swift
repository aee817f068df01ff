package import CredentialExchangeFormat

/// The few entities of HTML that exporters write by mistake.
enum HTMLEntities {
  private static let names: [(name: [UInt8], byte: UInt8)] = [
    (Array("&amp;".utf8), UInt8(ascii: "&")), (Array("&lt;".utf8), UInt8(ascii: "<")),
    (Array("&gt;".utf8), UInt8(ascii: ">")), (Array("&quot;".utf8), UInt8(ascii: "\"")),
    (Array("&apos;".utf8), UInt8(ascii: "'")), (Array("&#39;".utf8), UInt8(ascii: "'")),
    (Array("&#039;".utf8), UInt8(ascii: "'")), (Array("&#x27;".utf8), UInt8(ascii: "'")),
    (Array("&#34;".utf8), UInt8(ascii: "\"")), (Array("&#60;".utf8), UInt8(ascii: "<")),
    (Array("&#62;".utf8), UInt8(ascii: ">")), (Array("&#38;".utf8), UInt8(ascii: "&")),
  ]

  /// Decodes once.
  ///
  /// - Returns: the bytes, the number of entities, and whether a raw `&`, `<` or `>` was there, which a writer of
  ///   entities does not leave.
  static func decode(_ bytes: [UInt8]) -> (bytes: [UInt8], entities: Int, hasRaw: Bool) {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var entities = 0
    var hasRaw = false
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "&") {
        if let entity = names.first(where: { bytes[index...].starts(with: $0.name) }) {
          output.append(entity.byte)
          entities += 1
          index += entity.name.count
          continue
        }
        hasRaw = true
      } else if byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") {
        hasRaw = true
      }
      output.append(byte)
      index += 1
    }
    return (output, entities, hasRaw)
  }

  /// Decodes the cells of a file whose writer encoded them all.
  static let undo = CellUndo(
    code: .htmlEntity,
    survey: { cells in
      var entities = 0
      for cell in cells {
        let decoded = decode(Array(cell.utf8))
        if decoded.hasRaw { return false }
        entities += decoded.entities
      }
      return entities > 0
    },
    restore: { cell, _ in
      let decoded = decode(Array(cell.utf8))
      return decoded.entities > 0 ? Text(ASCIIBytes.text(decoded.bytes)) : nil
    },
    finding: { count in
      Finding(
        .htmlEntitiesDecoded,
        message: "the texts are written with entities of HTML throughout; \(count) cells were decoded, once",
        action: .repaired)
    })
}

extension FindingCode {
  /// A cell was written with entities of HTML.
  package static let htmlEntity = FindingCode("html-entity", .note)
  /// The cells of the file were written with entities of HTML.
  package static let htmlEntitiesDecoded = FindingCode("html-entities-decoded", .warning)
}
