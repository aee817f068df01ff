"""A CXF 1.0 document with every credential type, every field type and every place of an extension."""

import hashlib
import json
import struct

from . import derived, keys

EXPORTER = "vault.quayside.example"
CREATED, CHANGED = 1709294400, 1762106700

# Numbers whose spelling a reader of JSON easily loses; put in after encoding, which knows no spellings.
SPELLINGS = {"@big@": "9007199254740993", "@trailing@": "1.10", "@exponent@": "6.02E+23"}


def document():
    text = json.dumps(_header(), indent=2, ensure_ascii=False)
    for mark, number in SPELLINGS.items():
        text = text.replace(f'"{mark}"', number)
    return text.encode() + b"\n"


def _extension(name, **members):
    return {"name": f"{EXPORTER}/{name}", **members}


def _field(kind, value, label=None, **members):
    field = {"fieldType": kind, "value": value}
    if label is not None:
        field["label"] = label
    return {**field, **members}


def _string(value, label=None, **members):
    return _field("string", value, label, **members)


def _concealed(value, label=None, **members):
    return _field("concealed-string", value, label, **members)


def _item(label, title, credentials, **members):
    return {
        "id": derived.identifier(label),
        "creationAt": CREATED,
        "modifiedAt": CHANGED,
        "title": title,
        **members,
        "credentials": credentials,
    }


def _link(label, account=None):
    link = {"item": derived.identifier(label)}
    if account:
        link["account"] = derived.identifier(account)
    return link


def _shared(*accessors):
    return {
        "name": "shared",
        "accessors": [
            {
                "type": kind,
                "accountId": derived.identifier(f"{kind} {name}"),
                "name": name,
                "permissions": permissions,
            }
            for kind, name, permissions in accessors
        ],
    }


def _stored_deflate(data):
    """Raw DEFLATE in one stored block: compressors differ between versions, this does not."""
    return b"\x01" + struct.pack("<HH", len(data), len(data) ^ 0xFFFF) + data


def _login_item():
    fingerprint = derived.base64url
    apps = [
        {
            "bundleId": "com.example.quaysidereader",
            "certificate": {"fingerprint": fingerprint(derived.octets("cert 1", 32)), "hashAlg": "sha256"},
            "name": "Quayside Reader",
        },
        {
            "bundleId": "com.example.quaysidekiosk",
            "certificate": {"fingerprint": fingerprint(derived.octets("cert 2", 64)), "hashAlg": "sha512"},
        },
        {"bundleId": "com.example.unsigned"},
    ]
    login = {
        "type": "basic-auth",
        "username": _string("nils.tide", "Reader number or name", id=derived.identifier("field username")),
        "password": _concealed(
            '  Ropewalk "9", é / e\u0301 \U0001f512 ',
            "Password",
            id=derived.identifier("field password"),
            extensions=[_extension("strength", score=4, measured="@trailing@")],
        ),
        "autofill": {"form": "#login", "delay": None},
    }
    totp = {
        "type": "totp",
        "secret": derived.base32("cxf sha1"),
        "period": 30,
        "digits": 6,
        "username": "nils.tide",
        "algorithm": "sha1",
        "issuer": "Quayside Reading Room",
    }
    second_totp = {
        "type": "totp",
        "secret": derived.base32("cxf sha512", 35),
        "period": 60,
        "digits": 8,
        "algorithm": "sha512",
    }
    return _item(
        "login",
        "Quayside Reading Room",
        [
            login,
            totp,
            second_totp,
            {"type": "note", "content": _string("Two lines,\nand a tab:\t.\r\nThe end. \u2028")},
        ],
        subtitle="Reader account",
        favorite=True,
        scope={
            "urls": [
                "https://reading.quayside.example/login?next=%2F",
                "https://quayside.example",
                "http://192.0.2.40:8080/",
            ],
            "androidApps": apps,
        },
        tags=["reading", "semana/Übung", "weekly"],
        extensions=[
            _shared(("user", "tilda", ["read"])),
            _extension("lastUsed", at=CHANGED, times="@big@"),
        ],
    )


