"""Exports of many managers as tables and plain texts: one file for each shape of header.

The name of a file begins with the id of its format. All files tell of the same few invented accounts, as far as their
format can.
"""

import base64
import hashlib
import json

from . import aes, derived

# Title, address, user name, password, note, folder, secret of one-time codes.
LOGINS = [
    ("Harbour Library", "https://harbour-library.example/login", "mara.quill", "violet-Anchor-71!kelp", "", "Home", ""),
    (
        "Tax, Lantern Street",
        "https://tax.lantern.example/sign-in?lang=en&next=%2Fhome",
        "mara@quill.example",
        'Tide,Table;"quoted"\\back\'slash',
        'Ask for "Tom", desk 4.\nCall before 17:00.',
        "Work",
        "GEZDGNBVGY3TQOJQ",
    ),
    ("Café Übergröße", "https://cafe.example/", "jos\u00e9", "pâte-à-choux-Ωmega 🔑", "日本語のメモ", "Home", ""),
    ("Mill", "http://192.0.2.17:8443/admin", "miller", "  two before, one after ", "", "", ""),
    ("Door", "https://door.example/", "", "0042", "a code only", "", ""),
]

CARD = ("Blue card", "Mara Quill", "4111111111111111", "123", "11/2031", "0077")
OTPAUTH = "otpauth://totp/Lantern:mara%40quill.example?secret=GEZDGNBVGY3TQOJQ&issuer=Lantern&digits=6&period=30"


def _cell(text, delimiter, always):
    must = any(c in text for c in (delimiter, '"', "\r", "\n")) or text != text.strip(" ")
    return '"' + text.replace('"', '""') + '"' if always or must else text


def table(header, rows, delimiter=",", end="\n", always=False, mark=False, encoding="utf-8"):
    """A table; `header` may be None."""
    lines = ([header] if header else []) + list(rows)
    text = "".join(delimiter.join(_cell(c, delimiter, always) for c in row) + end for row in lines)
    return (b"\xef\xbb\xbf" if mark else b"") + text.encode(encoding)


def _by(names, **more):
    """Rows of logins by the meaning of columns: t u n p o f x and fixed texts; `-` is an empty cell."""
    rows = []
    for title, url, name, password, note, folder, code in LOGINS:
        known = {"t": title, "u": url, "n": name, "p": password, "o": note, "f": folder, "x": code, "-": ""}
        known["X"] = OTPAUTH if code else ""
        rows.append(tuple(known[c] if c in known else more[c](known) if callable(more[c]) else more[c] for c in names))
    return rows


def _h(text):
    return tuple(text.split(","))


def _pad(row, count):
    return tuple(row) + ("",) * (count - len(row))


def apple():
    return table(_h("Title,URL,Username,Password,Notes,OTPAuth"), _by("tunpoX"))


def apple_code():
    return table(_h("Title,URL,Username,Password,OTPAuth"), _by("tunpX"))


def apple_old():
    return table(_h("Title,Url,Username,Password"), _by("tunp"))


def firefox():
    header = _h("url,username,password,httpRealm,formActionOrigin,guid,timeCreated,timeLastUsed,timePasswordChanged")
    rows = []
    for number, row in enumerate(_by("unp")):
        guid = f"{{00000000-0000-4000-8000-00000000000{number}}}"
        realm, form = ("Mill", "") if "8443" in row[0] else ("", row[0])
        rows.append(row + (realm, form, guid, "1448989086123", "1754946933012", "1700000000000"))
    rows.append(("chrome://FirefoxAccounts", "own", "own keys", "Firefox Accounts credentials", "",
                 "{00000000-0000-4000-8000-0000000000ff}", "1448989086123", "0", "1700000000000"))
    return table(header, rows, always=True, end="\r\n")


def firefox_old():
    header = _h("hostname,username,password,formSubmitURL,httpRealm,usernameField,passwordField")
    return table(header, [r + (r[0], "", "user", "pass") for r in _by("unp")], always=True)


def firefox_exporter():
    return table(_h("hostname,username,password"), _by("unp"), always=True)


def bitwarden():
    header = _h("folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp")
    rows = [
        (r[0], "1" if r[1] == "Mill" else "", "login", r[1], r[2],
         "PIN: 0042\nWhere: left: door" if r[1] == "Door" else "", "1" if r[1] == "Door" else "0",
         r[3] + (",androidapp://com.example.mill" if r[1] == "Mill" else ""), r[4], r[5], r[6])
        for r in _by("ftounpX")
    ]
    rows.append(("Home/Cellar", "", "note", "Boiler", "Turn left.\nThen right.", "", "0", "", "", "", ""))
    return table(header, rows)


def bitwarden_old():
    header = _h("folder,favorite,type,name,notes,fields,login_uri,login_username,login_password,login_totp")
    return table(header, _by("f1yto1unpx", **{"1": "", "y": "login"}))


def bitwarden_organisation():
    header = _h("collections,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp")
    rows = _by("cyto10unpx", **{"c": "Team,Team/Desk", "y": "login", "1": "", "0": "0"})
    return table(header, rows, end="\r\n")


def bitwarden_archived():
    header = _h("folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp,archivedDate")
    rows = _by("f1yto10unpxa", **{"1": "", "y": "login", "0": "0", "a": lambda k: "2025-01-31T10:00:00.000Z" if k["t"] == "Mill" else ""})
    return table(header, rows)


def bitwarden_authenticator():
    header = _h("folder,favorite,type,name,login_uri,login_totp")
    text = table(header, []).decode()
    text += f",1,1,Lantern,,{OTPAUTH},Lantern,30,6\n\n,,1,Game,,steam://GEZDGNBVGY3TQOJQ\n"
    return text.encode()


def onepassword8():
    header = _h("Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes")
    flags = {"F": lambda k: "true" if k["t"] == "Mill" else "false", "A": lambda k: "true" if k["t"] == "Door" else "false", "T": "home;boats & bridges"}
    return table(header, _by("tunpXFATo", **flags))


