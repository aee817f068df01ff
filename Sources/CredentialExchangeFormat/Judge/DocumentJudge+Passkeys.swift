// Passkeys and SSH keys.
extension DocumentJudge {
  mutating func judgePasskey(_ passkey: ObjectSpans) {
    if let id = passkey["credentialId"] {
      let bytes = decoded(id)
      if bytes.isEmpty || bytes.count > 1023 {
        note(.invalidCredentialID, id, "credentialId")
      } else if !bytes.contains(where: { $0 != 0 }) {
        note(.zeroCredentialID, id, "credentialId")
      } else if UUIDForm.isText(bytes) || bytes.starts(with: "b64.".utf8) {
        note(.credentialIDIsText, id, "credentialId")
      }
    }
    if let handle = passkey["userHandle"] {
      switch handle.hasEscapes ? decoded(handle).count : Base64URL.decodedCount(handle.string.count) {
      case 0: note(.emptyUserHandle, handle, "userHandle")
      case 1...64: break
      default: note(.invalidUserHandle, handle, "userHandle")
      }
    }
    if let domain = passkey["rpId"], withText(domain, { !DomainForm.isRelyingPartyID($0) }) {
      note(.invalidRPID, domain, "rpId")
    }
    if let key = passkey["key"] {
      let bytes = decoded(key)
      let form = bytes.withUnsafeBufferPointer { PrivateKeyForm($0) }
      judge(form, key, "key")
      if case .key(let algorithm) = form {
        switch algorithm {
        case .x25519, .dsa: note(.unknownKeyAlgorithm, key, "key")
        default: lookDeep(.passkeyKey, bytes, key, "key")
        }
      }
    }
    takePasskey(passkey)
    profilePasskey(passkey)
  }

  mutating func judgeSeed(_ seed: MemberSpan?, _ name: StaticString) {
    guard let seed else { return }
    let bytes = decoded(seed)
    if bytes.count != 32 {
      note(.hmacSeedLength, seed, name)
    } else if !bytes.contains(where: { $0 != 0 }) {
      note(.zeroHMACSeed, seed, name)
    }
  }

  /// Notes one seed for both uses: what a site keeps with user verification could be had without.
  mutating func compareSeeds(_ with: MemberSpan?, _ without: MemberSpan?) {
    guard let with, let without else { return }
    let seed = decoded(with)
    if seed.contains(where: { $0 != 0 }), seed == decoded(without) {
      note(.equalHMACSeeds, without, "credWithoutUV")
    }
  }

  mutating func judgeLargeBlob(_ blob: ObjectSpans) {
    guard let data = blob["data"] else { return }
    let bytes = decoded(data)
    guard bytes.count >= 2 else {
      // The shortest stream of RFC 1951 has two bytes.
      note(.largeBlobForm, data, "data")
      return
    }
    // The header of zlib (RFC 1950); a stored block may begin alike, but then has its length twice.
    let isZlib =
      bytes[0] & 0x0F == 8 && bytes[0] >> 4 <= 7 && (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
    let isStored = bytes.count >= 5 && bytes[0] & 6 == 0 && bytes[1] == ~bytes[3] && bytes[2] == ~bytes[4]
    if bytes[0] & 6 == 6 || (isZlib && !isStored) {
      note(.largeBlobForm, data, "data")
    } else if let size = blob["uncompressedSize"] {
      lookDeep(.largeBlob(uncompressedSize: number(size)), bytes, data, "data")
    }
  }

  mutating func judgeSSHKey(_ object: ObjectSpans) {
    let type = text(object["keyType"])
    if let span = object["keyType"], SSHKeyForm.algorithm(of: type) == nil {
      note(.unknownSSHKeyType, span, "keyType")
    }
    guard let key = object["privateKey"] else { return }
    let bytes = decoded(key)
    let form = bytes.withUnsafeBufferPointer { PrivateKeyForm($0) }
    judge(form, key, "privateKey")
    guard case .key(let algorithm) = form else { return }
    if let named = SSHKeyForm.algorithm(of: type), let span = object["keyType"], named != algorithm {
      note(.sshKeyTypeMismatch, span, "keyType")
    } else {
      lookDeep(.sshKey(type: type), bytes, key, "privateKey")
    }
  }

  /// Notes what is wrong with the form of a private key.
  private mutating func judge(_ form: PrivateKeyForm, _ span: MemberSpan, _ name: StaticString) {
    switch form {
    case .key: break
    case .unknownAlgorithm: note(.unknownKeyAlgorithm, span, name)
    case .damaged: note(.invalidPrivateKey, span, name)
    case .encrypted: note(.encryptedPrivateKey, span, name)
    case .bare: note(.barePrivateKey, span, name)
    case .raw: note(.rawPrivateKey, span, name)
    case .pem, .openSSH: note(.privateKeyText, span, name)
    }
  }

  private mutating func lookDeep(
    _ kind: DeepContent, _ bytes: [UInt8], _ span: MemberSpan, _ name: StaticString
  ) {
    guard let check = options.deepCheck,
      let code = bytes.withUnsafeBufferPointer({ check.fault(in: kind, $0) })
    else { return }
    note(code, span, name)
  }
}

/// The names of SSH key types (RFC 4253, 5656, 8709, and the registry of IANA).
enum SSHKeyForm {
  static func algorithm(of type: String) -> PrivateKeyForm.KeyAlgorithm? {
    switch type {
    case "ssh-ed25519": .ed25519
    case "ssh-ed448": .ed448
    case "ssh-rsa", "rsa-sha2-256", "rsa-sha2-512": .rsa
    case "ssh-dss": .dsa
    case "ecdsa-sha2-nistp256": .p256
    case "ecdsa-sha2-nistp384": .p384
    case "ecdsa-sha2-nistp521": .p521
    default: nil
    }
  }
}
