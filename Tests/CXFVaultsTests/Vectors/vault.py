#!/usr/bin/env python3
"""An independent reading of Schemas/VaultFormat.md, by other libraries than the toolkit's.

    vault.py make                          prints vault.json: what fixed inputs give
    vault.py read FILE (--identity HEX | --passphrase TEXT)
                                           opens a vault, verifies it, prints its contents as JSON

Needs Python 3.9 and, from PyPI, cryptography, pyhpke and argon2-cffi (seen with 50.0.2, 0.6.5 and 25.1.0).
`vault.py check` exits with 0 when they are there.
"""

import base64
import hashlib
import hmac
import json
import sqlite3
import struct
import sys
import unicodedata

try:
    from argon2.low_level import Type, hash_secret_raw
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from pyhpke import AEADId, CipherSuite, KDFId, KEMId, KEMKey, KEMKeyPair
except ImportError as error:
    sys.exit(f"a Python package is missing: {error.name}")

PURPOSES = ["record", "blob", "journal", "index", "manifest", "manifest-sum", "commitment"]
RECORD, BLOB, JOURNAL, META, MANIFEST = 1, 2, 3, 4, 255
ZEROS = bytes(16)


def u(count, value):
    return value.to_bytes(count, "big")


def hkdf(secret, salt, info):
    key = hmac.digest(salt, secret, "sha256")
    return hmac.digest(key, info + b"\x01", "sha256")


class XAES:
    """XAES-256-GCM by C2SP's text: a CMAC of one block derives the key."""

    def __init__(self, key):
        self.block = Cipher(algorithms.AES(key), modes.ECB()).encryptor().update
        shifted = int.from_bytes(self.block(ZEROS), "big") << 1
        if shifted >> 128:
            shifted ^= 0x87
        self.subkey = (shifted & (1 << 128) - 1).to_bytes(16, "big")

    def derive(self, nonce):
        def half(counter):
            message = bytes([0, counter, 0x58, 0]) + nonce[:12]
            return self.block(bytes(a ^ b for a, b in zip(message, self.subkey)))

        return AESGCM(half(1) + half(2)), nonce[12:]

    def seal(self, nonce, text, aad):
        cipher, inner = self.derive(nonce)
        return cipher.encrypt(inner, text, aad)

    def open(self, nonce, text, aad):
        cipher, inner = self.derive(nonce)
        return cipher.decrypt(inner, text, aad)


class Keys:
    def __init__(self, data_key, vault_id):
        self.vault_id = vault_id
        self.all = {p: hkdf(data_key, vault_id, b"cxfvault/1 " + p.encode()) for p in PURPOSES}

    def cipher(self, kind):
        purpose = {RECORD: "record", BLOB: "blob", JOURNAL: "journal", META: "record", MANIFEST: "manifest"}
        return XAES(self.all[purpose[kind]])

    def row_id(self, kind, *pieces):
        message = bytes([kind]) + b"".join(u(4, len(piece)) + piece for piece in pieces)
        return hmac.digest(self.all["index"], message, "sha256")[:16]

    def aad(self, kind, row_id, revision, index, last):
        address = bytes([kind]) + row_id + u(8, revision) + u(4, index) + bytes([last])
        return b"cxfvault/1\0" + self.vault_id + address

    def term(self, kind, row_id, revision, index, last, nonce, tag):
        message = bytes([kind]) + row_id + u(8, revision) + u(4, index) + bytes([last]) + nonce + tag
        return int.from_bytes(hmac.digest(self.all["manifest-sum"], message, "sha256"), "big")

    def seal(self, kind, row_id, revision, payload, nonce):
        text = pad(payload)
        sealed = self.cipher(kind).seal(nonce, text, self.aad(kind, row_id, revision, 0, 1))
        return [kind, row_id, 0, revision, 1, nonce, sealed[-16:], sealed[:-16]]


