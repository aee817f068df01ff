"""Password tables as browsers write them."""

import base64

from . import derived

CHROME_COLUMNS = ("name", "url", "username", "password", "note")

# The same word in two spellings that look alike: one code point, and a letter with a combining accent.
JOSE_COMPOSED = "jos\u00e9"
JOSE_DECOMPOSED = "jose\u0301"


def _cell(text, delimiter):
    """Quotes a cell where it must be, and where a browser does so for outer blanks."""
    needs_quotes = any(c in text for c in (delimiter, '"', "\r", "\n")) or text != text.strip(" ")
    return '"' + text.replace('"', '""') + '"' if needs_quotes else text


def _rows(rows, delimiter, line_end):
    return "".join(delimiter.join(_cell(c, delimiter) for c in row) + line_end for row in rows)


def _app(package, label):
    """Chrome's address of an Android app: the SHA-512 of its certificate, base64url with padding."""
    fingerprint = base64.urlsafe_b64encode(derived.octets("certificate " + label, 64)).decode()
    return f"android://{fingerprint}@{package}/"


CHROME_ROWS = [
    (
        "harbour-library.example",
        "https://harbour-library.example/login",
        "mara.quill",
        "violet-Anchor-71!kelp",
        "",
    ),
    (
        "tax.lantern.example",
        "https://tax.lantern.example/sign-in?lang=en&next=%2Fhome",
        "mara@quill.example",
        'Tide,Table;"quoted"\\back\'slash',
        'Security questions:\n1. "First boat?" - the Heron, 1987\n2. Street: Mole End, 4\n'
        "\nCall before 17:00.\n",
    ),
    (
        "mill.example",
        "https://mill.example/",
        "miller",
        "grist&grain%20<b>",
        "written on another system:\r\nline two\r\n\tindented line three",
    ),
    ("", _app("com.example.lanterntickets", "lantern tickets"), "mara@quill.example", "Brass_Owl-2291", ""),
    ("", "https://federated.example/", "mara@quill.example", "", ""),
    ("", "https://empty-title.example/account/", "m.quill", "no title here 9", ""),
    (
        "Café Übergröße ☕",
        "https://xn--caf-dma.example/",
        JOSE_COMPOSED,
        "pâte-à-choux-Ωmega",
        "日本語のメモ 🗝️",
    ),
    ("Café Übergröße ☕", "https://xn--caf-dma.example/", JOSE_DECOMPOSED, "Ключ-от-дома-5", "שלום עולם"),
    ("blanks.example", "https://blanks.example/", "outer", "  two before, one after ", ""),
    ("formula.example", "https://formula.example/", "=cmd", "=SUM(A1:A9)*7", "+49 30 23125 000"),
    ("sign.example", "https://sign.example/", "@mara", "-9+@home", ""),
    ("192.0.2.17", "http://192.0.2.17:8443/admin", "admin", "0042", ""),
    ("pin.example", "https://pin.example/", "", "731904", "A site that asks for a code only"),
    (
        "harbour-library.example",
        "https://harbour-library.example/login",
        "children",
        "seven-Small-Otters",
        "",
    ),
    (
        "harbour-library.example",
        "https://harbour-library.example/login",
        "mara.quill",
        "violet-Anchor-71!kelp",
        "",
    ),
    (
        "long.example",
        "https://long.example/",
        "long",
        derived.base64url(derived.octets("long password", 384)),
        "",
    ),
    ("emoji.example", "https://emoji.example/", "👩‍🚀", "🔑🔒🔑", ""),
    ("printer.local", "http://printer.local/", "service", "tab\there", ""),
]


def chrome():
    """Chrome's export: UTF-8 without mark, LF, quotes where needed."""
    return _rows([CHROME_COLUMNS, *CHROME_ROWS], ",", "\n").encode()


OFFICE_ROWS = [
    ("mail.quill.example", "https://mail.quill.example/login", "desk@quill.example", "Bell&Ledger-13", ""),
    (
        "db.staging.quill.example",
        "https://db.staging.quill.example:5432/console",
        "app",
        's3t;"piston"',
        "ask Tom before you drop a table",
    ),
    ("ferry.example", "https://ferry.example/", "desk@quill.example", "tide-Table-40", ""),
]


def chrome_office():
    """The browser of somebody who works with the organisation's Bitwarden: one password differs, one is the same."""
    return _rows([CHROME_COLUMNS, *OFFICE_ROWS], ",", "\n").encode()


DAMAGED_ROWS = [
    ("Bäckerei Süßholz", "https://suessholz.example/", "müller", "Früh–Stück€7", ""),
    (
        "harbour-library.example",
        "https://harbour-library.example/login",
        "mara.quill",
        "violet-Anchor-71!kelp",
        "",
    ),
    ("quotes.example", "https://quotes.example/", "mara", "“curly” ‘marks’", "first line\nsecond line"),
    ("short.example", "https://short.example/", "short", "only four cells"),
]


def chrome_damaged():
    """The same table after a spreadsheet saved it: semicolons, Windows-1252, CRLF.

    One row was edited by hand: its password has a semicolon and no quotes, which makes a cell too many.
    """
    rows = _rows([CHROME_COLUMNS, *DAMAGED_ROWS], ";", "\r\n")
    rows += "torn.example;https://torn.example/;torn;left;right;a note\r\n"
    rows += _rows(
        [("last.example", "https://last.example/", "last", "after-the-torn-row", "ok")], ";", "\r\n"
    )
    return rows.encode("cp1252")
