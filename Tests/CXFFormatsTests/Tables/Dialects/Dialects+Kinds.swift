import CXFTestSupport

/// Dialects whose rows are of several kinds, or whose cells hold several values.
enum KindDialects {
  /// A mark that stands in an extension of the item.
  static func state(yes: String, no: String) -> Slot {
    .mark("extension=cxf-toolkit.alt/state", yes: yes, no: no)
  }

  private static func path(_ text: String) -> Slot {
    Slot { item in
      item.memory["path"] = VaultFacts.path(text.split(separator: "/").map(String.init))
      return text
    }
  }

  static let bitwarden: [TableModel] = {
    let login: [String: Slot] = [
      "folder": .folder("/"), "favorite": .favorite(yes: "1", no: ""), "type": .constant("login"),
      "name": .title,
      "notes": .note, "fields": .fieldLines(),
      "reprompt": .mark("extension=cxf-toolkit.alt/reprompt", yes: "1", no: "0"), "login_uri": .urls(","),
      "login_username": .username, "login_password": .password, "login_totp": .code,
    ]
    let note: [String: Slot] = [
      "folder": .folder("/"), "favorite": .favorite(yes: "1", no: ""), "type": .constant("note"),
      "name": .title,
      "notes": .note, "fields": .fieldLines(), "reprompt": .constant("0"),
    ]
    var team = login
    // Names of collections are parted by commas, and blanks around them do not count.
    team["collections"] = Slot { item in
      let paths = ["Team", "Team/Desk", "Ünï", "a b/c"].shuffled(using: &item.random).prefix(
        item.random.int(1...3))
      for path in paths {
        item.facts.say("folder", VaultFacts.path(path.split(separator: "/").map(String.init)))
      }
      return paths.joined(separator: ",")
    }
    var archived = login
    archived["archivedDate"] = state(yes: "2025-01-31T10:00:00.000Z", no: "")
    let columns = "type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp"
    return [
      TableModel("bitwarden-csv", "folder,favorite," + columns, login, note),
      TableModel("bitwarden-csv", "collections," + columns, team).with { $0.end = "\r\n" },
      TableModel("bitwarden-csv", "folder,favorite," + columns + ",archivedDate", archived, note),
      TableModel(
        "bitwarden-authenticator-csv", "folder,favorite,type,name,login_uri,login_totp",
        [
          "folder": .folder("/"), "favorite": .favorite(yes: "1", no: ""), "type": .constant("1"),
          "name": .title,
          "login_uri": .urls(","), "login_totp": .code,
        ]
      ).going { item in
        // The parts of the code stand once more behind the last column.
        item.random.oneIn(2) ? [] : ["7", "8", "9"].map { Slot.field($0).fill(&item) }
      },
    ]
  }()

