"""KeePass databases of both containers around the XML sample, with invented keys and next to no work to make them."""

import base64
import hashlib
import hmac
import re
import struct
import zlib
from datetime import datetime, timezone

from . import aes, derived, xml

PASSPHRASE = b"harbour"
ROUNDS = 6

_AES = bytes.fromhex("31c1f2e6bf714350be5805216afc5aff")
_CHACHA20 = bytes.fromhex("d6038a2b8b6f4cb5a524339a31dbb59a")
_AES_KDF = bytes.fromhex("c9d9f39a628a4460bf740d08c18a4fea")


# Ciphers


def _rotate(word, count):
    return (word << count | word >> (32 - count)) & 0xFFFFFFFF


def _chacha_block(key, counter, nonce):
    start = list(struct.unpack("<4I", b"expand 32-byte k") + struct.unpack("<8I", key)
                 + (counter,) + struct.unpack("<3I", nonce))
    x = list(start)

    def quarter(a, b, c, d):
        for p, q, r, count in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[p] = (x[p] + x[q]) & 0xFFFFFFFF
            x[r] = _rotate(x[r] ^ x[p], count)

    for _ in range(10):
        for i in range(4):
            quarter(i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    return struct.pack("<16I", *((a + b) & 0xFFFFFFFF for a, b in zip(x, start)))


def _salsa_block(key, counter, nonce):
    c = struct.unpack("<4I", b"expand 32-byte k")
    k = struct.unpack("<8I", key)
    n = struct.unpack("<2I", nonce)
    start = [c[0], *k[:4], c[1], *n, counter & 0xFFFFFFFF, counter >> 32, c[2], *k[4:], c[3]]
    x = list(start)
    for _ in range(10):
        for step, turn in ((4, 1), (1, 4)):
            for i in range(4):
                # A column and a row begin on the diagonal.
                at = [5 * i, *((5 * i + step * j) % 16 if step == 4 else 4 * i + (i + j) % 4 for j in range(1, 4))]
                for p, q, r, count in ((1, 0, 3, 7), (2, 1, 0, 9), (3, 2, 1, 13), (0, 3, 2, 18)):
                    x[at[p]] ^= _rotate((x[at[q]] + x[at[r]]) & 0xFFFFFFFF, count)
    return struct.pack("<16I", *((a + b) & 0xFFFFFFFF for a, b in zip(x, start)))


class _Stream:
    def __init__(self, block):
        self.block, self.counter, self.rest = block, 0, b""

    def process(self, data):
        while len(self.rest) < len(data):
            self.rest += self.block(self.counter)
            self.counter += 1
        stream, self.rest = self.rest[: len(data)], self.rest[len(data) :]
        return bytes(a ^ b for a, b in zip(data, stream))


def _chacha(key, nonce):
    return _Stream(lambda counter: _chacha_block(key, counter, nonce))


def _inner_chacha(key):
    digest = hashlib.sha512(key).digest()
    return _chacha(digest[:32], digest[32:44])


def _inner_salsa(key):
    digest = hashlib.sha256(key).digest()
    return _Stream(lambda counter: _salsa_block(digest, counter, bytes.fromhex("e830094b97205d2a")))


# Keys


def _transformed(salt):
    composite = hashlib.sha256(hashlib.sha256(PASSPHRASE).digest()).digest()
    keys = aes._expand(salt)
    result = b""
    for half in (composite[:16], composite[16:]):
        state = list(half)
        for _ in range(ROUNDS):
            state = aes._block(state, keys)
        result += bytes(state)
    return hashlib.sha256(result).digest()


# Parts of files


def _gzip(data):
    """Stored blocks, so that no version of a library decides about the bytes."""
    out = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
    for start in range(0, len(data), 0xFFFF):
        part = data[start : start + 0xFFFF]
        out += bytes([start + 0xFFFF >= len(data)]) + struct.pack("<HH", len(part), len(part) ^ 0xFFFF) + part
    return out + struct.pack("<II", zlib.crc32(data), len(data))


def _variant(items):
    out = struct.pack("<H", 0x0100)
    for kind, name, value in items:
        out += struct.pack("<BI", kind, len(name)) + name + struct.pack("<I", len(value)) + value
    return out + b"\0"


def _protect(document, stream):
    """Puts the values that programs hide under a key stream, in the order of the text."""

    def replace(match):
        text = re.sub(
            r"&(lt|gt|amp);", lambda m: {"lt": "<", "gt": ">", "amp": "&"}[m[1]], match[1])
        return '<Value Protected="True">%s</Value>' % base64.b64encode(stream.process(text.encode())).decode()

    return re.sub(r'<Value ProtectInMemory="True">([^<]*)</Value>', replace, document)


def _in_version_4(document):
    """What differs inside: times, and attached files, which go into the pool. Things that no program knows stay."""

    def time(match):
        moment = datetime.strptime(match[0], ">%Y-%m-%dT%H:%M:%SZ<").replace(tzinfo=timezone.utc)
        seconds = int(moment.timestamp()) + 62135596800
        return ">%s<" % base64.b64encode(struct.pack("<q", seconds)).decode()

    document = re.sub(r">\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ<", time, document)
    document = re.sub(
        r"<Binaries>.*</Binaries>",
        "<CustomData><Item><Key>KPXC_RANDOM_SLUG</Key><Value>6f6c64</Value></Item></CustomData>"
        '<Unknown xmlns:x="urn:x" x:a="1"><!-- kept --><Value Protected="True"/></Unknown>', document)
    return document.replace('Ref="1"', 'Ref="1" x="y"')


def version4():
    """KDBX 4.1: ChaCha20 outside and inside, a field that no program knows, data for anybody to read."""
    seed, salt, nonce = (derived.octets("kdbx 4 " + name, count) for name, count in
                         (("seed", 32), ("salt", 32), ("nonce", 12)))
    parameters = _variant(
        [(0x42, b"$UUID", _AES_KDF), (0x05, b"R", struct.pack("<Q", ROUNDS)), (0x42, b"S", salt),
         (0x18, b"Note", b"unknown")])
    public = _variant([(0x18, b"Harbour", "öffentlich".encode()), (0x08, b"Open", b"\1")])
    header = bytes.fromhex("03d9a29a67fb4bb5") + struct.pack("<HH", 1, 4)
    for number, value in ((2, _CHACHA20), (3, struct.pack("<I", 1)), (4, seed), (12, public), (200, b"unknown"),
                          (7, nonce), (11, parameters), (0, b"\r\n\r\n")):
        header += struct.pack("<BI", number, len(value)) + value

    key = derived.octets("kdbx 4 stream", 64)
    inner = b""
    for number, value in ((3, b"\0spare"), (1, struct.pack("<I", 3)), (2, key), (3, b"\1depth 4 m\n"),
                          (99, b"unknown"), (0, b"")):
        inner += struct.pack("<BI", number, len(value)) + value
    document = _protect(_in_version_4(xml.keepass().decode()), _inner_chacha(key))

    transformed = _transformed(salt)
    content = _chacha(hashlib.sha256(seed + transformed).digest(), nonce).process(_gzip(inner + document.encode()))
    base = hashlib.sha512(seed + transformed + b"\1").digest()

    def tag(number, data):
        block_key = hashlib.sha512(struct.pack("<Q", number) + base).digest()
        return hmac.new(block_key, data, hashlib.sha256).digest()

    out = header + hashlib.sha256(header).digest() + tag(0xFFFFFFFFFFFFFFFF, header)
    # Blocks of an odd size: readers must not count on the usual one.
    blocks = [content[start : start + 5000] for start in range(0, len(content), 5000)] + [b""]
    for number, block in enumerate(blocks):
        size = struct.pack("<I", len(block))
        out += tag(number, struct.pack("<Q", number) + size + block) + size + block
    return out


def version3():
    """KDBX 3.1: AES outside, Salsa20 inside, attached files in the document, one of them protected."""
    seed, salt, vector, key, start = (derived.octets("kdbx 3 " + name, count) for name, count in
                                      (("seed", 32), ("salt", 32), ("vector", 16), ("stream", 32), ("start", 32)))
    header = bytes.fromhex("03d9a29a67fb4bb5") + struct.pack("<HH", 1, 3)
    for number, value in ((2, _AES), (3, struct.pack("<I", 0)), (4, seed), (5, salt), (6, struct.pack("<Q", ROUNDS)),
                          (7, vector), (8, key), (9, start), (10, struct.pack("<I", 2)), (0, b"\r\n\r\n")):
        header += struct.pack("<BH", number, len(value)) + value
    stream = _inner_salsa(key)
    document = xml.keepass().decode()
    hidden = base64.b64encode(stream.process(b"hidden\0bytes")).decode()
    document = document.replace(
        "</Generator>", "</Generator><HeaderHash>%s</HeaderHash>" % base64.b64encode(hashlib.sha256(header).digest()).decode())
    document = document.replace("<Binaries>", '<Binaries><Binary ID="7" Protected="True">%s</Binary>' % hidden)
    document = document.replace(
        "<Binary><Key>small.bin</Key>", '<Binary><Key>hidden.bin</Key><Value Ref="7"/></Binary><Binary><Key>small.bin</Key>')
    content = _protect(document, stream).encode()

    plain = start
    for number, block in enumerate([content[:9000], content[9000:]]):
        plain += struct.pack("<I", number) + hashlib.sha256(block).digest() + struct.pack("<I", len(block)) + block
    plain += struct.pack("<I", 2) + bytes(36)
    return header + aes.cbc(hashlib.sha256(seed + _transformed(salt)).digest(), vector, plain)