def onepassword4():
    return table(_h("title,notes,username,password,url"), _by("tonpu"))


def onepassword_windows():
    header = ("UUID", "TITLE", "USERNAME", "PASSWORD", "URL", "URLS", "SCOPE", "AUTOSUBMIT", "TAGS", "NOTES",
              "1: CARDHOLDER NAME", "2: NUMBER", "SECTION 1: SECTION_QX7", "SECTION_QX7 1: RECOVERY CODE",
              "SECTION_QX7 2: ONE-TIME PASSWORD")
    rows = []
    for number, (t, n, p, u, o, code) in enumerate(_by("tnpuoX")):
        rows.append((f"sd26pt226etnsijbl3kq{number:06d}", t, n, p, u, u, "Default", "Default", "home,work", o, "", "",
                     "Recovery" if t == "Mill" else "", "ab12-cd34" if t == "Mill" else "", code))
    rows.append(("sd26pt226etnsijbl3kq000099", CARD[0], "", "", "", "", "Default", "Never", "", "", CARD[1], CARD[2], "", "", ""))
    return table(header, rows, always=True, end="\r\n")


def onepassword_mac():
    header = ("account number(accountNo)", "auth\u200b method(pop_authentication)", "cardholder name(cardholder)",
              "Created Date", "expiry date(expiry)", "first name(firstname)", "last name(lastname)", "Modified Date",
              "network name(network_name)", "Notes", "number(ccnum)", "Password", "Scope", "Tags", "Title", "Type",
              "URL", "Username", "verification number(cvv)", "wireless network password(wireless_password)",
              "wireless security(wireless_security)", "")
    rows = [("", "", "", "1606923869", "", "", "", "1606924056", "", o, "", p, "Default", '{(\n    "Starter Kit",\n    home\n)}', t, "Login", u, n, "", "", "", "")
            for t, u, n, p, o in _by("tunpo")]
    rows.append(("", "", CARD[1], "1606923869", "11/2031", "", "", "1606924056", "", "", CARD[2], "", "", "{(\n)}", CARD[0], "Credit Card", "", "", CARD[3], "", "", ""))
    rows.append(("", "", "", "1606923869", "", "", "", "1606924056", "Quill Net", "", "", "", "", "{(\n)}", "Home network", "Wireless Router", "", "", "", "wave-Form-8", "WPA2 Personal", ""))
    return table(header, rows, always=True)


LASTPASS_CARD = "NoteType:Credit Card\nLanguage:en-GB\nName on Card:Mara Quill\nType:Visa\nNumber:4111111111111111\nSecurity Code:123\nStart Date:,\nExpiration Date:November,2031\nNotes:kept in the drawer\nSecurity Code:not this one"
LASTPASS_WIFI = "NoteType:Wi-Fi Password\nLanguage:en-GB\nSSID:Quill Net\nPassword:wave-Form-8\nConnection Type:ESS\nAuthentication:WPA2-Personal\nNotes:"
LASTPASS_PASSPORT = "NoteType:Passport\nType:P\nName:Mara Quill\nCountry:IE\nNumber:X0000000\nDate of Birth:March,4,1980\nIssued Date:May,6,2020\nExpiration Date:May,5,2030\nNotes:"
LASTPASS_CUSTOM = "NoteType:Custom_1234\nLanguage:en-GB\nLocker:17\nCombination:3-1-4\nNotes:gym"


def lastpass():
    header = _h("url,username,password,totp,extra,name,grouping,fav")
    rows = _by("unpxotg1", g=lambda k: k["f"] + "\\Old" if k["f"] == "Work" else k["f"] or "(none)", **{"1": lambda k: "1" if k["t"] == "Mill" else "0"})
    for title, note in (("Card", LASTPASS_CARD), ("Net", LASTPASS_WIFI), ("Passport", LASTPASS_PASSPORT), ("Locker", LASTPASS_CUSTOM), ("Boiler", "Turn left.\nNoteType: is no form here")):
        rows.append(("http://sn", "", "", "", note, title, "Notes", "0"))
    rows.append(("http://group", "", "", "", "", "", "Empty\\Folder", "0"))
    rows.append(("http://", "bea", "pw2", "", "", "", "", "0"))
    return table(header, rows)


def lastpass_old():
    header = _h("url,username,password,extra,name,grouping,fav")
    return table(header, _by("unpotf1", **{"1": "0"}), end="\r\r\n")


def lastpass_entities():
    rows = [("https://m.example/?a=1&amp;b=2", "mara", "G&lt;7&amp;x&gt;", "", "it&#39;s &quot;ok&quot;", "R&amp;D", "Work", "0")]
    return table(_h("url,username,password,totp,extra,name,grouping,fav"), rows)


def lastpass_page():
    rows = table(_h("url,username,password,totp,extra,name,grouping,fav"), _by("unpxotf1", **{"1": "0"})).decode()
    for raw, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        rows = rows.replace(raw, entity)
    return f"<html><head></head><body><pre style=\"white-space: pre-wrap;\">{rows}</pre></body></html>\n".encode()


def dashlane():
    header = _h("username,username2,username3,title,password,note,url,category,otpUrl")
    return table(header, _by("n2-tpoufX", **{"2": lambda k: "second@quill.example" if k["t"] == "Mill" else ""}))


def dashlane_old_column():
    return table(_h("username,username2,username3,title,password,note,url,category,otpSecret"), _by("n--tpoufx"))


def dashlane_payments():
    header = _h("type,account_name,account_holder,cc_number,code,expiration_month,expiration_year,routing_number,account_number,country,issuing_bank,note,name")
    rows = [("payment_card", CARD[1], "", CARD[2], CARD[3], "11", "2031", "", "", "IE", "", "in the drawer", CARD[0]),
            ("bank", "Savings", "Mara Quill", "", "", "", "", "900000", "00001234", "IE", "IE-QUILL", "", "")]
    return table(header, rows)


