/// Judges a document where it lies, by the same rows as the codec, without making a model of it.
///
/// What has the exact form is passed over as bytes. What has not is handed to the codec, which reads it as it always
/// does and notes what it did; so judging and reading cannot differ in what they call a deviation, nor in what they do
/// about it. Only the rules of content, which the codec does not know, are found here alone.
struct DocumentJudge {
  /// The codec's state: where the text is read, and what the codec noticed.
  var decoder: DocumentDecoder
  /// What the rules of content noticed.
  var notes: [DocumentDecoder.Note] = []
  /// Items and credentials that were read.
  var items = 0
  var credentials = 0
  /// The identifiers of the accounts, and what refers to them.
  var identifiers = IdentifierTable()
  /// The places of the accounts by their identifiers.
  var accountNumbers: [IdentifierTable.Fingerprint: Int] = [:]
  /// Which account is at hand, from 0.
  var account = 0
  var references = ReferenceList()
  var ownedReferences: [OwnedReference] = []
  /// Moments, as far as they can be compared only when the document's own is known.
  var moments = Moments()
  let options: CXFJudge.Options
  /// The types of the credentials of the item at hand, which programs that take one of each need to know.
  var typesOfItem: [StaticString] = []
  /// Where the last value stands that was passed over, or nothing where the codec read it.
  var last = MemberSpan.absent
  /// Identifiers in an unusual form, by the offset of their value.
  var unusualIdentifiers: [Int: Identifier] = [:]
  /// Bytes that do not stand in the text in their exact form, by the offset of their value.
  var unusualBytes: [Int: [UInt8]] = [:]
  /// Numbers that do not stand in the text as digits alone, by the offset of their value.
  var unusualNumbers: [Int: UInt64] = [:]
  /// Whether the item at hand stands in a collection.
  var isStrayItem = false
  /// Credentials before the item at hand.
  var credentialsBefore = 0
  /// The title of the entity at hand, where it does not stand in the text as it was read.
  var repairedTitle: Text?
  /// The value of the editable field that ended last, and the place of its type among the registered ones, or -1.
  var lastFieldValue = MemberSpan.absent
  var lastFieldType = -1
  let shapes = Shapes.shared
  /// What the text is read through, where it is not in memory.
  private let window: TextWindow?
  private let spans: UnsafeMutablePointer<MemberSpan>
  private var top = 0

