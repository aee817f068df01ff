#!/usr/bin/env python3
"""Runs a program on a terminal of its own and types a line each time that it asks for a passphrase.

    terminal.py LINE PROGRAM [ARGUMENT...]

Ends with the program's status; what it printed goes to the standard error. Python's own modules only.
"""

import os
import pty
import sys

line, command = sys.argv[1], sys.argv[2:]
child, terminal = pty.fork()
if child == 0:
    os.execvp(command[0], command)
printed = b""
answered = 0
while True:
    try:
        piece = os.read(terminal, 1024)
    except OSError:
        break
    if not piece:
        break
    printed += piece
    # Each question ends with a colon and a space. The echo is off by then.
    while printed.count(b": ") > answered:
        answered += 1
        os.write(terminal, line.encode() + b"\n")
sys.stderr.buffer.write(printed)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
