import CredentialExchangeFormat

/// Returns a valid document of one account with one item that has the given members besides id and title.
func document(item members: String) -> String {
  """
  {"version":{"major":1,"minor":0},"exporterRpId":"e.example","exporterDisplayName":"E","timestamp":1,"accounts":\
  [{"id":"YQ","username":"u","email":"m","collections":[],"items":[{"id":"aQ","title":"T",\(members)}]}]}
  """
}

/// Returns a valid document of one item with one credential.
func document(credential: String) -> String { document(item: "\"credentials\":[\(credential)]") }

/// Where the item of `document(item:)` stands.
let itemPointer = "/accounts/0/items/0"

func decode(_ text: String, strict: Bool = false) throws -> CXFDecoder.Result {
  try CXFDecoder(strict: strict).decode(Array(text.utf8))
}

extension CXFDecoder.Result {
  /// The item of `document(item:)`.
  var item: Item { header.accounts.first?.items.first ?? Item() }

  /// The fields that were made of what was not understood: label and value.
  var salvaged: [String: String] {
    var result: [String: String] = [:]
    for case .customFields(let group) in item.credentials
    where group.label == "Values that were not understood" {
      for field in group.fields where field.fieldType == .concealedString {
        result[field.label?.string ?? ""] = field.value.string
      }
    }
    return result
  }
}
