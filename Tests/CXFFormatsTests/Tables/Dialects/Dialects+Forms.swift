import CXFTestSupport

/// Dialects with forms in their cells, or rows of any length.
enum FormDialects {
  // MARK: LastPass

  /// A note that is a form: a line for each field, and the note at last.
  private static func form(_ type: String, _ fields: [(label: String, slot: Slot)]) -> Slot {
    Slot { item in
      var lines = ["NoteType:\(type)", "Language:en-GB"]
      for (label, slot) in fields { lines.append("\(label):\(slot.fill(&item))") }
      return (lines + ["Notes:" + Slot.note.fill(&item)]).joined(separator: "\n")
    }
  }

  private static func lastPass(title: Slot, shape: String) -> TableModel {
    let note: [String: Slot] = [
      "url": .constant("http://sn"), "name": title, "grouping": .folder("\\"),
      "fav": .favorite(yes: "1", no: "0"),
    ]
    func noted(_ extra: Slot) -> [String: Slot] { note.merging(["extra": extra]) { $1 } }
    return TableModel(
      "lastpass-csv", "url,username,password,totp,extra,name,grouping,fav",
      [
        "url": .filledURL, "username": .username, "password": .password, "totp": .secret,
        "extra": .at("note", TextLimits(withoutWords: ["NoteType:"])), "name": title,
        "grouping": Slot { item in
          let text = Slot.folder("\\").fill(&item)
          return text.utf8.isEmpty && item.random.oneIn(2) ? "(none)" : text
        }, "fav": .favorite(yes: "1", no: "0"),
      ],
      noted(.at("note", TextLimits(withoutWords: ["NoteType:"]))),
      noted(
        form(
          "Credit Card",
          [
            ("Name on Card", .at("credit-card.fullName", .line)),
            ("Type", .at("credit-card.cardType", .line)),
            ("Number", .at("credit-card.number", .line)),
            ("Security Code", .at("credit-card.verificationNumber", .line)), ("Start Date", .constant(",")),
            ("Expiration Date", .expiry([("November,2031", "2031-11"), ("January,2030", "2030-01")])),
          ])),
      noted(
        form(
          "Wi-Fi Password",
          [
            ("SSID", .at("wifi.ssid", .line)), ("Password", .at("wifi.passphrase", .line)),
            ("Connection Type", .field("Wi-Fi Password/Connection Type", .line)),
            ("Authentication", .choice("wifi.networkSecurityType", [("WPA2-Personal", "wpa2-personal")])),
          ])),
      noted(
        form(
          "Passport",
          [
            ("Type", .at("passport.passportType", .line)), ("Name", .at("passport.fullName", .line)),
            ("Country", .country("passport.issuingCountry")),
            ("Number", .at("passport.passportNumber", .line)),
            ("Date of Birth", .choice("passport.birthDate", [("March,4,1980", "1980-03-04")])),
          ])),
      noted(
        form(
          "Custom_1234",
          [
            ("Locker", .field("Custom_1234/Locker", .line.filled())),
            ("Combination", .field("Custom_1234/Combination", .line)),
          ]))
    ).folders([
      "url": .constant("http://group"),
      "grouping": Slot { item in
        item.memory["path"] = VaultFacts.path(["Empty", "Folder"])
        return "Empty\\Folder"
      }, "fav": .constant("0"),
    ]).with { $0.shape = shape }
  }

  /// A raw sign in each title, without which a file may be taken for one of entities.
  private static let rawTitle = Slot { item in
    let text = "<" + item.text()
    item.facts.say("title", text)
    return text
  }

