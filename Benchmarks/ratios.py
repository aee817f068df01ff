#!/usr/bin/env python3
"""Prints how many times as fast the first line's program is as the second's, in what both were timed at."""
import re
import sys

ours, theirs = ({k: float(v) for k, v in re.findall(r"(decode|encode|pieces)=([\d.]+)s", line)} for line in sys.argv[1:3])
# What is written in pieces is compared with writing at once.
pairs = [("decode", "decode"), ("encode", "encode"), ("pieces", "encode")]
print("ratio " + " ".join(f"{a} {theirs[b] / ours[a]:.2f}x" for a, b in pairs if a in ours and b in theirs))
