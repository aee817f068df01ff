"""Exports of password managers in JSON; the name of a file begins with the id of its format."""

import base64
import json

from . import derived, keys

CREATED = 1_678_785_000
CHANGED = 1_762_106_700


def _bytes(document, indent=2):
    return json.dumps(document, indent=indent, ensure_ascii=False).encode()


def _code(label, issuer, account, rest=""):
    return f"otpauth://totp/{issuer}:{account}?secret={derived.base32(label)}&issuer={issuer}{rest}"


# MessagePack, as far as Proton Pass's key containers need it.


def pack(value):
    if value is None:
        return b"\xc0"
    if isinstance(value, bytes):
        return b"\xc4" + bytes([len(value)]) + value
    if isinstance(value, str):
        data = value.encode()
        return (bytes([0xA0 | len(data)]) if len(data) < 32 else b"\xd9" + bytes([len(data)])) + data
    if isinstance(value, int):
        if 0 <= value < 128:
            return bytes([value])
        if -32 <= value < 0:
            return bytes([value + 256])
        return b"\xcc" + bytes([value]) if value < 256 else b"\xce" + value.to_bytes(4, "big")
    if isinstance(value, (list, tuple)):
        head = bytes([0x90 | len(value)]) if len(value) < 16 else b"\xdc" + len(value).to_bytes(2, "big")
        return head + b"".join(pack(part) for part in value)
    head = bytes([0x80 | len(value)])
    return head + b"".join(pack(name) + pack(part) for name, part in value.items())


def passkey_container(label, rp, handle, seeds=None):
    """The container of a P-256 key: its members one by one, in MessagePack in MessagePack."""
    der = keys.p256_pkcs8(label)
    d, x, y = der[36:68], der[-64:-32], der[-32:]
    octets = lambda data: {"bytes": list(data)}  # noqa: E731
    number = lambda value: {"int": {"inner": value}}  # noqa: E731
    inner = {
        "key": {
            "kty": {"Assigned": "EC2"},
            "kid": [],
            "alg": {"Assigned": "ES256"},
            "kops": [],
            "biv": [],
            "par": [
                [{"int": -1}, number(1)],
                [{"int": -2}, octets(x)],
                [{"int": -3}, octets(y)],
                [{"int": -4}, octets(d)],
            ],
        },
        "cid": list(derived.octets("credential " + label, 16)),
        "rid": rp,
        "uhd": list(handle),
        "cnt": None,
        "ext": {"hmac": {"cred_with_uv": list(seeds[0]), "cred_without_uv": list(seeds[1])}} if seeds else None,
    }
    return pack({"c": list(pack(inner)), "v": 1})


def _proton_id(label):
    return base64.urlsafe_b64encode(derived.octets("proton " + label, 64)).decode()


def _proton_item(vault, name, kind, content, note="", fields=(), state=1, pinned=False, alias=None, files=()):
    return {
        "itemId": _proton_id("item " + name),
        "shareId": vault,
        "data": {
            "metadata": {"name": name, "note": note, "itemUuid": derived.guid("proton " + name)[:8]},
            "extraFields": list(fields),
            "platformSpecific": {"android": {"allowedApps": []}},
            "type": kind,
            "content": content,
        },
        "state": state,
        "aliasEmail": alias,
        "contentFormatVersion": 6,
        "createTime": CREATED,
        "modifyTime": CHANGED,
        "pinned": pinned,
        "shareCount": 0,
        "files": list(files),
    }


def _proton_field(name, kind, value):
    return {"fieldName": name, "type": kind, "data": {"totpUri" if kind == "totp" else "content": value}}