def dashlane_ids():
    header = _h("type,number,name,issue_date,expiration_date,place_of_issue,state")
    rows = [("passport", "X0000000", "Mara Quill", "2020-05-06", "2030-05-05", "Dublin", ""),
            ("license", "L-77", "Mara Quill", "2019-01-02", "2029-01-01", "Cork", "IE-CO"),
            ("card", "C-12", "Mara Quill", "2021-01-02", "2031-01-01", "Cork", ""),
            ("social_security", "900-00-0000", "Mara Quill", "", "", "", "")]
    return table(header, rows)


def dashlane_personal():
    header = _h("type,title,first_name,middle_name,last_name,login,date_of_birth,place_of_birth,email,email_type,item_name,phone_number,address,country,state,city,zip,address_recipient,address_building,address_apartment,address_floor,address_door_code,job_title,url")
    rows = [("name", "MS", "Mara", "", "Quill", "mara", "1980-03-04", "Cork"), ("email", "", "", "", "", "", "", "", "mara@quill.example", "personal", "My mail"),
            ("number", "", "", "", "", "", "", "", "", "", "Phone", "+353 20 910 0000"),
            ("address", "", "", "", "", "", "", "", "", "", "Home", "", "4 Mole End", "IE", "IE-CO", "Cork", "T12 0000", "Mara", "2", "7", "3", "0042"),
            ("website", "", "", "", "", "", "", "", "", "", "Own page", "", "", "", "", "", "", "", "", "", "", "", "", "https://quill.example/")]
    return table(header, [_pad(r, len(header)) for r in rows])


def dashlane_notes():
    return table(_h("title,note"), [("Boiler", "Turn left.\nThen right."), ("Empty", "")])


def dashlane_wifi():
    return table(_h("ssid,passphrase,name,note,hidden,encryption_type"), [("Quill Net", "wave-Form-8", "Home network", "upstairs", "false", "WPA2")])


def dashlane_headerless():
    return table(None, _by("tunpo"), always=True)


def keepass1():
    text = '"Account","Login Name","Password","Web Site","Comments"\n'
    for row in _by("tnpuo"):
        text += ",".join('"' + c.replace("\\", "\\\\").replace('"', '\\"') + '"' for c in row) + "\n"
    return text.encode()


def keepass2():
    return table(("Account", "Login Name", "Password", "Web Site", "Comments"), _by("tnpuo"), always=True)


def keepassx():
    return table(_h("Group,Title,Username,Password,URL,Notes"), [("Root/" + r[0] if r[0] else "Root",) + r[1:] for r in _by("ftnpuo")], always=True)


def keepassxc():
    header = _h("Group,Title,Username,Password,URL,Notes,TOTP,Icon,Last Modified,Created")
    rows = [("Passwords/" + r[0] if r[0] else "Passwords",) + r[1:] + ("0", "2024-02-03T04:05:06Z", "2023-11-14T22:13:20Z") for r in _by("ftnpuoX")]
    return table(header, rows, always=True)


def keepassxc_code():
    return table(_h("Group,Title,Username,Password,URL,Notes,TOTP"), [("Root/" + r[0],) + r[1:] for r in _by("ftnpuoX")], always=True)


def keepassxc_spreadsheet():
    return table(_h("Group,Title,Username,Password,URL,Notes"), [("Root/" + r[0],) + r[1:] for r in _by("ftnpuo")][:2], delimiter=";", end="\r\n", encoding="utf-16")


NORDPASS_OLD = _h("name,url,username,password,note,cardholdername,cardnumber,cvc,expirydate,zipcode,folder,full_name,phone_number,email,address1,address2,city,country,state")
NORDPASS_NEW = _h("name,url,additional_urls,username,password,note,cardholdername,cardnumber,cvc,pin,expirydate,zipcode,folder,full_name,phone_number,email,address1,address2,city,country,state,type,custom_fields")


def nordpass_old():
    rows = [(t, u, n, p, o, "", "", "", "", "", f) for t, u, n, p, o, f in _by("tunpof")]
    rows.append((CARD[0], "", "", "", "", CARD[1], CARD[2], CARD[3], "11 / 31", "T12 0000", ""))
    return table(NORDPASS_OLD, [_pad(r, len(NORDPASS_OLD)) for r in rows])


def nordpass_type():
    rows = [(t, u, n, p, o, "", "", "", "", "", f) for t, u, n, p, o, f in _by("tunpof")]
    rows = [_pad(r, len(NORDPASS_OLD)) + ("password",) for r in rows]
    rows.append(_pad(("Home",), len(NORDPASS_OLD)) + ("folder",))
    return table(NORDPASS_OLD + ("type",), rows)


def nordpass():
    def row(**cells):
        return tuple(cells.get(name, "") for name in NORDPASS_NEW)
    fields = json.dumps([{"label": "Locker", "type": "hidden", "value": "3-1-4"}, {"label": "Floor", "type": "text", "value": "2, left"}])
    rows = [row(name="Home/Cellar", type="folder")]
    rows += [row(name=t, url=u, additional_urls='["https://second.example/","https://third.example/a,b"]' if t == "Mill" else "[]", username=n, password=p, note=o, folder=f, type="password", custom_fields=fields if t == "Mill" else "[]") for t, u, n, p, o, f in _by("tunpof")]
    rows.append(row(name=CARD[0], cardholdername=CARD[1], cardnumber=CARD[2], cvc=CARD[3], pin=CARD[5], expirydate="11/2031", type="credit_card"))
    rows.append(row(name="Me", full_name="Mara Quill", phone_number="+353 20 910 0000", email="mara@quill.example", address1="4 Mole End", address2="Door 7", city="Cork", country="ie", state="Munster", zipcode="T12 0000", type="identity"))
    rows.append(row(name="Boiler", note="Turn left.", type="note"))
    text = table(NORDPASS_NEW, rows).decode()
    return text.replace("\nBoiler", "\n\nBoiler").encode()


