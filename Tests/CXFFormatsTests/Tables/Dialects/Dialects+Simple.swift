import CXFTestSupport

/// Dialects whose rows are of one kind.
enum SimpleDialects {
  private static let login: [String: Slot] = [
    "name": .title, "title": .title, "url": .url, "username": .username, "password": .password,
  ]

  private static func login(_ more: [String: Slot]) -> [String: Slot] { login.merging(more) { $1 } }

  /// Browsers.
  static let browsers: [TableModel] = [
    TableModel(
      "chrome-csv", "name,url,username,password,note",
      login(["name": .maybeTitle, "url": .filledURL, "note": .note])),
    TableModel("chrome-csv", "name,url,username,password", login).with { $0.end = "\r\n" },
    TableModel(
      "chrome-sqlite-csv",
      "origin_url,action_url,username_element,username_value,password_element,password_value,submit_element,signon_realm,date_created,display_name,federation_url,times_used",
      [
        "origin_url": .filledURL, "action_url": .field("Form address"),
        "username_element": .field("User name's field"), "username_value": .username,
        "password_element": .field("Password's field"), "password_value": .password,
        "submit_element": .field("Submit element"), "signon_realm": .field("Realm"),
        "date_created": .field("Date created"), "display_name": .maybeTitle,
        "federation_url": .field("Federation"), "times_used": .field("Times used"),
      ]),
    TableModel(
      "apple-csv", "Title,URL,Username,Password,Notes,OTPAuth",
      [
        "Title": .title, "URL": .url, "Username": .username, "Password": .password, "Notes": .note,
        "OTPAuth": .codeURI,
      ]),
    TableModel(
      "apple-csv", "Title,URL,Username,Password,OTPAuth",
      ["Title": .title, "URL": .url, "Username": .username, "Password": .password, "OTPAuth": .codeURI]),
    TableModel(
      "apple-csv", "Title,Url,Username,Password",
      ["Title": .title, "Url": .url, "Username": .username, "Password": .password]),
    TableModel(
      "firefox-csv",
      "url,username,password,httpRealm,formActionOrigin,guid,timeCreated,timeLastUsed,timePasswordChanged",
      [
        "url": .filledURL, "username": .username, "password": .password, "httpRealm": .field("HTTP realm"),
        // A form that sends to its own site says nothing more.
        "formActionOrigin": Slot { item in
          item.random.oneIn(2) ? item.memory["url"] ?? "" : Slot.field("Form address").fill(&item)
        },
        "guid": Slot { "{00000000-0000-4000-8000-0000000000\($0.number + 10)}" },
        "timeCreated": .moment("created", .milliseconds), "timeLastUsed": .field("Last used"),
        "timePasswordChanged": .moment("modified", .milliseconds),
      ]
    ).with {
      $0.quoting = .always
      $0.end = "\r\n"
    },
    TableModel(
      "firefox-csv", "hostname,username,password,formSubmitURL,httpRealm,usernameField,passwordField",
      [
        "hostname": .filledURL, "username": .username, "password": .password,
        "httpRealm": .field("HTTP realm"),
        "formSubmitURL": .again("url"), "usernameField": .field("User name's field"),
        "passwordField": .field("Password's field"),
      ]
    ).with { $0.quoting = .always },
    TableModel(
      "firefox-exporter-csv", "hostname,username,password",
      ["hostname": .filledURL, "username": .username, "password": .password]
    ).with { $0.quoting = .always },
  ]