  static let onePassword: [TableModel] = [
    TableModel(
      "1password-csv", "Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes",
      [
        "Title": .title, "Url": .url, "Username": .username, "Password": .password, "OTPAuth": .codeURI,
        "Favorite": .favorite(yes: "true", no: "false"), "Archived": state(yes: "true", no: "false"),
        "Tags": .tags(";", ["home", "boats, bridges", "Ünï", "a/b"]), "Notes": .note,
      ]),
    TableModel(
      "1password-csv", "title,notes,username,password,url",
      ["title": .title, "notes": .note, "username": .username, "password": .password, "url": .url]),
    TableModel(
      "1password-csv",
      "UUID,TITLE,USERNAME,PASSWORD,URL,URLS,SCOPE,AUTOSUBMIT,TAGS,NOTES,1: CARDHOLDER NAME,2: NUMBER,SECTION 1: SECTION_QX7,SECTION_QX7 1: RECOVERY CODE,SECTION_QX7 2: ONE-TIME PASSWORD",
      [
        "UUID": Slot { "sd26pt226etnsijbl3kq0000\($0.number + 10)" }, "TITLE": .title, "USERNAME": .username,
        "PASSWORD": .password, "URL": .url, "URLS": .again("url"), "SCOPE": .constant("Default"),
        "AUTOSUBMIT": .constant("Default"), "TAGS": .tags(","), "NOTES": .note,
        "SECTION 1: SECTION_QX7": .constant("Recovery"),
        "SECTION_QX7 1: RECOVERY CODE": .field("Recovery/RECOVERY CODE", .any.filled()),
        "SECTION_QX7 2: ONE-TIME PASSWORD": .codeURI,
      ],
      [
        "UUID": Slot { "sd26pt226etnsijbl3kq0000\($0.number + 10)" }, "TITLE": .title, "NOTES": .note,
        "1: CARDHOLDER NAME": .at("credit-card.fullName"), "2: NUMBER": .at("credit-card.number"),
        "SCOPE": .constant("Default"), "AUTOSUBMIT": .constant("Default"),
      ]
    ).with {
      $0.quoting = .always
      $0.end = "\r\n"
    },
    TableModel(
      "1password-csv",
      "account number(accountNo),auth\u{200B} method(pop_authentication),cardholder name(cardholder),Created Date,expiry date(expiry),first name(firstname),last name(lastname),Modified Date,network name(network_name),Notes,number(ccnum),Password,Scope,Tags,Title,Type,URL,Username,verification number(cvv),wireless network password(wireless_password),wireless security(wireless_security),",
      [
        "account number(accountNo)": .field("account number"), "Created Date": .moment("created", .seconds),
        "Modified Date": .moment("modified", .seconds), "Notes": .note, "Password": .password,
        "Scope": .constant("Default"), "Tags": cocoaSet, "Title": .title, "Type": .constant("Login"),
        "URL": .url,
        "Username": .username,
      ],
      [
        "cardholder name(cardholder)": .at("credit-card.fullName"),
        "Created Date": .moment("created", .seconds),
        "expiry date(expiry)": .expiry(), "number(ccnum)": .at("credit-card.number"),
        "verification number(cvv)": .at("credit-card.verificationNumber"), "Title": .title, "Notes": .note,
        "Type": .constant("Credit Card"), "Tags": .constant("{(\n)}"),
      ],
      [
        "network name(network_name)": .at("wifi.ssid"), "Title": .title, "Type": .constant("Wireless Router"),
        "wireless network password(wireless_password)": .at("wifi.passphrase"),
        "wireless security(wireless_security)": .choice(
          "wifi.networkSecurityType",
          [("WPA2 Personal", "wpa2-personal"), ("WPA3 Personal", "wpa3-personal")]),
      ],
      [
        "first name(firstname)": .at("person-name.given"), "last name(lastname)": .at("person-name.surname"),
        "Title": .title, "Type": .constant("Identity"),
      ]
    ).with { $0.quoting = .always },
  ]

  /// Tags as Apple's frameworks print a set.
  private static let cocoaSet = Slot { item in
    let tags = ["Starter Kit", "home", "boats"].shuffled(using: &item.random).prefix(item.random.int(0...3))
    for tag in tags { item.facts.say("tag", tag) }
    let texts = tags.map { $0.contains(" ") ? "    \"\($0)\"" : "    \($0)" }
    return "{(\n" + texts.map { $0 + "\n" }.joined(separator: ",") + ")}"
  }

