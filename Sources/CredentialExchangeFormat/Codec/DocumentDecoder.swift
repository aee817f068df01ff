/// The state of one decoding: the cursor, what was noticed, what could not be read.
struct DocumentDecoder {
  /// Something noticed at an offset; positions are rendered when decoding is over.
  struct Note {
    var finding: Finding
    var offset: Int
  }

  /// A value that was not understood: its range in the text, and what it is called.
  struct Rejected {
    let range: Range<Int>
    let label: String
    /// Index of the note that says so.
    let note: Int
    /// Whether it is an item, or all items of an account.
    var isItem = false
  }

  /// A state to which findings and rejected values can be taken back.
  struct Mark {
    let notes: Int
    let rejected: Int
  }

  var json: JSONCursor
  let isStrict: Bool
  var notes: [Note] = []
  var rejected: [Rejected] = []
  /// Source ranges of the items that were read, in order.
  var itemRanges: [Range<Int>] = []
  /// Addresses met where an item's scope does not hold them, waiting for the item to end.
  var strayURLs: [Text] = []
  /// What the text was read as.
  var root = DocumentRoot.document
  /// Items met in collections, waiting for their account to end.
  var strayItems: [StrayItem] = []
  /// Where the items of the account at hand begin among `itemRanges`.
  var firstItemOfAccount = 0
  /// Source ranges of items that stand in the document a second time, and were taken once.
  var repeatedItemRanges: [Range<Int>] = []
  /// Where items are read one by one and not kept: what is known of them.
  var passing: PassingItems?
  /// Whether the last `object` call met bad content.
  var wasRejected = false

  init(_ bytes: UnsafeBufferPointer<UInt8>, strict: Bool) {
    json = JSONCursor(bytes)
    isStrict = strict
  }

  /// Creates the state for a text that is read as it is reached. The window must outlive it.
  init(_ window: TextWindow, strict: Bool = false) {
    json = JSONCursor(window)
    isStrict = strict
  }

  func mark() -> Mark { Mark(notes: notes.count, rejected: rejected.count) }

  mutating func restore(_ mark: Mark) {
    notes.removeSubrange(mark.notes...)
    rejected.removeSubrange(mark.rejected...)
  }

  // MARK: Noticing

  mutating func report(
    _ code: FindingCode, severity: Severity? = nil, at offset: Int, _ member: MemberName,
    action: FindingAction
  ) {
    let name = member.name.description
    notes.append(
      Note(
        finding: Finding(
          code, severity: severity, field: name, message: code.message(for: name), action: action),
        offset: offset))
  }

  /// Reports a known deviation; returns whether it may be read as what was meant.
  mutating func repairs(_ code: FindingCode, at offset: Int, _ member: MemberName) -> Bool {
    guard !isStrict else { return false }
    report(code, at: offset, member, action: .repaired)
    return true
  }

  mutating func missing(_ name: StaticString, at offset: Int, _ section: StaticString) {
    notes.append(
      Note(
        finding: Finding(
          .missingMember, severity: isStrict ? .error : nil, field: name.description,
          message: FindingCode.missingMember.message(for: name.description), action: .repaired,
          spec: section.description), offset: offset))
  }

  /// Skips the value that stands next and keeps it aside as not understood.
  mutating func reject<Value>(_ code: FindingCode, _ member: MemberName) throws(JSONError) -> Value? {
    _ = try json.peek()
    let start = json.offset
    report(code, severity: isStrict ? .error : nil, at: start, member, action: .failed)
    setAside(start..<(try json.skipValue()).upperBound, member)
    // Damage to the text is told when it is kept elsewhere.
    json.sawDamagedText = false
    wasRejected = true
    return nil
  }

  /// Keeps a value aside as not understood; the note before says why.
  mutating func setAside(_ range: Range<Int>, _ member: MemberName) {
    rejected.append(Rejected(range: range, label: member.name.description, note: notes.count - 1))
  }

  /// Says that the value rejected last was an item, or all items of an account.
  mutating func markRejectedAsItem() {
    if !rejected.isEmpty { rejected[rejected.count - 1].isItem = true }
  }

