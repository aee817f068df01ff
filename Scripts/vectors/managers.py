#!/usr/bin/env python3
"""Writes the archives and encrypted exports in Tests/CXFFormatsTests/Vectors, or checks with --check that they are these.

All content is invented; whatever looks random is derived from a label, so that the same files come out each time. The
password of each encrypted one is `correct horse`. AES is left to the program `openssl`; the rest is Python alone.
"""

import base64
import gzip
import hashlib
import hmac
import io
import json
import pathlib
import subprocess
import sys
import zipfile
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "Samples"))

from generator import derived, managers  # noqa: E402

PASSWORD = b"correct horse"
FILE_ID = "ab12cd34ab12cd34"


def archive(members):
    """A zip file with folders and deflated files, all of one date."""
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w") as file:
        for name, content in members:
            entry = zipfile.ZipInfo(name, (2025, 7, 4, 12, 40, 0))
            entry.compress_type = zipfile.ZIP_STORED if name.endswith("/") else zipfile.ZIP_DEFLATED
            file.writestr(entry, content)
    return output.getvalue()


def aes(plaintext, key, vector):
    """AES-256-CBC with the padding of PKCS #7."""
    command = ["openssl", "enc", "-aes-256-cbc", "-K", key.hex(), "-iv", vector.hex()]
    return subprocess.run(command, input=plaintext, capture_output=True, check=True).stdout


def proton():
    document = json.dumps(managers.proton_document([FILE_ID, "ffffffffffffffff"])).encode()
    return archive(
        [
            ("Proton Pass/", b""),
            ("Proton Pass/data.json", document),
            (f"Proton Pass/files/{FILE_ID}-reader's ticket.txt", b"reader 12\n"),
            ("Proton Pass/files/0000000000000000-stray.txt", b"nobody names this"),
        ]
    )


def keeper():
    document = json.loads(managers.keeper())
    document["records"][0]["attachments"] = [
        {"file_uid": "fileuid-1", "name": "ticket.txt", "mime": "text/plain", "size": 10, "last_modified": 1},
        {"file_uid": "fileuid-2", "name": "gone.txt", "mime": "text/plain", "size": 10, "last_modified": 1},
    ]
    return archive([("export.json", json.dumps(document).encode()), ("files/fileuid-1", b"reader 12\n")])


def dashlane_tables():
    credentials = (
        "username,username2,username3,title,password,note,url,category,otpUrl\r\n"
        'mara.quill,,,Harbour Library," violet-Anchor-71!kelp ","Call before 17:00.\nAsk for Ada.",'
        "https://harbour-library.example/login,Books,otpauth://totp/Harbour:mara?secret="
        f"{derived.base32('dashlane')}\r\n"
        "miller,,,Mill,grist&grain,,https://mill.example/,,\r\n"
    )
    payments = (
        "type,account_name,account_holder,cc_number,code,expiration_month,expiration_year,routing_number,"
        "account_number,country,issuing_bank,note,name\r\n"
        "payment_card,M QUILL,,4012888888881881,321,08,2031,,,GB,,,Blue card\r\n"
    )
    notes = 'title,note\r\nRecipe,"Streusel: 200 g"\r\n'
    return archive(
        [
            ("credentials.csv", credentials.encode()),
            ("payments.csv", payments.encode()),
            ("securenotes.csv", notes.encode()),
            ("readme.txt", b"none of the tables"),
        ]
    )


def buttercup(version, plaintext, label):
    salt, vector, rounds = derived.octets("salt " + label, 8).hex(), derived.octets("iv " + label, 16), 1_000
    keys = hashlib.pbkdf2_hmac("sha256", PASSWORD, salt.encode(), rounds, 64)
    content = base64.b64encode(aes(plaintext, keys[:32], vector)).decode()
    authentic = (content + vector.hex() + salt).encode()
    tag = hmac.new(keys[32:], authentic, "sha256").hexdigest()
    return f"b~>buttercup/{version}{content}${vector.hex()}${salt}${tag}${rounds}$cbc".encode()


