#!/usr/bin/env python3
"""Times HPKE of cryptography and of pyhpke: CPU time, the best of several rounds, figures as HPKEBenchmark prints them."""
import time

from cryptography.hazmat.bindings._rust import openssl as rust
from cryptography.hazmat.primitives import hpke
from cryptography.hazmat.primitives.asymmetric import ec, x448, x25519
from pyhpke import AEADId, CipherSuite, KDFId, KEMId, KEMKey

LARGE, SMALL = bytes(64 << 20), bytes(64)
KEYS = {
    "x25519": (0x20, 1, x25519.X25519PrivateKey.generate, hpke.KEM.X25519, hpke.KDF.HKDF_SHA256),
    "p256": (0x10, 1, lambda: ec.generate_private_key(ec.SECP256R1()), hpke.KEM.P256, hpke.KDF.HKDF_SHA256),
    "p384": (0x11, 2, lambda: ec.generate_private_key(ec.SECP384R1()), hpke.KEM.P384, hpke.KDF.HKDF_SHA384),
    "x448": (0x21, 3, x448.X448PrivateKey.generate, None, None),
}


def best(rounds, calls, body):
    shortest = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        for _ in range(calls):
            body()
        shortest = min(shortest, (time.process_time() - start) / calls)
    return shortest


def report(peer, name, seal, opened):
    sealed = seal(SMALL)
    print(peer, f"{name}-aes256-seals", int(1 / best(5, 200, lambda: seal(SMALL))))
    print(peer, f"{name}-aes256-opens", int(1 / best(5, 200, lambda: opened(*sealed))))
    if name == "x25519":
        sealed = seal(LARGE)
        print(peer, f"{name}-aes256-seal-mb", int(len(LARGE) / 1e6 / best(5, 1, lambda: seal(LARGE))))
        print(peer, f"{name}-aes256-open-mb", int(len(LARGE) / 1e6 / best(5, 1, lambda: opened(*sealed))))


for name, (kem, kdf, generate, their_kem, their_kdf) in KEYS.items():
    key = generate()
    if their_kem is not None:
        suite = hpke.Suite(their_kem, their_kdf, hpke.AEAD.AES_256_GCM)
        public = key.public_key()
        report(
            "cryptography", name, lambda text: (rust.hpke._encrypt_with_aad(suite, text, public, b"", b""),),
            lambda text: rust.hpke._decrypt_with_aad(suite, text, key, b"", b""))
    other = CipherSuite.new(KEMId(kem), KDFId(kdf), AEADId(2))
    own, recipient = KEMKey.from_pyca_cryptography_key(key), KEMKey.from_pyca_cryptography_key(key.public_key())

    def seal(text):
        enc, context = other.create_sender_context(recipient, b"")
        return enc, context.seal(text, b"")

    report("pyhpke", name, seal, lambda enc, text: other.create_recipient_context(enc, own, b"").open(text, b""))
