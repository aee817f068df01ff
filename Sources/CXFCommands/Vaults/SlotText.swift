internal import CXFCommandLine
internal import CXFCrypto
internal import CXFVaults
internal import CredentialExchangeFormat

/// A slot of a vault in words and in JSON. Nothing of it is secret.
struct SlotText {
  /// The name: 32 hexadecimal digits; nil where it is not known.
  var id: String?
  /// The name of the kind.
  var kind: String
  /// The public key of a recipient's slot, as age writes it.
  var recipient: String?
  /// How a passphrase is turned into a key.
  var derivation: KeyDerivation?

  init(_ slot: VaultSlotSummary) {
    id = Self.id(slot.id)
    switch slot.kind {
    case .passphrase: kind = "passphrase"
    case .recipient: kind = "recipient"
    default: kind = "unknown-\(slot.kind.rawValue)"
    }
    recipient = slot.recipient.map { AgeRecipient.text($0) }
    derivation = slot.keyDerivation
  }

  init(_ slot: NewSlot) {
    switch slot {
    case .passphrase(_, let derivation):
      kind = "passphrase"
      self.derivation = derivation
    case .recipient(let key):
      kind = "recipient"
      recipient = AgeRecipient.text(key)
    }
  }

  /// What opens a vault without slots.
  init(kind: String, derivation: KeyDerivation?) {
    self.kind = kind
    self.derivation = derivation
  }

  static func id(_ bytes: [UInt8]) -> String { Hexadecimal.text(bytes) }

  /// One line for people.
  var line: String { [id, kind, recipient].compactMap { $0 }.joined(separator: "  ") }

  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("id", id)
    writer.member("kind", kind)
    writer.member("recipient", recipient)
    writer.name("argon2id")
    if let derivation {
      writer.beginObject()
      writer.member("memoryKiB", Int(derivation.memoryKiB))
      writer.member("passes", Int(derivation.iterations))
      writer.member("lanes", Int(derivation.parallelism))
      writer.endObject()
    } else {
      writer.null()
    }
    writer.endObject()
  }

  /// Finds the slot that a word names: its id, or the unique beginning of it.
  ///
  /// - Throws: `SimpleFailure` (1).
  static func find(_ word: String, in slots: [VaultSlotSummary]) throws -> VaultSlotSummary {
    let wanted = word.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    let found = slots.filter { !wanted.isEmpty && id($0.id).utf8.starts(with: wanted) }
    guard let slot = found.first, found.count == 1 else {
      throw SimpleFailure(
        .negative, found.isEmpty ? "there is no slot '\(word)'" : "'\(word)' is the beginning of several ids",
        hint: "'cxf vault slots VAULT' lists them")
    }
    return slot
  }
}

extension JSONDocument {
  /// The document about the slots of a vault.
  static func slots(_ slots: [SlotText], of vault: String, _ more: (inout JSONWriter) -> Void = { _ in })
    -> [UInt8]
  {
    make { writer in
      writer.member("vault", vault)
      writer.array("slots", slots) { writer, slot in slot.write(to: &writer) }
      more(&writer)
    }
  }
}
