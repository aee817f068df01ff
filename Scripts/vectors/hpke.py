#!/usr/bin/env python3
"""Prints Tests/CXFCryptoTests/Vectors/hpke.json: what an independent HPKE makes of fixed inputs.

One vector for each mechanism, derivation, cipher and mode: 5 * 3 * 4 * 4 = 240. Texts are hexadecimal. Each vector has two
messages, with the numbers 0 and 1, and one exported secret of 33 bytes; the same inputs give the same file.

Needs cryptography and pyhpke from PyPI (seen with 50.0.2 and 0.6.5); Scripts/peers prepares a Python that has them. pyhpke
makes the values; cryptography's own HPKE opens those of base mode that it knows, as a second opinion.
"""

import hashlib
import json
import sys

from cryptography.hazmat.bindings._rust import openssl as rust
from cryptography.hazmat.primitives import hpke as pyca
from pyhpke import AEADId, CipherSuite, KDFId, KEMId

KEMS, KDFS, AEADS, MODES = (0x10, 0x11, 0x12, 0x20, 0x21), (1, 2, 3), (1, 2, 3, 0xFFFF), (0, 1, 2, 3)
PYCA_KEMS = {0x10: pyca.KEM.P256, 0x11: pyca.KEM.P384, 0x12: pyca.KEM.P521, 0x20: pyca.KEM.X25519}
PYCA_KDFS = {1: pyca.KDF.HKDF_SHA256, 2: pyca.KDF.HKDF_SHA384, 3: pyca.KDF.HKDF_SHA512}
PYCA_AEADS = {1: pyca.AEAD.AES_128_GCM, 2: pyca.AEAD.AES_256_GCM, 3: pyca.AEAD.CHACHA20_POLY1305}
INFO, AAD, CONTEXT, TEXTS = b"cxf-toolkit", b"aad", b"exported", (b"", b"Ode on a Grecian Urn")
PSK_ID = b"agreed"
COORDINATES = {0x10: 32, 0x11: 48, 0x12: 66}
# As long as the longest private key, that of P-521.
SEED_COUNT = 66


def seed(*words):
    """Bytes that look random and come from words alone."""
    return hashlib.shake_256(" ".join(map(str, ("cxf-toolkit hpke",) + words)).encode()).digest(SEED_COUNT)


PSK = seed("psk")[:32]


def private_bytes(kem, key):
    """pyhpke fills up the numbers of NIST's curves to a length of its own."""
    if kem not in COORDINATES:
        return key.to_private_bytes()
    return key.raw.private_numbers().private_value.to_bytes(COORDINATES[kem], "big")


def check_by_pyca(kem, kdf, aead, recipient, enc, ciphertext):
    suite = pyca.Suite(PYCA_KEMS[kem], PYCA_KDFS[kdf], PYCA_AEADS[aead])
    opened = rust.hpke._decrypt_with_aad(suite, enc + ciphertext, recipient.private_key.raw, INFO, AAD)
    assert opened == TEXTS[0], (kem, kdf, aead)


def vector(kem, kdf, aead, mode, recipient, sender):
    suite = CipherSuite.new(KEMId(kem), KDFId(kdf), AEADId(aead))
    ikm = seed("ephemeral", kem, kdf, aead, mode)
    enc, context = suite.create_sender_context(
        recipient.public_key, INFO, sks=sender.private_key if mode & 2 else None, psk=PSK if mode & 1 else b"",
        psk_id=PSK_ID if mode & 1 else b"", eks=suite.kem.derive_key_pair(ikm))
    ciphertexts = [] if aead == 0xFFFF else [context.seal(text, AAD) for text in TEXTS]
    if mode == 0 and kem in PYCA_KEMS and aead in PYCA_AEADS:
        check_by_pyca(kem, kdf, aead, recipient, enc, ciphertexts[0])
    return {
        "kem": kem, "kdf": kdf, "aead": aead, "mode": mode, "ikmE": ikm.hex(), "enc": enc.hex(),
        "ct": [text.hex() for text in ciphertexts], "exported": context.export(CONTEXT, 33).hex()}


def main():
    lines, keys = [], []
    for kem in KEMS:
        suite = CipherSuite.new(KEMId(kem), KDFId(1), AEADId(1))
        pairs = {}
        for role in ("recipient", "sender"):
            ikm = seed(role, kem)
            pairs[role] = pair = suite.kem.derive_key_pair(ikm)
            keys.append({
                "kem": kem, "role": role, "ikm": ikm.hex(), "sk": private_bytes(kem, pair.private_key).hex(),
                "pk": pair.public_key.to_public_bytes().hex()})
        for kdf in KDFS:
            for aead in AEADS:
                for mode in MODES:
                    lines.append(vector(kem, kdf, aead, mode, pairs["recipient"], pairs["sender"]))
    write = lambda value: json.dumps(value, separators=(",", ":"))
    out = sys.stdout
    out.write('{"comment":"made by Scripts/vectors/hpke.py","count":%d,\n' % len(lines))
    for name, value in (("info", INFO), ("aad", AAD), ("context", CONTEXT), ("psk", PSK), ("psk_id", PSK_ID)):
        out.write('"%s":"%s",\n' % (name, value.hex()))
    out.write('"texts":%s,\n' % write([text.hex() for text in TEXTS]))
    out.write('"keys":[\n' + ",\n".join(map(write, keys)) + '],\n"vectors":[\n' + ",\n".join(map(write, lines)) + "]}\n")


if __name__ == "__main__":
    main()