def padme(length):
    exponent = length.bit_length() - 1
    digits = exponent.bit_length()
    mask = (1 << (exponent - digits)) - 1
    return (length + mask) & ~mask


def pad(payload):
    text = u(4, len(payload)) + payload
    return text + bytes(max(64, padme(len(text))) - len(text))


def unpad(text):
    payload = text[4:4 + int.from_bytes(text[:4], "big")]
    assert pad(payload) == text, "padding"
    return payload


# Slots

SUITE = CipherSuite.new(KEMId.DHKEM_X25519_HKDF_SHA256, KDFId.HKDF_SHA256, AEADId.EXPORT_ONLY)


def private_key(raw):
    return KEMKey.from_pyca_cryptography_key(X25519PrivateKey.from_private_bytes(raw))


def public_key(raw):
    return KEMKey.from_pyca_cryptography_key(X25519PublicKey.from_public_bytes(raw))


def public_bytes(raw):
    return X25519PrivateKey.from_private_bytes(raw).public_key().public_bytes_raw()


def passphrase_secret(passphrase, parameters):
    memory, passes, lanes, salt = struct.unpack(">III16s", parameters)
    text = unicodedata.normalize("NFC", passphrase).encode()
    return hash_secret_raw(text, salt, passes, memory, lanes, 32, Type.ID, 0x13)


def hpke_info(vault_id, slot_id):
    return b"cxfvault/1 slot\0" + vault_id + slot_id


def wrapping(kind, slot_id, parameters, secret, vault_id):
    context = bytes([0, kind]) + slot_id + hashlib.sha256(parameters).digest()
    commitment = hkdf(secret, vault_id, b"cxfvault/1 slot commitment" + context)
    key = hkdf(secret, vault_id, b"cxfvault/1 slot wrap" + context)
    return commitment, XAES(key), b"cxfvault/1 slot\0" + vault_id + context


def make_slot(kind, slot_id, parameters, secret, vault_id, data_key, nonce):
    commitment, cipher, aad = wrapping(kind, slot_id, parameters, secret, vault_id)
    wrapped = nonce + cipher.seal(nonce, data_key, aad)
    return (bytes([kind]) + slot_id + u(4, len(parameters)) + parameters + commitment
            + u(4, len(wrapped)) + wrapped)


def read_header(header):
    place = 0

    def take(count):
        nonlocal place
        place += count
        assert place <= len(header), "header"
        return header[place - count:place]

    assert take(11) == b"cxfvault/1\0"
    vault_id, commitment, count = take(16), take(32), int.from_bytes(take(2), "big")
    slots = []
    for _ in range(count):
        kind, slot_id = take(1)[0], take(16)
        parameters = take(int.from_bytes(take(4), "big"))
        slots.append((kind, slot_id, parameters, take(32), take(int.from_bytes(take(4), "big"))))
    assert place == len(header) and count <= 16, "header"
    return vault_id, commitment, slots


def unlock(header, identity, passphrase):
    vault_id, key_commitment, slots = read_header(header)
    for kind, slot_id, parameters, commitment, wrapped in slots:
        if kind == 1 and passphrase is not None:
            secret = passphrase_secret(passphrase, parameters)
        elif kind == 2 and identity is not None:
            recipient = SUITE.create_recipient_context(
                parameters[32:], private_key(identity), info=hpke_info(vault_id, slot_id))
            secret = recipient.export(b"slot secret", 32)
        else:
            continue
        expected, cipher, aad = wrapping(kind, slot_id, parameters, secret, vault_id)
        if expected != commitment:
            continue
        keys = Keys(cipher.open(wrapped[:24], wrapped[24:], aad), vault_id)
        assert keys.all["commitment"] == key_commitment, "key commitment"
        return keys
    sys.exit("wrong key")


# Reading

def manifest_payload(generation, header, tallies):
    payload = u(8, generation) + hashlib.sha256(header).digest()
    for count, total in tallies:
        payload += u(8, count) + u(32, total % (1 << 256))
    return payload


