#!/usr/bin/env python3
"""Writes Tests/CXFFormatsTests/Vectors/bitwarden/: exports of Bitwarden that are protected with a password.

One for each way to make the key, with the least work that Bitwarden's own programs accept. The password is "sable otter 41". The
same inputs give the same files. Needs cryptography and argon2-cffi from PyPI (seen with 50.0.2 and 25.1.0); Scripts/peers
prepares a Python that has them.
"""

import base64
import hashlib
import json
import pathlib
import sys

from argon2.low_level import Type, hash_secret_raw
from cryptography.hazmat.primitives import hashes, hmac, padding
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand
from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC

PASSWORD = "sable otter 41".encode()
DOCUMENT = {
    "encrypted": False, "folders": [],
    "items": [{
        "id": "6c1f2b0e-7a44-4d7b-9c0d-2f0e6a1b3c4d", "organizationId": None, "folderId": None, "type": 1, "reprompt": 0,
        "name": "Harbour", "notes": None, "favorite": False,
        "login": {"uris": [{"match": None, "uri": "https://harbour.example"}], "username": "mara", "password": " eel, pïe ",
                  "totp": None}, "collectionIds": None}]}


def seed(label, count):
    return hashlib.shake_256(b"cxf-toolkit bitwarden " + label.encode()).digest(count)


def sealed(content, key, label):
    expand = lambda info: HKDFExpand(algorithm=hashes.SHA256(), length=32, info=info).derive(key)
    vector = seed("vector " + label, 16)
    padder = padding.PKCS7(128).padder()
    padded = padder.update(content) + padder.finalize()
    encryptor = Cipher(algorithms.AES(expand(b"enc")), modes.CBC(vector)).encryptor()
    ciphertext = encryptor.update(padded) + encryptor.finalize()
    mac = hmac.HMAC(expand(b"mac"), hashes.SHA256())
    mac.update(vector + ciphertext)
    return "2." + "|".join(base64.b64encode(part).decode() for part in (vector, ciphertext, mac.finalize()))


def export(name, parameters, derive):
    salt = base64.b64encode(seed("salt " + name, 16)).decode()
    key = derive(salt.encode())
    return {
        "encrypted": True, "passwordProtected": True, "salt": salt, **parameters,
        "encKeyValidation_DO_NOT_EDIT": sealed(b"0c5e1f3a-5a0e-4a3e-8d55-3f5f4b1b7c21", key, name + " check"),
        "data": sealed(json.dumps(DOCUMENT, indent=2, ensure_ascii=False).encode(), key, name + " data")}


def main():
    folder = pathlib.Path(__file__).resolve().parents[2] / "Tests/CXFFormatsTests/Vectors/bitwarden"
    folder.mkdir(parents=True, exist_ok=True)
    exports = {
        "pbkdf2": export(
            "pbkdf2", {"kdfType": 0, "kdfIterations": 5000, "kdfMemory": None, "kdfParallelism": None},
            lambda salt: PBKDF2HMAC(algorithm=hashes.SHA256(), length=32, salt=salt, iterations=5000).derive(PASSWORD)),
        "argon2id": export(
            "argon2id", {"kdfType": 1, "kdfIterations": 2, "kdfMemory": 16, "kdfParallelism": 2},
            lambda salt: hash_secret_raw(
                PASSWORD, hashlib.sha256(salt).digest(), time_cost=2, memory_cost=16 << 10, parallelism=2, hash_len=32,
                type=Type.ID)),
    }
    for name, value in exports.items():
        (folder / f"{name}.json").write_text(json.dumps(value, indent=2))


if __name__ == "__main__":
    sys.exit(main())
