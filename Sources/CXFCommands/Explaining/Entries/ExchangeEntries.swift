internal import CXFFormats
internal import CredentialExchangeFormat
internal import CredentialExchangeProtocol

/// What is found in requests and responses of the sealed transfer.
enum ExchangeEntries {
  static let subject = "Sealed transfer"

  private static func entry(
    _ code: FindingCode, _ meaning: String, does consequence: String, advice: String,
    _ example: FindingEntry.Example
  ) -> FindingEntry {
    FindingEntry(code, subject, meaning, does: consequence, advice: advice, example)
  }

  /// A message that is refused as a whole: the failure's code stands as an error.
  private static func refusal(
    _ code: String, _ meaning: String, advice: String = "have the vault exported again, for a new request",
    _ example: FindingEntry.Example
  ) -> FindingEntry {
    entry(
      FindingCode(code, .error), meaning, does: "refuses it whole, and seals or reads nothing",
      advice: advice, example)
  }

  static let all: [FindingEntry] = requests + restrictions + refusedRequests + envelopes + archives + sizes

  // MARK: Requests

  /// The public key of RFC 7748, section 6.1, as a JWK (RFC 8037, appendix A.6).
  private static let key =
    #"{"kty":"OKP","crv":"X25519","x":"3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08"}"#
  private static let offer = #"{"mode":"base","kem":32,"kdf":1,"aead":2,"key":\#(key)}"#

  /// A request with some of its members.
  private static func request(
    _ members: String = "", version: Int = 0, offers: String = offer,
    rest: String = #""archive":["deflate"],"mode":"indirect","#
  ) -> String {
    #"{"version":\#(version),"hpke":[\#(offers)],\#(rest)\#(members)"importer":"vault.example"}"#
  }