  static let dashlane: [TableModel] = {
    let bank = "field Bank account/"
    let document: [String: Slot] = ["issue_date": .day(""), "expiration_date": .day("")]
    func id(_ type: String, _ credential: String, number: String, _ more: [String: Slot]) -> [String: Slot] {
      document.merging([
        "type": .constant(type), "number": .at("\(credential).\(number)"),
        "name": .at("\(credential).fullName"),
        "issue_date": .day("\(credential).issueDate"), "expiration_date": .day("\(credential).expiryDate"),
        "place_of_issue": .at("\(credential).issuingAuthority"),
      ]) { $1 }.merging(more) { $1 }
    }
    // Documents have no title; what they are stands in for one.
    func untitled(_ title: String, _ slots: [String: Slot]) -> [String: Slot] {
      slots.mapValues { slot in
        Slot { item in
          if !item.facts.says("title") { item.facts.say("title", title) }
          return slot.fill(&item)
        }
      }
    }
    return [
      TableModel(
        "dashlane-csv", "username,username2,username3,title,password,note,url,category,otpUrl",
        [
          "username": .username, "username2": .field("Username 2"), "username3": .field("Username 3"),
          "title": .title, "password": .password, "note": .note, "url": .url,
          "category": .folder("/", depth: 1),
          "otpUrl": .code,
        ]),
      TableModel(
        "dashlane-csv", "username,username2,username3,title,password,note,url,category,otpSecret",
        [
          "username": .username, "username2": .field("Username 2"), "username3": .field("Username 3"),
          "title": .title, "password": .password, "note": .note, "url": .url,
          "category": .folder("/", depth: 1),
          "otpSecret": .secret,
        ]),
      TableModel(
        "dashlane-csv",
        "type,account_name,account_holder,cc_number,code,expiration_month,expiration_year,routing_number,account_number,country,issuing_bank,note,name",
        [
          "type": .constant("payment_card"), "account_name": .at("credit-card.fullName"),
          "cc_number": .at("credit-card.number"), "code": .at("credit-card.verificationNumber"),
          "expiration_month": .cardMonth, "expiration_year": .cardYear(), "country": .field("Country"),
          "note": .note, "name": .title,
        ],
        [
          "type": .constant("bank"), "account_name": .title, "account_holder": .at(bank + "Account holder"),
          "routing_number": .at(bank + "Routing number"), "account_number": .at(bank + "Account number"),
          "country": .at(bank + "Country"), "issuing_bank": .at(bank + "Bank"),
        ],
        [
          "type": .constant("bank"), "account_name": .at(bank + "Account name"),
          "account_holder": .at(bank + "Account holder"), "account_number": .at(bank + "Account number"),
          "name": .title,
        ]),
      TableModel(
        "dashlane-csv", "type,number,name,issue_date,expiration_date,place_of_issue,state",
        untitled(
          "Passport", id("passport", "passport", number: "passportNumber", ["state": .field("State")])),
        untitled(
          "Driving licence",
          id(
            "license", "drivers-license", number: "licenseNumber",
            ["state": .choice("drivers-license.territory", [("IE-CO", "IE-CO"), ("Munster", "Munster")])])),
        untitled(
          "Identity card",
          id("card", "identity-document", number: "identificationNumber", ["state": .field("State")])),
        untitled(
          "Social security number",
          id("social_security", "identity-document", number: "identificationNumber", [:]))),
      TableModel(
        "dashlane-csv",
        "type,title,first_name,middle_name,last_name,login,date_of_birth,place_of_birth,email,email_type,item_name,phone_number,address,country,state,city,zip,address_recipient,address_building,address_apartment,address_floor,address_door_code,job_title,url",
        [
          "type": .constant("name"), "item_name": .title,
          "title": .choice("person-name.title", [("MS", "MS")]),
          "first_name": .at("person-name.given"), "middle_name": .at("person-name.given2"),
          "last_name": .at("person-name.surname"), "login": .field("Login"),
          "date_of_birth": .field("Date of birth"), "place_of_birth": .field("Place of birth"),
        ],
        [
          "type": .constant("email"), "email": .field("Email"), "email_type": .field("Email type"),
          "item_name": .title,
        ],
        [
          "type": .constant("address"), "item_name": .title, "address": .at("address.streetAddress"),
          "country": .country("address.country"), "city": .at("address.city"),
          "zip": .at("address.postalCode"),
          "address_recipient": .field("Recipient"), "address_building": .field("Building"),
          "address_apartment": .field("Apartment"), "address_floor": .field("Floor"),
          "address_door_code": .field("Door code"),
        ],
        ["type": .constant("number"), "item_name": .title, "phone_number": .at("address.tel")],
        ["type": .constant("company"), "item_name": .title, "job_title": .field("Job title")],
        ["type": .constant("website"), "item_name": .title, "url": .url]),
      TableModel("dashlane-csv", "title,note", ["title": .title, "note": .note]),
      TableModel("dashlane-csv", "title,content", ["title": .title, "content": .field("Secret")]),
      TableModel(
        "dashlane-csv", "ssid,passphrase,name,note,hidden,encryption_type",
        [
          "ssid": .at("wifi.ssid"), "passphrase": .at("wifi.passphrase"), "name": .title, "note": .note,
          "hidden": .choice("wifi.hidden", [("true", "true"), ("false", "false")]),
          "encryption_type": .choice(
            "wifi.networkSecurityType", [("WPA2", "wpa2-personal"), ("odd", "odd")]),
        ]),
    ]
  }()

