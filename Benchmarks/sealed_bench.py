#!/usr/bin/env python3
"""Sends one attachment through pipes: bundle, sealed response, opened bundle; and a backup, beside the program age.

usage: sealed_bench.py CXF [MEBIBYTES [BACKUP_MEBIBYTES]]     2048 and 200 unless given; 0 leaves out

Prints size, CPU seconds, peak of memory and MB/s of each step. Ends with 1 where what comes out is not what went in, or a
step of the first kind took 100 MB of memory or more.
"""
import base64
import hashlib
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import threading

MEMORY_LIMIT_KB = 100_000
BLOCK = hashlib.shake_256(b"cxf bench").digest(1 << 20)


def b64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def attachment_digest(mebibytes):
    digest = hashlib.sha256()
    for _ in range(mebibytes):
        digest.update(BLOCK)
    return digest.digest()


def bundle_head(mebibytes):
    """The tar up to the attachment's first byte."""
    file = {"type": "file", "id": b64url(b"bench attachment"), "name": "a.bin",
            "decryptedSize": mebibytes << 20, "integrityHash": b64url(attachment_digest(mebibytes))}
    item = {"id": b64url(b"bench item"), "title": "bench", "credentials": [file]}
    account = {"id": b64url(b"bench account"), "username": "u", "email": "u@bench.example", "collections": [],
               "items": [item]}
    document = json.dumps({"version": {"major": 1, "minor": 0}, "exporterRpId": "bench.example",
                           "exporterDisplayName": "Bench", "timestamp": 1, "accounts": [account]}).encode()
    head = io.BytesIO()
    with tarfile.open(fileobj=head, mode="w", format=tarfile.PAX_FORMAT) as tar:
        entry = tarfile.TarInfo("cxf.json")
        entry.size = len(document)
        tar.addfile(entry, io.BytesIO(document))
        entry = tarfile.TarInfo("documents/" + file["id"])
        entry.size = mebibytes << 20
        offset = tar.offset
        head.seek(offset)
        head.write(entry.tobuf(tarfile.PAX_FORMAT))
        length = head.tell()
    return head.getvalue()[:length]


def feed(stream, mebibytes):
    """Writes the bundle; mebibytes are whole blocks, so that nothing has to be filled up."""
    try:
        stream.write(bundle_head(mebibytes))
        for _ in range(mebibytes):
            stream.write(BLOCK)
        stream.write(bytes(10240))
    except BrokenPipeError:
        # The program has ended, and says why itself.
        pass
    stream.close()


def timed(command, source=None, sink=None, keep=()):
    """Runs a command; returns its status, CPU seconds and peak of memory in kB."""
    child = subprocess.Popen(command, stdin=subprocess.PIPE if callable(source) else source, stdout=sink,
                             stderr=subprocess.PIPE, pass_fds=keep)
    complaints = []
    reader = threading.Thread(target=lambda: complaints.append(child.stderr.read()))
    reader.start()
    if callable(source):
        source(child.stdin)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    reader.join()
    if child.returncode != 0:
        sys.exit(f"{' '.join(command)}: status {child.returncode}\n{complaints[0].decode()}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss


def report(what, mebibytes, seconds, memory):
    print(f"{what:34} {mebibytes:5} MiB  {seconds:7.2f} s  {memory / 1000:6.1f} MB  {mebibytes * 1.048576 / seconds:7.0f} MB/s")


def exchange(program, folder, mebibytes):
    secret, request, key, response = (os.path.join(folder, name) for name in ("secret", "request", "key", "response"))
    with open(secret, "w") as file:
        file.write("violet anchor ridge")
    quiet = ["--no-input", "--quiet"]
    timed([program, "request", "--importer", "bench.example", "-o", request, "--key", key, "--passphrase-file", secret] + quiet)
    with open(response, "wb") as sink:
        seal = timed([program, "export", "-", "--to", request, "-o", "-"] + quiet, lambda pipe: feed(pipe, mebibytes), sink)
    report("seal, from a pipe", mebibytes, *seal)
    reading, writing = os.pipe()
    seen = hashlib.sha256()

    def drain():
        with os.fdopen(reading, "rb") as pipe, tarfile.open(fileobj=pipe, mode="r|") as tar:
            for member in tar:
                if member.name.startswith("documents/"):
                    content = tar.extractfile(member)
                    while piece := content.read(1 << 20):
                        seen.update(piece)
            while pipe.read(1 << 20):
                pass

    reader = threading.Thread(target=drain)
    reader.start()
    cat = subprocess.Popen(["cat", response], stdout=subprocess.PIPE)
    opened = timed([program, "open", "-", "--key", key, "--passphrase-file", secret, "--to", "cxf-bundle", "-o", "-"] + quiet,
                   cat.stdout, writing)
    os.close(writing)
    reader.join()
    cat.stdout.close()
    cat.wait()
    report("open, from a pipe into a pipe", mebibytes, *opened)
    os.remove(response)
    return max(seal[1], opened[1]) < MEMORY_LIMIT_KB and seen.digest() == attachment_digest(mebibytes)


def backup(program, folder, mebibytes):
    identity, sealed, plain, bundle = (os.path.join(folder, name) for name in ("id", "b.age", "b.tar", "in.tar"))
    done = subprocess.run(["age-keygen", "-o", identity], capture_output=True, text=True, check=True)
    recipient = next(word for word in (done.stderr + open(identity).read()).split() if word.startswith("age1"))
    with open(bundle, "wb") as file:
        feed(file, mebibytes)
    quiet = ["--no-input", "--quiet"]
    report("backup, ours", mebibytes, *timed([program, "export", bundle, "--recipient", recipient, "-o", sealed] + quiet))
    report("the same opened, by age", mebibytes, *timed(["age", "-d", "-i", identity, "-o", plain, sealed]))
    with tarfile.open(plain) as tar:
        ours = hashlib.sha256()
        member = [m for m in tar if m.name.startswith("documents/")][0]
        content = tar.extractfile(member)
        while piece := content.read(1 << 20):
            ours.update(piece)
    report("bundle sealed, by age", mebibytes, *timed(["age", "-r", recipient, "-o", sealed + "2", bundle]))
    report("the same opened, ours", mebibytes,
           *timed([program, "open", sealed + "2", "--identity", identity, "--to", "cxf-bundle", "-o", plain + "2", "--plaintext"] + quiet))
    with open(plain + "2", "rb") as file:
        returned = file.read()
    return ours.digest() == attachment_digest(mebibytes) and BLOCK in returned and len(returned) > mebibytes << 20


def main(arguments):
    program = arguments[0]
    mebibytes = int(arguments[1]) if len(arguments) > 1 else 2048
    backups = int(arguments[2]) if len(arguments) > 2 else 200
    good = True
    with tempfile.TemporaryDirectory(prefix="cxf-bench-") as folder:
        if mebibytes:
            good = exchange(program, folder, mebibytes) and good
        if backups:
            good = backup(program, folder, backups) and good
    print("all as it should be" if good else "too much memory, or not the same bytes")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
