internal import CredentialExchangeFormat

/// Finds the payload of a response without keeping it in memory: of all other members the text is returned.
struct PayloadScanner {
  private let bytes: any RandomAccessBytes
  private var buffer: [UInt8] = []
  /// Where the buffer begins in the text.
  private var base: UInt64 = 0
  private var index = 0
  private var head: [UInt8] = []

  private static let pieceCount = 1 << 18

  private init(_ bytes: any RandomAccessBytes) { self.bytes = bytes }

  /// Returns the text with an empty payload, and the payload's bytes.
  static func scan(_ bytes: any RandomAccessBytes) throws -> (head: [UInt8], payload: Base64URLBytes?) {
    var scanner = PayloadScanner(bytes)
    return try scanner.scan()
  }

  private mutating func scan() throws -> (head: [UInt8], payload: Base64URLBytes?) {
    var payload: Base64URLBytes?
    var depth = 0
    // Whether the next string is a name of the outermost object.
    var isName = false
    var name: [UInt8] = []
    while let byte = try peek() {
      switch byte {
      case UInt8(ascii: "\""):
        if depth == 1, !isName, name.elementsEqual("payload".utf8), payload == nil {
          payload = try takePayload()
          head += Array("\"\"".utf8)
        } else {
          let string = try takeString()
          if depth == 1, isName { name = Array(string.dropFirst().dropLast()) }
          try keep(string)
        }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        isName = depth == 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ":") where depth == 1: isName = false
      case UInt8(ascii: ",") where depth == 1: isName = true
      default: break
      }
      try keep([byte])
      index += 1
    }
    return (head, payload)
  }

  private mutating func keep(_ bytes: [UInt8]) throws {
    guard head.count + bytes.count <= ResponseEnvelope.headLimit else {
      throw ExchangeError.damaged(
        ResponseEnvelope.code,
        "the response has more than \(ResponseEnvelope.headLimit) bytes beside its payload")
    }
    head += bytes
  }

  /// The byte at the place, which is read when it is not at hand.
  private mutating func peek() throws -> UInt8? {
    if index == buffer.count {
      base += UInt64(buffer.count)
      index = 0
      buffer = try bytes.read(at: base, count: Int(min(UInt64(Self.pieceCount), bytes.count - base)))
    }
    return index < buffer.count ? buffer[index] : nil
  }

  /// A string with its quotes, as it is spelled.
  private mutating func takeString() throws -> [UInt8] {
    var string = [UInt8(ascii: "\"")]
    index += 1
    var isEscaped = false
    while let byte = try peek() {
      index += 1
      string.append(byte)
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        return string
      }
      guard string.count <= ResponseEnvelope.headLimit else { break }
    }
    throw ExchangeError.damaged(ResponseEnvelope.code, "the response breaks off within a string")
  }

  private mutating func takePayload() throws -> Base64URLBytes {
    index += 1
    _ = try peek()
    let start = base + UInt64(index)
    while try peek() != nil {
      // What is no digit is found where it is decoded: every byte of an archive is read.
      let end = buffer.withUnsafeBufferPointer { bytes in
        bytes[index...].firstIndex(of: UInt8(ascii: "\""))
      }
      guard let end else {
        index = buffer.count
        continue
      }
      let count = base + UInt64(end) - start
      index = end
      index += 1
      guard let payload = try Base64URLBytes(try bytes.window(at: start, count: count)) else {
        throw ExchangeError.damaged(
          ResponseEnvelope.code, "the response's payload is not whole base64url: it was cut off or changed")
      }
      return payload
    }
    throw ExchangeError.damaged(
      ResponseEnvelope.code, "the response breaks off within its payload", hint: "have it sent once more")
  }
}

/// The bytes of a text in base64url, decoded where they are read.
struct Base64URLBytes: RandomAccessBytes {
  private let text: any RandomAccessBytes
  let count: UInt64

  /// Creates the value; nil where the length or the last bits are not those of whole bytes.
  ///
  /// - Parameter text: of the alphabet only.
  init?(_ text: any RandomAccessBytes) throws {
    guard text.count % 4 != 1 else { return nil }
    self.text = text
    count = text.count / 4 * 3 + [0, 0, 1, 2][Int(text.count % 4)]
    let rest = Int(text.count % 4)
    guard rest > 0 else { return }
    let last = try text.read(at: text.count - UInt64(rest), count: rest)
    var bytes = [UInt8](repeating: 0, count: Base64URL.decodedCount(rest))
    let isExact = last.withUnsafeBytes { last in
      bytes.withUnsafeMutableBytes { Base64URL.decodeExact(last, into: $0) }
    }
    guard isExact else { return nil }
  }

  func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws {
    guard offset <= count, UInt64(buffer.count) <= count - offset else { throw ByteRangeError() }
    var done = 0
    while done < buffer.count {
      let place = offset + UInt64(done)
      let skipped = Int(place % 3)
      let start = place / 3 * 4
      let wanted = min(buffer.count - done, Self.pieceCount)
      let characters = min(UInt64((wanted + skipped + 2) / 3 * 4), text.count - start)
      let spelled = try text.read(at: start, count: Int(characters))
      let held = Base64URL.decodedCount(spelled.count)
      let decoded = [UInt8](unsafeUninitializedCapacity: held) { target, used in
        let target = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(target)[..<held])
        used = spelled.withUnsafeBytes { Base64URL.decodeExact($0, into: target) } ? held : 0
      }
      guard decoded.count == held else {
        throw ExchangeError.damaged(
          ResponseEnvelope.code, "the response's payload is not base64url without padding, or was cut off")
      }
      let count = min(wanted, held - skipped)
      guard count > 0 else { throw ByteRangeError() }
      decoded.withUnsafeBytes { source in
        UnsafeMutableRawBufferPointer(rebasing: buffer[done..<done + count])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[skipped..<skipped + count]))
      }
      done += count
    }
  }

  /// A multiple of three.
  private static let pieceCount = 3 << 16
}