  static let nordPass: [TableModel] = {
    let street1 = Slot { item in
      let text = item.text(.line)
      item.memory["street"] = text
      return text
    }
    let street2 = Slot { item in
      let text = item.text(.line)
      let lines = [item.memory["street"] ?? "", text].filter { !$0.utf8.isEmpty }
      item.facts.say("address.streetAddress", lines.joined(separator: "\n"))
      return text
    }
    var login: [String: Slot] = [
      "name": .title, "url": .url, "username": .username, "password": .password, "note": .note,
      "folder": .folder("/"),
    ]
    var card: [String: Slot] = [
      "name": .title, "cardholdername": .at("credit-card.fullName"), "cardnumber": .at("credit-card.number"),
      "cvc": .at("credit-card.verificationNumber"),
      "expirydate": .expiry([("11/31", "2031-11"), ("1/2030", "2030-01"), ("11 / 31", "2031-11")]),
      "zipcode": .at("address.postalCode"), "note": .note,
    ]
    var person: [String: Slot] = [
      "name": .title, "full_name": .field("Identity/Full name"), "phone_number": .at("address.tel"),
      "email": .field("Identity/Email"), "address1": street1, "address2": street2,
      "city": .at("address.city"),
      "country": .country("address.country"),
      "state": .choice("address.territory", [("IE-CO", "IE-CO"), ("Munster", "Munster")]),
      "zipcode": .at("address.postalCode"),
    ]
    var note: [String: Slot] = ["name": .title, "note": .note, "folder": .folder("/")]
    let old =
      "name,url,username,password,note,cardholdername,cardnumber,cvc,expirydate,zipcode,folder,full_name,phone_number,email,address1,address2,city,country,state"
    let first = TableModel("nordpass-csv", old, login, card, person, note)
    login["type"] = .constant("password")
    login["additional_urls"] = .addressArray
    card["type"] = .constant("credit_card")
    card["pin"] = .at("credit-card.pin")
    person["type"] = .constant("identity")
    note["type"] = .constant("note")
    let fields = Slot.fieldObjects("label", "value", ["type": "text"])
    login["custom_fields"] = fields
    card["custom_fields"] = fields
    note["custom_fields"] = .constant("[]")
    let new =
      "name,url,additional_urls,username,password,note,cardholdername,cardnumber,cvc,pin,expirydate,zipcode,folder,full_name,phone_number,email,address1,address2,city,country,state,type,custom_fields"
    return [
      first,
      TableModel("nordpass-csv", new, login, card, person, note)
        .folders(["name": path("Home/Cellar"), "type": .constant("folder")]),
      // Passbolt writes this table, too, with a slip in the name of a column.
      TableModel(
        "nordpass-csv", old.replacing("cardholdername", with: "cardholername") + ",type",
        [
          "name": .title, "url": .url, "username": .username, "password": .password, "note": .note,
          "folder": .folder("/"),
        ]
      ).with { $0.quoting = .always },
    ]
  }()

  static let proton: [TableModel] = {
    let columns = "type,name,url,email,username,password,note,totp,createTime,modifyTime,vault"
    let times: [String: Slot] = [
      "createTime": .moment("created", .seconds), "modifyTime": .moment("modified", .seconds),
      "vault": .folder("\u{0}", depth: 1), "name": .title,
    ]
    func form(_ members: [(name: String, slot: Slot)], _ more: [String: Int] = [:]) -> Slot {
      Slot { item in
        var object: [String: Any] = more
        for (name, slot) in members { object[name] = slot.fill(&item) }
        return Slot.json(object)
      }
    }
    let login = times.merging([
      "type": .constant("login"), "url": .urls(", "), "email": .email, "username": .username,
      "password": .password, "note": .note, "totp": .codeURI,
    ]) { $1 }
    let note = times.merging(["type": .constant("note"), "note": .note]) { $1 }
    let card = times.merging([
      "type": .constant("creditCard"),
      "note": form(
        [
          ("cardholderName", .at("credit-card.fullName")), ("number", .at("credit-card.number")),
          ("verificationNumber", .at("credit-card.verificationNumber")),
          ("expirationDate", .expiry([("2031-11", "2031-11"), ("112031", "2031-11")])),
          ("pin", .at("credit-card.pin")), ("note", .note),
        ], ["cardType": 0]),
    ]) { $1 }
    let person = times.merging([
      "type": .constant("identity"),
      "note": form([
        ("firstName", .at("person-name.given")), ("lastName", .at("person-name.surname")),
        ("email", .field("email")), ("streetAddress", .at("address.streetAddress")),
        ("city", .at("address.city")),
        ("countryOrRegion", .country("address.country")), ("passportNumber", .at("passport.passportNumber")),
        ("licenseNumber", .at("drivers-license.licenseNumber")), ("note", .note),
      ]),
    ]) { $1 }
    let alias = times.merging([
      "type": .constant("alias"),
      "email": Slot { item in
        item.facts.say("username", "shop.\(item.number)@quill.example")
        item.facts.say("tag", "alias")
        return "shop.\(item.number)@quill.example"
      }, "note": .note,
    ]) { $1 }
    var untyped = login
    untyped["type"] = nil
    return [
      TableModel("proton-csv", columns, login, note, card, person, alias),
      TableModel("proton-csv", "type,name,url,username,password,note,totp,createTime,modifyTime", login),
      TableModel("proton-csv", "name,url,email,username,password,note,totp,vault", untyped),
      TableModel(
        "proton-csv", columns + ",autofillUrls",
        login.merging(["autofillUrls": .field("Autofill addresses")]) { $1 }),
    ]
  }()
}