  /// Password managers with a table of logins.
  static let managers: [TableModel] = [
    TableModel(
      "avira-csv", "name,website,username,password,secondary_username,notes",
      [
        "name": .title, "website": .url, "username": .username, "password": .password,
        // It is the user name where there is no other.
        "secondary_username": Slot { item in
          let text = item.text()
          item.facts.say(item.facts.says("username") ? "field Secondary user name" : "username", text)
          return text
        },
        "notes": .note,
      ]),
    TableModel(
      "avast-csv", "name,web,login,password,note",
      ["name": .title, "web": .url, "login": .username, "password": .password, "note": .note]),
    TableModel(
      "blur-csv", "domain,label,username,email,password",
      ["domain": .url, "label": .title, "username": .username, "email": .email, "password": .password]
    ).with { $0.quoting = .always },
    TableModel(
      "codebook-csv",
      "Category,Entry,Username,Email,Password,TOTP,Website,Phone,PIN,Account,Date,Note,Favorite",
      [
        "Category": .folder("/"), "Entry": .title, "Username": .username, "Email": .email,
        "Password": .password, "TOTP": .code, "Website": .url, "Phone": .field("Phone"), "PIN": .field("PIN"),
        "Account": .field("Account"), "Date": .field("Date"), "Note": .note,
        "Favorite": .favorite(yes: "true", no: ""),
      ]),
    TableModel(
      "meldium-csv", "DisplayName,Notes,UserName,Password,Url",
      ["DisplayName": .title, "Notes": .note, "UserName": .username, "Password": .password, "Url": .url]),
    TableModel(
      "securesafe-csv", "Title,Username,Password,URL,Comment",
      ["Title": .title, "Username": .username, "Password": .password, "URL": .url, "Comment": .note]),
    TableModel(
      "yoti-csv", "Name,URL,User name,Password",
      ["Name": .title, "URL": .url, "User name": .username, "Password": .password]),
    TableModel(
      "blackberry-csv", "grouping,fav,name,url,username,password,extra,address,phone",
      login([
        "grouping": .constant("login"), "fav": .favorite(yes: "1", no: "0"), "extra": .note,
        "address": .field("address"), "phone": .field("phone"),
      ]),
      [
        "grouping": .constant("note"), "fav": .favorite(yes: "1", no: "0"), "name": .title, "extra": .note,
      ]),
    TableModel(
      "synology-csv", "Display_Name,Login_Username,Login_Password,Login_URLs,Login_TOTP,Notes,Favorite",
      [
        "Display_Name": .title, "Login_Username": .username, "Login_Password": .password,
        "Login_URLs": .urls(","), "Login_TOTP": .code, "Notes": .note,
        "Favorite": .favorite(yes: "true", no: "false"),
      ]
    ).with { $0.mark = true },
    TableModel(
      "teampasswordmanager-csv",
      "Project name,Name,Access information,Username,E-mail,Password,Notes,Tags,Expiry date",
      [
        "Project name": .folder("\u{0}", depth: 1), "Name": .title, "Access information": .url,
        "Username": .username, "E-mail": .email, "Password": .password, "Notes": .note,
        "Tags": .tags(","), "Expiry date": .field("Expires"),
      ]
    ).with { $0.quoting = .always },
    TableModel(
      "padlock-csv", "name,tags,url,username,password,notes",
      login(["tags": .tags(", "), "notes": .note])),
    TableModel(
      "padlock-csv", "name,category,url,username,password,notes",
      login(["category": .tags(",", ["home"]), "notes": .note])),
    TableModel(
      "safeincloud-csv", "Title,Login,Password,URL,Notes,OTP",
      [
        "Title": .title, "Login": .username, "Password": .password, "URL": .url, "Notes": .note,
        "OTP": .secret,
      ]
    ).with { $0.quoting = .always },
    TableModel(
      "delinea-csv", "Secret Name,Folder,URL,Username,Password,Notes,TOTP Key,Machine,PIN Code",
      [
        "Secret Name": .title, "Folder": .folder("\\", prefix: "\\"), "URL": .url, "Username": .username,
        "Password": .password, "Notes": .note, "TOTP Key": .secret, "Machine": .field("Machine"),
        "PIN Code": .field("PIN Code"),
      ]),
    TableModel(
      "gorilla-csv", "uuid,group,title,url,user,password,notes",
      [
        "uuid": Slot { "542657a4-e96e-4f1c-7958-08e271ebab\($0.number + 10)" },
        "group": .folder(".", escape: "\\"), "title": .title, "url": .url, "user": .username,
        "password": .password, "notes": .note,
      ]),
    TableModel(
      "netwrix-csv",
      "Organisationseinheit,DataTags,Beschreibung,Benutzername,Passwort,Internetseite,Informationen,One-Time Passwort,Kundennummer",
      [
        "Organisationseinheit": .folder("\\"), "DataTags": .tags(";"), "Beschreibung": .title,
        "Benutzername": .username, "Passwort": .password, "Internetseite": .url, "Informationen": .note,
        "One-Time Passwort": .code, "Kundennummer": .field("Kundennummer"),
      ]
    ).with {
      $0.delimiter = ";"
      $0.end = "\r\n"
    },
    TableModel(
      "nextcloud-csv",
      "Label,Username,Password,Notes,Url,Custom Fields,Folder,Tags,Favorite,Edited,Id,Revision,Folder Id",
      [
        "Label": .title, "Username": .username, "Password": .password, "Notes": .note, "Url": .url,
        "Custom Fields": .fieldLines(named: { "\($0), text" }), "Folder": .folder("/"), "Tags": .tags(","),
        "Favorite": .favorite(yes: "true", no: "false"),
        "Edited": .moment(
          "modified",
          .dates([
            ("1666294302", "Thu Oct 20 2022 21:31:42 GMT+0200 (Central European Summer Time)")
          ])),
        "Id": Slot { "ea1964bc-46b0-401b-8960-ef8714138d\($0.number + 10)" },
        "Revision": .constant("7b1c4863"),
        "Folder Id": .constant("6716569e"),
      ]),
    TableModel(
      "keepass-csv", "Account,Login Name,Password,Web Site,Comments",
      [
        "Account": .title, "Login Name": .username, "Password": .password, "Web Site": .url,
        "Comments": .note,
      ]
    ).with { $0.quoting = .backslash },
    TableModel(
      "keepass-csv", "Account,Login Name,Password,Web Site,Comments",
      [
        // One lone backslash tells that backslashes are no escapes; a file without one is read as KeePass 1 writes.
        "Account": Slot { item in
          let text = "\\." + item.text(.line)
          item.facts.say("title", text)
          return text
        },
        "Login Name": .username, "Password": .password, "Web Site": .url, "Comments": .note,
      ]
    ).with { $0.quoting = .always },
    TableModel(
      "keepassxc-csv", "Group,Title,Username,Password,URL,Notes,TOTP,Icon,Last Modified,Created",
      [
        "Group": .folder("/", prefix: "Root/"), "Title": .title, "Username": .username, "Password": .password,
        "URL": .url, "Notes": .note, "TOTP": .codeURI, "Icon": .constant("0"),
        "Last Modified": .moment("modified", .iso), "Created": .moment("created", .iso),
      ]
    ).with { $0.quoting = .always },
    TableModel(
      "keepassxc-csv", "Group,Title,Username,Password,URL,Notes",
      [
        "Group": .folder("/", prefix: "Root/"), "Title": .title, "Username": .username, "Password": .password,
        "URL": .url, "Notes": .note,
      ]
    ).with { $0.quoting = .always },
    TableModel(
      "passbolt-csv", "Title,Username,URL,Password,Notes,Group,TOTP",
      [
        "Title": .title, "Username": .username, "URL": .url, "Password": .password, "Notes": .note,
        "Group": .folder("/"), "TOTP": .codeURI,
      ]
    ).with {
      $0.quoting = .always
      $0.end = "\r\n"
    },
    TableModel(
      "passbolt-csv", "name,username,url,password,extra,grouping",
      login(["extra": .note, "grouping": .folder("/")])
    ).with { $0.quoting = .always },
    TableModel(
      "passbolt-csv", "name,url,note,group,username,password,extra",
      login(["note": .note, "group": .folder("/"), "extra": .note])
    ).with { $0.quoting = .always },
    TableModel(
      "upm-csv", "title,username,password,url,notes", login(["url": .filledURL, "notes": .note])
    ).with {
      $0.hasHeader = false
      // What stands in the first cell of the file must not be taken for marks of the file itself.
      $0.limits = TextLimits(without: "\u{FEFF}", withoutWords: ["sep="])
    },
    TableModel(
      "dashlane-old-csv", "title,url,username,password,note", login(["url": .filledURL, "note": .note])
    ).with {
      $0.hasHeader = false
      $0.quoting = .always
      $0.limits = TextLimits(without: "\u{FEFF}", withoutWords: ["sep="])
    },
    TableModel(
      "csv", "Titel,Benutzername,Passwort,Webseite,Notizen,Kundennummer",
      [
        "Titel": .title, "Benutzername": .username, "Passwort": .password, "Webseite": .url, "Notizen": .note,
        "Kundennummer": .field("Kundennummer"),
      ]
    ).with {
      $0.delimiter = ";"
      $0.end = "\r\n"
    },
    TableModel(
      "csv", "name,login,pass,website,category,comments,otp",
      [
        "name": .title, "login": .username, "pass": .password, "website": .url, "category": .folder("/"),
        "comments": .note, "otp": .code,
      ]
    ).with {
      $0.delimiter = "\t"
      $0.end = "\r"
    },
  ]
}
