import CXFArchiving
import CredentialExchangeFormat
import Testing

/// Whatever happens to a file: the same comes out of it, or an error.
struct ZipMutationTests {
  static let members = [Member("a/x", Array("first".utf8)), Member("\u{E9}", noise(20)), Member("b", [])]

  static let samples: [[UInt8]] = {
    var raw = RawZip(
      RawZip.Entry("a/x", members[0].content), RawZip.Entry("\u{E9}", members[1].content).deflated,
      RawZip.Entry("b", []))
    let plain = raw.bytes
    raw.zip64 = { _ in }
    return [
      (try? zip(members, .stored)) ?? [], (try? zip(members, .deflated(level: 6))) ?? [], plain, raw.bytes,
    ]
  }()

  @Test(arguments: samples.indices) func refusesWhatIsCutOff(sample: Int) throws {
    let bytes = Self.samples[sample]
    #expect(try unzip(bytes, .cxp) == Self.members)
    for count in 0..<bytes.count {
      for limits in [ZipLimits.cxp, .foreign] {
        #expect(complaint(Array(bytes.prefix(count)), limits) != nil, "\(count)")
        #expect(complaint(Array(bytes.suffix(count)), limits) != nil, "\(count) from the end")
      }
    }
  }

  @Test(arguments: samples.indices) func noChangedBitGoesUnnoticedOrMatters(sample: Int) throws {
    let bytes = Self.samples[sample]
    var refused = 0
    for bit in 0..<bytes.count * 8 {
      var changed = bytes
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      for limits in [ZipLimits.cxp, .foreign] {
        guard let found = try? unzip(changed, limits) else {
          refused += 1
          continue
        }
        #expect(found == Self.members, "bit \(bit % 8) of byte \(bit / 8)")
      }
    }
    #expect(refused > bytes.count * 8)
  }

  @Test(arguments: samples.indices) func noAddedOrDroppedByteGoesUnnoticed(sample: Int) throws {
    let bytes = Self.samples[sample]
    for place in 0...bytes.count {
      for value: UInt8 in [0, 0x50, 0xFF] {
        var longer = bytes
        longer.insert(value, at: place)
        if let found = try? unzip(longer, .cxp) { #expect(found == Self.members, "added at \(place)") }
      }
      guard place < bytes.count else { continue }
      var shorter = bytes
      shorter.remove(at: place)
      if let found = try? unzip(shorter, .cxp) { #expect(found == Self.members, "dropped at \(place)") }
    }
  }

  @Test func neverCrashesOnNoise() throws {
    for seed in 0..<1_000 as Range<UInt64> {
      var bytes = Self.samples[Int(seed) % Self.samples.count]
      let random = noise(12, seed: seed + 1)
      for index in stride(from: 0, to: random.count, by: 3) {
        let place = (Int(random[index]) << 8 | Int(random[index + 1])) % bytes.count
        bytes[place] = random[index + 2]
      }
      for limits in [ZipLimits.cxp, .foreign] {
        do {
          _ = try unzip(bytes, limits)
        } catch {
          #expect(error is ZipError)
        }
      }
    }
  }
}
