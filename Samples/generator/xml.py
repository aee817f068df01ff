"""XML exports, as their programs write them."""

import base64
import struct
import textwrap
import zlib
from xml.sax.saxutils import escape, quoteattr

from . import derived, keys

DECLARATION = '<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n'


def _uuid(label):
    return base64.b64encode(derived.octets("uuid " + label, 16)).decode()


def _hex(label):
    return derived.octets("uuid " + label, 16).hex().upper()


def _gzip(data):
    """One stored block, so that no version of a library decides about the bytes."""
    size = struct.pack("<HH", len(data), len(data) ^ 0xFFFF)
    return (
        b"\x1f\x8b\x08\0\0\0\0\0\0\xff\x01" + size + data
        + struct.pack("<II", zlib.crc32(data), len(data)))


def _url64(octets):
    return base64.urlsafe_b64encode(octets).decode().rstrip("=")


def _pem(der):
    body = "\n".join(textwrap.wrap(base64.b64encode(der).decode(), 64))
    return f"-----BEGIN PRIVATE KEY-----\n{body}\n-----END PRIVATE KEY-----\n"


def _times(created, modified, expiry=None):
    return (
        f"<Times><CreationTime>{created}</CreationTime><LastModificationTime>{modified}</LastModificationTime>"
        f"<LastAccessTime>{modified}</LastAccessTime><ExpiryTime>{expiry or created}</ExpiryTime>"
        f"<Expires>{bool(expiry)}</Expires><UsageCount>7</UsageCount><LocationChanged>{created}</LocationChanged></Times>"
    )


def _strings(pairs):
    out = ""
    for key, value in pairs.items():
        mark = ' ProtectInMemory="True"' if key.startswith("*") else ""
        out += f"<String><Key>{escape(key.lstrip('*'))}</Key><Value{mark}>{escape(value)}</Value></String>"
    return out


def _entry(label, pairs, tags="", extra="", history="", created="2020-02-01T08:00:00Z", expiry=None):
    return (
        f"<Entry><UUID>{_uuid(label)}</UUID><IconID>0</IconID><ForegroundColor/><Tags>{escape(tags)}</Tags>"
        + _times(created, "2024-05-06T07:08:09Z", expiry) + _strings(pairs) + extra
        + "<AutoType><Enabled>True</Enabled><DataTransferObfuscation>0</DataTransferObfuscation></AutoType>"
        + (f"<History>{history}</History>" if history else "") + "</Entry>\n"
    )


def _group(label, name, content, notes=""):
    return (
        f"<Group><UUID>{_uuid(label)}</UUID><Name>{escape(name)}</Name><Notes>{escape(notes)}</Notes>"
        f"<IconID>48</IconID>{_times('2020-01-01T00:00:00Z', '2020-01-01T00:00:00Z')}<IsExpanded>True</IsExpanded>\n"
        + content + "</Group>\n"
    )