def proton_document(files=()):
    home, office = _proton_id("vault home"), _proton_id("vault office")
    handle = derived.octets("handle proton", 16)
    passkey = {
        "keyId": "k1",
        "content": base64.b64encode(
            passkey_container(
                "proton harbour",
                "harbour-library.example",
                handle,
                (derived.octets("seed 1", 32), derived.octets("seed 2", 32)),
            )
        ).decode(),
        "domain": "harbour-library.example",
        "rpId": "harbour-library.example",
        "rpName": "Harbour Library",
        "userName": "mara.quill",
        "userDisplayName": "Mara Quill",
        "userId": base64.b64encode(handle).decode(),
        "createTime": CREATED,
        "note": "",
        "credentialId": base64.b64encode(derived.octets("credential proton harbour", 16)).decode(),
        "userHandle": base64.b64encode(handle).decode(),
        "creationData": None,
    }
    login = {
        "itemEmail": "mara@quill.example",
        "itemUsername": "mara.quill",
        "password": " violet-Anchor-71!kelp ",
        "urls": ["https://harbour-library.example/login", "https://m.harbour-library.example/"],
        "totpUri": _code("proton", "Harbour", "mara.quill", "&algorithm=SHA256&digits=8&period=60"),
        "passkeys": [passkey],
    }
    app = _proton_item(
        home,
        "Lantern Tickets",
        "login",
        {"itemEmail": "mara@quill.example", "itemUsername": "", "password": "Brass_Owl-2291", "urls": [],
         "totpUri": "", "passkeys": []},
        fields=[
            _proton_field("Seat", "text", "12 F"),
            _proton_field("Gate code", "hidden", "0042"),
            _proton_field("Second factor", "totp", _code("proton 2", "Lantern", "mara")),
        ],
    )
    app["data"]["platformSpecific"]["android"]["allowedApps"] = [
        {"packageName": "com.example.lanterntickets", "hashes": [], "appName": "Lantern"}
    ]
    identity = {
        "fullName": "Mara Quill",
        "email": "mara@quill.example",
        "phoneNumber": "+44 20 7946 0958",
        "firstName": "Mara",
        "middleName": "",
        "lastName": "Quill",
        "birthdate": "1987-04-02",
        "gender": "",
        "extraPersonalDetails": [_proton_field("Nickname", "text", "Heron")],
        "organization": "",
        "streetAddress": "4 Mole End",
        "zipOrPostalCode": "ZZ1 4AA",
        "city": "Tidewell",
        "stateOrProvince": "",
        "countryOrRegion": "GB",
        "floor": "2",
        "county": "",
        "extraAddressDetails": [],
        "socialSecurityNumber": "QQ 12 34 56 C",
        "passportNumber": "000000000",
        "licenseNumber": "QUILL 854027 M99ZZ",
        "website": "https://quill.example/",
        "xHandle": "",
        "company": "Tidewell Mill",
        "jobTitle": "Miller",
        "workEmail": "mara@mill.example",
        "extraContactDetails": [],
        "extraWorkDetails": [],
        "extraSections": [
            {"sectionName": "Boat", "sectionFields": [_proton_field("Mooring", "hidden", "pier 7, ring 3")]}
        ],
    }
    card = {
        "cardholderName": "M QUILL",
        "cardType": 0,
        "number": "4012888888881881",
        "verificationNumber": "321",
        "expirationDate": "2031-08",
        "pin": "0077",
    }
    key = keys.SSHKey("proton deploy", "deploy@mill.example")
    return {
        "version": "1.31.0",
        "userId": _proton_id("user"),
        "encrypted": False,
        "vaults": {
            home: {
                "name": "Personal / Home",
                "description": "What the household uses",
                "display": {"color": 2, "icon": 4},
                "items": [
                    _proton_item(home, "Harbour Library", "login", login, "Call before 17:00.\r\nAsk for Ada.", pinned=True, files=files),
                    app,
                    _proton_item(home, "Card", "creditCard", card, "the blue one"),
                    _proton_item(home, "Me", "identity", identity),
                    _proton_item(home, "Newsletter", "alias", {}, alias="news.x7@alias.example"),
                    _proton_item(home, "Café Übergröße ☕", "note", {}, "Streusel: 200 g\n\n\"quoted\""),
                    _proton_item(home, "Gone", "login", {"itemEmail": "", "itemUsername": "old", "password": "rust 9", "urls": [], "totpUri": "", "passkeys": []}, state=2),
                ],
            },
            office: {
                "name": "Office",
                "description": "",
                "display": {"color": 0, "icon": 0},
                "items": [
                    _proton_item(office, "Guest network", "wifi", {"ssid": "Mill Guest", "password": "flour-and-water", "security": 2, "sections": []}),
                    _proton_item(office, "Deploy key", "sshKey", {"privateKey": key.private_text, "publicKey": key.public_text, "sections": []}),
                    _proton_item(office, "Safe", "custom", {"sections": [{"sectionName": "Dial", "sectionFields": [_proton_field("Numbers", "hidden", "17-4-33")]}]}),
                ],
            },
        },
    }


