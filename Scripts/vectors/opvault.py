#!/usr/bin/env python3
"""Writes Tests/CXFFormatsTests/Vectors/opvault/: a vault of 1Password 4 to 7 with fixed keys, as a folder and as a zip file of it.

Made from the published layout of the format alone. The password is "sable otter 41"; ten rounds keep tests fast. The same
inputs give the same files. Needs cryptography from PyPI (seen with 50.0.2); Scripts/peers prepares a Python that has it.
"""

import base64
import hashlib
import hmac
import io
import json
import pathlib
import struct
import sys
import zipfile

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

PASSWORD, ROUNDS = "sable otter 41", 10
CREATED, UPDATED = 1678786013, 1762106700


def seed(label, count):
    return hashlib.shake_256(b"cxf-toolkit opvault " + label.encode()).digest(count)


def aes(key, vector, data):
    encryptor = Cipher(algorithms.AES(key), modes.CBC(vector)).encryptor()
    return encryptor.update(data) + encryptor.finalize()


def opdata(content, keys, label):
    filler = 16 - len(content) % 16
    vector = seed("vector " + label, 16)
    body = b"opdata01" + struct.pack("<Q", len(content)) + vector
    body += aes(keys[0], vector, seed("filler " + label, filler) + content)
    return body + hmac.digest(keys[1], body, "sha256")


def text(data):
    return base64.b64encode(data).decode()


def pair(data):
    return data[:32], data[32:]


def identifier(label):
    return seed("uuid " + label, 16).hex().upper()


SALT = seed("salt", 16)
DERIVED = pair(hashlib.pbkdf2_hmac("sha512", PASSWORD.encode(), SALT, ROUNDS, 64))
MASTER_CONTENT, OVERVIEW_CONTENT = seed("master", 256), seed("overview", 64)
MASTER, OVERVIEW = (pair(hashlib.sha512(content).digest()) for content in (MASTER_CONTENT, OVERVIEW_CONTENT))


def sealed(value, keys, label):
    return text(opdata(json.dumps(value, ensure_ascii=False).encode(), keys, label))


def item_keys(label):
    return pair(seed("item key " + label, 64))


def checksum(members):
    message = b""
    for name in sorted(members):
        value = members[name]
        value = str(int(value)) if isinstance(value, bool) else str(value)
        message += name.encode() + value.encode()
    return text(hmac.digest(OVERVIEW[1], message, "sha256"))


def item(title, category, overview, details, **members):
    keys, vector = item_keys(title), seed("key vector " + title, 16)
    wrapped = vector + aes(MASTER[0], vector, keys[0] + keys[1])
    result = {
        "uuid": identifier(title), "category": category, "created": CREATED, "updated": UPDATED, "tx": UPDATED,
        "o": sealed({"title": title, **overview}, OVERVIEW, "o " + title),
        "k": text(wrapped + hmac.digest(MASTER[1], wrapped, "sha256")),
        "d": sealed(details, keys, "d " + title), **members,
    }
    result["hmac"] = checksum(result)
    return result


def field(kind, name, title, value):
    return {"k": kind, "n": name, "t": title, "v": value}


def section(title, *fields):
    return {"name": "Section_" + title, "title": title, "fields": list(fields)}