def keepass():
    old = {"Title": "Harbour Ferry", "UserName": "mara", "*Password": "tide-40", "URL": "https://ferry.example", "Bay": "4"}
    older = dict(old, **{"*Password": " tide 39 ", "UserName": "mara.old"})
    now = dict(old, **{"*Password": "tide-41! <&> ]]>", "Notes": "first line\nzweite Zeile: ä", "*PIN": "0042"})
    now |= {"KP2A_URL": "https://m.ferry.example", "KP2A_URL_1": "https://ferry.example:8443/x", "AndroidApp": "example.ferry"}

    def version(pairs, modified):
        return (
            f"<Entry><UUID>{_uuid('ferry')}</UUID><IconID>0</IconID>" + _times("2020-02-01T08:00:00Z", modified)
            + _strings(pairs) + "</Entry>"
        )

    reference = "{REF:P@I:%s}" % base64.b64decode(_uuid("ferry")).hex().upper()
    key = keys.p256_pkcs8("keepass passkey")
    passkey = {
        "Title": "Passkey", "UserName": "mara", "URL": "https://key.example", "KPEX_PASSKEY_USERNAME": "mara@key.example",
        "*KPEX_PASSKEY_CREDENTIAL_ID": _url64(derived.octets("keepass credential", 32)),
        "*KPEX_PASSKEY_PRIVATE_KEY_PEM": _pem(key), "KPEX_PASSKEY_RELYING_PARTY": "key.example",
        "*KPEX_PASSKEY_USER_HANDLE": _url64(derived.octets("keepass handle", 16)),
        "KPEX_PASSKEY_FLAG_BE": "1", "KPEX_PASSKEY_FLAG_BS": "1",
    }
    seed = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
    codes = [
        {"*otp": f"otpauth://totp/Ferry:mara?secret={seed}&period=60&digits=8&issuer=Ferry"},
        {"*otp": f"key={seed}&size=8&step=60"},
        {"*TOTP Seed": "gezd gnbv gy3t qojq", "TOTP Settings": "60;8"},
        {"*TOTP Seed": seed, "TOTP Settings": "30;S"},
        {"*TimeOtp-Secret-Hex": "3132333435363738393031323334353637383930", "TimeOtp-Length": "8",
         "TimeOtp-Period": "60", "TimeOtp-Algorithm": "HMAC-SHA-256"},
        {"*HmacOtp-Secret": "12345678901234567890", "HmacOtp-Counter": "7"},
        {"*otp": f"otpauth://totp/Steam?secret={seed}&encoder=steam"},
    ]
    entries = _entry(
        "ferry", now, "work,vpn; Favorite;;work",
        '<Binary><Key>chart.txt</Key><Value Ref="1"/></Binary><Binary><Key>small.bin</Key><Value>AQID</Value></Binary>',
        version(older, "2021-01-01T00:00:00Z") + version(old, "2022-02-02T00:00:00Z"), expiry="2030-01-01T00:00:00Z")
    entries += _entry("reference", {"Title": "Same password", "UserName": "tom", "*Password": reference})
    entries += _entry("dangling", {"Title": "Nowhere", "*Password": "{REF:P@T:no such title}", "Notes": "{braces} stay"})
    entries += _entry("passkey", passkey, "Passkey")
    for number, code in enumerate(codes, 1):
        entries += _entry(f"code {number}", {"Title": f"Code {number}"} | code)
    chart = base64.b64encode(_gzip(b"depth 4 m\n")).decode()
    document = (
        DECLARATION + "<KeePassFile>\n<Meta><Generator>KeePass</Generator><DatabaseName>Harbour</DatabaseName>"
        f"<RecycleBinEnabled>True</RecycleBinEnabled><RecycleBinUUID>{_uuid('bin')}</RecycleBinUUID>"
        f'<Binaries><Binary ID="1" Compressed="True">{chart}</Binary></Binaries></Meta>\n<Root>'
        + _group("root", "Harbour", entries + _group("inner", "Ports/North", _group("empty", "Empty", "")
        + _entry("tab", {"Title": "Outer blanks", "*Password": "\u2003x \t"}))
        + _group("bin", "Recycle Bin", _entry("gone", {"Title": "Trashed", "*Password": "gone"})))
        + f"<DeletedObjects><DeletedObject><UUID>{_uuid('x')}</UUID><DeletionTime>2024-01-01T00:00:00Z</DeletionTime>"
        "</DeletedObject></DeletedObjects></Root>\n</KeePassFile>\n"
    )
    return document.encode()


def keepassx():
    return """<!DOCTYPE KEEPASSX_DATABASE>
<database>
 <group><title>Ports</title><icon>1</icon>
  <group><title>North</title><icon>1</icon>
   <entry><title>Harbour Ferry</title><username>mara</username><password> tide &lt;41> </password>
    <url>https://ferry.example</url><comment>first line<br/><br/>third line</comment><icon>0</icon>
    <creation>2020-02-01T08:00:00</creation><lastaccess>2024-05-06T07:08:09</lastaccess>
    <lastmod>2024-05-06T07:08:09</lastmod><expire>Never</expire></entry>
  </group>
  <entry><title>Ends</title><username></username><password>p</password><url></url><comment></comment><icon>0</icon>
   <bin_desc>chart.txt</bin_desc><bin>ZGVwdGggNCBtCg==</bin>
   <creation>2020-02-01T08:00:00</creation><lastmod>2020-02-01T08:00:00</lastmod><expire>2030-01-01T00:00:00</expire></entry>
 </group>
</database>
""".encode()