  private static let requests: [FindingEntry] = [
    entry(
      .noArchive, "the message names no archive algorithm", does: "takes deflate as meant",
      advice: "nothing",
      .answers(request(rest: #""mode":"indirect","#))),
    entry(
      .noMode, "the request names no response mode", does: "takes indirect as meant", advice: "nothing",
      .answers(request(rest: #""archive":["deflate"],"#))),
    entry(
      .otherVersion, "the request is of another version of the protocol", does: "answers it in version 0",
      advice: "see whether the importer reads the answer", .answers(request(version: 3))),
    entry(
      .requestedTypeSpelling, "the request asks for 'driver-license', which CXF calls 'drivers-license'",
      does: "takes that as meant", advice: "nothing",
      .answers(request(#""credentialTypes":["driver-license","basic-auth"],"#))),
    entry(
      .offerPassedOver, "an offer of the request names a mode or an algorithm that is not used here",
      does: "takes the next offer", advice: "nothing",
      .answers(request(offers: #"{"mode":"auth","kem":32,"kdf":1,"aead":2,"key":\#(key)},\#(offer)"#))),
  ]

  private static let restrictions: [FindingEntry] = [
    entry(
      .typeNotRequested, "the importer did not ask for credentials of this type",
      does: "leaves them behind, and counts their values as lost",
      advice: "keep the vault, or have the importer ask for all types",
      .answers(request(#""credentialTypes":["passkey"],"#))),
    entry(
      .extensionNotKnown, "the importer does not know an extension",
      does: "leaves it behind, and counts its values as lost",
      advice: "keep the vault, or have the importer ask without a list",
      .answers(
        request(#""knownExtensions":["shared"],"#),
        with: .item(#""extensions":[{"name":"mill.example/grain","kind":"rye"}]"#))),
    entry(
      .passkeyWithCounter,
      "the passkey counts its signatures, and such a one must not be exported (CXF 1.0 section 3.3.11)",
      does: "leaves it behind, and counts its values as lost",
      advice: "make a new passkey in the new program",
      .answers(request(), with: counted)),
    entry(
      .accountOnly, "the importer asked for the accounts alone",
      does: "leaves all items behind, and counts their values as lost",
      advice: "have the importer ask again if that was not meant",
      .answers(request(#""credentialTypes":[],"#))),
  ]

  private static let counted = JudgeRule.Example.account(
    #""items":[{"id":"aXRlbQ","title":"Mill","extensions":[{"name":"cxf-toolkit.alt/passkeys","passkeys":[{"credentialId":"AQI","counter":"5"}]}],"credentials":[{"type":"passkey","credentialId":"AQI","rpId":"mill.example","username":"mara","userDisplayName":"Mara","userHandle":"Aw","key":"BA"}]}]"#
  )

  private static let newRequest = "have the importer make a new request"

  private static let refusedRequests: [FindingEntry] = [
    refusal(
      "cxp-request-malformed", "the request is not as the protocol has it", advice: newRequest,
      .answers(#"{"importer":"vault.example"}"#)),
    refusal(
      "cxp-no-common-archive", "the request asks for archives that this program cannot write",
      advice: newRequest,
      .answers(request(rest: #""archive":["brotli"],"#))),
    refusal(
      "cxp-no-common-suite", "the request offers no encryption that this program uses", advice: newRequest,
      .answers(request(offers: #"{"mode":"base","kem":99,"kdf":1,"aead":2,"key":\#(key)}"#))),
    refusal(
      "cxp-no-key", "an offer of the request has no key", advice: newRequest,
      .answers(request(offers: #"{"mode":"base","kem":32,"kdf":1,"aead":2}"#))),
    refusal(
      "cxp-key", "a key of the message is none, or of another kind than its offer",
      advice: "have it made again; it may have been changed on its way",
      .answers(request(offers: #"{"mode":"base","kem":16,"kdf":1,"aead":2,"key":\#(key)}"#))),
    refusal(
      "cxp-private-key", "a key of the message is a private one, which must never travel",
      advice: "have a new request made; that key is known to others now",
      .answers(
        request(
          offers:
            #"{"mode":"base","kem":32,"kdf":1,"aead":2,"key":{"kty":"OKP","crv":"X25519","x":"3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08","d":"XasIfmJKikt54X-Lg4AO5m87sSkmGLb9HC-LJ_-I4Os"}}"#
        ))),
  ]

  // MARK: Responses

  private static let envelopes: [FindingEntry] = [
    entry(
      .noProfile, "the response names no profile", does: "tries its own, by which the response opens or not",
      advice: "nothing", .response(.replace(#""profile":"[^"]*","#, with: "", in: "response.json"))),
    refusal(
      "cxp-response-malformed", "the response is not as the protocol has it",
      .response(.replace(#""version":0"#, with: #""version":0,"rows":1"#, in: "response.json"))),
    refusal(
      "cxp-response-version", "the response is of another version of the protocol",
      .response(.replace(#""version":0"#, with: #""version":1"#, in: "response.json"))),
    refusal(
      "cxp-profile", "the response is of a profile that this program does not know",
      .response(.replace(#""profile":"[^"]*""#, with: #""profile":"other""#, in: "response.json"))),
    refusal(
      "cxp-archive", "the archive of the response is of a kind that was not asked for",
      .response(.replace(#""archive":"deflate""#, with: #""archive":"brotli""#, in: "response.json"))),
    refusal(
      "cxp-not-offered", "the response is encrypted in a way that the request did not offer",
      .response(.replace(#""kem":32"#, with: #""kem":99"#, in: "response.json"))),
    refusal(
      "cxp-no-encapsulated-key", "the response has no key to open it with",
      .response(.replace(#","key":{[^}]*}"#, with: "", in: "response.json"))),
    refusal(
      "cxp-encapsulated-key", "the key in the response is of another kind than its encryption",
      .response(
        .replace(
          #""key":{[^}]*}"#,
          with:
            #""key":{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}"#,
          in: "response.json"))),
    refusal(
      "cxp-tampered", "the response was changed, or answers another request",
      .response(
        .replace(
          #""x":"[^"]*""#, with: #""x":"3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08""#, in: "response.json"))),
    refusal(
      "cxp-index-differs", "the response says other things in clear than in its sealed index",
      .response(.replace(#""exporter":"[^"]*""#, with: #""exporter":"lake.example""#, in: "response.json"))),
  ]

  private static func payload(_ base64: String) -> FindingEntry.Example {
    .response(.replace(#""payload":"[^"]*""#, with: #""payload":"\#(base64)""#, in: "response.json"))
  }

  private static let inside: FindingEntry.Example = .none(
    because: "it stands inside what is sealed, where only who seals can put it")

  private static let archives: [FindingEntry] = [
    refusal("cxp-archive-malformed", "the archive in the response is damaged", payload("AAAA")),
    refusal(
      "cxp-archive-entry", "the archive in the response holds a file that no response has",
      payload(
        "UEsDBBQAAAAAAJCRfl0AAAAAAAAAAAAAAAABAAAAeFBLAQIUAxQAAAAAAJCRfl0AAAAAAAAAAAAAAAABAAAAAAAAAAAAAACAAQAAAAB4UEsFBgAAAAABAAEALwAAAB8AAAAAAA"
      )),
    refusal(
      "cxp-no-index", "the archive in the response has no index", payload("UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA")),
    refusal("cxp-index-malformed", "the index of the response is not as the profile has it", inside),
    refusal("cxp-document-missing", "a document that the index lists is not there", inside),
    refusal("cxp-document-unlisted", "the archive holds a document that the index does not list", inside),
    refusal("cxp-document-doubled", "the index lists a document twice", inside),
    refusal("cxp-document-changed", "a document is not the one that the index lists", inside),
    refusal("cxp-document-malformed", "a document is not the list of items that the index says", inside),
  ]

  private static let large: FindingEntry.Example = .none(because: "it takes gigabytes")
  private static let inParts = "export it in parts: --select names the items of each"

  private static let sizes: [FindingEntry] = [
    refusal(
      "cxp-item-too-large", "an item is larger than a response can hold",
      advice: "take a long text out of it", large),
    refusal(
      "cxp-attachment-too-large", "an attachment is larger than a response can hold",
      advice: "move that file by other means",
      large),
    refusal(
      "cxp-index-too-large", "the vault has more attachments or collections than a response can list",
      advice: inParts, large),
    refusal(
      "cxp-too-many-documents", "the vault has more attachments than a response can hold", advice: inParts,
      large),
  ]
}
