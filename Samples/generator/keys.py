"""Real private keys from derived bytes: P-256 (SEC 1, FIPS 186) and Ed25519 (RFC 8032).

Schoolbook arithmetic, slow and not constant in time: everybody may know these keys.
"""

import base64
import hashlib
import struct

from . import derived

# P-256: y^2 = x^3 - 3x + b over the prime field of P; G has order N.
P256_P = 2**256 - 2**224 + 2**192 + 2**96 - 1
P256_N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
P256_G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)


def _p256_add(a, b):
    if a is None or b is None:
        return a or b
    if a[0] == b[0]:
        if (a[1] + b[1]) % P256_P == 0:
            return None
        slope = (3 * a[0] * a[0] - 3) * pow(2 * a[1], -1, P256_P)
    else:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], -1, P256_P)
    x = (slope * slope - a[0] - b[0]) % P256_P
    return x, (slope * (a[0] - x) - a[1]) % P256_P


def _p256_multiple(scalar):
    result, addend = None, P256_G
    while scalar:
        if scalar & 1:
            result = _p256_add(result, addend)
        addend = _p256_add(addend, addend)
        scalar >>= 1
    return result


def p256_pkcs8(label):
    """PKCS #8 DER of a P-256 key with its public half."""
    scalar = int.from_bytes(derived.octets("p256 " + label, 40), "big") % (P256_N - 1) + 1
    x, y = _p256_multiple(scalar)
    # PrivateKeyInfo { 0, { id-ecPublicKey, prime256v1 }, ECPrivateKey { 1, scalar, [1] point } }
    return (
        bytes.fromhex("308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b0201010420")
        + scalar.to_bytes(32, "big")
        + bytes.fromhex("a14403420004")
        + x.to_bytes(32, "big")
        + y.to_bytes(32, "big")
    )


# Ed25519: -x^2 + y^2 = 1 + d x^2 y^2 over the prime field of 2^255 - 19.
ED_P = 2**255 - 19
ED_D = -121665 * pow(121666, -1, ED_P) % ED_P
ED_G = (
    15112221349535400772501151409588531511454012693041857206046113283949847762202,
    46316835694926478169428394003475163141307993866256225615783033603165251855960,
)


def _ed_add(a, b):
    product = ED_D * a[0] * b[0] * a[1] * b[1] % ED_P
    x = (a[0] * b[1] + b[0] * a[1]) * pow(1 + product, -1, ED_P) % ED_P
    return x, (a[1] * b[1] + a[0] * b[0]) * pow(1 - product, -1, ED_P) % ED_P


def ed25519_seed(label):
    return derived.octets("ed25519 " + label, 32)


def ed25519_public(seed):
    digest = bytearray(hashlib.sha512(seed).digest()[:32])
    digest[0] &= 0xF8
    digest[31] = digest[31] & 0x7F | 0x40
    scalar = int.from_bytes(digest, "little")
    result, addend = (0, 1), ED_G
    while scalar:
        if scalar & 1:
            result = _ed_add(result, addend)
        addend = _ed_add(addend, addend)
        scalar >>= 1
    return (result[1] | (result[0] & 1) << 255).to_bytes(32, "little")


def ed25519_pkcs8(label):
    """PKCS #8 DER of an Ed25519 key (RFC 8410), without its public half."""
    return bytes.fromhex("302e020100300506032b657004220420") + ed25519_seed(label)


def _ssh_string(data):
    return struct.pack(">I", len(data)) + data


class SSHKey:
    """An Ed25519 key in OpenSSH's form, not encrypted."""

    def __init__(self, label, comment):
        seed = ed25519_seed(label)
        public = ed25519_public(seed)
        blob = _ssh_string(b"ssh-ed25519") + _ssh_string(public)
        check = derived.octets("ssh check " + label, 4)
        private = check + check + blob + _ssh_string(seed + public) + _ssh_string(comment.encode())
        private += bytes(range(1, 1 + -len(private) % 8))
        whole = b"openssh-key-v1\0" + _ssh_string(b"none") * 2 + _ssh_string(b"") + struct.pack(">I", 1)
        text = base64.b64encode(whole + _ssh_string(blob) + _ssh_string(private)).decode()
        lines = [text[i : i + 70] for i in range(0, len(text), 70)]
        marks = ("-----BEGIN OPENSSH PRIVATE KEY-----", "-----END OPENSSH PRIVATE KEY-----")
        self.private_text = "\n".join([marks[0], *lines, marks[1], ""])
        self.public_text = f"ssh-ed25519 {base64.b64encode(blob).decode()} {comment}"
        digest = hashlib.sha256(blob).digest()
        self.fingerprint = "SHA256:" + base64.b64encode(digest).decode().rstrip("=")