def keepass1():
    return f"""<?xml version="1.0" encoding="utf-8"?>
<pwlist>
<pwentry><group tree="Ports\\North">West</group><title>Harbour Ferry</title><username>mara</username>
<url>https://ferry.example</url><password>tide&amp;41</password><notes>two
lines</notes><uuid>{_hex("keepass1").lower()}</uuid><image>0</image><creationtime>2020-02-01T08:00:00</creationtime>
<lastmodtime>2024-05-06T07:08:09</lastmodtime><lastaccesstime>2024-05-06T07:08:09</lastaccesstime>
<expiretime expires="false">2999-12-28T23:59:59</expiretime></pwentry>
</pwlist>
""".encode()


def safeincloud():
    return """
<?xml version="1.0" encoding="utf-8"?>
<database>
 <label name="Work" id="1" type="business"/>
 <label name="Ports" id="2"/>
 <card title="Blank form" id="10" symbol="web_site" color="gray" template="true"><field name="Login" type="login"/></card>
 <card title="Harbour Ferry" id="11" symbol="web_site" color="red" star="true" autofill="on" time_stamp="1714979289000">
  <field name="Anmeldung" type="login" autofill="username">mara</field>
  <field name="Kennwort" type="password" autofill="current-password"> tide 41 </field>
  <field name="Website" type="website" autofill="url">https://ferry.example</field>
  <field name="Code" type="one_time_password" autofill="one-time-code">GEZDGNBVGY3TQOJQ</field>
  <field name="Second" type="password">other &lt;pw&gt;</field>
  <field name="Berth" type="text">4</field>
  <field name="Gate" type="pin">0042</field>
  <field name="Unused" type="text"/>
  <notes>first line
second line</notes>
  <label_id>1</label_id>
  <label_id>2</label_id>
  <file name="chart.txt">ZGVwdGggNCBtCg==</file>
 </card>
 <card title="Card" id="12" time_stamp="1600000000000">
  <field name="Nummer" type="number" autofill="cc-number">4111111111111111</field>
  <field name="Bis" type="expiry" autofill="cc-exp">07/29</field>
  <field name="CVV" type="pin" autofill="cc-csc">123</field>
 </card>
 <card title="Only a note" id="13" type="note"><notes>text</notes></card>
 <card title="Gone" id="14" deleted="true"><field name="Login" type="login">x</field></card>
 <ghost id="15" time_stamp="1600000000000"/>
</database>
""".encode()


def sticky_password():
    text = """<?xml version="1.0" encoding="utf-16"?>
<root><Database>
<Logins>
<Login ID="1" Name="mara" Password=" tide &lt;41&gt; "/>
<Login ID="2" Name="tom" Password="t2"/>
<Login ID="3" Name="nobody" Password="alone"/>
</Logins>
<Accounts>
<Account ID="7" Name="Harbour Ferry" Link="https://ferry.example" ParentID="21" Comments="first line/nsecond line">
<LoginLinks><Login SourceLoginID="1"/><Login SourceLoginID="2"/></LoginLinks></Account>
<Account ID="8" Name="No login" Link="https://bare.example" ParentID="" Comments=""><LoginLinks/></Account>
</Accounts>
<Groups><Group ID="20" Name="Ports" ParentID=""/><Group ID="21" Name="North" ParentID="20"/></Groups>
</Database></root>
"""
    return b"\xff\xfe" + text.encode("utf-16-le")


