import CXFTestSupport

/// Dialects with a column that names the kind of each row, or a file for each kind.
enum ManagerDialects {
  private static let card: [(String, Slot)] = [
    ("number", .at("credit-card.number")), ("holder", .at("credit-card.fullName")),
    ("code", .at("credit-card.verificationNumber")), ("pin", .at("credit-card.pin")), ("expiry", .expiry()),
  ]

  /// The cells of a card by what the dialect calls its columns.
  private static func card(_ names: [String: String], _ more: [String: Slot]) -> [String: Slot] {
    var slots = more
    for (part, slot) in card { if let name = names[part] { slots[name] = slot } }
    return slots
  }

  static let all: [TableModel] = [
    heylogin, trueKey, encryptr, saferPass, rememBear, buttercup, oldButtercup, passwordstate,
  ]

  private static let heylogin = TableModel(
    "heylogin-csv",
    "id,type,displayName,url,username,password,totp,totpUrl,wifiSsid,note,customFields,creditCardNumber,creditCardHolder,creditCardExpiration,creditCardSecurityCode,creditCardPin",
    [
      "id": Slot { "h\($0.number)" }, "type": .constant("login"), "displayName": .title, "url": .url,
      "username": .username, "password": .password, "totpUrl": .codeURI, "note": .note,
      "customFields": .fieldObjects("name", "value"),
    ],
    [
      "id": Slot { "h\($0.number)" }, "type": .constant("wifi"), "displayName": .title,
      "password": .at("wifi.passphrase"), "wifiSsid": .at("wifi.ssid", .any.filled()), "note": .note,
    ],
    card(
      [
        "number": "creditCardNumber", "holder": "creditCardHolder", "expiry": "creditCardExpiration",
        "code": "creditCardSecurityCode", "pin": "creditCardPin",
      ], ["id": Slot { "h\($0.number)" }, "type": .constant("card"), "displayName": .title, "note": .note]))

  private static let trueKey = TableModel(
    "truekey-csv",
    "autologin,favorite,hexColor,login,memo,name,password,protectedWithPassword,subdomainOnly,tk_export_version,url,title,note,document_content,cardholder,number,expiryDate,type,kind,firstName,lastName,street1,city,zip,country,phone",
    [
      "autologin": .constant("true"), "favorite": .favorite(yes: "true", no: "false"), "login": .username,
      "memo": .note, "name": .title, "password": .password, "protectedWithPassword": .constant("false"),
      "subdomainOnly": .constant("false"), "tk_export_version": .constant("1.0"), "url": .url,
      "kind": .constant("login"),
    ],
    [
      "tk_export_version": .constant("1.0"), "title": .title, "document_content": .note,
      "kind": .constant("note"),
    ],
    card(
      ["number": "number", "holder": "cardholder"],
      [
        "tk_export_version": .constant("1.0"), "title": .title, "kind": .constant("cc"),
        "type": .field("Type"), "note": .note,
        "expiryDate": .expiry([("2031-11-01T00:00:00.000Z", "2031-11")]),
      ]),
    [
      "tk_export_version": .constant("1.0"), "title": .title, "kind": .constant("passport"),
      "number": .at("passport.passportNumber"), "cardholder": .at("passport.fullName"),
      "expiryDate": .choice("passport.expiryDate", [("2031-11-01T00:00:00.000Z", "2031-11-01")]),
    ],
    [
      "tk_export_version": .constant("1.0"), "title": .title, "kind": .constant("address"),
      "firstName": .at("person-name.given"), "lastName": .at("person-name.surname"),
      "street1": .at("address.streetAddress"), "city": .at("address.city"), "zip": .at("address.postalCode"),
      "country": .country("address.country"), "phone": .at("address.tel"),
    ])

  private static let encryptr = TableModel(
    "encryptr-csv",
    "Entry Type,Label,Password,Username,Site URL,Notes,Text,Type,Name on card,Card Number,CVV,Expiry",
    [
      "Entry Type": .constant("Password"), "Label": .title, "Password": .password, "Username": .username,
      "Site URL": .url, "Notes": .note,
    ],
    card(
      ["number": "Card Number", "holder": "Name on card", "code": "CVV"],
      [
        "Entry Type": .constant("Credit Card"), "Label": .title, "Type": .at("credit-card.cardType"),
        "Notes": .note, "Expiry": .expiry([("11/31", "2031-11")]),
      ]),
    ["Entry Type": .constant("General"), "Label": .title, "Notes": .note, "Text": .note])

