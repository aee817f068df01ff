#!/usr/bin/env python3
"""Reads a CSV of logins of Chrome with Python's csv module, makes items of CXF of the rows, and prints how many."""
import csv
import sys


def item(number, row):
    login = {"type": "basic-auth"}
    if row["username"]:
        login["username"] = {"fieldType": "string", "value": row["username"]}
    if row["password"]:
        login["password"] = {"fieldType": "concealed-string", "value": row["password"]}
    credentials = [login]
    if row.get("note"):
        credentials.append({"type": "note", "content": {"fieldType": "string", "value": row["note"]}})
    return {"id": f"row-{number}", "title": row["name"], "scope": {"urls": [row["url"]], "androidApps": []},
            "credentials": credentials}


with open(sys.argv[1], encoding="utf-8", newline="") as file:
    print(len([item(number, row) for number, row in enumerate(csv.DictReader(file), 1)]))