  /// Reads the value that stands next for its findings only: what they are about stays as it is.
  mutating func rehearse(_ read: (inout DocumentDecoder) throws(JSONError) -> Void) throws(JSONError) {
    let mark = mark()
    let start = json.offset
    try read(&self)
    json.rewind(to: start)
    rejected.removeSubrange(mark.rejected...)
    for index in mark.notes..<notes.count { notes[index].finding.action = .kept }
  }

  /// Gives up an object that was read but means nothing.
  mutating func discard(
    _ range: Range<Int>, since mark: Mark, _ member: MemberName, missing name: StaticString
  ) {
    discard(range, since: mark, member, name.description, "without \(name) this means nothing")
  }

  /// Gives up an object in which a member is bad that no default can stand in for.
  mutating func discard(
    _ range: Range<Int>, since mark: Mark, _ member: MemberName, unreadable name: String
  ) {
    discard(range, since: mark, member, name, "with a default for \(name) this would mean something else")
  }

  private mutating func discard(
    _ range: Range<Int>, since mark: Mark, _ member: MemberName, _ name: String, _ reason: String
  ) {
    rejected.removeSubrange(mark.rejected...)
    notes.append(
      Note(
        finding: Finding(
          .incompleteObject, field: name, message: "\(reason); its values are kept as custom fields",
          action: .failed), offset: range.lowerBound))
    setAside(range, member)
    wasRejected = true
  }

  // MARK: Text

  @inline(__always)
  mutating func string(_ member: MemberName) throws(JSONError) -> Text {
    let start = json.offset
    let text = try json.string()
    if json.sawDamagedText { reportDamage(at: start, member) }
    return text
  }

  @inline(never)
  private mutating func reportDamage(at offset: Int, _ member: MemberName) {
    json.sawDamagedText = false
    let isSecret =
      member.fieldType == .concealedString || member.name.description == "password"
      || member.name.description == "secret"
    report(isSecret ? .invalidUnicodeInSecret : .invalidUnicode, at: offset, member, action: .repaired)
  }

