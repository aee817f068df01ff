#!/usr/bin/env python3
"""Times importing rows into a KeePass database with the program itself, beside `keepassxc-cli import`, in one run.

usage: kdbx_bench.py CXF [ROWS] [RUNS]     ROWS: 10000 unless given; RUNS: 5

The database has as many entries as there are rows, and half of the rows are in it already. keepassxc-cli makes a new database
of the same rows as XML: it has no command that looks for duplicates. Both derive keys by AES-KDF with 1,000,000 rounds, which
is what keepassxc-cli takes; both programs take turns. At last ten times as many rows are imported, to see how time grows.
"""
import base64
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from xml.sax.saxutils import escape

PASSPHRASE = "bench"
GROWTH = 10
GROWTH_LIMIT = 12


def logins(count):
    """The same logins in each run: hosts, names, passwords of 8 to 24 characters, and a note for every fourth."""
    source = random.Random(7)
    signs = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789!#$%&*+-.:;<=>?@^_,"
    for number in range(count):
        word = "".join(source.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(source.randint(4, 12)))
        secret = "".join(source.choice(signs) for _ in range(source.randint(8, 24)))
        note = f"Remember {word} & {number}.\nSecond line." if number % 4 == 0 else ""
        yield (f"{word}{number}.example", f"https://www.{word}{number}.example/login",
               f"user{number}@mail.example", secret, note)


def write_csv(path, rows):
    def cell(text):
        return '"' + text.replace('"', '""') + '"' if any(sign in text for sign in ',"\n') else text
    with open(path, "w", newline="") as file:
        file.write("name,url,username,password,note\n")
        for row in rows:
            file.write(",".join(cell(part) for part in row) + "\n")


def write_xml(path, rows):
    identifiers = random.Random(11)
    with open(path, "w") as file:
        file.write('<?xml version="1.0" encoding="utf-8"?>\n<KeePassFile><Meta><Generator>KeePass</Generator></Meta>'
                   f"<Root><Group><UUID>{uuid(identifiers)}</UUID><Name>Root</Name>")
        for title, url, user, secret, note in rows:
            file.write(f"<Entry><UUID>{uuid(identifiers)}</UUID>")
            for key, value in (("Title", title), ("UserName", user), ("URL", url), ("Notes", note)):
                file.write(f"<String><Key>{key}</Key><Value>{escape(value)}</Value></String>")
            file.write('<String><Key>Password</Key><Value ProtectInMemory="True">'
                       f"{escape(secret)}</Value></String></Entry>")
        file.write("</Group><DeletedObjects></DeletedObjects></Root></KeePassFile>\n")


def uuid(source):
    return base64.b64encode(source.getrandbits(128).to_bytes(16, "big")).decode()


def run(words, stdin=b""):
    """Runs a program; returns wall seconds, CPU seconds, and the most memory in MB."""
    start = time.monotonic()
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    process.stdin.write(stdin)
    process.stdin.close()
    error = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"bench: {' '.join(words[:3])} ended with {process.returncode}: {error.decode()[-300:]}")
    return time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


class Scene:
    def __init__(self, program, rows):
        self.program = program
        self.folder = tempfile.mkdtemp(prefix="cxf-bench-")
        self.secret = self.file("passphrase")
        with open(self.secret, "w") as file:
            file.write(PASSPHRASE)
        known = list(logins(rows + rows // 2))
        write_xml(self.file("before.xml"), known[:rows])
        write_xml(self.file("rows.xml"), known[rows // 2:])
        write_csv(self.file("rows.csv"), known[rows // 2:])
        self.theirs("before.xml", "before.kdbx")
        # keepassxc-cli makes KDBX 3.1; a change makes KDBX 4 of it, with the same work for the key.
        write_csv(self.file("one.csv"), [("One", "https://one.example/", "user", "secret", "")])
        self.into(self.file("before.kdbx"), "one.csv")

    def into(self, vault, source):
        return run([self.program, "import", self.file(source), "--into", vault, "--passphrase-file", self.secret,
                    "--quiet"])

    def file(self, name):
        return os.path.join(self.folder, name)

    def theirs(self, source="rows.xml", target="new.kdbx"):
        if os.path.exists(self.file(target)):
            os.remove(self.file(target))
        return run(["keepassxc-cli", "import", "-q", "-p", self.file(source), self.file(target)],
                   f"{PASSPHRASE}\n{PASSPHRASE}\n".encode())

    def ours(self):
        vault = self.file("vault.kdbx")
        shutil.copyfile(self.file("before.kdbx"), vault)
        return self.into(vault, "rows.csv")

    def entries(self):
        """How many entries keepassxc-cli finds in what we wrote."""
        done = subprocess.run(["keepassxc-cli", "ls", "-q", "-R", "-f", self.file("vault.kdbx")],
                              input=PASSPHRASE + "\n", capture_output=True, text=True, check=True)
        return sum(1 for line in done.stdout.splitlines() if line and not line.endswith("/"))

    def close(self):
        shutil.rmtree(self.folder)


def median(times):
    return [statistics.median(column) for column in zip(*times)]


def main():
    program = sys.argv[1]
    rows = int(sys.argv[2]) if len(sys.argv) > 2 else 10000
    runs = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    if not shutil.which("keepassxc-cli"):
        sys.exit("bench: install keepassxc, whose command is the peer")
    scene = Scene(program, rows)
    ours, theirs = [], []
    for _ in range(runs):
        ours.append(scene.ours())
        theirs.append(scene.theirs())
    found = scene.entries()
    if found != rows + rows // 2 + 1:
        sys.exit(f"bench: keepassxc-cli finds {found} entries in what was written, not {rows + rows // 2 + 1}")
    scene.close()
    our, their = median(ours), median(theirs)
    print(f"{rows} rows     wall s   CPU s   MB")
    print(f"cxf             {our[0]:6.2f}  {our[1]:6.2f}  {our[2]:5.0f}")
    print(f"keepassxc-cli   {their[0]:6.2f}  {their[1]:6.2f}  {their[2]:5.0f}")
    print(f"ratio           {our[0] / their[0]:6.2f}  {our[1] / their[1]:6.2f}")
    scene = Scene(program, rows * GROWTH)
    large = min(scene.ours() for _ in range(2))
    scene.close()
    factor = large[0] / our[0]
    print(f"{rows * GROWTH} rows: {large[0]:.2f} s wall, {large[1]:.2f} s CPU, {large[2]:.0f} MB; "
          f"{factor:.1f} times (limit {GROWTH_LIMIT})")
    return 0 if factor <= GROWTH_LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