def proton():
    return _bytes(proton_document(), indent=None)


def _enpass_field(label, kind, value, sensitive=0, **more):
    return {
        "deleted": 0, "history": [], "label": label, "order": 1, "sensitive": sensitive, "type": kind, "uid": 10,
        "updated_at": CHANGED, "value": value, "value_updated_at": CHANGED, **more,
    }


def _enpass_item(title, template, fields, note="", folders=(), **more):
    return {
        "archived": 0, "auto_submit": 1, "category": template.split(".")[0], "createdAt": CREATED, "favorite": 0,
        "fields": fields, "folders": list(folders),
        "icon": {"fav": "", "image": {"file": "misc/login"}, "type": 1, "uuid": ""}, "note": note, "subtitle": "",
        "template_type": template, "title": title, "trashed": 0, "updated_at": CHANGED,
        "uuid": derived.guid("enpass " + title), **more,
    }


def enpass():
    house, shed = derived.guid("enpass house"), derived.guid("enpass shed")
    login = _enpass_item(
        "Harbour Library",
        "login.default",
        [
            _enpass_field("Username", "username", "mara.quill"),
            _enpass_field("E-mail", "email", "mara@quill.example"),
            _enpass_field(
                "Password", "password", " violet-Anchor-71!kelp ", 1,
                history=[{"value": "pale-Anchor-70", "updated_at": CREATED}],
            ),
            _enpass_field("Website", "url", "https://harbour-library.example/login"),
            _enpass_field("Mobile site", "url", "https://m.harbour-library.example/"),
            _enpass_field("ADDITIONAL DETAILS", "section", ""),
            _enpass_field("Phone number", "phone", "+44 20 7946 0958"),
            _enpass_field("TOTP", "totp", derived.base32("enpass").lower()),
            _enpass_field("Security answer", "text", "the Heron", 1),
            _enpass_field("Old PIN", "pin", "4711", 1, deleted=1),
            _enpass_field("Empty", "text", ""),
        ],
        "Call before 17:00.\n", [shed, house], favorite=1, subtitle="mara.quill",
        attachments=[
            {"data": base64.b64encode(b"reader's ticket\n").decode(), "kind": "text/plain", "name": "ticket.txt",
             "order": 0, "updated_at": CHANGED, "uuid": derived.guid("enpass ticket")}
        ],
    )
    card = _enpass_item(
        "Blue card",
        "creditcard.default",
        [
            _enpass_field("Cardholder", "ccName", "M QUILL"),
            _enpass_field("Type", "ccType", "Visa"),
            _enpass_field("Number", "ccNumber", "4012888888881881"),
            _enpass_field("CVC", "ccCvc", "321", 1),
            _enpass_field("PIN", "ccPin", "0077", 1),
            _enpass_field("Expiry date", "ccExpiry", "08/31"),
            _enpass_field("Issuing bank", "ccBankname", "Tidewell Bank"),
        ],
    )
    return _bytes(
        {
            "folders": [
                {"icon": "1008", "parent_uuid": "", "title": "House", "updated_at": CHANGED, "uuid": house},
                {"icon": "1008", "parent_uuid": house, "title": "Shed / Garden", "updated_at": CHANGED, "uuid": shed},
            ],
            "items": [
                login,
                card,
                _enpass_item("Wi-Fi", "computer.wifi", [_enpass_field("SSID", "text", "Mill Guest"), _enpass_field("Password", "password", "flour-and-water", 1)]),
                _enpass_item("Recipe", "note.default", [], "Streusel: 200 g\n\n\"quoted\"", archived=1),
                _enpass_item("Gone", "login.default", [_enpass_field("Password", "password", "rust 9", 1)], trashed=1),
            ],
        }
    )