  private static let saferPass = TableModel(
    "saferpass-csv", "modelType,modelVersion,url,username,password,notes,favorite,title,text,color",
    [
      "modelType": .constant("credentials"), "modelVersion": .constant("1"), "url": .url,
      "username": .username,
      "password": .password, "notes": .note, "favorite": .favorite(yes: "true", no: "false"), "title": .title,
    ],
    [
      "modelType": .constant("note"), "modelVersion": .constant("1"), "favorite": .constant("false"),
      "title": .title, "text": .note, "color": .field("Color"),
    ]
  ).with {
    $0.mark = true
    $0.quoting = .always
  }

  private static let rememBear = TableModel(
    "remembear-csv",
    "type,name,notes,username,password,website,cardholder,number,verification,expiry,pin,zipCode,trash",
    [
      "type": .constant("LoginItem"), "name": .title, "notes": .note, "username": .username,
      "password": .password, "website": .url, "trash": KindDialects.state(yes: "true", no: "false"),
    ],
    card(
      ["number": "number", "holder": "cardholder", "code": "verification", "pin": "pin"],
      [
        "type": .constant("CreditCardItem"), "name": .title, "notes": .note,
        "expiry": .expiry([("2031-11", "2031-11")]), "zipCode": .at("address.postalCode"),
        "trash": .constant("false"),
      ]))

  // MARK: Groups

  /// Groups nest by rows of their own.
  private static let groups: [(id: String, name: String, parent: String, path: [String])] = [
    ("g1", "Home", "0", ["Home"]), ("g2", "a/b", "g1", ["Home", "a/b"]),
    ("g3", "日本", "g2", ["Home", "a/b", "日本"]),
  ]

  private static let buttercup: TableModel = {
    let group = Slot { item in
      let group = item.random.pick(groups)
      item.memory["name"] = group.name
      item.facts.say("folder", VaultFacts.path(group.path))
      return group.id
    }
    let entry: [String: Slot] = [
      "!type": .constant("entry"), "!group_id": group, "!group_name": .again("name"), "title": .title,
      "username": .username, "password": .password, "URL": .url, "id": Slot { "entry-\($0.number)" },
      "Notes": .note, "Locker": .field("Locker"), "PIN": .field("PIN"),
    ]
    var model = TableModel(
      "buttercup-csv",
      "!type,!group_id,!group_name,!group_parent,title,username,password,URL,id,Notes,Locker,PIN")
    for (id, name, parent, path) in groups {
      model = model.folders([
        "!type": .constant("group"), "!group_id": .constant(id),
        "!group_name": Slot { item in
          item.memory["path"] = VaultFacts.path(path)
          return name
        }, "!group_parent": .constant(parent),
      ])
    }
    model.kinds += Array(repeating: TableModel.Kind(slots: entry), count: 6)
    // Each group has its row, so that all know where it is.
    model.fewest = model.kinds.count
    return model
  }()

  private static let oldButtercup = TableModel(
    "buttercup-csv", "!group_id,!group_name,title,username,password,URL,id,Extra",
    [
      "!group_id": .constant("g1"),
      "!group_name": Slot { item in
        item.facts.say("folder", "Main / all")
        return "Main / all"
      }, "title": .title, "username": .username, "password": .password, "URL": .url,
      "id": Slot { "entry-\($0.number)" }, "Extra": .field("Extra"),
    ])

  private static let passwordstate: TableModel = {
    let list = Slot { item in
      let name = item.random.pick(["Boats", "a\\b", "日本"])
      item.memory["list"] = name
      return name
    }
    let tree = Slot { item in
      let path = item.random.pick([["Quill", "Harbour"], ["Ünï"], []])
      let full = VaultFacts.path(path + [item.memory["list"] ?? ""])
      item.memory["path"] = full
      item.facts.say("folder", full)
      return path.map { "\\" + $0 }.joined()
    }
    return TableModel(
      "passwordstate-csv",
      "PasswordListID,Password List,TreePath,PasswordID,Title,DomainOrHost,UserName,Description,Account Type,Notes,URL,Password,ExpiryDate,OTPUri,Licence Key",
      [
        "PasswordListID": .constant("97"), "Password List": list, "TreePath": tree,
        "PasswordID": Slot { "10\($0.number)" }, "Title": .title, "DomainOrHost": .field("Domain or host"),
        "UserName": .username, "Description": .field("Description"), "Account Type": .field("Account type"),
        "Notes": .note, "URL": .url, "Password": .password, "ExpiryDate": .field("Expires"),
        "OTPUri": .codeURI, "Licence Key": .field("Licence Key"),
      ]
    ).folders(["PasswordListID": .constant("97"), "Password List": list, "TreePath": tree])
      .with { model in
        // The header stands anew before each list.
        let names = model.columns
        model.kinds.append(
          TableModel.Kind(
            slots: Dictionary(uniqueKeysWithValues: names.map { ($0, Slot.constant($0)) }), isItem: false))
      }
  }()