  /// Most members that all objects inside each other can have together: the depth of nesting is limited.
  private static let spanLimit = (JSONCursor.maximumDepth + 1) * 16

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ options: CXFJudge.Options) {
    decoder = DocumentDecoder(bytes, strict: false)
    self.options = options
    spans = .allocate(capacity: Self.spanLimit)
    window = nil
  }

  /// Creates the judge of a text that is read as it is reached. The window must outlive it.
  init(_ window: TextWindow, _ options: CXFJudge.Options) {
    decoder = DocumentDecoder(window)
    self.options = options
    spans = .allocate(capacity: Self.spanLimit)
    self.window = window
  }

  /// Gives back the text of elements that are judged.
  ///
  /// - Parameter start: Where their array begins; what lies before it may be looked at again.
  @inline(never)
  mutating func release(since start: Int) {
    guard let window else { return }
    window.release(start..<decoder.json.offset)
    if !unusualIdentifiers.isEmpty { unusualIdentifiers = unusualIdentifiers.filter { $0.key < start } }
    if !unusualBytes.isEmpty { unusualBytes = unusualBytes.filter { $0.key < start } }
    if !unusualNumbers.isEmpty { unusualNumbers = unusualNumbers.filter { $0.key < start } }
  }

  /// Returns whether a value in the text at hand and an earlier one at an offset are the same but for white space.
  func isSameText(_ range: Range<Int>, at offset: Int) -> Bool {
    if let window {
      let earlier = window.value(at: offset)
      guard max(range.count, earlier.count) <= 4 * min(range.count, earlier.count) + 64 else { return false }
      var texts: ([UInt8], [UInt8]) = ([], [])
      decoder.json.appendCompact(range, to: &texts.0)
      earlier.withUnsafeBufferPointer { JSONCursor($0).appendCompact(0..<earlier.count, to: &texts.1) }
      return texts.0 == texts.1
    }
    var copy = decoder.json
    copy.rewind(to: offset)
    // The text went through the strict reader before.
    guard let other = try? copy.skipValue() else { return false }
    return decoder.isSameText(range, other)
  }

  /// Gives the memory back; nothing may be called afterwards.
  func end() { spans.deallocate() }

  // MARK: Objects

  /// Judges the object that stands next; returns whether it means something.
  mutating func object(
    _ shape: UnsafePointer<Shape>, _ member: UnsafePointer<ShapeRow>, discriminator: Discriminator? = nil
  ) throws(JSONError) -> Bool {
    let mark = decoder.mark()
    let own = notes.count
    let base = spans + top
    let rows = shape.pointee.rows
    let count = shape.pointee.count
    top += count
    defer { top -= count }
    for index in 0..<count { base[index] = .absent }
    if shape == itemShape { credentialsBefore = credentials }
    var seen: UInt64 = 0
    var bad: UInt64 = 0
    var hasDiscriminator = false
    var next = 0
    _ = try decoder.json.peek()
    let start = decoder.json.offset
    try decoder.json.beginObject()
    var first = true
    members: while true {
      let index: Int
      switch try decoder.json.nextMember(
        first: &first, among: shape.pointee.names, count: count, from: next)
      {
      case .known(let exact):
        index = exact
        next = exact + 1
      case .other(let name):
        guard let meant = try row(of: name, in: shape, seen) else {
          try readOther(name, shape, discriminator, &hasDiscriminator)
          continue
        }
        index = meant
      case .end: break members
      }
      let bit: UInt64 = 1 << UInt64(index)
      let row = rows + index
      if seen & bit != 0 {
        let _: Int? = try decoder.reject(.duplicateMember, row.pointee.memberName)
        continue
      }
      if try decoder.json.peek() == UInt8(ascii: "n") {
        try null(row)
        bad |= bit
        continue
      }
      last = .absent
      if try value(row) {
        seen |= bit
        base[index] = last
      } else {
        bad |= bit
      }
    }
    let end = decoder.json.offset
    last = .absent
    defer { if decoder.notes.count > mark.notes { nameSection(shape, since: mark) } }
    if seen.nonzeroBitCount < count {
      func isMissing(_ index: Int) -> Bool { seen & (1 << UInt64(index)) == 0 }
      for index in 0..<count where isMissing(index) && rows[index].isRequired {
        decoder.discard(start..<end, since: mark, member.pointee.memberName, missing: rows[index].name)
        return false
      }
      for index in 0..<count where isMissing(index) && bad & (1 << UInt64(index)) == 0 {
        if rows[index].isDefaulted {
          decoder.missing(rows[index].name, at: start, shape.pointee.section)
        }
      }
    }
    if decoder.rejected.count > mark.rejected, shape.pointee.hasIndispensable,
      let bad = decoder.rejected[mark.rejected...].first(where: {
        shape.pointee.type.indispensable.contains(Text($0.label))
      })
    {
      decoder.discard(start..<end, since: mark, member.pointee.memberName, unreadable: bad.label)
      return false
    }
    let object = ObjectSpans(start: start, end: end, shape: shape, spans: base)
    shape.pointee.type.judge(object, &self)
    if shape == itemShape { settleItem(since: mark, own) { $0.name(of: object) } }
    return true
  }

  /// Gives findings that are the same for all types the section of this one.
  @inline(never)
  private mutating func nameSection(_ shape: UnsafePointer<Shape>, since mark: DocumentDecoder.Mark) {
    for index in mark.notes..<decoder.notes.count where decoder.notes[index].finding.spec == nil {
      switch decoder.notes[index].finding.code {
      case .wrongType, .numberOutOfRange, .incompleteObject, .aliasedMember, .invalidTimestamp,
        .timestampEpoch,
        .timestampText:
        decoder.notes[index].finding.spec = shape.pointee.section.description
      default: break
      }
    }
  }

  mutating func null(_ row: UnsafePointer<ShapeRow>) throws(JSONError) {
    let offset = decoder.json.offset
    _ = try decoder.json.consumeNull()
    decoder.report(.nullValue, at: offset, row.pointee.memberName, action: .repaired)
  }

  /// Returns the row of a member whose name does not stand in the text as it is mostly written.
  @inline(never)
  private mutating func row(
    of name: JSONCursor.Name, in shape: UnsafePointer<Shape>, _ seen: UInt64
  ) throws(JSONError) -> Int? {
    let rows = shape.pointee.rows
    for index in 0..<shape.pointee.count where decoder.json.matches(name, rows[index].name) { return index }
    guard name.hasEscapes || shape.pointee.hasAliases else { return nil }
    return try decoder.meantRow(
      of: name, aliases: shape.pointee.type.aliases, seen, count: shape.pointee.count
    ) { rows[$0].name }
  }

  @inline(never)
  private mutating func readOther(
    _ name: JSONCursor.Name, _ shape: UnsafePointer<Shape>, _ discriminator: Discriminator?,
    _ hasDiscriminator: inout Bool
  ) throws(JSONError) {
    if let discriminator, decoder.isNamed(name, discriminator.name) {
      if hasDiscriminator {
        let _: Int? = try decoder.reject(.duplicateMember, MemberName(discriminator.name))
      } else {
        hasDiscriminator = true
        try decoder.json.skipValue()
      }
      return
    }
    if shape.pointee.hasAliases, try decoder.readAlias(name, shape.pointee.type.aliases) { return }
    try unknownMember(name, in: shape)
  }

  /// Passes over a member that CXF does not know, and tells of it.
  private mutating func unknownMember(
    _ name: JSONCursor.Name, in shape: UnsafePointer<Shape>?
  ) throws(JSONError) {
    _ = try decoder.json.peek()
    let offset = decoder.json.offset
    let range = try decoder.json.skipValue()
    let whole = (name.start - 1)..<range.upperBound
    if !UTF8Check.isValid(decoder.json.bytes(in: whole)) {
      decoder.report(.invalidUnicode, at: offset, MemberName("unknown member"), action: .repaired)
    }
    if let shape { noteUnknown(name, at: offset, in: shape) }
  }

  /// What an item's end settles: values that were not understood are kept in it, and its findings get its name.
  mutating func settleItem(
    since mark: DocumentDecoder.Mark, _ own: Int, name: (DocumentJudge) -> String
  ) {
    items += 1
    defer { repairedTitle = nil }
    decoder.strayURLs = []
    typesOfItem = []
    if decoder.rejected.count > mark.rejected {
      var ignored = Item()
      decoder.salvage(into: &ignored, since: mark)
    }
    guard decoder.notes.count > mark.notes || notes.count > own else { return }
    let name = name(self)
    for index in mark.notes..<decoder.notes.count { decoder.notes[index].finding.item = name }
    for index in own..<notes.count { notes[index].finding.item = name }
  }

  // MARK: Objects that tell what they are

  /// Judges a credential; returns whether it was read.
  mutating func credential(_ row: UnsafePointer<ShapeRow>) throws(JSONError) -> Bool {
    guard try decoder.json.peek() == UInt8(ascii: "{") else {
      return try rejected(.missingType, row)
    }
    let start = decoder.json.offset
    if let plain = try plainType() {
      profileCredential(plain.row.pointee.name, at: start)
      return try object(plain.shape, plain.row, discriminator: plain.shape.pointee.type.discriminator)
    }
    guard let found = try decoder.discriminator("type") else { return try rejected(.missingType, row) }
    let (spelled, code) = try decoder.meantType(found.value)
    if let known = shape(ofType: found.value) ?? shape(ofType: spelled) {
      if shape(ofType: found.value) == nil {
        _ = decoder.repairs(code, at: found.offset, MemberName("type"))
      }
      profileCredential(known.row.pointee.name, at: start)
      return try object(known.shape, known.row, discriminator: known.shape.pointee.type.discriminator)
    }
    decoder.report(.unknownCredentialType, at: found.offset, MemberName("type"), action: .kept)
    profileCredential("unknown", at: start)
    try skipMembers(but: "type")
    return true
  }

  private func shape(ofType type: Text) -> CredentialShape? {
    var type = type.string
    return type.withUTF8 { bytes in
      guard let base = bytes.baseAddress else { return nil }
      return shapes.credentials.first { $0.name.matches(base, bytes.count) }
    }
  }

  /// Returns the shape of a credential whose first member is a registered type in plain spelling.
  private func plainType() throws(JSONError) -> CredentialShape? {
    var ahead = decoder.json
    try ahead.beginObject()
    var first = true
    guard let name = try ahead.nextMember(first: &first), ahead.matches(name, "type"),
      try ahead.peek() == UInt8(ascii: "\"")
    else { return nil }
    let span = try ahead.stringSpan()
    guard !span.hasEscapes else { return nil }
    return shapes.credentials.first { $0.name.matches(ahead.base + span.start, span.count) }
  }

  /// Judges an extension; returns whether it was read.
  mutating func anyExtension(_ row: UnsafePointer<ShapeRow>) throws(JSONError) -> Bool {
    guard try decoder.json.peek() == UInt8(ascii: "{"), let found = try decoder.discriminator("name") else {
      return try rejected(.missingExtensionName, row)
    }
    let start = decoder.json.offset
    noteExtension(found.value, at: found.offset, row)
    if found.value == "shared" {
      let mark = decoder.mark()
      let own = notes.count
      if try object(shapes.sharedExtension, row, discriminator: SharedExtension.discriminator),
        decoder.rejected.count == mark.rejected
      {
        return true
      }
      // Content that is not as the specification says stays as it is.
      decoder.restore(mark)
      notes.removeSubrange(own...)
      decoder.json.rewind(to: start)
      decoder.report(.malformedSharedExtension, at: start, row.pointee.memberName, action: .kept)
    }
    try skipMembers(but: "name")
    return true
  }

  /// Passes over an object of which no member but one is known.
  private mutating func skipMembers(but known: StaticString) throws(JSONError) {
    try decoder.json.beginObject()
    var first = true
    var wasMet = false
    while let name = try decoder.json.nextMember(first: &first) {
      if decoder.isNamed(name, known) {
        if wasMet {
          let _: Int? = try decoder.reject(.duplicateMember, MemberName(known))
        } else {
          wasMet = true
          try decoder.json.skipValue()
        }
      } else {
        try unknownMember(name, in: nil)
      }
    }
  }

  /// Keeps the value that stands next aside as the codec does; returns false.
  mutating func rejected(_ code: FindingCode, _ row: UnsafePointer<ShapeRow>) throws(JSONError) -> Bool {
    let _: Int? = try decoder.reject(code, row.pointee.memberName)
    return false
  }

  private var itemShape: UnsafePointer<Shape> { shapes.item }
}
