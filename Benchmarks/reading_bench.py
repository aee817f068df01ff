#!/usr/bin/env python3
"""Times judging and reading as whole processes, ours and Python's in turn, and looks at memory.

usage: reading_bench.py CXF GENERATOR [ITEMS]     ITEMS: of the largest document, 1000000 unless given

CPU seconds are user and system time of a process, medians of five runs. With --check as the last word the status is 1
where a wanted ratio is not reached.
"""
import os
import re
import statistics
import subprocess
import sys
import tempfile

IDENTIFIER = re.compile(rb'"(?:id|item|credentialId)":')


def run(words, path=None):
    """Returns CPU seconds and the most memory in MB; `path` is piped in."""
    # A small program in between: the most memory of a process begins with that of its parent.
    source = open(path, "rb") if path else subprocess.DEVNULL
    done = subprocess.run(["/usr/bin/time", "-f", "%U %S %M", *words], stdin=source, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"bench: {' '.join(words[:3])} ended with {done.returncode}: {done.stderr[-300:]}")
    user, system, memory = done.stderr.split()[-3:]
    return float(user) + float(system), int(memory) / 1024


def median(words, runs=5, path=None):
    results = [run(words, path) for _ in range(runs)]
    return statistics.median(r[0] for r in results), max(r[1] for r in results)


def main():
    words = [word for word in sys.argv[1:] if word != "--check"]
    program, generator = words[:2]
    largest = int(words[2]) if len(words) > 2 else 1_000_000
    missed = []

    def want(what, value, bound, smaller=False):
        reached = value <= bound if smaller else value >= bound
        print(f"{what}: {value:.2f} (wanted {'at most' if smaller else 'at least'} {bound}: {'yes' if reached else 'no'})")
        if not reached:
            missed.append(what)

    def make(folder, items, kind):
        path = os.path.join(folder, f"{items}")
        subprocess.run([sys.executable, generator, "--items", str(items), "--only", kind, "--out", path], check=True,
                       stdout=subprocess.DEVNULL)
        return os.path.join(path, "cxf.json" if kind == "cxf" else "chrome.csv")

    with tempfile.TemporaryDirectory(prefix="cxf-bench-") as folder:
        start, _ = median([program, "--version"], 20)
        print(f"--version: {start * 1000:.1f} ms of CPU")
        file = make(folder, 100_000, "cxf")
        ours, memory = median([program, "validate", "--quiet", file])
        theirs, _ = median([sys.executable, "-c", "import json, sys; json.load(open(sys.argv[1], encoding='utf-8'))", file])
        print(f"validate, {os.path.getsize(file) / 1e6:.1f} MB: {ours:.2f} s, {memory:.0f} MB; json.load {theirs:.2f} s")
        want("validate against json.load", theirs / ours, 3)
        _, memory = run([program, "validate", "--quiet", "-"], file)
        print(f"validate from a pipe: {memory:.0f} MB")
        small, _ = median([program, "validate", "--quiet", make(folder, 10_000, "cxf")])
        large = make(folder, largest, "cxf")
        time, memory = run([program, "validate", "--quiet", large])
        # What starting takes is no time of an item.
        want(f"validate, time per item at {largest} to 10000", (time - start) / largest / ((small - start) / 10_000), 1.2, True)
        with open(large, "rb") as text:
            identifiers = sum(len(IDENTIFIER.findall(piece)) for piece in iter(lambda: text.read(1 << 20), b""))
        print(f"validate, {os.path.getsize(large) / 1e6:.0f} MB: {time:.2f} s, {memory:.0f} MB, {identifiers} identifiers")
        want("validate, MB beside 16 bytes for each identifier", memory - identifiers * 16 / 1048576, 64, True)
        os.remove(large)
        rows = make(folder, 100_001, "chrome")
        ours, memory = median([program, "validate", "--quiet", rows])
        theirs, _ = median([sys.executable, os.path.join(os.path.dirname(__file__), "csv_peer.py"), rows])
        print(f"CSV with mapping: {ours:.2f} s, {memory:.0f} MB; Python {theirs:.2f} s")
        want("CSV with mapping against Python", theirs / ours, 5)
    return 1 if missed and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
