#!/usr/bin/env python3
"""Prints how many times as fast the first line's program is as the second's."""
import re
import sys

ours, theirs = ({k: float(v) for k, v in re.findall(r"(decode|encode)=([\d.]+)s", line)} for line in sys.argv[1:3])
print("ratio " + " ".join(f"{what} {theirs[what] / ours[what]:.1f}x" for what in ("decode", "encode")))