def proton():
    header = _h("type,name,url,email,username,password,note,totp,createTime,modifyTime,vault")
    rows = _by("ytuenpoXcmv", y="login", e=lambda k: "mara@quill.example" if k["n"] else "", c="1710968710", m="1720675211", v="Personal / shared")
    card = {"cardholderName": CARD[1], "cardType": 0, "number": CARD[2], "verificationNumber": CARD[3], "expirationDate": "2031-11", "pin": CARD[5], "note": "in the drawer"}
    person = {"firstName": "Mara", "lastName": "Quill", "email": "mara@quill.example", "streetAddress": "4 Mole End", "city": "Cork", "countryOrRegion": "IE", "passportNumber": "X0000000", "extraSections": [{"sectionName": "Boat", "sectionFields": [{"fieldName": "Berth", "type": "text", "data": {"content": "17"}}]}]}
    rows.append(("creditCard", CARD[0], "", "", "", "", json.dumps(card), "", "1721903817", "1721903817", "Personal / shared"))
    rows.append(("identity", "Me", "", "", "", "", json.dumps(person), "", "1721903817", "1721903817", "Personal / shared"))
    rows.append(("alias", "Shop alias", "", "shop.alias@quill.example", "", "", "", "", "1721903817", "1721903817", "Personal / shared"))
    rows.append(("login", "Two sites", "https://one.example/, https://two.example/x?y=1,2", "", "mara", "pw", "", "", "1721903817", "1721903817", "Personal / shared"))
    return table(header, rows)


def proton_old():
    return table(_h("type,name,url,email,username,password,note,totp,createTime,modifyTime"), _by("ytu-npoXcc", y="login", c="1710968710"))


def proton_oldest():
    return table(_h("type,name,url,username,password,note,totp,createTime,modifyTime"), _by("ytunpoXcc", y="login", c="1710968710"))


def proton_template():
    return table(_h("name,url,email,username,password,note,totp,vault"), _by("tu-npoXv", v="Personal"))


def proton_autofill():
    return table(_h("type,name,url,email,username,password,note,totp,createTime,modifyTime,vault,autofillUrls"), _by("ytu-npoXccva", y="login", c="1710968710", v="Personal", a="[]"))


def keeper():
    rows = [(r[0].replace("Work", "Work\\Office"),) + r[1:] + ("Shared\\Desk#edit#reshare" if r[1] == "Mill" else "",) for r in _by("ftnpuo")]
    rows = [r + (("TFC:Keeper", OTPAUTH, "Locker", "3-1-4") if r[1].startswith("Tax") else ()) for r in rows]
    return table(None, rows)


def enpass():
    rows = [("Title", "Field", "Value", "Field", "Value", ".........", "Note")]
    rows += [(t, "Username", n, "Password", p, "Website", u, "Locker", "3-1-4", o) for t, n, p, u, o in _by("tnpuo")]
    rows.append((CARD[0], "Cardholder", CARD[1], "Number", CARD[2], "CVC", CARD[3], "Expiry date", "11/31", "in the drawer"))
    return table(None, rows, always=True)


def roboform():
    header = _h("Name,Url,MatchUrl,Login,Pwd,Note,Folder,RfFieldsV2")
    rows = [(t, u, u, n, p, o, "/" + f if f else "", f"User ID$,,,txt,{n}", f"Password$,,,pwd,{p}") for t, u, n, p, o, f in _by("tunpof")]
    rows.append(("Guarded", "https://guard.example/", "", "'@mara", "''quoted", "", "", "User ID$,,,txt,'@mara", "TOTP KEY$,,,txt,GEZDGNBVGY3TQOJQ", "Locker$,,,txt,3,1,4"))
    rows.append(("Boiler", "", "", "", "", "Turn left.", "/Home/Cellar"))
    return table(header, rows)


def roboform_old():
    header = _h("Name,Url,Login,Pwd,Note,Folder,Rf_fields")
    return table(header, [(t, u, n, p, o, "/" + f if f else "", f"User ID$:txt:{n}", f"Password$:pwd:{p}") for t, u, n, p, o, f in _by("tunpof")])


def zoho():
    header = ("Secret Name", "Description", "Secret URL", "SecretData", "Notes", "CustomData", "Tags", "Classification", "Favorite", "ChamberName")
    rows = [(t, "about it", u, f"SecretType:Web Account\nUser Name:{n}\nPassword:{p}\n", o, "Locker:3:1:4\n", "home,boats", "P", "1" if t == "Mill" else "0", f) for t, u, n, p, o, f in _by("tunpof")]
    return table(header, rows, mark=True)


def zoho_new():
    header = ("Password Name", "Description", "Password URL", "SecretData", "Notes", "CustomData", "Tags", "Classification", "Favorite", "login_totp", "Folder Name")
    rows = [(t, "", u, f"SecretType:Web Account\nUser Name:{n}\nPassword:{p}\n", o, "", "", "E", "0", code, f) for t, u, n, p, o, code, f in _by("tunpoXf")]
    return table(header, rows, mark=True)


def zoho_general():
    return table(("Secret Name", "Secret URL", "Notes"), _by("tuo"))


def passwordsafe():
    header = "Group/Title\tUsername\tPassword\tURL\tAutoType\tCreated Time\tPassword Modified Time\tLast Access Time\tPassword Expiry Date\tRecord Modified Time\tPassword Policy\tHistory\te-mail\tNotes"
    lines = [header]
    for f, t, n, p, u, o in _by("ftnpuo"):
        name = (f + "." if f else "") + t.replace(".", "\u00bb")
        lines.append("\t".join([name, n, p.replace('"', "'"), u, "", "2023/11/14 22:13:20", "", "", "", "2024/02/03 04:05:06", "", "", "mara@quill.example", '"' + o.replace('"', "'") + '"']))
    return ("\r\n".join(lines) + "\r\n").encode()