def _passkey_items():
    blob = b"ticket class: window seat; ticket class: window seat"
    full = {
        "type": "passkey",
        "credentialId": derived.base64url(derived.octets("cxf credential 1", 32)),
        "rpId": "ferry.example",
        "username": "nils@tide.example",
        "userDisplayName": "Nils Tide",
        "userHandle": derived.base64url(derived.octets("cxf handle 1", 16)),
        "key": derived.base64url(keys.p256_pkcs8("cxf")),
        "fido2Extensions": {
            "hmacCredentials": {
                "algorithm": "hmac-sha256",
                "credWithUV": derived.base64url(derived.octets("seed uv", 32)),
                "credWithoutUV": derived.base64url(derived.octets("seed", 32)),
            },
            "credBlob": derived.base64url(b"deck 3, starboard"),
            "largeBlob": {"uncompressedSize": len(blob), "data": derived.base64url(_stored_deflate(blob))},
            "payments": True,
        },
    }
    bare = {
        "type": "passkey",
        "credentialId": derived.base64url(derived.octets("cxf credential 2", 72)),
        "rpId": "pier.example",
        "username": "",
        "userDisplayName": "",
        "userHandle": derived.base64url(derived.octets("cxf handle 2", 64)),
        "key": derived.base64url(keys.ed25519_pkcs8("cxf passkey")),
    }
    return [
        _item("passkey", "Ferry tickets", [full]),
        _item("passkey only", "", [bare], scope={"urls": ["https://pier.example"], "androidApps": []}),
    ]


def _paper_items():
    person = {
        "type": "person-name",
        "title": _string("Dr"),
        "given": _string("Nils"),
        "givenInformal": _string("Nisse"),
        "given2": _string("Åke"),
        "surnamePrefix": _string("af"),
        "surname": _string("Tide"),
        "surname2": _string("Strand"),
        "credentials": _string("PhD"),
        "generation": _string("III"),
    }
    address = {
        "type": "address",
        "streetAddress": _string("Kajgatan 12\nSecond floor"),
        "postalCode": _string("411 01"),
        "city": _string("Göteborg"),
        "territory": _field("subdivision-code", "SE-O"),
        "country": _field("country-code", "SE"),
        "tel": _string("+46 31 390 06 00"),
    }
    common = {
        "nationality": _string("Swedish"),
        "fullName": _string("Nils Åke Tide"),
        "birthDate": _field("date", "1984-02-29"),
        "birthPlace": _string("Visby"),
        "sex": _string("M"),
        "issueDate": _field("date", "2021-05-17"),
        "expiryDate": _field("date", "2031-05-17"),
        "issuingAuthority": _string("Quayside Authority"),
    }
    passport = {
        "type": "passport",
        "issuingCountry": _field("country-code", "SE"),
        "passportType": _string("P"),
        "passportNumber": _string("ZZ0000017"),
        "nationalIdentificationNumber": _string("19840229-0000"),
        **common,
    }
    identity = {
        "type": "identity-document",
        "issuingCountry": _field("country-code", "SE"),
        "documentNumber": _string("ID-000-117"),
        "identificationNumber": _string("0000-0000-17"),
        **common,
    }
    licence = {
        "type": "drivers-license",
        "fullName": _string("Nils Åke Tide"),
        "birthDate": _field("date", "1984-02-29"),
        "issueDate": _field("date", "2015-01-31"),
        "expiryDate": _field("date", "2027-12-01"),
        "issuingAuthority": _string("Quayside Roads"),
        "territory": _field("subdivision-code", "SE-O"),
        "country": _field("country-code", "SE"),
        "licenseNumber": _string("DL 000 117"),
        "licenseClass": _string("AM, B"),
    }
    card = {
        "type": "credit-card",
        "number": _concealed("5105105105105100", "Number"),
        "fullName": _string("NILS A TIDE"),
        "cardType": _string("Mastercard"),
        "verificationNumber": _concealed("007"),
        "pin": _concealed("0420"),
        "expiryDate": _field("year-month", "2030-09"),
        "validFrom": _field("year-month", "2025-10"),
    }
    return [
        _item("papers", "Papers", [person, address, passport, licence, identity]),
        _item("card", "Harbour debit card", [card]),
    ]


