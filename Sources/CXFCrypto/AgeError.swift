/// Why a file of age could not be written or opened.
package enum AgeError: Error, Equatable, Sendable {
  /// There is nobody to seal for.
  case noRecipients
  /// There are more recipients than a reader accepts.
  case tooManyRecipients(limit: Int)
  /// A recipient's key is one of the few that have a secret in common with everybody.
  case unusableRecipient
  /// The passphrase has no bytes.
  case emptyPassphrase
  /// The cost of scrypt is below 1.
  case workFactorTooLow
  /// The cost of scrypt, as a power of two, is above what is allowed.
  case workFactorTooHigh(logN: Int, limit: Int)
  /// The file's head is not as the format says.
  case headerFailure(AgeHeaderFault)
  /// None of the keys opens the file, or it wants keys and got a passphrase, or the other way round.
  case noMatch
  /// The passphrase does not open the file.
  case wrongPassphrase
  /// The file's head was changed after it was written.
  case hmacFailure
  /// The content was changed, or is not whole.
  case payloadFailure(AgePayloadFault)
  /// The text form around the file is damaged.
  ///
  /// - Parameter line: counted from 1.
  case armorFailure(AgeArmorFault, line: Int)
  /// A step was asked for before its turn, or after the end, or after a failure.
  case outOfOrder
  /// scrypt could not be run.
  case scrypt(ScryptError)
  /// The library failed.
  case crypto(CryptoError)
}

/// What is wrong with the head of a file of age.
package enum AgeHeaderFault: Equatable, Sendable, CaseIterable {
  /// It does not begin as a file of age.
  case notAge
  /// It says a version other than 1.
  case unknownVersion
  /// A line ends with CR LF, as a transfer in text mode makes them.
  case carriageReturn
  /// It ends too early.
  case truncated
  /// It is longer than allowed.
  case tooLong
  /// It has more stanzas than allowed.
  case tooManyStanzas
  /// It has no stanza.
  case noStanzas
  /// A line that should begin a stanza does not.
  case malformedStanza
  /// What stands below a stanza is not canonical base64, or is too long for a line.
  case malformedBody
  /// The last line is not "--- " with a code of 32 bytes.
  case malformedMAC
  /// An X25519 stanza with the wrong number of arguments, or with wrong lengths.
  case malformedX25519
  /// An X25519 stanza with a share that everybody has a secret in common with.
  case unusableShare
  /// A scrypt stanza with the wrong number of arguments, wrong lengths, or a cost that is no number.
  case malformedScrypt
  /// A scrypt stanza beside others.
  case scryptNotAlone
  /// The file ends before the 16 bytes that follow the head.
  case missingNonce
}

/// What is wrong with the content of a file of age.
package enum AgePayloadFault: Equatable, Sendable {
  /// A chunk of 64 KiB, counted from 0, is not what was written there, or not the last one where the file ends.
  case chunk(UInt64)
  /// The file ends before its last chunk.
  case truncated
  /// The last chunk is empty, although others come before it.
  case emptyLastChunk
  /// Something follows after the last chunk.
  case trailingBytes
  /// The content is longer than can be counted.
  case tooLong
}

/// What is wrong with the text form of a file of age.
package enum AgeArmorFault: Equatable, Sendable, CaseIterable {
  /// The first line with text is not the begin line.
  case noBeginLine
  /// A line without text.
  case emptyLine
  /// A line of more than 64 characters.
  case lineTooLong
  /// A line that is not canonical base64 with padding.
  case invalidBase64
  /// Something other than the end line follows after a short line.
  case noEndLine
  /// The text ends before the end line.
  case truncated
  /// Text after the end line.
  case trailingText
}
