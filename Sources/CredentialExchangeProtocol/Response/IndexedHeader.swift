internal import CredentialExchangeFormat

/// The document as the index of a response has it: the header with its accounts, which have no items there.
///
/// It is a part of a CXF document and read as tolerantly as one, but for what would make two readers see two documents.
struct IndexedHeader {
  /// The accounts, as they stand there.
  let accounts: [[UInt8]]
  private let bare: [UInt8]

  private static let malformed = ExchangeError.damaged(
    "cxp-index-malformed", "the header in the index of the response is not that of a document without items")

  /// - Parameter json: an object.
  init(_ json: [UInt8]) throws(ExchangeError) {
    let lists = try Self.members(json).filter { $0.name == "accounts" }
    guard lists.count == 1, let range = lists.first?.value,
      let accounts = JSONSplicing.elements(of: Array(json[range]))
    else { throw Self.malformed }
    for account in accounts where try Self.members(account).contains(where: { $0.name == "items" }) {
      throw .damaged("cxp-index-malformed", "an account in the index of the response has items")
    }
    self.accounts = accounts
    bare = JSONSplicing.removing("accounts", from: json)
  }

  private static func members(_ json: [UInt8]) throws(ExchangeError) -> [(name: Text, value: Range<Int>)] {
    guard let members = JSONSplicing.members(of: json) else { throw malformed }
    return members
  }

  /// Returns the whole document.
  ///
  /// - Parameter items: for each account the JSON of its items, separated by commas.
  func document(items: [[UInt8]]) -> [UInt8] {
    let whole = zip(accounts, items).map { account, items in
      JSONSplicing.adding("items", JSONSplicing.array([items]), to: account)
    }
    return JSONSplicing.adding("accounts", JSONSplicing.array(whole), to: bare)
  }
}