  private static let entities: @Sendable (String) -> String = { text in
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static let ampersandTitle = Slot { item in
    let text = "R&D" + item.text()
    item.facts.say("title", text)
    return text
  }

  static let lastPass: [TableModel] = [
    lastPass(title: rawTitle, shape: "as its program writes it"),
    lastPass(title: rawTitle, shape: "with doubled line ends").with { $0.end = "\r\r\n" },
    lastPass(title: ampersandTitle, shape: "with entities in all cells").with { $0.encode = entities },
    lastPass(title: .title, shape: "in a page").with {
      $0.wrap = { text in
        let inner = text.unicodeScalars.reduce(into: "") { result, scalar in
          switch scalar {
          case "&": result += "&amp;"
          case "<": result += "&lt;"
          case ">": result += "&gt;"
          default: result.unicodeScalars.append(scalar)
          }
        }
        return "<html><head></head><body><pre style=\"white-space: pre-wrap;\">\(inner)</pre></body></html>\n"
      }
    },
  ]

  // MARK: Rows that go on

  static let keeper: [TableModel] = [
    TableModel(
      "keeper-csv", "folder,title,login,password,url,notes,shared",
      [
        "folder": .folder("\\", escape: "\\"), "title": .title, "login": .username, "password": .password,
        "url": .filledURL, "notes": .note,
        "shared": Slot { item in
          let text = Slot.folder("\\", escape: "\\").fill(&item)
          return text.utf8.isEmpty ? "" : text + item.random.pick(["", "#edit", "#reshare", "#edit#reshare"])
        },
      ]
    ).going { item in
      var cells: [String] = []
      let code = Slot.codeURI.fill(&item)
      if !code.utf8.isEmpty { cells += ["TFC:Keeper", code] }
      if item.random.oneIn(2) { cells += ["$type", "login", "$record_uid", "aGVsbG8"] }
      for number in 0..<item.random.int(0...3) {
        let label = "L\(number)" + item.text()
        let value = item.text(.any.filled())
        item.facts.say("field " + label, value)
        cells += [label, value]
      }
      return cells
    }.with {
      $0.hasHeader = false
      $0.limits = TextLimits(without: "\u{FEFF}", withoutWords: ["sep="])
    }
  ]

  static let enpass: [TableModel] = [
    TableModel(
      "enpass-csv", "Title,Field,Value,Field,Value,.........,Note", ["Title": .title]
    ).going { item in
      var cells = ["Username", Slot.username.fill(&item), "Password", Slot.password.fill(&item)]
      cells += [
        "Website", Slot.url.fill(&item), "TOTP", Slot.code.fill(&item), "E-mail", Slot.email.fill(&item),
      ]
      for number in 0..<item.random.int(0...3) {
        let label = "L\(number)" + item.text()
        cells += [label, Slot.field(label).fill(&item)]
      }
      return cells + [Slot.note.fill(&item)]
    }.with { model in
      model.kinds.append(
        TableModel.Kind(slots: ["Title": .title]) { item in
          [
            "Cardholder", Slot.at("credit-card.fullName").fill(&item), "Number",
            Slot.at("credit-card.number").fill(&item), "CVC",
            Slot.at("credit-card.verificationNumber").fill(&item),
            "Expiry date", Slot.expiry([("11/31", "2031-11")]).fill(&item), Slot.note.fill(&item),
          ]
        })
      model.quoting = .always
    }
  ]

  static let roboForm: [TableModel] = {
    // The writer guards texts that a spreadsheet would take for a mention or lose the first sign of.
    @Sendable func guarded(_ text: String) -> String {
      text.utf8.first == 0x27 || text.utf8.first == 0x40 ? "'" + text : text
    }
    func guardedSlot(_ place: String) -> Slot {
      Slot { item in guarded(Slot.at(place).fill(&item)) }
    }
    @Sendable func fields(
      _ item: inout Filling, _ cell: (_ label: String, _ kind: String, _ value: String) -> String,
      limits: TextLimits
    ) -> [String] {
      var cells: [String] = []
      for number in 0..<item.random.int(0...3) {
        let label = "L\(number)" + item.text(limits)
        var value = item.text(.any.filled())
        // What repeats the user name or the password is no field of its own.
        if value == item.memory["username"] || value == item.memory["password"] { value += "x" }
        item.facts.say("field " + label, value)
        cells.append(cell(label, item.random.pick(["txt", "pwd"]), guarded(value)))
      }
      return cells
    }
    return [
      TableModel(
        "roboform-csv", "Name,Url,MatchUrl,Login,Pwd,Note,Folder,RfFieldsV2",
        [
          "Name": .title, "Url": .url, "MatchUrl": .again("url"), "Login": guardedSlot("username"),
          "Pwd": guardedSlot("password"), "Note": .note, "Folder": .folder("/", prefix: "/"),
          "RfFieldsV2": Slot { "User ID$,,,txt," + guarded($0.memory["username"] ?? "") },
        ]
      ).going { item in
        ["Password$,,,pwd," + guarded(item.memory["password"] ?? "")]
          + fields(&item, { "\($0)$,,,\($1),\($2)" }, limits: TextLimits(without: ","))
      },
      TableModel(
        "roboform-csv", "Name,Url,Login,Pwd,Note,Folder,Rf_fields",
        [
          "Name": .title, "Url": .url, "Login": guardedSlot("username"), "Pwd": guardedSlot("password"),
          "Note": .note, "Folder": .folder("/", prefix: "/"),
          "Rf_fields": Slot { "User ID$:txt:" + guarded($0.memory["username"] ?? "") },
        ]
      ).going { item in
        ["Password$:pwd:" + guarded(item.memory["password"] ?? "")]
          + fields(&item, { "\($0)$:\($1):\($2)" }, limits: TextLimits(without: ":"))
      },
    ]
  }()

  static let mSecure: [TableModel] = {
    // A title has the program's own number behind it, and line breaks of notes are written as `\n`.
    let title = Slot { "\(Slot.title.fill(&$0))|\($0.number)" }
    let note = Slot { item in
      let text = item.text(TextLimits(without: "\\\r"))
      item.facts.say("note", text)
      return String(decoding: text.utf8.flatMap { $0 == 0x0A ? Array("\\n".utf8) : [$0] }, as: UTF8.self)
    }
    let group = Slot { item in
      let text = Slot.folder("\u{0}", depth: 1).fill(&item)
      return text.utf8.isEmpty ? "Unassigned" : text
    }
    let common: [String: Slot] = ["title": title, "group": group, "notes": note]
    return [
      TableModel("msecure-csv", "title,type,group,notes", common.merging(["type": .constant("Login")]) { $1 })
        .going { item in
          var cells = [
            "Website|12|" + Slot.url.fill(&item), "Username|7|" + Slot.username.fill(&item),
            "Password|8|" + Slot.password.fill(&item),
          ]
          for number in 0..<item.random.int(0...2) {
            let label = "L\(number)" + item.text(TextLimits(without: "|"))
            cells.append("\(label)|0|" + Slot.field(label).fill(&item))
          }
          return cells
        }.with { model in
          model.kinds.append(
            TableModel.Kind(
              slots: common.merging(["type": .constant("Credit Card")]) { $1 },
              tail: { item in
                [
                  "Card Number|9|" + Slot.at("credit-card.number").fill(&item),
                  "Expiration Date|11|" + Slot.expiry().fill(&item),
                  "Security Code|9|" + Slot.at("credit-card.verificationNumber").fill(&item),
                  "Name on Card|0|" + Slot.at("credit-card.fullName").fill(&item),
                  "PIN|9|" + Slot.at("credit-card.pin").fill(&item),
                ]
              }))
          model.hasHeader = false
          model.limits = TextLimits(without: "\u{FEFF}", withoutWords: ["sep="])
        }
    ]
  }()

  // MARK: Lines in cells

  static let zoho: [TableModel] = {
    // Lines part the fields of a secret, so that its values have none.
    let secret = Slot { item in
      "SecretType:Web Account\nUser Name:\(Slot.at("username", .line).fill(&item))\nPassword:\(Slot.at("password", .line).fill(&item))\n"
    }
    let common: [String: Slot] = [
      "Description": .field("Description"), "SecretData": secret, "Notes": .note,
      "CustomData": .fieldLines(heading: ""), "Tags": .tags(","), "Classification": .constant("P"),
      "Favorite": .favorite(yes: "1", no: "0"),
    ]
    return [
      TableModel(
        "zoho-csv",
        "Secret Name,Description,Secret URL,SecretData,Notes,CustomData,Tags,Classification,Favorite,ChamberName",
        common.merging(["Secret Name": .title, "Secret URL": .url, "ChamberName": .folder("\n", depth: 1)]) {
          $1
        }
      ).with { $0.mark = true },
      TableModel(
        "zoho-csv",
        "Password Name,Description,Password URL,SecretData,Notes,CustomData,Tags,Classification,Favorite,login_totp,Folder Name",
        common.merging([
          "Password Name": .title, "Password URL": .url, "login_totp": .codeURI,
          "Classification": .constant("E"),
          "Folder Name": .folder("\n", depth: 1),
        ]) { $1 }
      ).with { $0.mark = true },
      TableModel(
        "zoho-csv", "Secret Name,Secret URL,Notes",
        ["Secret Name": .title, "Secret URL": .url, "Notes": .note]),
    ]
  }()

  // MARK: JSON in cells

  static let json: [TableModel] = [
    TableModel(
      "passman-csv", "label,username,password,email,description,tags,url,custom_fields,files",
      [
        "label": .title, "username": .username, "password": .password, "email": .email, "description": .note,
        "tags": Slot { "[" + Slot.tags(",").fill(&$0) + "]" }, "url": .url,
        "custom_fields": .fieldObjects("label", "value", ["field_type": "text"]), "files": .constant("[]"),
      ]
    ).with { $0.quoting = .always },
    TableModel(
      "passpack-csv", "Entry Name,URL,User ID,Password,Notes,Shared Notes,Tags,Extra Fields,Email",
      [
        "Entry Name": .title, "URL": .url, "User ID": .username, "Password": .password, "Notes": .note,
        "Shared Notes": .note, "Email": .email,
        "Tags": Slot { item in
          let tags = ["home", "a, b", "x \"y\""].shuffled(using: &item.random).prefix(item.random.int(0...2))
          for tag in tags { item.facts.say("tag", tag) }
          return Slot.json(["tags": tags.map { Slot.json(["tag": $0]) }])
        },
        "Extra Fields": Slot { item in
          var texts: [String] = []
          for number in 0..<item.random.int(0...2) {
            let label = "L\(number)" + item.text()
            texts.append(Slot.json(["name": label, "type": "text", "data": Slot.field(label).fill(&item)]))
          }
          return Slot.json(["extraFields": texts])
        },
      ]
    ).with {
      $0.quoting = .always
      $0.end = "\r\n"
    },
  ]
}