def read(path, identity, passphrase):
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    assert database.execute("PRAGMA application_id").fetchone() == (0x43584656,)
    assert database.execute("PRAGMA user_version").fetchone() == (1,)
    (header, digest), = database.execute("SELECT bytes, sha256 FROM header").fetchall()
    assert hashlib.sha256(header).digest() == digest, "header"
    keys = unlock(header, identity, passphrase)
    texts, tallies, manifest, previous = {}, [[0, 0] for _ in range(4)], None, None
    for row in database.execute("SELECT * FROM sealed ORDER BY kind, id, idx"):
        kind, row_id, index, revision, last, nonce, tag, ciphertext = row
        assert previous is None or previous < (kind, row_id, index)
        previous = (kind, row_id, index)
        text = keys.cipher(kind).open(nonce, ciphertext + tag, keys.aad(kind, row_id, revision, index, last))
        if kind == MANIFEST:
            manifest = unpad(text)
            generation = revision
            continue
        tallies[kind - 1][0] += 1
        tallies[kind - 1][1] += keys.term(kind, row_id, revision, index, last, nonce, tag)
        texts[kind, row_id, index] = text if kind == BLOB else unpad(text)
    assert manifest == manifest_payload(generation, header, tallies), "manifest"
    print(json.dumps(contents(keys, generation, texts), ensure_ascii=False, sort_keys=True))


def contents(keys, generation, texts):
    result = {"generation": generation, "records": [], "blobs": {}, "history": [], "journal": 0,
              "matchKeys": {}, "provenance": 0}
    for (kind, row_id, index), text in texts.items():
        if kind == RECORD:
            record = json.loads(text)
            name = next(iter(record))
            identifier = base64.urlsafe_b64decode(record[name]["id"] + "==")
            number = {"item": 1, "collection": 2, "account": 3}[name]
            assert keys.row_id(RECORD, bytes([number]), identifier) == row_id, "record id"
            result["records"].append(text.decode())
        elif kind == BLOB:
            whole = result["blobs"].setdefault(row_id.hex(), [0, hashlib.sha256()])
            assert whole[0] == index
            whole[0] += 1
            whole[1].update(text)
        elif kind == JOURNAL:
            assert keys.row_id(JOURNAL, text[:8], text[8:12]) == row_id, "journal id"
            result["journal"] += 1
        else:
            read_meta(keys, row_id, text, result)
    result["records"].sort()
    result["blobs"] = {key: value[1].hexdigest() for key, value in result["blobs"].items()}
    return result


def read_meta(keys, row_id, text, result):
    kind, rest = text[0], text[1:]
    name = b""
    if kind == 1:
        assert len(rest) == 32
    elif kind == 2:
        entry = json.loads(rest)
        name = base64.urlsafe_b64decode(entry["id"] + "==")
        result["history"].append(entry)
    elif kind == 3:
        name, place = rest[:8], 20
        for _ in range(int.from_bytes(rest[16:20], "big")):
            length = rest[place]
            item = rest[place + 1:place + 1 + length]
            place += 1 + length + 8
            count = int.from_bytes(rest[place:place + 2], "big")
            result["matchKeys"][item.hex()] = count
            place += 2 + 8 * count
        assert place == len(rest)
    elif kind == 4:
        name = rest[:8]
        result["provenance"] += int.from_bytes(rest[16:20], "big")
    else:
        assert kind == 5
    assert keys.row_id(META, bytes([kind]), name) == row_id, "meta id"


# Making

