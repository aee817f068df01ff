#!/usr/bin/env python3
"""Times importing into a vault with the program itself, whole processes, in one run.

usage: vault_bench.py CXF [ITEMS]     ITEMS: the largest number of items, 1000000 unless given

The lists are made here, the same bytes each time: one login per item, passwords from a fixed list.
Vaults are opened with a recipient's key, so that no time goes into deriving keys; that time is measured apart.
CPU seconds are user and system time of the process; they vary less than wall time where others use the machine.
"""
import base64
import os
import shutil
import subprocess
import sys
import tempfile
import time

class Folder:
    def __init__(self, program):
        self.program = program
        self.path = tempfile.mkdtemp(prefix="cxf-bench-")
        self.identity = os.path.join(self.path, "identity")
        self.recipient = make_identity(self.identity)

    def file(self, name):
        return os.path.join(self.path, name)

    def vault(self, name):
        path = self.file(name)
        for left in (path, path + ".lock", path + "-journal"):
            if os.path.exists(left):
                os.remove(left)
        run([self.program, "vault", "create", path, "--recipient", self.recipient, "--quiet"])
        return path


def make_identity(path):
    """An X25519 key for this run, by age-keygen."""
    done = subprocess.run(["age-keygen", "-o", path], capture_output=True, text=True, check=True)
    return next(word for word in (done.stderr + open(path).read()).split() if word.startswith("age1"))


def run(words, stdin=None):
    """Runs a program; returns wall seconds, CPU seconds, and the most memory in MB."""
    start = time.monotonic()
    process = subprocess.Popen(words, stdin=subprocess.PIPE if stdin else subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    if stdin:
        process.stdin.write(stdin)
        process.stdin.close()
    error = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"bench: {' '.join(words[:3])} ended with {process.returncode}: {error.decode()[-300:]}")
    return time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def password(number, kind):
    if kind == "same":
        return "one password for all"
    return f"pass-{(number * 2654435761) % 1000003:06d}" if kind == "different" else f"pass-{number % 1000:03d}"


def logins(count, one_host=False, kind="listed"):
    for number in range(count):
        host = "one.example" if one_host else f"h{number}.example"
        yield number, f"https://{host}/", "user", password(number, kind)


def write_cxf(path, entries):
    with open(path, "w") as file:
        file.write('{"version":{"major":1,"minor":0},"exporterRpId":"bench.example","exporterDisplayName":"Bench",'
                   '"timestamp":1700000000,"accounts":[{"id":"YmVuY2g","username":"","email":"","collections":[],"items":[')
        for number, url, user, secret in entries:
            name = base64.urlsafe_b64encode(b"item %d" % number).decode().rstrip("=")
            file.write(("," if number else "") +
                       f'{{"id":"{name}","creationAt":{1600000000 + number % 1000},"title":"Site {number}",'
                       f'"scope":{{"urls":["{url}"],"androidApps":[]}},"credentials":[{{"type":"basic-auth",'
                       f'"username":{{"fieldType":"string","value":"{user}"}},'
                       f'"password":{{"fieldType":"concealed-string","value":"{secret}"}}}}]}}')
        file.write("]}]}")


def write_keepass_xml(path, entries):
    with open(path, "w") as file:
        file.write('<?xml version="1.0" encoding="utf-8"?><KeePassFile><Meta><Generator>bench</Generator></Meta><Root><Group>'
                   '<UUID>AAAAAAAAAAAAAAAAAAAAAQ==</UUID><Name>Root</Name>')
        for number, url, user, secret in entries:
            uuid = base64.b64encode(number.to_bytes(16, "big")).decode()
            strings = {"Title": f"Site {number}", "UserName": user, "Password": secret, "URL": url, "Notes": ""}
            file.write(f"<Entry><UUID>{uuid}</UUID>" + "".join(
                f"<String><Key>{key}</Key><Value>{value}</Value></String>" for key, value in strings.items()) + "</Entry>")
        file.write("</Group></Root></KeePassFile>")