def keeper():
    key = keys.SSHKey("keeper deploy", "deploy@mill.example")
    der = keys.p256_pkcs8("keeper")
    jwk = {
        "kty": "EC", "crv": "P-256", "d": derived.base64url(der[36:68]), "x": derived.base64url(der[-64:-32]),
        "y": derived.base64url(der[-32:]),
    }
    uid = lambda label: derived.base64url(derived.octets("keeper " + label, 16))  # noqa: E731
    return _bytes(
        {
            "shared_folders": [
                {"uid": uid("mill"), "path": "Mill\\Back\\\\Office", "manage_users": False, "manage_records": True,
                 "can_edit": True, "can_share": False, "permissions": []}
            ],
            "records": [
                {
                    "uid": uid("harbour"), "title": "Harbour Library", "$type": "login",
                    "schema": ["$login::1", "$password::1", "$url::1"], "login": "mara.quill",
                    "password": " violet-Anchor-71!kelp ", "login_url": "https://harbour-library.example/login",
                    "notes": "Call before 17:00.\n", "last_modified": CHANGED,
                    "custom_fields": {
                        "$oneTimeCode::1": _code("keeper", "Harbour", "mara.quill"),
                        "$securityQuestion::1": [{"question": "First boat?", "answer": "the Heron"}],
                        "$url:Catalogue:1": "https://catalogue.harbour-library.example/",
                        "Shelf": "K 12",
                        "$secret:Locker:1": "0042",
                        "$passkey::1": {
                            "privateKey": jwk, "credentialId": derived.base64url(derived.octets("credential keeper", 16)),
                            "relyingParty": "harbour-library.example", "signCount": 0,
                            "userId": derived.base64url(derived.octets("handle keeper", 16)),
                            "username": "mara.quill", "createdDate": CREATED * 1000,
                        },
                    },
                    "folders": [
                        {"folder": "House\\Library"},
                        {"shared_folder": "Mill\\Back\\\\Office", "folder": "Desk", "can_edit": True, "can_share": False},
                    ],
                },
                {
                    "uid": uid("card"), "title": "Blue card", "$type": "bankCard", "last_modified": CHANGED,
                    "custom_fields": {
                        "$paymentCard::1": {"cardNumber": "4012888888881881", "cardExpirationDate": "08/2031", "cardSecurityCode": "321"},
                        "$pinCode::1": "0077",
                        "$text:cardholderName:1": "M QUILL",
                    },
                },
                {
                    "uid": uid("passport"), "title": "Passport", "$type": "passport", "last_modified": CHANGED,
                    "custom_fields": {
                        "$accountNumber:passportNumber:1": "000000000",
                        "$name::1": {"first": "Mara", "middle": "", "last": "Quill"},
                        "$birthDate::1": -85_881_600_000,
                        "$expirationDate::1": 1_893_456_000_000,
                        "$date:dateIssued:1": 1_577_836_800_000,
                    },
                },
                {
                    "uid": uid("ssh"), "title": "Deploy key", "$type": "sshKeys", "login": "deploy", "last_modified": CHANGED,
                    "custom_fields": {
                        "$keyPair::1": {"publicKey": key.public_text, "privateKey": key.private_text},
                        "$host::1": {"hostName": "deploy.mill.example", "port": "2222"},
                    },
                },
                {
                    "uid": uid("contact"), "title": "Mara", "$type": "contact", "last_modified": CHANGED,
                    "custom_fields": {
                        "$address::1": {"street1": "4 Mole End", "street2": "Annexe", "city": "Tidewell", "state": "", "zip": "ZZ1 4AA", "country": "GB"},
                        "$phone::1": {"region": "GB", "number": "+44 20 7946 0958", "ext": "", "type": "Mobile"},
                        "$bankAccount::1": {"accountType": "Checking", "otherType": "", "accountNumber": "00012345", "routingNumber": "000000"},
                    },
                },
            ],
        }
    )