def passbolt():
    header = _h("Title,Username,URL,Password,Notes,Group,TOTP")
    return table(header, _by("tnupogX", g=lambda k: k["f"] + "/Old" if k["f"] == "Work" else k["f"]), always=True, end="\r\n")


def passbolt_lastpass():
    return table(_h("name,username,url,password,extra,grouping"), _by("tnupof"), always=True, end="\r\n")


def passbolt_logmeonce():
    return table(_h("name,url,note,group,username,password,extra"), _by("tuofnp-"), always=True, end="\r\n")


def gorilla():
    return table(_h("uuid,group,title,url,user,password,notes"), [(f"542657a4-e96e-4f1c-7958-08e271ebab0{i}",) + r for i, r in enumerate(_by("ftunpo"))])


def buttercup():
    header = _h("!type,!group_id,!group_name,!group_parent,title,username,password,URL,id,Notes,Locker")
    groups = [("group", "g1", "Home", "0"), ("group", "g2", "Work", "g1")]
    ids = {"Home": "g1", "Work": "g2", "": "g1"}
    rows = [_pad(g, len(header)) for g in groups]
    rows += [("entry", ids[f], {"g1": "Home", "g2": "Work"}[ids[f]], "", t, n, p, u, f"entry-{i}", o, "3-1-4" if t == "Mill" else "") for i, (f, t, n, p, u, o) in enumerate(_by("ftnpuo"))]
    return table(header, rows)


def buttercup_old():
    header = _h("!group_id,!group_name,title,username,password,URL,id")
    return table(header, [("g1", "Main", t, n, p, u, f"entry-{i}") for i, (t, n, p, u) in enumerate(_by("tnpu"))])


def msecure():
    rows = [(f"{t}|{i}", "Login", f or "Unassigned", o.replace("\n", "\\n"), f"Website|12|{u}", f"Username|7|{n}", f"Password|8|{p}") for i, (t, f, o, u, n, p) in enumerate(_by("tfounp"), 3)]
    rows.append((f"{CARD[0]}|9", "Credit Card", "Unassigned", "", f"Card Number|9|{CARD[2]}", "Expiration Date|11|11/2031", f"Security Code|9|{CARD[3]}", f"Name on Card|0|{CARD[1]}", "PIN|9|0077"))
    return table(None, rows)


def myki_account():
    return table(_h("nickname,url,username,password,additionalInfo,twofaSecret,status,tags"), [(t, u, n, p, o, x, "active", "home") for t, u, n, p, o, x in _by("tunpox")])


def myki_old():
    return table(_h("url,username,password,additionalInfo,nickname,twofaSecret"), _by("unpotx"))


def myki_card():
    return table(_h("nickname,status,tags,cardNumber,cardName,exp_month,exp_year,cvv,additionalInfo"), [(CARD[0], "active", "home", CARD[2], CARD[1], "11", "31", CARD[3], "in the drawer")])


def myki_identity():
    header = _h("nickname,status,tags,firstName,middleName,lastName,email,firstAddressLine,secondAddressLine,title,gender,number,city,country,zipCode,additionalInfo")
    return table(header, [("Me", "active", "", "Mara", "", "Quill", "mara@quill.example", "4 Mole End", "Door 7", "Ms", "female", "+353 20 910 0000", "Cork", "Ireland", "T12 0000", "")])


def myki_document():
    header = _h("nickname,status,tags,idType,idNumber,idName,idIssuanceDate,idExpirationDate,idCountry,additionalInfo")
    rows = [("Pass", "active", "", "Passport", "X0000000", "Mara Quill", "06/05/2020", "25/12/2030", "Ireland", ""), ("Licence", "active", "", "Driver's License", "L-77", "Mara Quill", "25/12/2020", "26/12/2030", "IE", ""), ("Club", "active", "", "Membership", "M-1", "Mara Quill", "", "", "Ireland", "")]
    return table(header, rows)


def myki_note():
    return table(_h("nickname,status,content"), [("Boiler", "active", "Turn left.\nThen right.")])


def myki_code():
    return table(_h("nickname,status,tags,authToken,additionalInfo"), [("Lantern", "active", "", "GEZDGNBVGY3TQOJQ", "")])


def avira():
    return table(_h("name,website,username,password,secondary_username"), _by("tunps", s=lambda k: "second@quill.example" if k["t"] in ("Door", "Mill") else ""))


def avast():
    return table(_h("name,web,login,password,note"), _by("tunpo"))


def heylogin():
    header = _h("id,type,displayName,url,username,password,totp,totpUrl,wifiSsid,note,customFields,creditCardNumber,creditCardHolder,creditCardExpiration,creditCardSecurityCode,creditCardPin")
    rows = [(f"h{i}", "login", t, u, n, p, "", x, "", o) for i, (t, u, n, p, x, o) in enumerate(_by("tunpXo"))]
    rows.append(("h9", "wifi", "Home network", "", "", "wave-Form-8", "", "", "Quill Net", ""))
    rows.append(("h10", "card", CARD[0], "", "", "", "", "", "", "", "", CARD[2], CARD[1], "11/2031", CARD[3], CARD[5]))
    return table(header, [_pad(r, len(header)) for r in rows])


def truekey():
    header = _h("autologin,favorite,hexColor,login,memo,name,password,protectedWithPassword,subdomainOnly,tk_export_version,url,title,note,document_content,cardholder,number,expiryDate,type,kind")
    rows = [("true", "true" if t == "Mill" else "false", "#FF0000", n, o, t, p, "false", "false", "1.0", u, "", "", "", "", "", "", "", "login") for n, o, t, p, u in _by("notpu")]
    rows.append(("", "", "", "", "", "", "", "", "", "1.0", "", "Boiler", "", "Turn left.", "", "", "", "", "note"))
    rows.append(("", "", "", "", "", "", "", "", "", "1.0", "", CARD[0], "", "", CARD[1], CARD[2], "2031-11-01T00:00:00.000Z", "visa", "cc"))
    return table(header, rows)