  /// Reads a number or boolean as the text that it is spelled with.
  @inline(never)
  mutating func spelledText(_ member: MemberName) throws(JSONError) -> Text? {
    let start = json.offset
    switch try json.peek() {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "t"), UInt8(ascii: "f"):
      guard repairs(.textSpelledBare, at: start, member) else { return try reject(.wrongType, member) }
      return json.spelling(try json.skipValue())
    default: return try reject(.wrongType, member)
    }
  }

  // MARK: Numbers

  @inline(never)
  mutating func tolerantNumber<Value: FixedWidthInteger & UnsignedInteger>(
    _ member: MemberName, _ start: Int
  ) throws(JSONError) -> Value? {
    let code: FindingCode
    let spelling: Text
    switch try json.peek() {
    case UInt8(ascii: "\""):
      code = .textForNumber
      spelling = try json.string()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      code = .inexactNumber
      spelling = json.spelling(try json.number())
    default: return try reject(.wrongType, member)
    }
    if let value = wholeNumber(spelling.string), let exact = Value(exactly: value),
      repairs(code, at: start, member)
    {
      return exact
    }
    json.rewind(to: start)
    return try reject(code == .textForNumber ? .wrongType : .numberOutOfRange, member)
  }

  private func wholeNumber(_ text: String) -> UInt64? {
    if let value = UInt64(text) { return value }
    guard let value = decimal(text), value >= 0, value < 9_007_199_254_740_992, value == value.rounded()
    else {
      return nil
    }
    return UInt64(value)
  }

  /// A number in decimal digits: `Double` reads `0x10` and `nan` as well.
  private func decimal(_ text: String) -> Double? {
    let isDecimal = text.utf8.allSatisfy { byte in
      byte &- UInt8(ascii: "0") <= 9 || "+-.eE".utf8.contains(byte)
    }
    return isDecimal ? Double(text) : nil
  }

  /// Reads what stands for a moment in files seen: fractions, text, negative numbers. What cannot be a moment is
  /// reported and read as absent, as the specification's importers do.
  @inline(never)
  mutating func tolerantTimestamp(_ member: MemberName, _ start: Int) throws(JSONError) -> Timestamp? {
    let spelling: Text
    switch try json.peek() {
    case UInt8(ascii: "\""): spelling = try json.string()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): spelling = json.spelling(try json.number())
    default: return try reject(.wrongType, member)
    }
    if let value = decimal(spelling.string), value >= 0, value < Double(Timestamp.firstImplausible),
      repairs(.inexactNumber, at: start, member)
    {
      return Timestamp(UInt64(value))
    }
    if let value = decimal(spelling.string), value >= 0, value < 1.8e19,
      let seconds = EpochRepair.seconds(of: UInt64(value)), repairs(.timestampEpoch, at: start, member)
    {
      return Timestamp(seconds)
    }
    if spelling.utf8.first == UInt8(ascii: "-"), let value = decimal(spelling.string) {
      if let seconds = EpochRepair.seconds(ofNegative: value), repairs(.timestampEpoch, at: start, member) {
        return Timestamp(seconds)
      }
      if repairs(.invalidTimestamp, at: start, member) { return nil }
    }
    if let seconds = EpochRepair.seconds(ofText: spelling), repairs(.timestampText, at: start, member) {
      return Timestamp(seconds)
    }
    json.rewind(to: start)
    return try reject(.invalidTimestamp, member)
  }

  /// Returns what a number too large for seconds means; one that means nothing known is kept.
  @inline(never)
  mutating func moment(_ value: UInt64, at start: Int, _ member: MemberName) -> Timestamp {
    guard let seconds = EpochRepair.seconds(of: value) else { return Timestamp(value) }
    if repairs(.timestampEpoch, at: start, member) { return Timestamp(seconds) }
    report(.timestampEpoch, severity: .error, at: start, member, action: .kept)
    return Timestamp(value)
  }

  // MARK: Bytes

  /// Consumes a string and returns the bytes that it means in exact base64url, without making a text of it; nil where
  /// it is anything else. A quote must stand here.
  @inline(__always)
  mutating func exactBase64() throws(JSONError) -> [UInt8]? {
    let span = try json.stringSpan()
    guard !span.hasEscapes, span.isASCII,
      let (bytes, deviation) = Base64URL.decode(json.bytes(in: span.start..<span.start + span.count)),
      deviation.isEmpty
    else { return nil }
    return bytes
  }

  // MARK: Identifiers

  @inline(never)
  mutating func identifier(_ text: Text, at start: Int, _ member: MemberName) -> Identifier? {
    var string = text.string
    let decoded = string.withUTF8 { Base64URL.decode($0) }
    if let decoded, decoded.deviation.isEmpty, !decoded.bytes.isEmpty,
      decoded.bytes.count <= Identifier.maximumCount
    {
      return Identifier(decoded.bytes)
    }
    return unusualIdentifier(text, decoded, at: start, member)
  }

  /// An identifier that is not as specified still ties references to entities: it is kept in some form.
  @inline(never)
  private mutating func unusualIdentifier(
    _ text: Text, _ decoded: (bytes: [UInt8], deviation: Base64URL.Deviation)?, at start: Int,
    _ member: MemberName
  ) -> Identifier? {
    if text.isEmpty {
      report(.invalidIdentifier, severity: isStrict ? .error : .note, at: start, member, action: .repaired)
      return nil
    }
    // With stray bits several texts mean the same bytes, so that the text itself must tell entities apart.
    if let decoded, !decoded.bytes.isEmpty, decoded.bytes.count <= Identifier.maximumCount,
      !decoded.deviation.contains(.trailingBits)
    {
      report(.inexactBase64URL, severity: isStrict ? .error : nil, at: start, member, action: .repaired)
      return Identifier(decoded.bytes)
    }
    report(.invalidIdentifier, severity: isStrict ? .error : nil, at: start, member, action: .repaired)
    let isExact = decoded.map { !$0.deviation.contains(.trailingBits) && !$0.bytes.isEmpty } ?? false
    return Identifier(isExact ? decoded?.bytes ?? [] : Array(text.utf8))
  }

  // MARK: Objects

  mutating func object<Object: ExchangeObject>(
    _ wrap: (Object) -> Credential, _ start: Int?
  ) throws(JSONError) -> Credential? {
    let name = Object.discriminator?.value ?? ""
    guard let object = try Object.readMembers(&self, MemberName(name), opened: start) else {
      wasRejected = true
      return nil
    }
    return wrap(object)
  }

  /// Consumes the start of a credential whose first member is a registered type in plain spelling, as nearly all are.
  @inline(__always)
  mutating func openCredential() throws(JSONError) -> (type: Int, start: Int)? {
    guard try json.peek() == UInt8(ascii: "{") else { return nil }
    let before = json
    try json.beginObject()
    var first = true
    if case .known = try json.nextMember(first: &first, among: Self.typeName, count: 1, from: 0),
      try json.peek() == UInt8(ascii: "\""), let type = json.string(among: Credential.knownTypes)
    {
      return (type, before.offset)
    }
    json = before
    return nil
  }

  // Unsafe: the memory is written once, here, and lives as long as the program.
  nonisolated(unsafe) private static let typeName = Immortal.start(of: [KnownName("type")])

  /// Finds the text of a member of the object that stands next, without consuming anything.
  @inline(__always)
  mutating func discriminator(_ name: StaticString) throws(JSONError) -> (value: Text, offset: Int)? {
    var ahead = json
    try ahead.beginObject()
    var first = true
    while let member = try ahead.nextMember(first: &first) {
      guard isNamed(member, name) else {
        try ahead.skipValue()
        continue
      }
      guard try ahead.peek() == UInt8(ascii: "\"") else { return nil }
      let offset = ahead.offset
      let value = try ahead.string()
      if member.hasEscapes { _ = repairs(.escapedMemberName, at: offset, MemberName(name)) }
      if ahead.sawDamagedText { report(.invalidUnicode, at: offset, MemberName(name), action: .repaired) }
      return (value, offset)
    }
    return nil
  }

  /// Returns whether a member has a name; the strict reader knows none that is written with escapes.
  @inline(__always)
  func isNamed(_ name: JSONCursor.Name, _ literal: StaticString) -> Bool {
    json.matches(name, literal) || (name.hasEscapes && !isStrict && json.resolves(name, to: literal))
  }

  /// Returns whether a member of a name comes later in the object, of which the value that stands next is one.
  func isFollowed(by literal: StaticString) throws(JSONError) -> Bool {
    var ahead = json
    try ahead.skipValue()
    var first = false
    while let name = try ahead.nextMember(first: &first) {
      if isNamed(name, literal) { return true }
      try ahead.skipValue()
    }
    return false
  }

  /// Returns where the value of a member of the root object begins.
  static func offset(of name: StaticString, in text: [UInt8]) -> Int? {
    text.withUnsafeBufferPointer { bytes in
      do throws(JSONError) {
        var cursor = JSONCursor(bytes)
        try cursor.beginObject()
        var first = true
        while let member = try cursor.nextMember(first: &first) {
          _ = try cursor.peek()
          if cursor.matches(member, name) { return cursor.offset }
          try cursor.skipValue()
        }
      } catch {}
      return nil
    }
  }

  /// Keeps a member that is not known, with the spelling of its value.
  mutating func keep(_ name: JSONCursor.Name, in unknown: inout UnknownMembers) throws(JSONError) {
    var member: [UInt8] = []
    json.appendCompact((name.start - 1)..<(name.start + name.count + 1), to: &member)
    member.append(UInt8(ascii: ":"))
    _ = try json.peek()
    let start = json.offset
    json.appendCompact(try json.skipValue(), to: &member)
    if member.contains(where: { $0 >= 0x80 }), String(validating: member, as: UTF8.self) == nil {
      // One such byte would make the whole output unreadable to others.
      report(.invalidUnicode, at: start, MemberName("unknown member"), action: .repaired)
      member = Array(String(decoding: member, as: UTF8.self).utf8)
    }
    unknown.append(member)
  }

  /// Keeps all members of the object that stands next, but one.
  mutating func keepAll(in unknown: inout UnknownMembers, but excluded: StaticString) throws(JSONError) {
    try json.beginObject()
    var first = true
    var wasLeftOut = false
    while let name = try json.nextMember(first: &first) {
      if isNamed(name, excluded) {
        if wasLeftOut {
          let _: Int? = try reject(.duplicateMember, MemberName(excluded))
        } else {
          wasLeftOut = true
          try json.skipValue()
        }
      } else {
        try keep(name, in: &unknown)
      }
    }
  }
}
