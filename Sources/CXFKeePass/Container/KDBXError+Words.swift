internal import CXFCrypto

extension KDBXError {
  /// What is wrong, in a phrase about the database, for people.
  package var words: String {
    switch self {
    case .notKDBX: "it does not begin as a database of KeePass 2 does"
    case .keePass1: "it is a database of KeePass 1, which is another format"
    case .version(let major, let minor):
      "its format has the version \(major).\(minor), which is not known here"
    case .wrongKey(true): "the key does not open it"
    case .wrongKey(false): "the key does not open it, or its beginning is damaged"
    case .damaged(let damage): damage.words
    case .unsupported(let feature): feature.words
    case .limit(let limit): limit.words
    case .crypto(let error): "\(error.operation) fails"
    case .notAsWritten: "what was written does not read back as what was meant"
    }
  }
}

extension KDBXDamage {
  /// What is damaged, in a phrase.
  package var words: String {
    switch self {
    case .headerCutOff: "it ends within its header"
    case .headerField(let id): "field \(id) of its header is missing, or has a value that it cannot have"
    case .headerChecksum: "its header is not as it was written"
    case .headerHash: "its header was changed after it was written"
    case .cutOff: "it is cut off"
    case .block(let number): "block \(number) is not as it was written"
    case .padding: "its end is missing"
    case .compression: "what is compressed in it cannot be unpacked"
    case .innerHeader: "the header inside is malformed"
    case .xml(let fault): fault.words
    case .protectedValue(let offset): "a protected value before byte \(offset) of the text inside is none"
    }
  }
}

extension KeePassXMLFault {
  /// What is wrong, in a phrase.
  package var words: String {
    switch self {
    case .malformed(let line, let column): "the XML inside is damaged at line \(line), column \(column)"
    case .documentType: "the XML inside declares a document type, which no database does; it is refused"
    case .tooDeep: "elements of the XML inside are nested deeper than \(XMLJudge.depthLimit) levels"
    case .encoding: "the XML inside is not in UTF-8"
    case .tooLarge: "the XML inside has more than 2 GiB"
    case .structure: "the XML inside is none of KeePass"
    }
  }
}

extension KDBXFeature {
  /// What is not known, in a phrase.
  package var words: String {
    switch self {
    case .cipher(let uuid): "it is encrypted with a cipher that is not known here, \(uuid)"
    case .twofishLibrary: "Twofish, with which it is encrypted, needs libgcrypt, which is not installed"
    case .keyDerivation(let uuid): "its key is made in a way that is not known here, \(uuid)"
    case .argon2Version(let number):
      "its key is made with a version of Argon2 that is not known here, \(number)"
    case .dictionaryVersion(let number):
      "the parameters of its key have a version that is not known here, \(number)"
    case .compression(let number): "it is compressed in a way that is not known here, \(number)"
    case .innerStream(1): "its values are protected with a cipher of before KeePass 2.0 that is not read here"
    case .innerStream(let number): "its values are protected with a cipher that is not known here, \(number)"
    case .olderVersion: "it cannot be written in an older version of the format"
    }
  }
}

extension KDBXLimit {
  /// What is asked for, in a phrase.
  package var words: String {
    switch self {
    case .derivation(let words): words
    case .unpacked(let count): "it unpacks to more than \(count >> 20) MiB, many times its own size"
    case .xml(let count): "the XML in it has more than \(count >> 20) MiB"
    }
  }
}

extension KDBXKeyFileError {
  /// What is wrong, in a phrase about the key file.
  package var words: String {
    switch self {
    case .empty: "it is empty"
    case .version(let version) where version.utf8.isEmpty: "it is a key file of no version"
    case .version: "it is a key file of a version that is not known here"
    case .noKey: "it is a key file without a key in it"
    case .encoding: "the key in it is damaged"
    case .checksum: "the key in it is not what its checksum says"
    case .crypto(let error): "\(error.operation) fails"
    }
  }
}
