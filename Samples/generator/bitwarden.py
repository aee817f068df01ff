"""Bitwarden's unencrypted JSON exports, of a person and of an organisation."""

import json

from . import derived, keys, onepassword

CREATED = "2023-03-14T09:26:53.589Z"
REVISED = "2025-11-02T18:05:00.001Z"

TEXT, HIDDEN, BOOLEAN, LINKED = 0, 1, 2, 3


def _bytes(document):
    """Two blanks of indent and no final line end, as the product writes it."""
    return json.dumps(document, indent=2, ensure_ascii=False).encode()


def _uri(uri, match=None):
    return {"match": match, "uri": uri}


def _field(name, value, kind, linked=None):
    return {"name": name, "value": value, "type": kind, "linkedId": linked}


def _login(username, password, uris=(), totp=None, passkeys=()):
    return {
        "fido2Credentials": list(passkeys),
        "uris": list(uris),
        "username": username,
        "password": password,
        "totp": totp,
    }


def _passkey(label, credential_id, rp, username, display_name, discoverable):
    return {
        "credentialId": credential_id,
        "keyType": "public-key",
        "keyAlgorithm": "ECDSA",
        "keyCurve": "P-256",
        "keyValue": derived.base64url(keys.p256_pkcs8(label)),
        "rpId": rp[0],
        "rpName": rp[1],
        "userHandle": derived.base64url(derived.octets("handle " + label, 32)),
        "userName": username,
        "userDisplayName": display_name,
        "counter": "0",
        "discoverable": "true" if discoverable else "false",
        "creationDate": "2024-08-19T07:30:11.250Z",
    }


def _item(name, kind, body, notes=None, folder=None, **members):
    """An item with its members in the order of the product; `members` overrides any of them."""
    item = {
        "passwordHistory": None,
        "revisionDate": REVISED,
        "creationDate": CREATED,
        "deletedDate": None,
        "archivedDate": None,
        "id": derived.guid("item " + name),
        "organizationId": None,
        "folderId": derived.guid("folder " + folder) if folder else None,
        "type": kind,
        "reprompt": 0,
        "name": name,
        "notes": notes,
        "favorite": False,
    }
    assert set(members) <= {*item, "fields", "collectionIds"}
    key = {1: "login", 2: "secureNote", 3: "card", 4: "identity", 5: "sshKey"}[kind]
    return {**item, "fields": [], key: body, "collectionIds": None, **members}


# "Work/Clients" itself is missing: parents need not have an entry. "Empty" holds nothing.
FOLDERS = ["Home", "Home/Network", "Home/Network/Guests", "Work", "Work/Clients/Lantern & Söhne", "Empty"]


def _personal_logins():
    uri_kinds = [
        _uri("https://harbour-library.example/login"),
        _uri("https://my.harbour-library.example", 0),
        _uri("https://catalogue.harbour-library.example:8443/search", 1),
        _uri("https://harbour-library.example/loans", 2),
        _uri("https://harbour-library.example/account?tab=fees", 3),
        _uri(r"^https://[a-z0-9-]+\.harbour-library\.example/.*$", 4),
        _uri("https://tracker.example", 5),
        _uri("androidapp://com.example.harbourreader"),
        _uri("iosapp://com.example.harbourreader"),
    ]
    bare, uri_secret, steam = derived.base32("bare"), derived.base32("uri", 35), derived.base32("steam")
    grouped = " ".join(bare[i : i + 4] for i in range(0, len(bare), 4)).lower()
    label = "Mill%20%26%20Sons:mara%40quill.example"
    uri_code = f"otpauth://totp/{label}?secret={uri_secret}&issuer=Mill%20%26%20Sons&algorithm=SHA256&digits=8&period=60"
    return [
        _item(
            "Harbour Library",
            1,
            _login("mara.quill", "violet-Anchor-71!kelp", uri_kinds, bare),
            notes="Reader's card is in the blue wallet.\nRenew in May.",
            folder="Home",
            favorite=True,
            fields=[
                _field("Card number", "HL-004-117", TEXT),
                _field("Recovery code", "sable-41 / otter-77 / finch-03", HIDDEN),
                _field("Newsletter", "true", BOOLEAN),
                _field("Reminders", "false", BOOLEAN),
                _field("Reader name", None, LINKED, 100),
                _field("Reader secret", None, LINKED, 101),
                _field("", "a field without a name", TEXT),
                _field("Card number", "a second field of that name", TEXT),
                _field("Empty", None, TEXT),
            ],
            passwordHistory=[
                {"lastUsedDate": "2025-02-01T10:00:00.000Z", "password": "violet-Anchor-70!kelp"},
                {"lastUsedDate": "2024-01-31T23:59:59.999Z", "password": 'older "quoted" one, with comma'},
            ],
        ),
        _item(
            "Grouped code", 1, _login("mara@quill.example", "two words", [_uri("grouped.example")], grouped)
        ),
        _item(
            "Mill & Sons",
            1,
            _login("mara@quill.example", "Grist/Grain", [_uri("https://mill.example")], uri_code),
            folder="Work",
        ),
        _item(
            "Steam-powered games",
            1,
            _login("brass_owl", "=1+1|piston", [_uri("https://games.example")], "steam://" + steam),
            folder="Home/Network/Guests",
        ),
        _item(
            "Lantern Tickets",
            1,
            _login(
                "mara@quill.example",
                "  blanks outside  ",
                [_uri("https://lantern-tickets.example/")],
                passkeys=[
                    _passkey(
                        "lantern",
                        derived.guid("credential lantern"),
                        ("lantern-tickets.example", "Lantern Tickets"),
                        "mara@quill.example",
                        "Mara Quill",
                        True,
                    ),
                    _passkey(
                        "lantern second",
                        "b64." + derived.base64url(derived.octets("credential second", 40)),
                        ("lantern-tickets.example", "Lantern Tickets"),
                        "box-office",
                        "Box office \U0001f39f\ufe0f",
                        False,
                    ),
                ],
            ),
            folder="Work/Clients/Lantern & Söhne",
            reprompt=1,
        ),
        _item(
            "Router (jose\u0301's)",
            1,
            _login("jos\u00e9", "jose\u0301-\u00e9t\u00e9", [_uri("http://192.0.2.1/")]),
            folder="Home/Network",
            notes="",
        ),
        _item(
            "Old forum",
            1,
            _login("mara", "kept for the archive", [_uri("https://forum.example")]),
            archivedDate="2025-06-30T12:00:00.000Z",
        ),
        _item(
            "Thrown away",
            1,
            _login("gone", "in the trash", [_uri("https://gone.example")]),
            deletedDate="2025-10-05T08:15:30.120Z",
        ),
        _item("Nothing but a title", 1, _login(None, None)),
    ]


