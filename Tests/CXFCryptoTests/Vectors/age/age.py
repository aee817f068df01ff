#!/usr/bin/env python3
"""An independent writer of age files (C2SP, age.md), by other libraries than the toolkit's.

    age.py make     prints age.json: files that fixed keys and fixed randomness give
    age.py check    exits with 0 when what it needs is there

Needs Python 3.9 and, from PyPI, cryptography (seen with 38.0.4 and 48.0.0).
"""

import base64
import hashlib
import hmac
import json
import sys

try:
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
except ImportError as error:
    sys.exit(f"a Python package is missing: {error.name}")

CHUNK = 1 << 16
# A file up to this size stands in the document; of a larger one its SHA-256 is enough.
SHOWN = 1000


class Randomness:
    """Bytes that a seed gives; what was taken is remembered in order."""

    def __init__(self, seed):
        self.seed = seed
        self.taken = b""

    def __call__(self, count):
        stream = hashlib.shake_256(b"age vectors " + self.seed.encode())
        piece = stream.digest(len(self.taken) + count)[len(self.taken):]
        self.taken += piece
        return piece


def public(private):
    return private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


def b64(data):
    return base64.b64encode(data).rstrip(b"=")


def hkdf(ikm, salt, info):
    prk = hmac.digest(salt or bytes(32), ikm, "sha256")
    return hmac.digest(prk, info + b"\x01", "sha256")


def wrap(key, file_key):
    return ChaCha20Poly1305(key).encrypt(bytes(12), file_key, None)


def x25519_stanza(random, recipient, file_key):
    ephemeral = X25519PrivateKey.from_private_bytes(random(32))
    share = public(ephemeral)
    shared = ephemeral.exchange(X25519PublicKey.from_public_bytes(recipient))
    key = hkdf(shared, share + recipient, b"age-encryption.org/v1/X25519")
    return b"-> X25519 " + b64(share) + b"\n" + b64(wrap(key, file_key)) + b"\n"


def scrypt_stanza(random, passphrase, log_n, file_key):
    salt = random(16)
    key = hashlib.scrypt(
        passphrase, salt=b"age-encryption.org/v1/scrypt" + salt, n=1 << log_n, r=8, p=1, dklen=32)
    return b"-> scrypt %b %d\n%b\n" % (b64(salt), log_n, b64(wrap(key, file_key)))


def age_file(random, stanzas, content):
    file_key = random(16)
    header = b"age-encryption.org/v1\n" + b"".join(make(random, file_key) for make in stanzas) + b"---"
    mac = hmac.digest(hkdf(file_key, b"", b"header"), header, "sha256")
    nonce = random(16)
    cipher = ChaCha20Poly1305(hkdf(file_key, nonce, b"payload"))
    result = header + b" " + b64(mac) + b"\n" + nonce
    count = max(1, -(-len(content) // CHUNK))
    for number in range(count):
        flag = b"\x01" if number == count - 1 else b"\x00"
        chunk = content[number * CHUNK:(number + 1) * CHUNK]
        result += cipher.encrypt(number.to_bytes(11, "big") + flag, chunk, None)
    return result


def armor(data):
    text = base64.b64encode(data).decode()
    lines = [text[start:start + 64] for start in range(0, len(text), 64)]
    return "\n".join(["-----BEGIN AGE ENCRYPTED FILE-----", *lines, "-----END AGE ENCRYPTED FILE-----", ""])


def vector(name, size, identities=(), passphrase=None, log_n=None, is_armored=False):
    random = Randomness(name)
    if passphrase is None:
        recipients = [public(X25519PrivateKey.from_private_bytes(key)) for key in identities]
        stanzas = [lambda r, k, recipient=recipient: x25519_stanza(r, recipient, k) for recipient in recipients]
    else:
        stanzas = [lambda r, k: scrypt_stanza(r, passphrase.encode(), log_n, k)]
    data = age_file(random, stanzas, b"\x5a" * size)
    if is_armored:
        data = armor(data).encode()
    result = {
        "name": name, "size": size, "identities": [key.hex() for key in identities],
        "passphrase": passphrase, "logN": log_n, "isArmored": is_armored, "random": random.taken.hex(),
        "sha256": hashlib.sha256(data).hexdigest(),
    }
    if len(data) <= SHOWN:
        result["file"] = base64.b64encode(data).decode()
    return result


def make():
    one, other = bytes(range(1, 33)), bytes(range(101, 133))
    vectors = [vector(f"one recipient, {size} bytes", size, [one])
               for size in (0, 1, 65_535, 65_536, 65_537, 131_072, 200_000)]
    vectors += [
        vector("two recipients", 100, [one, other]),
        vector("one recipient, text", 100, [one], is_armored=True),
        vector("text without a short line", 40, [one], is_armored=True),
        vector("passphrase, cost 1", 0, passphrase="p", log_n=1),
        vector("passphrase, cost 10, text", 70_000, passphrase=" cafe\u0301 \U0001f511\n", log_n=10,
               is_armored=True),
    ]
    content = "every file holds the byte 5a, as often as its size says"
    print(json.dumps({"content": content, "vectors": vectors}, indent=1, ensure_ascii=True))


if __name__ == "__main__":
    if sys.argv[1:] == ["make"]:
        make()
    elif sys.argv[1:] != ["check"]:
        sys.exit(__doc__)