def safeincloud():
    return table(_h("Title,Login,Password,URL,Notes,OTP"), _by("tnpuox"), always=True)


def delinea():
    header = _h("Secret Name,Folder,URL,Username,Password,Notes,Machine")
    return table(header, [(t, "\\" + f if f else "", u, n, p, o, "host-7" if t == "Mill" else "") for t, f, u, n, p, o in _by("tfunpo")])


def blur():
    return table(_h("domain,label,username,email,password"), _by("utnep", e="mara@quill.example"), always=True)


def encryptr():
    header = _h("Entry Type,Label,Password,Username,Site URL,Notes,Text,Type,Name on card,Card Number,CVV,Expiry")
    rows = [_pad(("Password", t, p, n, u, o), len(header)) for t, p, n, u, o in _by("tpnuo")]
    rows.append(("Credit Card", CARD[0], "", "", "", "", "", "visa", CARD[1], CARD[2], CARD[3], "11/31"))
    rows.append(_pad(("General", "Boiler", "", "", "", "", "Turn left."), len(header)))
    return table(header, rows)


def padlock():
    return table(_h("name,tags,url,username,password,notes"), _by("tTunpo", T="home, boats"))


def passman():
    fields = json.dumps([{"label": "pin", "value": "0042", "secret": True, "field_type": "password"}])
    header = _h("label,username,password,email,description,tags,url,custom_fields,files")
    return table(header, [(t, n, p, "", o, "[Home,Boats]", u, fields if t == "Mill" else "[]", "[]") for t, n, p, o, u in _by("tnpou")], always=True)


def passpack():
    tags = json.dumps({"tags": [json.dumps({"tag": "Home"}), json.dumps({"tag": "Boats"})]})
    fields = json.dumps({"extraFields": [json.dumps({"name": "pin", "type": "text", "data": "0042"})]})
    header = ("Entry Name", "URL", "User ID", "Password", "Notes", "Shared Notes", "Tags", "Extra Fields", "Email")
    return table(header, [(t, u, n, p, o, "for all" if t == "Mill" else "", tags, fields, "mara@quill.example") for t, u, n, p, o in _by("tunpo")], always=True, end="\r\n")


def saferpass():
    header = _h("modelType,modelVersion,url,username,password,notes,favorite,title,text,color")
    rows = [("credentials", "1", u, n, p, o, "true" if t == "Mill" else "false", t, "", "") for t, u, n, p, o in _by("tunpo")]
    rows.append(("note", "1", "", "", "", "", "false", "Boiler", "Turn left.", "#ffcc00"))
    return table(header, rows, mark=True, always=True)


def synology():
    return table(_h("Display_Name,Login_Username,Login_Password,Login_URLs,Login_TOTP,Notes,Favorite"), _by("tnpuXoF", F="true"), mark=True)


def upm():
    return table(None, _by("tnpuo"))


def nextcloud():
    header = _h("Label,Username,Password,Notes,Url,Custom Fields,Folder,Tags,Favorite,Edited,Id,Revision,Folder Id")
    return table(header, [(t, n, p, o, u, "Locker, text: 3-1-4", f, "home,boats", "true" if t == "Mill" else "false", "Thu Oct 20 2022 21:31:42 GMT+0200 (Central European Summer Time)", f"ea1964bc-46b0-401b-8960-ef8714138da{i}", "7b1c4863-5386-4253-b944-21d1e1528ec1", "6716569e-ce27-40c3-b886-8be4c8034aa8") for i, (t, n, p, o, u, f) in enumerate(_by("tnpouf"))])


def passwordstate():
    header = _h("PasswordListID,Password List,TreePath,PasswordID,Title,DomainOrHost,UserName,Description,Account Type,Notes,URL,Password,ExpiryDate,OTPUri,Licence Key")
    rows = [_pad(("97", "Boats", "\\Quill\\Harbour"), len(header)), header]
    rows += [("97", "Boats", "\\Quill\\Harbour", f"10{i}", t, "", n, "", "Linux", o, u, p, "", x, "") for i, (t, n, o, u, p, x) in enumerate(_by("tnoupX"))]
    return table(header, rows)


def teampass():
    header = ("Project name", "Name", "Access information", "Username", "E-mail", "Password", "Notes", "Tags")
    return table(header, [("Harbour", t, u, n, "", p, o, "home") for t, u, n, p, o in _by("tunpo")], always=True)


def netwrix():
    header = _h("Organisationseinheit,DataTags,Beschreibung,Benutzername,Passwort,Internetseite,Informationen,One-Time Passwort")
    return table(header, [(f, "boats", t, n, p, u, o, x) for f, t, n, p, u, o, x in _by("ftnpuox")], delimiter=";", end="\r\n")


def codebook():
    header = _h("Category,Entry,Username,Email,Password,TOTP,Website,Phone,PIN,Account,Date,Note,Favorite")
    return table(header, [(f, t, n, "", p, x, u, "", "", "", "", o, "true" if t == "Mill" else "") for f, t, n, p, x, u, o in _by("ftnpxuo")])


def remembear():
    header = _h("type,name,notes,username,password,website,cardholder,number,verification,expiry,pin,zipCode,trash")
    rows = [_pad(("LoginItem", t, o, n, p, u), len(header) - 1) + ("false",) for t, o, n, p, u in _by("tonpu")]
    rows.append(("CreditCardItem", CARD[0], "", "", "", "", CARD[1], CARD[2], CARD[3], "2031-11", CARD[5], "T12 0000", "false"))
    return table(header, rows)


def meldium():
    return table(_h("DisplayName,Notes,UserName,Password,Url"), _by("tonpu"))


def securesafe():
    return table(_h("Title,Username,Password,URL,Comment"), _by("tnpuo"))


