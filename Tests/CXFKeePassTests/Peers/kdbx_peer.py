"""Prints what pykeepass or an XML export of KeePassXC says is in databases, in the lines that DatabaseDump.swift makes.

Reads a JSON list of jobs from standard input: {"file", "password" or null, "keyfile" or null}, or {"xml"}. Prints a JSON list
of lists of lines, or of a text that says what failed.
"""

import base64
import gzip
import hashlib
import json
import sys
from datetime import datetime, timezone

from lxml import etree

TIMES = ("CreationTime", "LastModificationTime", "LastAccessTime", "ExpiryTime", "LocationChanged")


def seconds(text):
    if not text:
        return "-"
    if text.endswith("Z") and "-" in text:
        moment = datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=timezone.utc)
        return str(int(moment.timestamp()))
    return str(int.from_bytes(base64.b64decode(text), "little") - 62135596800)


def hexed(text):
    return (text or "").encode().hex()


def unpacked(element):
    data = base64.b64decode(element.text or "")
    return gzip.decompress(data) if data and element.get("Compressed") == "True" else data


def lines(tree, binaries, protection):
    pool = {str(number): data for number, data in enumerate(binaries)}
    for element in tree.findall(".//Meta/Binaries/Binary"):
        pool[element.get("ID")] = unpacked(element)
    result = []
    for entry in tree.iter("Entry"):
        parent = entry.getparent()
        earlier = parent.tag == "History"
        group = parent.getparent().getparent() if earlier else parent
        result.append(
            "entry %s in %s%s" % (entry.findtext("UUID"), group.findtext("UUID"), " earlier" if earlier else ""))
        times = entry.find("Times")
        if times is not None:
            result += ["time %s %s" % (name, seconds(times.findtext(name))) for name in TIMES]
        strings = []
        for string in entry.findall("String"):
            value = string.find("Value")
            text = "" if value is None else value.text
            mark = " protected" if protection and value is not None and value.get("Protected") == "True" else ""
            strings.append("string %s %s%s" % (hexed(string.findtext("Key")), hexed(text), mark))
        files = []
        for binary in entry.findall("Binary"):
            value = binary.find("Value")
            reference = value.get("Ref")
            data = unpacked(value) if reference is None else pool.get(reference, b"")
            files.append("file %s %s" % (hexed(binary.findtext("Key")), hashlib.sha256(data).hexdigest()))
        result += sorted(strings) + sorted(files)
    return result


def run(job):
    if "xml" in job:
        parser = etree.XMLParser(huge_tree=True, resolve_entities=False)
        return lines(etree.parse(job["xml"], parser), [], False)
    from pykeepass import PyKeePass

    database = PyKeePass(job["file"], password=job["password"], keyfile=job["keyfile"])
    binaries = database.binaries if database.version >= (4, 0) else []
    return lines(database.tree, binaries, True)


def main():
    answers = []
    for job in json.load(sys.stdin):
        try:
            answers.append(run(job))
        except Exception as error:
            answers.append("%s: %s" % (type(error).__name__, error))
    json.dump(answers, sys.stdout)


main()