def make():
    vault_id = bytes(range(0x10, 0x20))
    data_key = bytes(range(0x40, 0x60))
    # The accent is a character of its own: normalisation must join it.
    passphrase = "correct horse e\u0301 battery"
    memory, passes, lanes = 19456, 2, 1
    slot_ids = [bytes([0xA0 + n] * 16) for n in range(2)]
    salt = bytes(range(0x80, 0x90))
    nonces = [bytes([n] * 24) for n in range(1, 8)]
    identity = bytes(range(0xC0, 0xE0))
    ephemeral = bytes(range(0x20, 0x40))
    digest_key = bytes(range(0x60, 0x80))

    keys = Keys(data_key, vault_id)
    parameters = struct.pack(">III", memory, passes, lanes) + salt
    secret = passphrase_secret(passphrase, parameters)
    slots = [make_slot(1, slot_ids[0], parameters, secret, vault_id, data_key, nonces[0])]

    recipient = public_bytes(identity)
    pair = KEMKeyPair(private_key(ephemeral), public_key(public_bytes(ephemeral)))
    enc, sender = SUITE.create_sender_context(
        public_key(recipient), info=hpke_info(vault_id, slot_ids[1]), eks=pair)
    recipient_secret = sender.export(b"slot secret", 32)
    slots.append(make_slot(2, slot_ids[1], recipient + enc, recipient_secret, vault_id, data_key, nonces[1]))

    header = b"cxfvault/1\0" + vault_id + keys.all["commitment"] + u(2, len(slots)) + b"".join(slots)
    rows = [
        keys.seal(META, keys.row_id(META, b"\x01", b""), 1, b"\x01" + digest_key, nonces[2]),
        keys.seal(META, keys.row_id(META, b"\x05", b""), 1, b"\x05" + u(4, 0), nonces[3]),
    ]
    total = sum(keys.term(r[0], r[1], r[3], r[2], r[4], r[5], r[6]) for r in rows)
    tallies = [(0, 0), (0, 0), (0, 0), (2, total)]
    rows.append(keys.seal(MANIFEST, ZEROS, 1, manifest_payload(1, header, tallies), nonces[4]))

    # What the next change writes: an item without anything but an identifier and a title.
    item_id = b"item-1"
    payload = ('{"item":{"id":"%s","title":"caf\u00e9 \\"x\\"","credentials":[]}}'
               % base64.urlsafe_b64encode(item_id).rstrip(b"=").decode()).encode()
    item = keys.seal(RECORD, keys.row_id(RECORD, b"\x01", item_id), 2, payload, nonces[5])

    def spelled(row):
        names = ["kind", "id", "index", "revision", "last", "nonce", "tag", "ciphertext"]
        return {name: value.hex() if isinstance(value, bytes) else value for name, value in zip(names, row)}

    print(json.dumps({
        "about": "Made by vault.py make. Bytes are hexadecimal.",
        "vaultID": vault_id.hex(), "dataKey": data_key.hex(),
        "subkeys": {purpose: key.hex() for purpose, key in keys.all.items()},
        "passphrase": passphrase.encode().hex(),
        "keyDerivation": {"memoryKiB": memory, "iterations": passes, "parallelism": lanes},
        "salt": salt.hex(), "passphraseSecret": secret.hex(),
        "identity": identity.hex(), "recipient": recipient.hex(), "ephemeral": ephemeral.hex(),
        "recipientSecret": recipient_secret.hex(),
        "slotIDs": [i.hex() for i in slot_ids], "nonces": [n.hex() for n in nonces],
        "digestKey": digest_key.hex(), "slots": [s.hex() for s in slots], "header": header.hex(),
        "rows": [spelled(row) for row in rows], "itemPayload": payload.hex(), "itemRow": spelled(item),
        "padding": [[n, len(pad(bytes(n)))] for n in (0, 59, 60, 61, 100, 124, 125, 1000, 4096, 65535, 1 << 20)],
    }, indent=1))


def main(arguments):
    if arguments == ["check"]:
        return
    if arguments == ["make"]:
        return make()
    if len(arguments) == 4 and arguments[0] == "read" and arguments[2] == "--identity":
        return read(arguments[1], bytes.fromhex(arguments[3]), None)
    if len(arguments) == 4 and arguments[0] == "read" and arguments[2] == "--passphrase":
        return read(arguments[1], None, arguments[3])
    sys.exit(__doc__)


main(sys.argv[1:])
