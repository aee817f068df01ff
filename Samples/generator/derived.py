"""Bytes and texts that look random and depend on a seed and a label only."""

import base64
import hashlib

SEED = b"cxf-toolkit samples 1"


def octets(label, count):
    result = b""
    while len(result) < count:
        block = len(result).to_bytes(4, "big")
        result += hashlib.sha256(SEED + b"\0" + label.encode() + b"\0" + block).digest()
    return result[:count]


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def identifier(label):
    """An identifier as CXF writes it: 16 bytes."""
    return base64url(octets("id " + label, 16))


def guid(label):
    """A version 4 UUID in lower case."""
    data = bytearray(octets("guid " + label, 16))
    data[6] = data[6] & 0x0F | 0x40
    data[8] = data[8] & 0x3F | 0x80
    text = data.hex()
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def base32(label, count=20):
    """The secret of a one-time code; 20, 25, 30 or 35 bytes need no padding."""
    return base64.b32encode(octets("otp " + label, count)).decode().rstrip("=")