def psono():
    login = {
        "type": "website_password", "name": "Harbour Library", "urlfilter": "harbour-library.example",
        "website_password_title": "Harbour Library",
        "website_password_url": "https://harbour-library.example/login",
        "website_password_url_filter": "harbour-library.example",
        "website_password_username": "mara.quill", "website_password_password": " violet-Anchor-71!kelp ",
        "website_password_notes": "Call before 17:00.\n", "website_password_auto_submit": True,
        "website_password_totp_code": derived.base32("psono"), "website_password_totp_period": 60,
        "website_password_totp_algorithm": "SHA256", "website_password_totp_digits": 8,
        "create_date": "2023-03-14T09:26:53.589793Z", "write_date": "2025-11-02T18:05:00.001000Z",
        "callback_url": "https://hook.quill.example/", "callback_user": "hook", "callback_pass": "hook pass",
    }
    variables = {
        "type": "environment_variables", "name": "Mill service", "environment_variables_title": "Mill service",
        "environment_variables_variables": [{"key": "MILL_TOKEN", "value": "tok-000-grist"}],
        "environment_variables_notes": "",
    }
    card = {
        "type": "credit_card", "name": "Blue card", "credit_card_title": "Blue card",
        "credit_card_number": "4012888888881881", "credit_card_name": "M QUILL", "credit_card_cvc": "321",
        "credit_card_valid_through": "0831", "credit_card_pin": "0077", "credit_card_notes": "",
    }
    note = {"type": "note", "name": "Recipe", "note_title": "Recipe", "note_notes": "Streusel: 200 g"}
    return _bytes(
        {
            "folders": [
                {"name": "House", "folders": [{"name": "Shed / Garden", "items": [login]}]},
                {"name": "Empty", "items": []},
            ],
            "items": [variables, card, note],
        },
        indent=None,
    )


def dashlane():
    return _bytes(
        {
            "AUTHENTIFIANT": [
                {"domain": "https://harbour-library.example/login", "email": "mara@quill.example", "login": "mara.quill",
                 "secondaryLogin": "reader 12", "note": "Call before 17:00.\n", "password": " violet-Anchor-71!kelp ",
                 "title": "Harbour Library"},
                {"domain": "federated.example", "email": "mara@quill.example", "login": "", "secondaryLogin": "",
                 "note": "", "password": "Brass_Owl-2291", "title": ""},
            ],
            "PAYMENTMEANS_CREDITCARD": [
                {"name": "Blue card", "cardNumber": "4012888888881881", "ownerName": "M QUILL", "securityCode": "321",
                 "expireMonth": "8", "expireYear": "2031", "bank": "Tidewell Bank"}
            ],
            "IDENTITY": [{"title": "MS", "firstName": "Mara", "middleName": "", "lastName": "Quill", "pseudo": "Heron",
                          "birthDate": "1987-04-02", "birthPlace": "Tidewell"}],
            "PASSPORT": [{"fullname": "Mara Quill", "number": "000000000", "deliveryDate": "2020-01-01",
                          "expireDate": "2030-01-01", "deliveryPlace": "Tidewell"}],
            "SECURENOTE": [{"title": "Recipe", "content": "Streusel: 200 g\n\n\"quoted\"", "category": "House"}],
            "EMAIL": [{"emailName": "Private", "email": "mara@quill.example", "type": "PERSO"}],
        }
    )


