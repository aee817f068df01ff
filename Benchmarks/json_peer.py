#!/usr/bin/env python3
"""Times Python's json on a file: medians of CPU time for loads and for compact dumps with encoding to UTF-8."""
import json
import statistics
import sys
import time

text = open(sys.argv[1], encoding="utf-8").read()
size = len(text.encode())
decoding, encoding = [], []
for _ in range(int(sys.argv[2])):
    start = time.process_time()
    value = json.loads(text)
    middle = time.process_time()
    result = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    encoding.append(time.process_time() - middle)
    decoding.append(middle - start)
    del value
decode, encode = statistics.median(decoding), statistics.median(encoding)
print(
    f"python {sys.version.split()[0]} in={size} out={len(result)} decode={decode:.4f}s {size / 1e6 / decode:.1f}MB/s"
    f" encode={encode:.4f}s {len(result) / 1e6 / encode:.1f}MB/s"
)