def items():
    login = item(
        "Harbour", "001", {"ainfo": "mara", "url": "https://harbour.example", "tags": ["sea"], "ps": 60,
                           "URLs": [{"l": "website", "u": "https://harbour.example"}, {"u": "https://pier.example"}]},
        {"fields": [{"name": "u", "type": "T", "designation": "username", "value": "mara"},
                    {"name": "p", "type": "P", "designation": "password", "value": " eel, pie "}],
         "notesPlain": "Low tide\nat six", "passwordHistory": [{"value": "eel", "time": 1600000000}],
         "sections": [section("Extras", field("string", "TOTP_1", "one-time password", "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP"),
                              field("date", "d1", "since", 1577880060), field("concealed", "c1", "spare", "kelp"))]},
        fave=4, folder=identifier("folder Clients"))
    card = item(
        "Ferry card", "002", {"ainfo": "M. QUILL"},
        {"sections": [section("", field("string", "cardholder", "cardholder name", "M. QUILL"),
                              field("string", "ccnum", "number", "4111111111111111"),
                              field("cctype", "type", "type", "visa"), field("monthYear", "expiry", "expiry date", 203112))]})
    spare = item("Spare", "005", {}, {"password": "Grüße"}, trashed=True)
    note = item("Log", "003", {}, {"notesPlain": "fair wind"}, folder=identifier("folder Work"))
    router = item(
        "Workshop", "109", {},
        {"sections": [section("", field("string", "network_name", "network name", "saltmarsh"),
                              field("concealed", "wireless_password", "wireless network password", "twice"))]})
    gone = {"uuid": identifier("gone"), "category": "099", "created": CREATED, "updated": UPDATED, "tx": UPDATED,
            "trashed": True}
    gone["hmac"] = checksum(gone)
    return [login, card, spare, note, router, gone]


def folders():
    result = {}
    for title, parent, smart in (("Work", None, False), ("Clients", "Work", False), ("Weak ones", None, True)):
        overview = {"title": title, **({"smart": True, "predicate_b64": "eA=="} if smart else {})}
        folder = {"uuid": identifier("folder " + title), "created": CREATED, "updated": UPDATED, "tx": UPDATED,
                  "overview": sealed(overview, OVERVIEW, "folder " + title)}
        if parent:
            folder["parent"] = identifier("folder " + parent)
        result[folder["uuid"]] = folder
    return result


def attachment(owner, name, content, trashed=False):
    keys = item_keys(owner)
    metadata = json.dumps({
        "itemUUID": identifier(owner), "uuid": identifier("file " + name), "createdAt": CREATED, "updatedAt": UPDATED,
        "txTimestamp": UPDATED, "contentsSize": len(content), "external": True, "trashed": trashed,
        "overview": sealed({"filename": name}, OVERVIEW, "file " + name)}).encode()
    icon = opdata(b"\x89PNG", keys, "icon " + name)
    head = b"OPCLDAT\x01" + struct.pack("<HHI", len(metadata), 0x5A5A, len(icon))
    return (f"{identifier(owner)}_{identifier('file ' + name)}.attachment",
            head + metadata + icon + opdata(content, keys, "content " + name))


def files():
    profile = {
        "lastUpdatedBy": "cxf", "updatedAt": UPDATED, "profileName": "default", "salt": text(SALT),
        "passwordHint": "the usual", "masterKey": text(opdata(MASTER_CONTENT, DERIVED, "master")), "iterations": ROUNDS,
        "uuid": identifier("profile"), "overviewKey": text(opdata(OVERVIEW_CONTENT, DERIVED, "overview")),
        "createdAt": CREATED}
    compact = lambda value: json.dumps(value, separators=(",", ":"))
    result = {"default/profile.js": f"var profile={compact(profile)};".encode(),
              "default/folders.js": f"loadFolders({compact(folders())});".encode()}
    bands = {}
    for entry in items():
        bands.setdefault(entry["uuid"][0], {})[entry["uuid"]] = entry
    for digit, band in bands.items():
        result[f"default/band_{digit}.js"] = f"ld({compact(band)});".encode()
    for name, content in (
            attachment("Harbour", "chart ü.txt", b"depth 4 m"), attachment("Harbour", "empty.bin", b""),
            attachment("Log", "old.txt", b"thrown away", trashed=True)):
        result["default/" + name] = content
    return dict(sorted(result.items()))


def main():
    root = pathlib.Path(__file__).resolve().parents[2] / "Tests/CXFFormatsTests/Vectors/opvault"
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for name, content in files().items():
            path = root / "Sable.opvault" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            archive.writestr(zipfile.ZipInfo("Sable.opvault/" + name, (2026, 1, 2, 3, 4, 6)), content)
    (root / "Sable.zip").write_bytes(packed.getvalue())


if __name__ == "__main__":
    sys.exit(main())
