/// From the bytes of a text file to UTF-8.
///
/// Exactly one leading byte order mark is taken off; a second one is data. Nothing else of the text changes:
/// no normalisation, no line-end conversion.
package enum TextDecoding {
  /// Decodes a file that should be text.
  ///
  /// A mark decides. Without one the bytes are UTF-8 if they are well formed; UTF-16 if their zero bytes say
  /// so; otherwise the whole file is taken for Windows-1252. Surrogates written as three bytes (`ED A0..BF xx`)
  /// speak for damaged UTF-8 instead, and so do ill-formed bytes after a UTF-8 mark among well-formed
  /// characters: such a file is read as UTF-8, with U+FFFD where nothing can be read.
  package static func decode(_ bytes: [UInt8]) -> DecodedText {
    if bytes.starts(with: [0xFF, 0xFE]) {
      return UTF16Decoding.decode(bytes, from: 2, encoding: .utf16LittleEndian, isGuessed: false)
    }
    if bytes.starts(with: [0xFE, 0xFF]) {
      return UTF16Decoding.decode(bytes, from: 2, encoding: .utf16BigEndian, isGuessed: false)
    }

    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let encoding = start == 0 ? TextEncoding.utf8 : .utf8WithBOM
    let survey = UTF8Survey(bytes, from: start)
    if start == 0, survey.hasNull, let wide = UTF16Decoding.guess(bytes) {
      return UTF16Decoding.decode(bytes, from: 0, encoding: wide, isGuessed: true)
    }
    if survey.isWellFormed {
      let utf8 = start == 0 ? bytes : Array(bytes[start...])
      let marks = survey.hasNull ? nullMarks(in: utf8) : []
      return DecodedText(
        utf8: utf8, encoding: encoding, isGuessed: false, marks: marks,
        offsets: SourceOffsets(rule: .bytes, start: start))
    }
    if survey.isDamagedUTF8(hasMark: start != 0) {
      return repair(bytes, from: start, encoding: encoding)
    }
    return Windows1252.decode(bytes, from: start)
  }

  private static func nullMarks(in utf8: [UInt8]) -> [TextMark] {
    utf8.indices.lazy.filter { utf8[$0] == 0 }.map { TextMark(offset: $0, kind: .null) }
  }

  /// Reads damaged UTF-8: one U+FFFD for each surrogate or ill-formed stretch.
  private static func repair(_ bytes: [UInt8], from start: Int, encoding: TextEncoding) -> DecodedText {
    var utf8: [UInt8] = []
    utf8.reserveCapacity(bytes.count + bytes.count / 16)
    var marks: [TextMark] = []
    var offsets = SourceOffsets(rule: .bytes, start: start)

    bytes.withUnsafeBufferPointer { buffer in
      var index = start
      func replace(_ kind: TextMark.Kind, by scalar: UInt32, length: Int) {
        marks.append(TextMark(offset: utf8.count, kind: kind))
        utf8.appendUTF8(scalar)
        index += length
        offsets.anchor(decoded: utf8.count, source: index)
      }
      while index < buffer.count {
        switch UTF8Sequence.at(index, in: buffer) {
        case .wellFormed(let length):
          if buffer[index] == 0 { marks.append(TextMark(offset: utf8.count, kind: .null)) }
          for offset in 0..<length { utf8.append(buffer[index + offset]) }
          index += length
        case .illFormed(let length):
          replace(.replaced, by: 0xFFFD, length: length)
        case .surrogate(let high):
          // A pair still tells which character was meant, so that much can be read.
          if high < 0xDC00, index + 3 < buffer.count,
            case .surrogate(let low) = UTF8Sequence.at(index + 3, in: buffer), low >= 0xDC00
          {
            replace(.joinedSurrogates, by: joinSurrogates(high, low), length: 6)
          } else {
            replace(.replaced, by: 0xFFFD, length: 3)
          }
        }
      }
    }
    return DecodedText(utf8: utf8, encoding: encoding, isGuessed: false, marks: marks, offsets: offsets)
  }
}

/// What a pass over bytes says about whether they are UTF-8.
struct UTF8Survey {
  /// Well-formed sequences of two bytes or more.
  private(set) var characters = 0
  /// Surrogates written as three bytes.
  private(set) var surrogates = 0
  /// Other ill-formed stretches.
  private(set) var illFormed = 0
  /// Whether there is a zero byte.
  private(set) var hasNull = false

  var isWellFormed: Bool { surrogates == 0 && illFormed == 0 }

  /// Whether ill-formed bytes are better explained by damage than by another encoding.
  ///
  /// A few surrogate-like triples among many stray bytes are letters of a code page ("í" before a no-break
  /// space), so stray bytes must not outnumber what only UTF-8 explains.
  func isDamagedUTF8(hasMark: Bool) -> Bool {
    (surrogates > 0 || (hasMark && characters > 0)) && illFormed <= surrogates + characters
  }

  init(_ bytes: [UInt8], from start: Int) {
    bytes.withUnsafeBufferPointer { buffer in
      let raw = UnsafeRawBufferPointer(buffer)
      var index = start
      while index < buffer.count {
        // Eight bytes of ASCII without NUL at once: that is most of any file.
        if index + 8 <= buffer.count {
          let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
          let zeros = (word &- 0x0101_0101_0101_0101) & ~word
          if (word | zeros) & 0x8080_8080_8080_8080 == 0 {
            index += 8
            continue
          }
        }
        switch UTF8Sequence.at(index, in: buffer) {
        case .wellFormed(let length):
          if length > 1 { characters += 1 } else if buffer[index] == 0 { hasNull = true }
          index += length
        case .surrogate:
          surrogates += 1
          index += 3
        case .illFormed(let length):
          illFormed += 1
          index += length
        }
      }
    }
  }
}