def _technical_items():
    attachment = b"Mooring plan, berth 17\n"
    api_key = {
        "type": "api-key",
        "key": _concealed("qs_live_0b1d8e42", "Token"),
        "username": _string("tide-bot"),
        "keyType": _string("Bearer"),
        "url": _string("https://api.quayside.example/v2"),
        "validFrom": _field("date", "2025-01-01"),
        "expiryDate": _field("date", "2026-12-31"),
    }
    ssh_key = {
        "type": "ssh-key",
        "keyType": "ssh-ed25519",
        "privateKey": derived.base64url(keys.ed25519_pkcs8("cxf ssh")),
        "keyComment": "nils@tide.example",
        "creationDate": _field("date", "2024-06-01"),
        "expiryDate": _field("date", "2028-06-01"),
        "keyGenerationSource": _string("Quayside Vault 7"),
    }
    wifi = {
        "type": "wifi",
        "ssid": _string("quay-guests"),
        "networkSecurityType": _field("wifi-network-security-type", "wpa3-personal"),
        "passphrase": _concealed("barnacle barnacle 8"),
        "hidden": _field("boolean", "true"),
    }
    file = {
        "type": "file",
        "id": derived.identifier("attachment"),
        "name": "mooring plan.txt",
        "decryptedSize": len(attachment),
        "integrityHash": derived.base64url(hashlib.sha256(attachment).digest()),
    }
    references = [
        {"type": "item-reference", "reference": _link("login")},
        {"type": "item-reference", "reference": _link("tilda login", "account tilda")},
    ]
    unknown = {
        "type": "loyalty-card",
        "number": _string("LC 000 117"),
        "tiers": [{"name": "gull", "points": "@exponent@"}, {"name": "tern", "points": 12}],
        "active": False,
    }
    return [
        _item("server", "Berth server", [api_key, ssh_key, wifi]),
        _item("file", "Mooring plan", [file, *references]),
        _item(
            "generated",
            "Made last week",
            [{"type": "generated-password", "password": "Halyard-41-brine-Cleat"}],
        ),
        _item("unknown", "Ferry loyalty card", [unknown], colour="#2f6f8f"),
        _item("custom", "Every kind of field", _custom_fields()),
        _item("empty", "Nothing yet", []),
    ]


def _custom_fields():
    fields = [
        _string("shown text", "Text", id=derived.identifier("field text")),
        _concealed("hidden text", "Secret", extensions=[_extension("masked", since=CREATED)]),
        _field("email", "nils@tide.example", "Mail"),
        _field("number", "-12.50", "Balance"),
        _field("boolean", "false", "Member"),
        _field("date", "2024-02-29", "Leap day"),
        _field("year-month", "2026-01", "Renewal"),
        _field("wifi-network-security-type", "wep", "Old network"),
        _field("country-code", "NO", "Country"),
        _field("subdivision-code", "NO-46", "County"),
        _string("", "Empty"),
        _string("no label"),
    ]
    group = {
        "type": "custom-fields",
        "id": derived.identifier("group"),
        "label": "Boat",
        "fields": fields,
        "extensions": [_extension("folded", folded=True)],
    }
    return [group, {"type": "custom-fields", "fields": [_string("in a group without heading", "Loose")]}]


def _header():
    berths = {
        "id": derived.identifier("collection berths"),
        "title": "Berths",
        "items": [_link("server"), _link("file")],
        "subCollections": [
            {"id": derived.identifier("collection keys"), "title": "Keys", "items": [_link("server")]}
        ],
    }
    home = {
        "id": derived.identifier("collection home"),
        "creationAt": CREATED,
        "modifiedAt": CHANGED,
        "title": "Home",
        "subtitle": "What the household needs",
        "items": [_link("login"), _link("card", "account nils")],
        "subCollections": [berths],
        "extensions": [
            _shared(
                ("user", "tilda", ["read", "readSecret", "update"]),
                ("group", "Crew", ["create", "delete", "share", "manage"]),
            ),
            _extension("colour", value="#2f6f4f"),
        ],
    }
    lent = {
        "id": derived.identifier("collection lent"),
        "title": "Lent to me",
        "items": [_link("tilda login", "account tilda"), _link("not in this file", "account away")],
    }
    items = [_login_item(), *_passkey_items(), *_paper_items(), *_technical_items()]
    nils = {
        "id": derived.identifier("account nils"),
        "username": "nils.tide",
        "email": "nils@tide.example",
        "fullName": "Nils Åke Tide",
        "collections": [home, lent],
        "items": items,
        "extensions": [_extension("plan", name_of_plan="family", seats=5)],
    }
    tilda_login = {
        "type": "basic-auth",
        "username": _string("tilda"),
        "password": _concealed("=Keel+Haul"),
    }
    tilda = {
        "id": derived.identifier("account tilda"),
        "username": "",
        "email": "tilda@tide.example",
        "collections": [],
        "items": [_item("tilda login", "Quayside Reading Room", [tilda_login])],
    }
    return {
        "version": {"major": 1, "minor": 0},
        "exporterRpId": EXPORTER,
        "exporterDisplayName": "Quayside Vault",
        "timestamp": 1762128000,
        "accounts": [nils, tilda],
        "exportReason": {"chosenBy": "user", "items": "all"},
    }
