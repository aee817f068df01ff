#!/usr/bin/env python3
"""Does a list of HPKE and JWE jobs with other people's libraries, so that one process serves a whole test.

    peer.py FOLDER <jobs.json >results.json

FOLDER holds hpke_peer.py. A job is an object with the member `do`; binary members are base64url without padding. A job
that is refused gives {"refused": "..."}.
"""

import json
import sys

sys.path.insert(0, sys.argv[1])
import hpke_peer as peer  # noqa: E402
from jwcrypto import jwe, jwk  # noqa: E402

b64, unb64 = peer.b64, peer.unb64


def options(job, sender_half):
    auth = peer.load(json.loads(job["sender"])) if job.get("sender") else None
    return {
        "info": unb64(job["info"]), "aad": unb64(job["aad"]), "psk": unb64(job.get("psk", "")),
        "psk_id": unb64(job.get("pskID", "")),
        "sks" if sender_half else "pks": auth and auth[1 if sender_half else 2]}


def hpke_seal(job):
    """Makes keys for both sides, and seals from one to the other."""
    kem, _, public = peer.load(own := peer.keygen(job["kem"]))
    if job["mode"] & 2:
        job["sender"] = json.dumps(peer.keygen(kem))
    enc, ct = peer.seal(
        "auto", (kem, job["kdf"], job["aead"]), public, unb64(job["text"]), **options(job, True))
    sender = {k: v for k, v in json.loads(job["sender"]).items() if k != "d"} if job.get("sender") else None
    return {
        "recipient": json.dumps(own), "sender": sender and json.dumps(sender), "kid": own["kid"],
        "enc": b64(enc), "ct": b64(ct)}


def hpke_open(job):
    kem, own, _ = peer.load(json.loads(job["recipient"]))
    return {"text": b64(peer.open_(
        "auto", (kem, job["kdf"], job["aead"]), own, unb64(job["enc"]), unb64(job["ct"]), **options(job, False)))}


def key(job):
    return jwk.JWK(kty="oct", k=job["key"])


def jwe_seal(job):
    token = jwe.JWE(unb64(job["text"]), protected=job["header"], recipient=key(job))
    return {"jwe": token.serialize(compact=True)}


def jwe_open(job):
    token = jwe.JWE()
    token.deserialize(job["jwe"], key=key(job))
    return {"text": b64(token.payload), "header": token.objects["protected"]}


def thumbprint(job):
    return {"thumbprint": jwk.JWK.from_json(job["jwk"]).thumbprint()}


def run(job):
    try:
        return {"hpke-seal": hpke_seal, "hpke-open": hpke_open, "jwe-seal": jwe_seal, "jwe-open": jwe_open,
                "thumbprint": thumbprint}[job["do"]](job)
    except Exception as error:
        return {"refused": type(error).__name__ + " " + str(error)}


json.dump([run(job) for job in json.load(sys.stdin)], sys.stdout)