def yoti():
    return table(_h("Name,URL,User name,Password"), _by("tunp"))


def blackberry():
    return table(_h("grouping,fav,name,url,username,password,extra,address,phone"), [("login", "1" if t == "Mill" else "0", t, u, n, p, o, "", "") for t, u, n, p, o in _by("tunpo")])


def chrome_sqlite():
    header = _h("origin_url,action_url,username_element,username_value,password_element,password_value,submit_element,signon_realm,date_created,display_name")
    return table(header, [(u, u, "user", n, "pass", p, "", "", "13300000000000000", t) for u, n, p, t in _by("unpt")], always=True)


def kaspersky():
    return b"""Websites

Website name: Harbour Library
Website URL: https://harbour-library.example/
Login name: Mara at the library
Login: mara.quill
Password: violet-Anchor-71!kelp
Comment: two
lines

---

Applications

Application: Lantern
Login name: Main
Login: mara
Password:  two before
Comment:

---

Other Accounts

Account name: Mill
Login name:
Login: miller
Password: grist&grain%20<b>
Comment:

---

Notes

Name: Boiler
Text: Turn left.
Password: this is text

Then right.

---
"""


def keychain():
    text = ""
    for title, server, path, name, password in (("Harbour Library", "harbour-library.example", "/login", "mara.quill", "violet-Anchor-71!kelp"), ("Mill", "mill.example", "", "miller", 'a "quoted" one')):
        text += f"""keychain: "/Users/mara/Library/Keychains/login.keychain-db"
version: 512
class: "inet"
attributes:
    0x00000007 <blob>="{title}"
    0x00000008 <blob>=<NULL>
    "acct"<blob>="{name}"
    "cdat"<timedate>=0x32303233313131343232313332305A00  "20231114221320Z\\000"
    "crtr"<uint32>="aapl"
    "icmt"<blob>=<NULL>
    "mdat"<timedate>=0x32303234303230333034303530365A00  "20240203040506Z\\000"
    "path"<blob>="{path}"
    "port"<uint32>=0x00000000
    "ptcl"<uint32>="htps"
    "srvr"<blob>="{server}"
    "type"<uint32>=<NULL>
data:
"{password}"
"""
    secret = "pâte-à-choux".encode()
    text += f"""keychain: "/Users/mara/Library/Keychains/login.keychain-db"
version: 256
class: "genp"
attributes:
    0x00000007 <blob>="Caf\\303\\251"
    "acct"<blob>="jose"
    "svce"<blob>="cafe"
data:
0x{secret.hex().upper()}  "p\\303\\242te"
"""
    return text.encode()


def networkmanager():
    return b"""[connection]
id=Quill Net
uuid=44294a90-1009-44f4-a61d-c3185a628460
type=wifi
permissions=

[wifi]
mode=infrastructure
ssid=Quill Net

[wifi-security]
key-mgmt=wpa-psk
psk=wave-Form-8

[ipv4]
method=auto
"""


def otpauth():
    lines = ["# codes of Mara", OTPAUTH, "otpauth://totp/Mill:miller?secret=JBSWY3DPEHPK3PXP&issuer=Mill&algorithm=SHA256&digits=8&period=60", "", "otpauth://hotp/Door?secret=GEZDGNBVGY3TQOJQ&counter=7", "otpauth://steam/Game:mara?secret=GEZDGNBVGY3TQOJQ&issuer=Game&digits=5"]
    return ("\r\n".join(lines) + "\r\n").encode()


def ente():
    display = "%7B%22pinned%22%3Atrue%2C%22trashed%22%3Afalse%2C%22tapCount%22%3A3%2C%22tags%22%3A%5B%22home%22%5D%2C%22note%22%3A%22by+the+door%22%7D"
    return f"{OTPAUTH}&codeDisplay={display}\n".encode()


def _varint(number):
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes(out + bytes([number]))


def _field(number, value):
    if isinstance(value, int):
        return _varint(number << 3) + _varint(value)
    return _varint(number << 3 | 2) + _varint(len(value)) + value


def google():
    def code(secret, name, issuer, algorithm, digits, kind, counter=0):
        body = _field(1, secret) + _field(2, name) + _field(3, issuer) + _field(4, algorithm) + _field(5, digits) + _field(6, kind)
        return _field(1, body + (_field(7, counter) if counter else b""))
    message = code(b"1234567890", b"Lantern:mara@quill.example", b"Lantern", 1, 1, 2) + code(b"Hello!\xde\xad\xbe\xef", b"miller", b"Mill", 2, 2, 2) + code(b"1234567890", b"Door", b"", 1, 1, 1, 7)
    message += _field(2, 1) + _field(3, 2) + _field(4, 0) + _field(5, 77)
    data = base64.b64encode(message).decode().replace("+", "%2B").replace("/", "%2F").replace("=", "%3D")
    return f"otpauth-migration://offline?data={data}\n".encode()


def otpauth_page():
    escaped = OTPAUTH.replace("&", "&amp;")
    return f"<!doctype html>\n<html><body><table><tr><td>Lantern</td><td><code>{escaped}</code></td></tr></table></body></html>\n".encode()


def samsung():
    """Samsung Pass, under the passphrase `harbour`."""
    def cell(text):
        return base64.b64encode((text or "&&&NULL&&&").encode()).decode()
    def rows(header, lines):
        return ["next_table", header] + [";".join(cell(c) for c in line) for line in lines]
    lines = ["25", "true;true;true;true"]
    lines += rows("_id;origin_url;username_value;password_value;date_created;title;credential_memo;otp", [(str(i), u, n, p, "1700000000000", t, o, x) for i, (u, n, p, t, o, x) in enumerate(_by("unptox"))])
    lines += rows("_id;card_number;name_on_card;expiration_month;expiration_year;security_code;reserved_5", [("1", CARD[2], CARD[1], "11", "2031", CARD[3], CARD[0])])
    lines += rows("_id;full_name;street_address;city;postal_code;country_code;phone_number;email", [("1", "Mara Quill", "4 Mole End", "Cork", "T12 0000", "IE", "+353 20 910 0000", "mara@quill.example")])
    lines += rows("_id;note_title;note_detail", [("1", "Boiler", "Turn left.\nThen right.")])
    salt, vector = derived.octets("samsung salt", 20), derived.octets("samsung vector", 16)
    key = hashlib.pbkdf2_hmac("sha256", b"harbour", salt, 70000, 32)
    return base64.b64encode(salt + vector + aes.cbc(key, vector, "\n".join(lines).encode() + b"\n"))