def blur():
    return _bytes(
        {
            "dntmeExport": True,
            "accounts": [
                {"id": derived.octets("blur 1", 16).hex().upper(), "domain": "https://harbour-library.example",
                 "login_url": "https://harbour-library.example/login", "label": "Harbour Library",
                 "email": "mara@quill.example", "username": "mara.quill", "password": " violet-Anchor-71!kelp ",
                 "createdAt": "2023-03-14T09:26:53.000Z", "modifiedAt": "2025-11-02T18:05:00.000Z", "times_used": 3,
                 "is_favorite": True, "user_modified_sortable": 34462, "pushed": 1},
                {"id": derived.octets("blur 2", 16).hex().upper(), "domain": "undefined", "label": "No address",
                 "email": "", "username": "miller", "password": "grist&grain%20<b>",
                 "createdAt": "2023-03-14T09:26:53.000Z", "times_used": 0, "is_favorite": False, "pushed": 1},
            ],
        }
    )


def passky():
    return _bytes(
        {
            "encrypted": False,
            "passwords": [
                {"website": "harbour-library.example", "username": "mara.quill", "password": " violet-Anchor-71!kelp ",
                 "message": "Call before 17:00.\n"},
                {"website": "mill.example", "username": "miller", "password": "grist&grain%20<b>", "message": ""},
            ],
        }
    )


def passman():
    return _bytes(
        [
            {
                "credential_id": 1, "guid": derived.guid("passman 1").upper(), "user_id": "mara", "vault_id": 1,
                "label": "Harbour Library", "description": "Call before 17:00.\n", "created": CREATED, "changed": CHANGED,
                "tags": [{"text": "books"}, {"text": "town"}], "email": "mara@quill.example", "username": "mara.quill",
                "password": " violet-Anchor-71!kelp ", "url": "https://harbour-library.example/login", "favicon": None,
                "renew_interval": None, "expire_time": 0, "delete_time": 0, "files": [],
                "custom_fields": [
                    {"label": "Shelf", "value": "K 12", "secret": False, "field_type": "text"},
                    {"label": "Locker", "value": "0042", "secret": True, "field_type": "password"},
                ],
                "otp": {"type": "totp", "secret": derived.base32("passman"), "issuer": "Harbour", "digits": 6, "period": 30, "algorithm": "SHA1"},
                "hidden": 0, "shared_key": None,
            },
            {
                "credential_id": 2, "guid": derived.guid("passman 2").upper(), "user_id": "mara", "vault_id": 1,
                "label": "Gone", "description": "", "created": CREATED, "changed": CHANGED, "tags": [], "email": "",
                "username": "old", "password": "rust 9", "url": "", "delete_time": CHANGED, "files": [],
                "custom_fields": [], "otp": {}, "hidden": 0,
            },
        ],
        indent=None,
    )


def avast():
    return _bytes(
        {
            "logins": [
                {"custName": "Harbour Library", "url": "https://harbour-library.example/login", "loginName": "mara.quill",
                 "pwd": " violet-Anchor-71!kelp ", "note": "Call before 17:00.\n"}
            ],
            "notes": [{"label": "Recipe", "text": "Streusel: 200 g"}],
            "cards": [
                {"custName": "Blue card", "cardNumber": "4012888888881881", "holderName": "M QUILL", "cvv": "321",
                 "note": "", "expirationDate": {"month": 8, "year": 2031}}
            ],
        }
    )


FILES = {
    "avast-json.json": avast,
    "proton-json.json": proton,
    "enpass-json.json": enpass,
    "keeper-json.json": keeper,
    "psono-json.json": psono,
    "dashlane-json.json": dashlane,
    "blur-json.json": blur,
    "passky-json.json": passky,
    "passman-json.json": passman,
}
