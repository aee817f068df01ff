"""A bundle of CXF with attachments: a pax tar that holds cxf.json and then documents/<File.id>."""

import hashlib
import io
import json
import tarfile

from .derived import base64url, identifier, octets

TIME = 1_762_000_000


def attachment(item, name, content):
    file = {
        "type": "file",
        "id": identifier(f"bundle/{item}/{name}"),
        "name": name,
        "decryptedSize": len(content),
        "integrityHash": base64url(hashlib.sha256(content).digest()),
    }
    return file, content


def field(kind, value):
    return {"fieldType": kind, "value": value}


def bundle():
    scan = attachment("lease", "lease.pdf", b"%PDF-1.4\n% an invented lease\n" + octets("bundle/lease", 90_000))
    keys = attachment("alarm", "alarm codes.txt", "Vorzimmer 4711\nKeller 0815 – für die Bürgschaft\n".encode())
    empty = attachment("alarm", "receipt.txt", b"")
    items = [
        {
            "id": identifier("bundle/item/lease"),
            "creationAt": 1_690_000_000,
            "modifiedAt": 1_700_000_000,
            "title": "Lease of the office",
            "credentials": [scan[0], {"type": "note", "content": field("string", "Signed in ink; the scan is attached.")}],
        },
        {
            "id": identifier("bundle/item/alarm"),
            "creationAt": 1_691_000_000,
            "modifiedAt": 1_701_000_000,
            "title": "Alarm centre",
            "scope": {"urls": ["https://alarm.quill.example"], "androidApps": []},
            "credentials": [
                {
                    "type": "basic-auth",
                    "username": field("string", "desk@quill.example"),
                    "password": field("concealed-string", "Klirr!9 leiser Nebel"),
                },
                keys[0],
                empty[0],
            ],
        },
    ]
    document = {
        "version": {"major": 1, "minor": 0},
        "exporterRpId": "safe.quill.example",
        "exporterDisplayName": "Quill Safe",
        "timestamp": TIME,
        "accounts": [
            {
                "id": identifier("bundle/account"),
                "username": "quill",
                "email": "desk@quill.example",
                "collections": [],
                "items": items,
            }
        ],
    }
    output = io.BytesIO()
    with tarfile.open(fileobj=output, mode="w", format=tarfile.PAX_FORMAT) as tar:
        members = [("cxf.json", json.dumps(document, ensure_ascii=False, indent=2).encode() + b"\n")]
        members += [("documents/" + file["id"], content) for file, content in (scan, keys, empty)]
        for name, content in members:
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode, entry.mtime = len(content), 0o600, TIME
            tar.addfile(entry, io.BytesIO(content))
    return output.getvalue()