  // MARK: Myki

  static let myki: [TableModel] = {
    let common: [String: Slot] = ["nickname": .title, "status": .constant("active"), "tags": .tags(",")]
    func with(_ more: [String: Slot]) -> [String: Slot] { common.merging(more) { $1 } }
    let street = Slot { item in
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
    func document(_ type: String, _ places: (number: String, name: String, issued: String, expires: String))
      -> [String: Slot]
    {
      with([
        "idType": .constant(type), "idNumber": .at(places.number), "idName": .at(places.name),
        "idIssuanceDate": .choice(
          places.issued, [("25/12/2020", "2020-12-25"), ("31/01/2019", "2019-01-31")]),
        "idExpirationDate": .choice(places.expires, [("26/12/2030", "2030-12-26")]), "additionalInfo": .note,
      ])
    }
    let login: [String: Slot] = [
      "url": .url, "username": .username, "password": .password, "additionalInfo": .note,
      "twofaSecret": .secret,
    ]
    return [
      TableModel(
        "myki-csv", "nickname,url,username,password,additionalInfo,twofaSecret,status,tags", with(login)),
      TableModel(
        "myki-csv", "url,username,password,additionalInfo,nickname,twofaSecret",
        login.merging(["nickname": .title]) { $1 }),
      TableModel(
        "myki-csv", "nickname,status,tags,cardNumber,cardName,exp_month,exp_year,cvv,additionalInfo",
        with([
          "cardNumber": .at("credit-card.number"), "cardName": .at("credit-card.fullName"),
          "exp_month": .cardMonth, "exp_year": .cardYear(short: true),
          "cvv": .at("credit-card.verificationNumber"), "additionalInfo": .note,
        ])),
      TableModel(
        "myki-csv",
        "nickname,status,tags,firstName,middleName,lastName,email,firstAddressLine,secondAddressLine,title,gender,number,city,country,zipCode,additionalInfo",
        with([
          "firstName": .at("person-name.given"), "middleName": .at("person-name.given2"),
          "lastName": .at("person-name.surname"), "email": .field("Email"), "firstAddressLine": street,
          "secondAddressLine": street2, "title": .choice("person-name.title", [("Ms", "Ms")]),
          "gender": .field("Gender"), "number": .at("address.tel"), "city": .at("address.city"),
          "country": .country("address.country"), "zipCode": .at("address.postalCode"),
          "additionalInfo": .note,
        ])),
      TableModel(
        "myki-csv",
        "nickname,status,tags,idType,idNumber,idName,idIssuanceDate,idExpirationDate,idCountry,additionalInfo",
        document(
          "Passport",
          ("passport.passportNumber", "passport.fullName", "passport.issueDate", "passport.expiryDate")),
        document(
          "Driver's License",
          (
            "drivers-license.licenseNumber", "drivers-license.fullName", "drivers-license.issueDate",
            "drivers-license.expiryDate"
          )),
        document(
          "ID Card",
          (
            "identity-document.documentNumber", "identity-document.fullName", "identity-document.issueDate",
            "identity-document.expiryDate"
          )),
        with([
          "idType": membership, "idNumber": .field("Number"), "idName": .field("Name"),
        ])),
      TableModel(
        "myki-csv", "nickname,status,content",
        ["nickname": .title, "status": .constant("active"), "content": .note]),
      TableModel(
        "myki-csv", "nickname,status,tags,authToken,additionalInfo",
        with(["authToken": .secret, "additionalInfo": .note])),
    ]
  }()

  private static let membership = Slot { item in
    item.facts.say("field Type", "Membership")
    return "Membership"
  }
}
