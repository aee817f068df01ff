import CredentialExchangeFormat
import Testing

/// What the encoder writes by a shorter way must be what it writes by the long one.
@Suite struct EncoderTests {
  private func item(_ field: EditableField) -> Item {
    Item(id: Identifier([1, 2, 3]), credentials: [.basicAuth(BasicAuth(username: field, password: field))])
  }

  /// Indented texts go member by member; none of the values here holds white space.
  private func withoutSpace(_ bytes: [UInt8]) -> [UInt8] { bytes.filter { $0 != 0x20 && $0 != 0x0A } }

  @Test(arguments: FieldType.registered + ["x-other"])
  func fieldsOfEveryFormAreWrittenAsTheirMembers(type: String) {
    for form in 0..<8 {
      let field = EditableField(
        id: form & 1 != 0 ? Identifier([9, 8, 7, 6]) : nil, fieldType: FieldType(name: type), value: "a\"\\b",
        label: form & 2 != 0 ? "label" : nil,
        extensions: form & 4 != 0 ? [.other(OtherExtension(name: "a.example/b"))] : [])
      let compact = CXFEncoder().encode(item(field))
      #expect(compact == withoutSpace(CXFEncoder(indented: true).encode(item(field))))
      if form == 0 {
        let member = #"{"fieldType":"\#(type)","value":"a\"\\b"}"#
        #expect(
          String(decoding: compact, as: UTF8.self)
            == #"{"id":"AQID","title":"","credentials":[{"type":"basic-auth","username":\#(member),"password":\#(member)}]}"#
        )
      }
    }
  }

  /// The second item is not among those from which the length is estimated.
  @Test(arguments: [2 << 10, 4 << 20])
  func largeDocumentsHoldTheirItemsWhole(length: Int) {
    let items = (0..<1050).map { index in
      Item(
        id: Identifier([UInt8(index & 0xFF)]),
        title: Text(String(repeating: "x", count: index == 1 ? length : 2 << 10)))
    }
    let text = CXFEncoder().encode(Header(accounts: [Account(items: items)]))
    let frame = CXFEncoder().encode(Header(accounts: [Account()]))
    var expected = Array(frame.dropLast(4))
    for (index, item) in items.enumerated() {
      if index > 0 { expected.append(UInt8(ascii: ",")) }
      expected.append(contentsOf: CXFEncoder().encode(item))
    }
    expected.append(contentsOf: frame.suffix(4))
    #expect((text == expected) as Bool)
  }
}
