#!/usr/bin/env python3
"""Runs HPKEBenchmark, its peers and openssl speed in turn, and prints how many times as fast ours is.

usage: hpke_ratios.py HPKEBENCHMARK [PYTHON], the Python with cryptography and pyhpke."""
import pathlib
import re
import shutil
import subprocess
import sys


def run(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def ours():
    return {name: int(value) for name, value in (line.split() for line in run(sys.argv[1]).splitlines())}


# Before and after the peers, and the better of both: other work on the machine slows now the one and now the other.
first = ours()
theirs = []
if len(sys.argv) > 2 and sys.argv[2]:
    peer = pathlib.Path(__file__).with_name("hpke_peer.py")
    theirs = [line.split() for line in run(sys.argv[2], "-B", str(peer)).splitlines()]
else:
    print("skipped: cryptography and pyhpke, there is no Python with them")
if shutil.which("openssl"):
    text = run("openssl", "speed", "-seconds", "1", "-bytes", "16384", "-evp", "aes-256-gcm")
    speed = int(float(re.findall(r"([\d.]+)k\s*$", text)[-1]) / 1e3)
    theirs += [["openssl", name, speed] for name in first if name.endswith("-mb")]
else:
    print("skipped: openssl speed, there is no openssl")
second = ours()
figures = {name: max(first[name], second[name]) for name in first}
print(f"{'what':24} {'ours':>8}  {'peer':14} {'theirs':>8}  ratio")
for name, value in figures.items():
    rows = [(peer, int(other)) for peer, its, other in theirs if its == name] or [("-", 0)]
    for peer, other in rows:
        ratio = f"{value / other:.2f}" if other else ""
        print(f"{name:24} {value:8}  {peer:14} {other or '':>8}  {ratio}")
