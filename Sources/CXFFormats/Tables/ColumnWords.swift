internal import CredentialExchangeFormat

/// What columns are called, in the languages that people export in.
enum ColumnWords {
  /// The role of a column by its name alone; nil where the name does not say.
  static func role(_ name: Text) -> CellRole? { roles[key(name.string.lowercased())] }

  /// The name without what stands between its words.
  private static func key(_ name: String) -> String {
    String(
      String.UnicodeScalarView(name.unicodeScalars.filter { !" _-./:'’*()".unicodeScalars.contains($0) }))
  }

  private static let roles: [String: CellRole] = {
    var roles: [String: CellRole] = [:]
    for (role, names) in words {
      for name in names { roles[key(name)] = role }
    }
    return roles
  }()

  private static let words: [(CellRole, [String])] = [
    (
      .title,
      [
        "title", "name", "titel", "titre", "título", "titulo", "titolo", "bezeichnung", "label", "nazwa",
        "tytuł", "naam",
        "nom", "nombre", "nome", "namn", "navn", "nimi", "название", "имя", "标题", "标题名称", "名称", "名稱", "タイトル",
        "名前", "제목", "이름", "název", "megnevezés", "başlık", "item", "item name", "entry", "eintrag", "account",
        "konto",
        "service", "dienst", "site name", "account name",
      ]
    ),
    (
      .url,
      [
        "url", "website", "web site", "site", "webseite", "internetseite", "web address", "webadresse",
        "link", "hostname",
        "host", "domain", "login url", "login_uri", "uri", "site web", "sitio web", "sito web", "sito",
        "strona",
        "strona internetowa", "adres url", "webbplats", "webside", "hjemmeside", "verkkosivusto", "сайт",
        "веб-сайт",
        "адрес", "网址", "网站", "網址", "網站", "ウェブサイト", "サイト", "웹사이트", "adresse web", "página web", "web",
        "webová stránka", "weboldal", "urls",
      ]
    ),
    (
      .username,
      [
        "username", "user name", "user", "login", "login name", "loginname", "userid", "user id",
        "benutzername", "benutzer",
        "anmeldename", "utilisateur", "nom d'utilisateur", "identifiant", "usuario", "nombre de usuario",
        "utente",
        "nome utente", "gebruikersnaam", "nazwa użytkownika", "użytkownik", "användarnamn", "brugernavn",
        "brukernavn",
        "käyttäjätunnus", "käyttäjänimi", "пользователь", "имя пользователя", "логин", "用户名", "使用者名稱", "帐号",
        "账号",
        "ユーザー名", "ユーザ名", "사용자 이름", "아이디", "kullanıcı adı", "nome de usuário", "nome do usuário", "utilizador",
        "uživatelské jméno", "felhasználónév", "login_username",
      ]
    ),
    (
      .password,
      [
        "password", "passwort", "kennwort", "mot de passe", "contraseña", "contrasena", "senha",
        "palavra-passe", "wachtwoord",
        "hasło", "lösenord", "adgangskode", "passord", "salasana", "пароль", "密码", "密碼", "パスワード", "비밀번호",
        "heslo",
        "jelszó", "şifre", "parola", "pwd", "pass", "passphrase", "passwd", "login_password",
      ]
    ),
    (
      .loginEmail,
      [
        "email", "e-mail", "mail", "email address", "e-mail-adresse", "courriel", "correo",
        "correo electrónico", "邮箱", "メールアドレス", "login email",
      ]
    ),
    (
      .totp,
      [
        "totp", "otp", "otpauth", "otp url", "otp secret", "otpurl", "otpsecret", "totp secret",
        "one-time code",
        "one-time password", "2fa", "2fa secret", "authenticator key", "login_totp", "two factor key",
        "verification code",
      ]
    ),
    (
      .note,
      [
        "note", "notes", "notiz", "notizen", "comment", "comments", "kommentar", "kommentare", "bemerkung",
        "bemerkungen",
        "anmerkung", "anmerkungen", "remarques", "remarque", "commentaire", "commentaires", "notas", "nota",
        "opmerkingen",
        "notities", "uwagi", "notatki", "anteckningar", "noter", "notater", "muistiinpanot", "заметки",
        "заметка",
        "примечание", "примечания", "备注", "備註", "メモ", "메모", "poznámky", "poznámka", "jegyzet", "notlar",
        "extra",
        "observações", "comentarios",
      ]
    ),
    (
      .folder(.slash),
      [
        "folder", "group", "ordner", "gruppe", "category", "kategorie", "dossier", "groupe", "catégorie",
        "carpeta", "grupo",
        "categoría", "cartella", "gruppo", "categoria", "map", "groep", "pasta", "folder name", "grupa",
        "kategoria", "mapp",
        "mappe", "kansio", "папка", "группа", "категория", "文件夹", "分组", "フォルダ", "フォルダー", "폴더",
      ]
    ),
    (
      .tags(.semicolons),
      ["tags", "tag", "labels", "schlagwörter", "étiquettes", "etiquetas", "теги", "标签", "タグ"]
    ),
    (
      .favorite,
      [
        "favorite", "favourite", "favorit", "fav", "favori", "favorito", "preferito", "starred", "избранное",
        "收藏",
      ]
    ),
    (
      .created,
      ["created", "created at", "creation time", "createtime", "date created", "erstellt", "timecreated"]
    ),
    (
      .modified,
      [
        "modified", "modified at", "last modified", "modifytime", "updated", "updated at", "geändert",
        "date modified",
      ]
    ),
    (.member("credit-card.number"), ["card number", "cardnumber", "kartennummer", "numéro de carte"]),
    (.member("credit-card.fullName"), ["cardholder", "cardholder name", "name on card", "karteninhaber"]),
    (.member("credit-card.verificationNumber"), ["cvv", "cvc", "security code", "prüfnummer"]),
    (
      .member("credit-card.expiryDate"),
      ["expiry", "expiry date", "expiration date", "card expiry", "gültig bis"]
    ),
  ]
}