def _personal_others():
    key = keys.SSHKey("bitwarden", "mara@quill.example")
    identity = {
        "title": "Dr",
        "firstName": "Mara",
        "middleName": "Ilse",
        "lastName": "Quill-Ødegård",
        "address1": "4 Mole End",
        "address2": "Flat 2",
        "address3": "c/o Heron",
        "city": "Saltmarsh",
        "state": "CA",
        "postalCode": "90001",
        "country": "US",
        "company": "Quill & Sons",
        "email": "mara@quill.example",
        "phone": "+1 202-555-0142",
        "ssn": "900-12-3456",
        "username": "mquill",
        "passportNumber": "X00000042",
        "licenseNumber": "Q0000-42",
    }
    card = {
        "cardholderName": "MARA I QUILL",
        "brand": "Visa",
        "number": "4012888888881881",
        "expMonth": "3",
        "expYear": "2029",
        "code": "042",
    }
    ssh_key = {
        "privateKey": key.private_text,
        "publicKey": key.public_text,
        "keyFingerprint": key.fingerprint,
    }
    return [
        _item(
            "Alarm code",
            2,
            {"type": 0},
            notes='Front door:\n\t1 9 8 7 #\r\nShed: "ask Tom" \u2028 end',
            folder="Home",
        ),
        _item("Blue card", 3, card, fields=[_field("PIN", "9517", HIDDEN)], reprompt=1),
        _item(
            "Card without dates", 3, {**card, "expMonth": None, "expYear": "31", "brand": None, "code": None}
        ),
        _item("Mara", 4, identity, fields=[_field("Also", None, LINKED, 401)], notes="as in the passport"),
        _item(
            "Build server", 5, ssh_key, folder="Work", fields=[_field("Host", "build.quill.example", TEXT)]
        ),
    ]


def personal():
    folders = [{"id": derived.guid("folder " + name), "name": name} for name in FOLDERS]
    items = _personal_logins() + _personal_others()
    return _bytes({"encrypted": False, "folders": folders, "items": items})


COLLECTIONS = ["Office", "Office/Front desk", "Servers", "Servers/Staging/Databases"]


def organisation():
    owner = derived.guid("organisation quill")

    def shared(name, kind, body, collections, **members):
        ids = [derived.guid("collection " + collection) for collection in collections]
        item = _item(name, kind, body, organizationId=owner, collectionIds=ids, **members)
        # Such exports have no favourites: those belong to each member.
        del item["favorite"]
        return item

    collections = [
        {"id": derived.guid("collection " + name), "organizationId": owner, "name": name, "externalId": None}
        for name in COLLECTIONS
    ]
    items = [
        shared(
            "Front desk mail",
            1,
            _login("desk@quill.example", "Bell&Ledger-12", [_uri("https://mail.quill.example", 1)]),
            ["Office/Front desk"],
        ),
        shared(
            "Staging database",
            1,
            _login("app", 's3t;"piston"', [_uri("db.staging.quill.example:5432", 5)]),
            ["Servers/Staging/Databases", "Office"],
            fields=[_field("Port", "5432", TEXT)],
        ),
        shared("Guest network", 2, {"type": 0}, ["Office"], notes="Name: quill-guest\nWord: Heron-Heron-9"),
        shared("Deploy key", 5, _deploy_key(), ["Servers"]),
    ]
    return _bytes({"encrypted": False, "collections": collections, "items": items})


def _deploy_key():
    key = keys.SSHKey("organisation", "deploy@quill.example")
    return {
        "privateKey": key.private_text,
        "publicKey": key.public_text,
        "keyFingerprint": key.fingerprint,
    }


def attachments():
    """The zip file: the export of a person, and a folder of files for each item that has some."""
    items = [
        _item("Boat papers", 2, {"type": 0}, notes="In the tin."),
        _item("Slipway", 1, _login("mara", "wet rope", [_uri("https://slipway.example")])),
    ]
    document = _bytes({"encrypted": False, "folders": [], "items": items})
    folder = f"attachments/{items[0]['id']}"
    return onepassword.archive([
        ("data.json", document), (f"{folder}/licence.pdf", derived.octets("licence", 1500)),
        (f"{folder}/Übersicht.txt", "Kiel, Rahen".encode()), (f"{folder}/empty.txt", b""),
    ])
