internal import CredentialExchangeFormat

/// One item as Bitwarden writes it.
struct BitwardenEntry {
  struct Field {
    var name: Text?
    var value: Text?
    /// 0 text, 1 hidden, 2 boolean, 3 linked.
    var type: Int
    /// The number of the member that a linked field points at.
    var linkedID: Text?
  }

  struct Login {
    var addresses: [(address: Text, match: Text?)] = []
    var username: Text?
    var password: Text?
    var totp: Text?
    var passkeys: [[(name: String, value: Text?)]] = []
  }

  var type: BitwardenType
  var id = ""
  var folderID: String?
  var name: Text = ""
  var notes: Text?
  var isFavorite = false
  var asksAgain = false
  var fields: [Field] = []
  var login: Login?
  /// The members of a card, an identity or an SSH key, in Bitwarden's order.
  var members: [(name: Text, value: Text?)] = []
  var created: String?
  var modified: String?
  var deleted: String?
  var archived: String?
  var history: [(password: Text, usedAt: String?)] = []

  init(_ type: BitwardenType) {
    self.type = type
    if type == .login { login = Login() }
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ name: StaticString, _ value: Text?) {
    self.name(name)
    if let value { string(value) } else { null() }
  }

  fileprivate mutating func member(_ name: StaticString, _ value: String?) {
    member(name, value.map { Text($0) })
  }

  /// A number keeps its spelling; what is none is written as a string.
  fileprivate mutating func number(_ text: Text) {
    if !text.isEmpty, text.utf8.count < 16, text.utf8.allSatisfy(ASCIIBytes.isDigit),
      text == "0" || text.utf8.first != UInt8(ascii: "0")
    {
      fragment(Array(text.utf8))
    } else {
      string(text)
    }
  }
}

extension BitwardenEntry {
  /// Writes the item; the order of the members is that of Bitwarden's own exports.
  func write(to json: inout JSONWriter) {
    json.beginObject()
    writeHistory(to: &json)
    json.member("revisionDate", modified)
    json.member("creationDate", created)
    json.member("deletedDate", deleted)
    if archived != nil { json.member("archivedDate", archived) }
    json.member("id", id)
    json.member("organizationId", nil as Text?)
    json.member("folderId", folderID)
    json.name("type")
    json.integer(type.rawValue)
    json.name("reprompt")
    json.integer(asksAgain ? 1 : 0)
    json.member("name", name)
    json.member("notes", notes)
    json.name("favorite")
    json.boolean(isFavorite)
    if !fields.isEmpty { writeFields(to: &json) }
    writeContent(to: &json)
    json.member("collectionIds", nil as Text?)
    json.endObject()
  }

  private func writeHistory(to json: inout JSONWriter) {
    json.name("passwordHistory")
    guard !history.isEmpty else {
      json.null()
      return
    }
    json.beginArray()
    for entry in history {
      json.element()
      json.beginObject()
      json.member("lastUsedDate", entry.usedAt)
      json.member("password", entry.password)
      json.endObject()
    }
    json.endArray()
  }

  private func writeFields(to json: inout JSONWriter) {
    json.name("fields")
    json.beginArray()
    for field in fields {
      json.element()
      json.beginObject()
      json.member("name", field.name)
      json.member("value", field.value)
      json.name("type")
      json.integer(field.type)
      json.name("linkedId")
      if let linked = field.linkedID { json.number(linked) } else { json.null() }
      json.endObject()
    }
    json.endArray()
  }

  private func writeContent(to json: inout JSONWriter) {
    json.name(type.member.string)
    json.beginObject()
    if let login {
      login.write(to: &json)
    } else if type == .secureNote {
      json.name("type")
      json.integer(0)
    } else {
      for member in members {
        json.name(member.name.string)
        if let value = member.value { json.string(value) } else { json.null() }
      }
    }
    json.endObject()
  }
}

extension BitwardenEntry.Login {
  fileprivate func write(to json: inout JSONWriter) {
    json.name("fido2Credentials")
    json.beginArray()
    for passkey in passkeys {
      json.element()
      json.beginObject()
      for member in passkey {
        json.name(member.name)
        if let value = member.value { json.string(value) } else { json.null() }
      }
      json.endObject()
    }
    json.endArray()
    json.name("uris")
    json.beginArray()
    for entry in addresses {
      json.element()
      json.beginObject()
      json.name("match")
      if let match = entry.match { json.number(match) } else { json.null() }
      json.member("uri", entry.address)
      json.endObject()
    }
    json.endArray()
    json.member("username", username)
    json.member("password", password)
    json.member("totp", totp)
  }
}
