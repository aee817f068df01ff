"""1Password's 1PUX (a zip file) and 1PIF."""

import io
import json
import zipfile

from . import derived, keys

CREATED, UPDATED = 1678786013, 1762106700
TRAITS = {"keyboard": "default", "correction": "default", "capitalization": "default"}
SEPARATOR = "***5642bee8-a5ff-11dc-8314-0800200c9a66***"
LETTER = "Letter of the harbour master.pdf"


def _id(label):
    """26 small letters and digits, as version 8 makes them."""
    alphabet = "abcdefghijklmnopqrstuvwxyz234567"
    return "".join(alphabet[octet & 31] for octet in derived.octets("1password " + label, 26))


def archive(members):
    """A zip file of stored members, so that no packer's version shows."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as target:
        for name, content in members:
            info = zipfile.ZipInfo(name, (2026, 1, 2, 3, 4, 6))
            info.external_attr = 0o600 << 16
            target.writestr(info, content)
    return out.getvalue()


def _field(identifier, title, **value):
    return {
        "title": title, "id": identifier, "value": value, "indexAtSource": 0, "guarded": False, "multiline": False,
        "dontGenerate": False, "inputTraits": TRAITS,
    }


def _section(title, *fields, name=None):
    section = {"title": title, "fields": list(fields)}
    return section if name is None else {**section, "name": name}


def _login(kind, name, value, designation=None):
    return {"value": value, "id": "", "name": name, "fieldType": kind, "designation": designation}


def _item(title, category, subtitle="", urls=(), tags=(), state="active", favorite=0, **details):
    body = {"loginFields": [], "notesPlain": "", "sections": [], "passwordHistory": [], **details}
    overview = {"subtitle": subtitle, "title": title, "url": urls[0] if urls else "", "ps": 0, "pbe": 0.0, "pgrng": False}
    if urls:
        overview["urls"] = [{"label": "website", "url": url, "mode": "default"} for url in urls]
    if tags:
        overview["tags"] = list(tags)
    return {
        "uuid": _id(title), "favIndex": favorite, "createdAt": CREATED, "updatedAt": UPDATED, "state": state,
        "categoryUuid": category, "details": body, "overview": overview,
    }


def _pem(der):
    import base64

    return f"-----BEGIN PRIVATE KEY-----\n{base64.b64encode(der).decode()}\n-----END PRIVATE KEY-----\n"


def _logins():
    code = "otpauth://totp/Mill:mara?secret=%s&issuer=Mill&algorithm=SHA256&digits=8&period=60" % derived.base32("1pux", 35)
    return [
        _item(
            "Mill & Sons", "001", "mara.quill", ["https://mill.example/sign-in", "https://shop.mill.example"],
            ["trade", "trade/grain"], favorite=3,
            loginFields=[
                _login("T", "user", "mara.quill", "username"), _login("P", "pass", "  Grist/Grain  ", "password"),
                _login("C", "remember", "✓"), _login("T", "tenant", "north"), _login("I", "submit", ""),
            ],
            notesPlain="Ask for Søren.\r\nBack door: 2 knocks.",
            sections=[
                _section(
                    "Keys", _field("TOTP_1", "one-time password", totp=code),
                    _field("TOTP_2", "second code", totp=derived.base32("1pux second")),
                    _field(_id("f1"), "spare key", concealed="sable-41"),
                    _field(_id("f2"), "desk", phone="+49 30 555 0101"),
                    _field(_id("f3"), "mail", email={"email_address": "desk@mill.example", "provider": None}),
                    _field(_id("f4"), "opened", date=1577880060), _field(_id("f5"), "until", monthYear=203104),
                    _field(_id("f6"), "not yet", string=""),
                    _field(_id("f7"), "Harbour card", reference=_id("Harbour card")), name="Section_" + _id("s1")),
                _section("", _field(_id("f8"), "", url="https://status.mill.example"), name="Section_" + _id("s2")),
            ],
            passwordHistory=[{"value": "Grist/Grain-1", "time": 1700000000}, {"value": "Grist", "time": 1690000000}]),
        _item("Old forum", "001", "mara", ["https://forum.example"], state="archived",
              loginFields=[_login("T", "username", "mara", "username"), _login("P", "password", "kept", "password")]),
        _item("Thrown away", "001", "gone", ["https://gone.example"], state="trashed",
              loginFields=[_login("T", "username", "gone", "username"), _login("P", "password", "in the trash", "password")]),
        _item("Spare password", "005", password="only a password"),
    ]


def _documents():
    return [
        _item(
            "Harbour card", "002", "4111 **** 1111",
            sections=[
                _section(
                    "", _field("cardholder", "cardholder name", string="M. QUILL"),
                    _field("type", "type", creditCardType="visa"),
                    _field("ccnum", "number", creditCardNumber="4111111111111111"),
                    _field("cvv", "Prüfziffer", concealed="0042"), _field("expiry", "expiry date", monthYear=203112),
                    _field("validFrom", "valid from", monthYear=0)),
                _section("Additional Details", _field("pin", "PIN", concealed="0077"),
                         _field("creditLimit", "credit limit", string="€ 1,500"), name="details"),
            ]),
        _item(
            "Mara Quill", "004", "Mara Quill",
            sections=[
                _section(
                    "Identification", _field("firstname", "first name", string="Mara"),
                    _field("initial", "initial", string="I"), _field("lastname", "last name", string="Quill-Ødegård"),
                    _field("birthdate", "birth date", date=-68212740), name="name"),
                _section(
                    "Address",
                    _field("address", "address", address={
                        "street": "4 Mole End\nFlat 2", "city": "Saltmarsh", "country": "us", "zip": "90001", "state": "CA"}),
                    _field("defphone", "default phone", phone="555-0102"),
                    _field("cellphone", "cell", phone="555-0103"), name="address"),
            ]),
        _item(
            "Passport", "106", "X1234567",
            sections=[_section(
                "", _field("type", "type", string="P"), _field("issuing_country", "issuing country", string="NO"),
                _field("number", "number", string="X1234567"), _field("fullname", "full name", string="Mara Quill"),
                _field("sex", "sex", gender="female"), _field("birthdate", "date of birth", date=-68212740),
                _field("issue_date", "issued on", date=1577880060),
                _field("expiry_date", "expiry date", date=2524651260))]),
        _item(
            "Workshop Wi-Fi", "109", "saltmarsh",
            sections=[_section(
                "", _field("network_name", "network name", string="saltmarsh"),
                _field("wireless_security", "wireless security", menu="wpa2p"),
                _field("wireless_password", "wireless network password", concealed="eel pie, twice"),
                _field("password", "base station password", concealed="admin eel"))]),
        _item(
            "Tide tables", "112", "robot",
            sections=[_section(
                "", _field("username", "username", string="robot"),
                _field("credential", "credential", concealed="tide_7c1f"), _field("type", "type", menu="bearer"),
                _field("validFrom", "valid from", date=1577880060), _field("hostname", "hostname", string="api.tide.example"))]),
        _item(
            "Deploy key", "114", "SHA256",
            sections=[_section("", _field("private_key", "private key", sshKey={
                "privateKey": _pem(keys.ed25519_pkcs8("1pux")),
                "metadata": {"privateKey": _pem(keys.ed25519_pkcs8("1pux")), "keyType": "ed25519"}}))]),
        _item(
            "Letter", "006", "2 KB",
            documentAttributes={"fileName": LETTER, "documentId": _id("letter"), "decryptedSize": len(letter())},
            sections=[_section("Files", _field(_id("f9"), "map.txt", file={
                "fileName": "map.txt", "documentId": _id("map"), "decryptedSize": 4}), name="files")]),
    ]


def letter():
    return derived.octets("letter", 2048)


def document():
    accounts = [
        {
            "attrs": {
                "accountName": "Quill family", "name": "Mara Quill", "avatar": "", "email": "mara@quill.example",
                "uuid": _id("account 1").upper(), "domain": "https://my.1password.com/"},
            "vaults": [
                {"attrs": {"uuid": _id("vault 1"), "desc": "Mine alone", "avatar": "", "name": "Private", "type": "P"},
                 "items": _logins()},
                {"attrs": {"uuid": _id("vault 2"), "desc": "", "avatar": _id("icon") + ".png", "name": "Family/House", "type": "U"},
                 "items": _documents()},
            ],
        },
        {
            "attrs": {
                "accountName": "Saltmarsh Ltd", "name": "M. Quill", "avatar": "", "email": "quill@saltmarsh.example",
                "uuid": _id("account 2").upper(), "domain": "https://saltmarsh.1password.eu/"},
            "vaults": [
                {"attrs": {"uuid": _id("vault 3"), "desc": "", "avatar": "", "name": "Private", "type": "P"},
                 "items": [_item("Ledger", "001", "quill", ["https://ledger.example"], loginFields=[
                     _login("T", "username", "quill", "username"), _login("P", "password", "Σίγμα-7", "password")])]},
            ],
        },
    ]
    return json.dumps({"accounts": accounts}, indent=2, ensure_ascii=False).encode()


def pux():
    attributes = json.dumps({"version": 3, "description": "1Password Unencrypted Export", "createdAt": UPDATED})
    return archive([
        ("export.attributes", attributes.encode()), ("export.data", document()), ("files/", b""),
        (f"files/{_id('letter')}__{LETTER}", letter()), (f"files/{_id('map')}__map.txt", b"N->S"),
        (f"files/{_id('icon')}.png", b"\x89PNG\r\n\x1a\n"),
    ])


def _old_id(label):
    return derived.octets("1pif " + label, 16).hex().upper()


def _record(title, kind, secure=None, **members):
    return {
        "uuid": _old_id(title), "updatedAt": UPDATED, "securityLevel": "SL5", "contentsHash": derived.octets(title, 4).hex(),
        "title": title, "secureContents": secure or {}, "txTimestamp": UPDATED, "createdAt": CREATED, "typeName": kind,
        **members,
    }


def _old(kind, identifier, title, value=None):
    field = {"k": kind, "n": identifier, "t": title, "a": {"guarded": "yes"}}
    return field if value is None else {**field, "v": value}


def _form(kind, name, value, designation=None):
    field = {"type": kind, "name": name, "value": value, "id": name + ";opid=1"}
    return field if designation is None else {**field, "designation": designation}


def pif():
    records = [
        _record("Work", "system.folder.Regular"),
        _record("Clients", "system.folder.Regular", folderUuid=_old_id("Work")),
        _record(
            "Lantern Tickets", "webforms.WebForm", {
                "fields": [_form("T", "login", "box-office", "username"), _form("P", "pw", " lamp oil ", "password"),
                           _form("T", "venue", "pier 4")],
                "htmlForm": {"htmlMethod": "post", "htmlAction": "https://lantern.example/session"},
                "URLs": [{"label": "website", "url": "https://lantern.example/"}, {"url": "https://staff.lantern.example"}],
                "notesPlain": "Doors at 7", "passwordHistory": [{"value": "lamp", "time": 1600000000}],
                "sections": [{"name": "Section_1", "title": "Extras", "fields": [
                    _old("concealed", "TOTP_1", "one-time password", derived.base32("1pif")),
                    _old("string", "A1", "row", "7"), _old("date", "A2", "since", 1577880060)]},
                    {"name": "linked items", "title": "Related Items"}],
            }, location="https://lantern.example/", locationKey="lantern.example", folderUuid=_old_id("Clients"),
            openContents={"tags": ["tickets", "work"], "faveIndex": 7, "scope": "Always"}),
        _record(
            "Ferry card", "wallet.financial.CreditCard", {
                "cardholder": "M. QUILL", "ccnum": "5555555555554444", "cvv": "032", "type": "mc", "expiry_yy": "2031",
                "expiry_mm": "11",
                "sections": [{"name": "", "title": "", "fields": [
                    _old("string", "cardholder", "cardholder name", "M. QUILL"), _old("cctype", "type", "type", "mc"),
                    _old("string", "ccnum", "number", "5555555555554444"), _old("concealed", "cvv", "verification number", "032"),
                    _old("monthYear", "expiry", "expiry date", 203111)]}],
            }, folderUuid=_old_id("Work")),
        _record("Older card", "wallet.financial.CreditCard", {
            "cardholder": "MARA QUILL", "ccnum": "4012888888881881", "validFrom_mm": "6", "validFrom_yy": "2025"}),
        _record("Mara", "identities.Identity", {
            "firstname": "Mara", "lastname": "Quill", "birthdate_dd": "4", "birthdate_mm": "11", "birthdate_yy": "1967",
            "email": "mara@quill.example", "city": "Saltmarsh", "country": "no"}),
        _record("A note", "securenotes.SecureNote", {"notesPlain": "***not a line of stars***\nsecond line"}, trashed=True),
        _record("Bare password", "passwords.Password", {"password": "one\u2028two"}),
    ]
    lines = [json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n" + SEPARATOR + "\n" for record in records]
    return ("\ufeff" + "".join(lines)).encode()