def imports(folder, source, repeat=1):
    """Imports into an empty vault and again into itself; the best of `repeat`."""
    best = None
    for _ in range(repeat):
        vault = folder.vault("v.cxfvault")
        words = [folder.program, "import", source, "--into", vault, "--identity", folder.identity, "--quiet"]
        measured = (run(words), run(words))
        if best is None or measured[0][1] < best[0][1]:
            best = measured
    return best


def show(name, count, measured):
    for what, (wall, cpu, memory) in zip(("first", "again"), measured):
        print(f"{name:34} {what:6} {count:>9,} items  wall {wall:7.2f} s  CPU {cpu:7.2f} s  "
              f"{cpu / count * 1e6:7.1f} us/item  {memory:7.0f} MB")


def main():
    program = os.path.abspath(sys.argv[1])
    largest = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    folder = Folder(program)
    try:
        results = {}
        sizes = [size for size in (10_000, 100_000, 1_000_000) if size <= largest]
        for size in sizes:
            source = folder.file("list.json")
            write_cxf(source, logins(size))
            results[size] = imports(folder, source, repeat=3 if size <= 10_000 else 1)
            show("different hosts", size, results[size])
        for size in sizes[1:]:
            for index, what in enumerate(("first", "again")):
                ratio = results[size][index][1] / size / (results[10_000][index][1] / 10_000)
                print(f"ratio {what} time per item at {size:,} to 10,000: {ratio:.2f} (at most 1.5 wanted)")
        if largest >= 100_000:
            for name, kind in (("one host and user, listed", "listed"), ("one host and user, different", "different"),
                               ("one host and user, one password", "same")):
                source = folder.file("list.json")
                write_cxf(source, logins(100_000, one_host=True, kind=kind))
                measured = imports(folder, source)
                show(name, 100_000, measured)
                ratio = measured[0][1] / results[100_000][0][1]
                print(f"ratio {name} to different hosts: {ratio:.2f} (at most 3 wanted)")
        keepassxc(folder, results[10_000])
    finally:
        shutil.rmtree(folder.path)


def keepassxc(folder, ours):
    if shutil.which("keepassxc-cli") is None:
        print("keepassxc-cli is not here: skipped")
        return
    source, empty = folder.file("list.xml"), folder.file("empty.xml")
    write_keepass_xml(source, logins(10_000))
    write_keepass_xml(empty, [])

    def theirs(path):
        database = folder.file("peer.kdbx")
        if os.path.exists(database):
            os.remove(database)
        return run(["keepassxc-cli", "import", "-p", path, database], stdin=b"bench passphrase\nbench passphrase\n")

    nothing = min(theirs(empty) for _ in range(3))
    whole = min(theirs(source) for _ in range(3))
    passphrase = folder.file("passphrase")
    with open(passphrase, "w") as file:
        file.write("bench passphrase\n")
    vault = folder.file("p.cxfvault")
    run([folder.program, "vault", "create", vault, "--passphrase-file", passphrase, "--quiet"])
    opening = min(run([folder.program, "history", vault, "--passphrase-file", passphrase]) for _ in range(3))
    print(f"keepassxc-cli import of 10,000: wall {whole[0]:.2f} s, CPU {whole[1]:.2f} s; of nothing, which is key derivation "
          f"and start: wall {nothing[0]:.2f} s, CPU {nothing[1]:.2f} s")
    print(f"ours: opening by passphrase (64 MiB, 3 passes): wall {opening[0]:.2f} s, CPU {opening[1]:.2f} s")
    print(f"ratio keepassxc-cli to ours, without key derivation: wall "
          f"{(whole[0] - nothing[0]) / ours[0][0]:.2f}, CPU {(whole[1] - nothing[1]) / ours[0][1]:.2f}")


if __name__ == "__main__":
    main()