def buttercup_commands():
    def text(value):
        return "utf8+base64:" + base64.b64encode(value.encode()).decode()

    lines = [
        "aid 0000-vault", "fmt " + text("buttercup/a"), "cmm " + text("begun"), "pad 0001",
        "cgr 0 group-1", "tgr group-1 " + text("House / Garden"), "cgr group-1 group-2", "tgr group-2 Shed",
        "cgr 0 group-3", "tgr group-3 Trash", "sga group-3 bc_group_role trash",
        "cen group-2 entry-1", "sep entry-1 title " + text("Harbour Library"),
        "sep entry-1 username mara.quill", "sep entry-1 password " + text("pale-Anchor-70"),
        "sep entry-1 password " + text(" violet-Anchor-71!kelp "),
        "sep entry-1 URL https://harbour-library.example/login", "sep entry-1 Shelf " + text("K 12"),
        "sep entry-1 code " + text("otpauth://totp/Harbour:mara?secret=" + derived.base32("buttercup")),
        "sea entry-1 BC_ENTRY_FIELD_TYPE:code otp", "sea entry-1 BC_ENTRY_TAGS books,town",
        "sea entry-1 BC_ENTRY_FACADE_TYPE login", "sem entry-1 \"old meta\" \"with \\\" quote\"",
        "cen group-3 entry-2", "sep entry-2 title Gone", "sep entry-2 password " + text("rust 9"),
        "cen 0 entry-3", "sep entry-3 title Deleted", "den entry-3",
        "cen 0 entry-4", "sep entry-4 title " + text("Blue card"), "sea entry-4 BC_ENTRY_FACADE_TYPE credit_card",
        "sep entry-4 username " + text("M QUILL"), "sep entry-4 password 4012888888881881",
        "sep entry-4 cvv 321", "sep entry-4 expiry 08/2031",
    ]  # fmt: skip
    packed = gzip.compress("\n".join(lines).encode(), mtime=0)
    return buttercup("a", packed.decode("latin-1").encode(), "a")


def buttercup_document():
    def value(text, **more):
        return {"value": text, "created": 1_678_785_000_000, "updated": 1_762_106_700_000, **more}

    document = {
        "id": "vault", "a": {}, "c": {}, "del": {},
        "g": [{"id": "g1", "g": "0", "t": "House / Garden", "a": {}}],
        "e": [
            {
                "id": "e1", "g": "g1", "a": {"BC_ENTRY_TAGS": value("books")},
                "p": {
                    "title": value("Harbour Library"), "username": value("mara.quill"),
                    "password": value(
                        " violet-Anchor-71!kelp ", history=[{"value": "pale-Anchor-70", "updated": 1_678_785_000_000}]
                    ),
                    "dropped": value("no more", deleted=1_762_106_700_000),
                },
            }
        ],
    }  # fmt: skip
    packed = gzip.compress(json.dumps(document).encode(), mtime=0)
    return buttercup("b", base64.b64encode(packed), "b")


def dash():
    entries = [
        ("KWAuthentifiant", [("Id", "{1}"), ("Title", "Harbour Library"), ("Login", "mara.quill"),
                             ("Password", " violet-Anchor-71!kelp "), ("Url", "https://harbour-library.example/"),
                             ("Note", "Call before 17:00."), ("Email", ""), ("Strength", "100"), ("Odd", "kept")]),
        ("KWPaymentMean_creditCard", [("Id", "{2}"), ("Name", "Blue card"), ("CardNumber", "4012888888881881"),
                                      ("OwnerName", "M QUILL"), ("SecurityCode", "321"), ("ExpireMonth", "08"),
                                      ("ExpireYear", "2031")]),
    ]  # fmt: skip
    items = "".join(
        f"<{kind}>"
        + "".join(f'<KWDataItem key="{name}"><![CDATA[{text}]]></KWDataItem>' for name, text in values)
        + f"</{kind}>"
        for kind, values in entries
    )
    xml = f'<?xml version="1.0" encoding="UTF-8"?>\n<root><KWDataList>{items}</KWDataList></root>'.encode()
    salt = derived.octets("salt dash", 32)
    key = hashlib.pbkdf2_hmac("sha1", PASSWORD, salt, 10_204, 32)
    block, stream = b"", b""
    while len(stream) < 48:
        block = hashlib.sha1(block + key + salt[:8]).digest()
        stream += block
    packed = len(xml).to_bytes(4, "big") + zlib.compress(xml)
    blob = salt + b"KWC3" + aes(packed, key, stream[32:48])
    head = "--------------------------Dashlane Secured Export---------------------\n---Data BEGIN---\n"
    return (head + base64.b64encode(blob).decode() + "\n---Data END---\n").encode()


VECTORS = {
    "proton.zip": proton, "keeper.zip": keeper, "dashlane.zip": dashlane_tables,
    "buttercup-a.bcup": buttercup_commands, "buttercup-b.bcup": buttercup_document, "archive.dash": dash,
}  # fmt: skip


def main(arguments):
    folder = ROOT / "Tests/CXFFormatsTests/Vectors"
    stale = []
    for name, make in VECTORS.items():
        path, content = folder / name, make()
        if arguments != ["--check"]:
            path.write_bytes(content)
        elif not path.exists() or path.read_bytes() != content:
            stale.append(name)
    for name in stale:
        print(f"{name} differs from what Scripts/vectors/managers.py writes", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
