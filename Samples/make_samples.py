#!/usr/bin/env python3
"""Writes the sample exports beside this script, or checks with --check that they are what it writes.

Everything in them is invented. Whatever looks random is derived from one seed and a label, so that running
this again gives the same bytes, and a change to one sample leaves the others as they are.
"""

import pathlib
import sys

sys.dont_write_bytecode = True

from generator import bitwarden, bundle, cxf, exports, kdbx, managers, onepassword, tables, xml  # noqa: E402

SAMPLES = {
    "chrome.csv": tables.chrome,
    "chrome-damaged.csv": tables.chrome_damaged,
    "chrome-office.csv": tables.chrome_office,
    "bitwarden.json": bitwarden.personal,
    "bitwarden-organisation.json": bitwarden.organisation,
    "bitwarden-attachments.zip": bitwarden.attachments,
    "onepassword.1pux": onepassword.pux,
    "onepassword.1pif": onepassword.pif,
    "example-cxf.json": cxf.document,
    "office-bundle.tar": bundle.bundle,
    "keepass.xml": xml.keepass,
    "harbour.kdbx": kdbx.version4,
    "harbour-3.kdbx": kdbx.version3,
    "keepassx.xml": xml.keepassx,
    "keepass1.xml": xml.keepass1,
    "safeincloud.xml": xml.safeincloud,
    "sticky-password.xml": xml.sticky_password,
    "passwordsafe.xml": xml.password_safe,
    "delinea.xml": xml.delinea,
    "revelation.xml": xml.revelation,
    "fpm.xml": xml.fpm,
    "harbour.keyring": xml.keyring,
} | {f"exports/{name}": make for name, make in (exports.FILES | managers.FILES).items()}


def main(arguments):
    if arguments not in ([], ["--check"]):
        print("usage: make_samples.py [--check]", file=sys.stderr)
        return 64
    folder = pathlib.Path(__file__).resolve().parent
    stale = []
    for name, make in SAMPLES.items():
        path, content = folder / name, make()
        if not arguments:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content)
        elif not path.exists() or path.read_bytes() != content:
            stale.append(name)
    for name in stale:
        print(f"{name} differs from what Samples/make_samples.py writes", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