def german():
    return table(_h("Titel,Benutzername,Passwort,Webseite,Notizen,Kundennummer"), _by("tnpuok", k="K-0077"), delimiter=";", end="\r\n")


def french():
    return table(("Nom", "Identifiant", "Mot de passe", "Site web", "Remarques"), _by("tnpuo"), delimiter=";", end="\r\n", encoding="utf-8", mark=True)


def bare():
    return table(_h("url,username,password"), _by("unp"))


FILES = {
    "apple-csv.csv": apple, "apple-csv.code.csv": apple_code, "apple-csv.old.csv": apple_old,
    "firefox-csv.csv": firefox, "firefox-csv.old.csv": firefox_old, "firefox-exporter-csv.csv": firefox_exporter,
    "bitwarden-csv.csv": bitwarden, "bitwarden-csv.old.csv": bitwarden_old,
    "bitwarden-csv.organisation.csv": bitwarden_organisation, "bitwarden-csv.archived.csv": bitwarden_archived,
    "bitwarden-authenticator-csv.csv": bitwarden_authenticator,
    "1password-csv.csv": onepassword8, "1password-csv.4.csv": onepassword4,
    "1password-csv.windows.csv": onepassword_windows, "1password-csv.mac.csv": onepassword_mac,
    "lastpass-csv.csv": lastpass, "lastpass-csv.old.csv": lastpass_old, "lastpass-csv.entities.csv": lastpass_entities,
    "lastpass-csv.page.html": lastpass_page,
    "dashlane-csv.csv": dashlane, "dashlane-csv.secret.csv": dashlane_old_column,
    "dashlane-csv.payments.csv": dashlane_payments, "dashlane-csv.ids.csv": dashlane_ids,
    "dashlane-csv.personalInfo.csv": dashlane_personal, "dashlane-csv.securenotes.csv": dashlane_notes,
    "dashlane-csv.wifi.csv": dashlane_wifi, "dashlane-old-csv.csv": dashlane_headerless,
    "keepass-csv.1.csv": keepass1, "keepass-csv.2.csv": keepass2, "keepassxc-csv.x.csv": keepassx,
    "keepassxc-csv.csv": keepassxc, "keepassxc-csv.code.csv": keepassxc_code,
    "keepassxc-csv.spreadsheet.csv": keepassxc_spreadsheet,
    "nordpass-csv.old.csv": nordpass_old, "nordpass-csv.type.csv": nordpass_type, "nordpass-csv.csv": nordpass,
    "proton-csv.csv": proton, "proton-csv.old.csv": proton_old, "proton-csv.oldest.csv": proton_oldest,
    "proton-csv.template.csv": proton_template, "proton-csv.autofill.csv": proton_autofill,
    "keeper-csv.csv": keeper, "enpass-csv.csv": enpass, "roboform-csv.csv": roboform,
    "roboform-csv.old.csv": roboform_old, "zoho-csv.csv": zoho, "zoho-csv.new.csv": zoho_new,
    "zoho-csv.general.csv": zoho_general, "passwordsafe-text.txt": passwordsafe, "gorilla-csv.csv": gorilla,
    "buttercup-csv.csv": buttercup, "buttercup-csv.old.csv": buttercup_old, "msecure-csv.csv": msecure,
    "myki-csv.account.csv": myki_account, "myki-csv.old.csv": myki_old, "myki-csv.card.csv": myki_card,
    "myki-csv.identity.csv": myki_identity, "myki-csv.document.csv": myki_document, "myki-csv.note.csv": myki_note,
    "myki-csv.code.csv": myki_code, "avira-csv.csv": avira, "avast-csv.csv": avast, "heylogin-csv.csv": heylogin,
    "truekey-csv.csv": truekey, "safeincloud-csv.csv": safeincloud, "delinea-csv.csv": delinea, "blur-csv.csv": blur,
    "encryptr-csv.csv": encryptr, "padlock-csv.csv": padlock, "passman-csv.csv": passman, "passpack-csv.csv": passpack,
    "passbolt-csv.csv": passbolt, "passbolt-csv.lastpass.csv": passbolt_lastpass, "passbolt-csv.logmeonce.csv": passbolt_logmeonce,
    "saferpass-csv.csv": saferpass, "synology-csv.csv": synology, "upm-csv.csv": upm, "nextcloud-csv.csv": nextcloud,
    "passwordstate-csv.csv": passwordstate, "teampasswordmanager-csv.csv": teampass, "netwrix-csv.csv": netwrix,
    "codebook-csv.csv": codebook, "remembear-csv.csv": remembear, "meldium-csv.csv": meldium,
    "securesafe-csv.csv": securesafe, "yoti-csv.csv": yoti, "blackberry-csv.csv": blackberry,
    "chrome-sqlite-csv.csv": chrome_sqlite, "kaspersky-text.txt": kaspersky, "apple-keychain-text.txt": keychain,
    "networkmanager-keyfile.nmconnection": networkmanager, "otpauth-list.txt": otpauth, "otpauth-list.ente.txt": ente,
    "otpauth-list.google.txt": google, "otpauth-list.page.html": otpauth_page, "samsung-spass.spass": samsung, "csv.german.csv": german,
    "csv.french.csv": french, "csv.bare.csv": bare,
}