def password_safe():
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<passwordsafe delimiter="\u00bb" Database="C:\\x.psafe3" ExportTimeStamp="2024-05-06T07:08:09" FromDatabaseFormat="3.30">
<Preferences><NumberHashIterations>2048</NumberHashIterations></Preferences>
<entry id="1"><group><![CDATA[Ports.North\\.West]]></group><title><![CDATA[Harbour Ferry]]></title>
<username><![CDATA[mara]]></username><password><![CDATA[ tide <41> & ]]></password><url><![CDATA[https://ferry.example]]></url>
<email><![CDATA[mara@ferry.example]]></email><notes><![CDATA[first line\u00bbsecond line]]></notes>
<uuid><![CDATA[{_hex("pwsafe").lower()}]]></uuid><ctimex>2020-02-01T08:00:00</ctimex><pmtimex>2024-05-06T07:08:09</pmtimex>
<rmtimex>2024-05-06T07:08:09</rmtimex>
<pwhistory><status>1</status><max>3</max><num>2</num><history_entries>
<history_entry num="1"><changedx>2020-02-01T08:00:00</changedx><oldpassword><![CDATA[tide 39]]></oldpassword></history_entry>
<history_entry num="2"><changedx>2022-02-02T00:00:00</changedx><oldpassword><![CDATA[tide 40]]></oldpassword></history_entry>
</history_entries></pwhistory></entry>
</passwordsafe>
""".encode()


def delinea():
    def item(name, slug, value):
        return (
            f"<SecretItem><FieldName>{name}</FieldName><Slug>{slug}</Slug><Value>{escape(value)}</Value></SecretItem>\n")

    return ("""<?xml version="1.0" encoding="utf-16"?>
<ImportFile xmlns:xsd="http://www.w3.org/2001/XMLSchema">
<Folders><Folder><FolderName>North</FolderName><FolderPath>\\Ports\\North</FolderPath></Folder>
<Folder><FolderName>Empty</FolderName><FolderPath>\\Ports\\Empty</FolderPath></Folder></Folders>
<Secrets><Secret><SecretName>Harbour Ferry</SecretName><SecretTemplateName>Web Password</SecretTemplateName>
<FolderPath>\\Ports\\North</FolderPath><SiteId>1</SiteId><TotpKey>GEZDGNBVGY3TQOJQ</TotpKey>
<TotpBackupCodes>111 222</TotpBackupCodes><SecretItems>
""" + item("Adresse", "url", "https://ferry.example") + item("Name", "username", "mara")
        + item("Kennwort", "password", " tide <41> ") + item("Notizen", "notes", "two\nlines")
        + item("Berth", "berth", "4") + item("Unused", "unused", "")
        + "</SecretItems></Secret></Secrets></ImportFile>\n").replace(' encoding="utf-16"', "").encode()


def revelation():
    def field(name, value):
        return f"<field id={quoteattr(name)}>{escape(value)}</field>"

    def entry(kind, name, fields, notes=""):
        body = "".join(field(*f) for f in fields)
        return (
            f'<entry type="{kind}"><name>{name}</name><description>about {name}</description>'
            f"<updated>1714979289</updated><notes>{escape(notes)}</notes>{body}</entry>\n")

    return (DECLARATION + '<revelationdata version="0.4.14" dataversion="1">\n<entry type="folder"><name>Ports</name>'
        "<description/><updated>1714979289</updated><notes/>\n"
        + entry("website", "Harbour Ferry", [("generic-url", "https://ferry.example"), ("generic-username", "mara"),
            ("generic-email", "mara@ferry.example"), ("generic-password", " tide <41> ")], "two\nlines")
        + entry("creditcard", "Card", [("creditcard-cardtype", "Visa"), ("creditcard-cardnumber", "4111111111111111"),
            ("creditcard-expirydate", "07/29"), ("creditcard-ccv", "123"), ("generic-pin", "0042")])
        + "</entry>\n" + entry("door", "Gate", [("generic-location", "Pier, north"), ("generic-code", "0815")])
        + entry("ftp", "Depot", [("generic-hostname", "ftp.ferry.example"), ("generic-port", "2121"),
            ("generic-username", "mara"), ("generic-password", "p"), ("x-own", "kept")])
        + "</revelationdata>\n").encode()


def fpm():
    return """<?xml version="1.0"?>
<FPM full_version="00.58.00" min_version="00.58.00" display_version="0.58">
 <KeyInfo cipher="none"/>
 <LauncherList/>
 <PasswordList>
  <PasswordItem><title>Harbour Ferry</title><user>mara</user><url>https://ferry.example</url>
   <password> tide &lt;41&gt; </password><notes>two
lines</notes><category>Ports/North</category><launcher>Web</launcher></PasswordItem>
 </PasswordList>
</FPM>
""".encode()


def keyring():
    return """[keyring]
display-name=Harbour
ctime=1580544000
mtime=0
lock-on-idle=false
lock-after=false

[1]
item-type=0
display-name=Harbour Ferry
secret=\\stide 41\\nsecond line\\\\
mtime=1714979289
ctime=1580544000

[1:attribute0]
name=username
type=string
value=mara

[1:attribute1]
name=server
type=string
value=ferry.example

[1:attribute2]
name=berth
type=uint32
value=4

[1:attribute3]
name=xdg:schema
type=string
value=org.freedesktop.Secret.Generic
""".encode()
