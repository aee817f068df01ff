#!/usr/bin/env python3
"""Writes databases of Password Safe for the tests: psafe3.py FOLDER.

Everything in them is invented; what looks random is derived from fixed labels, so the bytes are the same each time.
Needs libgcrypt for Twofish.
"""

import ctypes
import hashlib
import hmac
import pathlib
import struct
import sys

GCRYPT = ctypes.CDLL("libgcrypt.so.20")
GCRYPT.gcry_check_version.restype = ctypes.c_char_p
GCRYPT.gcry_check_version(None)
ECB, CBC = 1, 3


def twofish(mode, key, data, vector=None):
    handle = ctypes.c_void_p()
    assert GCRYPT.gcry_cipher_open(ctypes.byref(handle), 10, mode, 0) == 0
    assert GCRYPT.gcry_cipher_setkey(handle, key, ctypes.c_size_t(len(key))) == 0
    if vector:
        assert GCRYPT.gcry_cipher_setiv(handle, vector, ctypes.c_size_t(len(vector))) == 0
    out = ctypes.create_string_buffer(len(data))
    size = ctypes.c_size_t(len(data))
    assert GCRYPT.gcry_cipher_encrypt(handle, out, size, data, size) == 0
    GCRYPT.gcry_cipher_close(handle)
    return out.raw


def drawn(label, count):
    return hashlib.shake_256(f"psafe3 {label}".encode()).digest(count)


def database(password, header, records, rounds=2048):
    salt, key, tag_key, vector = (drawn(name, n) for name, n in [("salt", 32), ("K", 32), ("L", 32), ("IV", 16)])
    stretched = hashlib.sha256(password + salt).digest()
    for _ in range(rounds):
        stretched = hashlib.sha256(stretched).digest()
    fields = []
    for group in [header] + records:
        fields += group + [(0xFF, b"")]
    plain, covered = b"", b""
    for number, (kind, data) in enumerate(fields):
        piece = struct.pack("<IB", len(data), kind) + data
        plain += piece + drawn(f"filler {number}", -len(piece) % 16)
        covered += data
    return (
        b"PWS3" + salt + struct.pack("<I", rounds) + hashlib.sha256(stretched).digest()
        + twofish(ECB, stretched, key + tag_key) + vector + twofish(CBC, key, plain, vector)
        + b"PWS3-EOFPWS3-EOF" + hmac.new(tag_key, covered, hashlib.sha256).digest()
    )


def time(seconds):
    return struct.pack("<I", seconds)


def history(*passwords):
    text = f"1ff{len(passwords):02x}"
    for seconds, password in passwords:
        text += f"{seconds:08x}{len(password):04x}{password}"
    return text.encode()


def uuid(label):
    return drawn(f"uuid {label}", 16)


def sample():
    header = [
        (0x00, b"\x0e\x03"), (0x01, uuid("database")), (0x02, b"B 1 1"), (0x04, time(1_700_000_000)),
        (0x0A, "Für den Hafen".encode()), (0x11, rb"Ports.Empty\.dot"),
    ]
    harbour = [
        (0x01, uuid("harbour")), (0x02, rb"Ports.North\.West"), (0x03, b"Harbour Ferry"), (0x04, b"mara"),
        (0x06, " two blanks outside ".encode()), (0x05, "Pier 4\r\nzweite Zeile: ä".encode()),
        (0x0D, b"https://ferry.example/login"), (0x07, time(1_600_000_000)), (0x08, time(1_650_000_000)),
        (0x0C, time(1_660_000_000)), (0x0A, time(0)), (0x09, time(1_670_000_000)), (0x14, b"mara@ferry.example"),
        (0x0F, history((1_600_000_000, "ältest☂"), (1_620_000_000, "second one"))),
        (0x1B, b"12345678901234567890"), (0x21, b"\x00"), (0x22, b"\x08"), (0x23, b"\x3c"), (0x7E, b"\x01\x02"),
        (0x30, b"010005Token0200046f-p0300011000000010003Bay020004blue000000"),
    ]
    alias = [
        (0x01, uuid("alias")), (0x03, b"Same password"), (0x04, b"tom"),
        (0x06, f"[[{uuid('harbour').hex()}]]".encode()),
    ]
    shortcut = [(0x01, uuid("shortcut")), (0x03, b"Shortcut"), (0x06, f"[~{uuid('harbour').hex()}~]".encode())]
    card = [
        (0x01, uuid("card")), (0x03, b"Card"), (0x06, b""), (0x1C, b"4111111111111111"), (0x1D, b"07/29"),
        (0x1E, b"123"), (0x1F, b"0042"), (0x26, b"text/plain"), (0x27, b"terms.txt"), (0x29, b"terms of the card\n"),
    ]
    return database("Tür7".encode(), header, [harbour, alias, shortcut, card])


def main(arguments):
    if len(arguments) != 1:
        print("usage: psafe3.py FOLDER", file=sys.stderr)
        return 64
    folder = pathlib.Path(arguments[0])
    (folder / "harbour.psafe3").write_bytes(sample())
    record = [(0x01, uuid("one")), (0x03, b"One"), (0x06, b"pw")]
    (folder / "codepage.psafe3").write_bytes(database("Tür7".encode("cp1252"), [(0x00, b"\x0e\x03")], [record]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
