// The rules about the content of each object type, beside those that its member table states.

extension Header {
  static func judge(_ header: ObjectSpans, _ judge: inout DocumentJudge) {
    guard let exporter = header["exporterRpId"] else { return }
    if judge.withText(exporter, { !DomainForm.isDomain($0) }) {
      judge.note(.exporterForm, exporter, "exporterRpId")
    }
  }
}

extension FormatVersion {
  static func judge(_ version: ObjectSpans, _ judge: inout DocumentJudge) {
    judge.profileVersion(version)
    guard let major = version["major"] else { return }
    judge.judgeVersion(major: UInt8(truncatingIfNeeded: judge.number(major)), at: version.start)
  }
}

extension Account {
  static func judge(_ account: ObjectSpans, _ judge: inout DocumentJudge) {
    judge.take(account["id"], as: .account)
    judge.profileAccount(account)
    judge.endAccount(account["id"])
  }
}

extension ItemCollection {
  static func judge(_ collection: ObjectSpans, _ judge: inout DocumentJudge) {
    judge.take(collection["id"], as: .collection)
    judge.profileCollection(collection)
    judge.repairedTitle = nil
    judge.compareMoments(collection)
  }
}

extension LinkedItem {
  static func judge(_ link: ObjectSpans, _ judge: inout DocumentJudge) {
    judge.refer(to: link["item"], of: link["account"])
  }
}

extension Item {
  static func judge(_ item: ObjectSpans, _ judge: inout DocumentJudge) {
    judge.takeItem(item)
    judge.compareMoments(item)
    judge.profileItem(item)
  }
}

extension EditableField {
  static func judge(_ field: ObjectSpans, _ judge: inout DocumentJudge) {
    judge.take(field["id"], as: .field)
    judge.lastFieldValue = field["value"] ?? .absent
    judge.lastFieldType = field["fieldType"].map { judge.place(of: $0, among: judge.shapes.fieldTypes) } ?? -1
  }
}

extension CustomFields {
  static func judge(_ group: ObjectSpans, _ judge: inout DocumentJudge) {
    judge.take(group["id"], as: .group)
  }
}

extension FileReference {
  static func judge(_ file: ObjectSpans, _ judge: inout DocumentJudge) {
    judge.take(file["id"], as: .file)
    if let hash = file["integrityHash"] {
      let bytes = judge.decoded(hash)
      if bytes.count != 32 {
        judge.note(.integrityHashLength, hash, "integrityHash")
      } else if let size = file["decryptedSize"], (judge.number(size) == 0) != (bytes == Self.hashOfNothing) {
        judge.note(.integrityHashOfNothing, hash, "integrityHash")
      }
    }
    if let name = file["name"], judge.withText(name, { !FileNameForm.isPlain($0) }) {
      judge.note(.unsafeFileName, name, "name")
    }
  }

  /// SHA-256 of no bytes (FIPS 180-4).
  private static let hashOfNothing: [UInt8] = [
    0xE3, 0xB0, 0xC4, 0x42, 0x98, 0xFC, 0x1C, 0x14, 0x9A, 0xFB, 0xF4, 0xC8, 0x99, 0x6F, 0xB9, 0x24,
    0x27, 0xAE, 0x41, 0xE4, 0x64, 0x9B, 0x93, 0x4C, 0xA4, 0x95, 0x99, 0x1B, 0x78, 0x52, 0xB8, 0x55,
  ]
}

extension AndroidApp {
  static func judge(_ app: ObjectSpans, _ judge: inout DocumentJudge) {
    if let name = app["bundleId"], judge.withText(name, { !PackageNameForm.isValid($0) }) {
      judge.note(.packageNameForm, name, "bundleId")
    }
  }
}

extension AndroidAppCertificate {
  static func judge(_ certificate: ObjectSpans, _ judge: inout DocumentJudge) {
    guard let fingerprint = certificate["fingerprint"], let algorithm = certificate["hashAlg"] else { return }
    let expected: Int? =
      switch judge.text(algorithm) {
      case "sha256": 32
      case "sha512": 64
      default: nil
      }
    guard let expected, judge.decoded(fingerprint).count != expected else { return }
    judge.note(.fingerprintLength, fingerprint, "fingerprint")
  }
}

extension Passport {
  static func judge(_ passport: ObjectSpans, _ judge: inout DocumentJudge) {
    judge.judgePassport(passport)
  }
}

extension WiFi {
  static func judge(_ network: ObjectSpans, _ judge: inout DocumentJudge) {
    judge.judgeNetwork(network)
  }
}

extension SharingAccessor {
  static func judge(_ accessor: ObjectSpans, _ judge: inout DocumentJudge) {
    // An array's span tells by its flag whether there is nothing in it.
    if let permissions = accessor["permissions"], permissions.hasEscapes {
      judge.note(.idleAccessor, permissions, "permissions")
    }
  }
}

extension TOTP {
  static func judge(_ totp: ObjectSpans, _ judge: inout DocumentJudge) {
    if let secret = totp["secret"] {
      switch judge.withText(secret, { Base32Form($0) }) {
      case .exact: break
      case .spelled: judge.note(.totpSecretSpelling, secret, "secret")
      case .uri: judge.note(.totpSecretIsURI, secret, "secret")
      case .invalid: judge.note(.invalidTOTPSecret, secret, "secret")
      }
    }
    if let period = totp["period"] {
      switch judge.number(period) {
      case 0: judge.note(.invalidTOTPPeriod, period, "period")
      case 10...300: break
      default: judge.note(.unusualTOTPPeriod, period, "period")
      }
    }
    if let digits = totp["digits"] {
      switch judge.number(digits) {
      case 0, 11...: judge.note(.invalidTOTPDigits, digits, "digits")
      case 6...8: break
      default: judge.note(.unusualTOTPDigits, digits, "digits")
      }
    }
    judge.profileTOTP(totp)
  }
}

extension SSHKey {
  static func judge(_ key: ObjectSpans, _ judge: inout DocumentJudge) {
    judge.judgeSSHKey(key)
  }
}

extension Passkey {
  static func judge(_ passkey: ObjectSpans, _ judge: inout DocumentJudge) {
    judge.judgePasskey(passkey)
  }
}

extension FIDO2HMACCredentials {
  static func judge(_ seeds: ObjectSpans, _ judge: inout DocumentJudge) {
    judge.judgeSeed(seeds["credWithUV"], "credWithUV")
    judge.judgeSeed(seeds["credWithoutUV"], "credWithoutUV")
    judge.compareSeeds(seeds["credWithUV"], seeds["credWithoutUV"])
  }
}

extension FIDO2Extensions {
  static func judge(_ extensions: ObjectSpans, _ judge: inout DocumentJudge) {
    judge.profileFIDO2(extensions)
  }
}

extension FIDO2LargeBlob {
  static func judge(_ blob: ObjectSpans, _ judge: inout DocumentJudge) {
    judge.judgeLargeBlob(blob)
  }
}
