internal import CredentialExchangeFormat

// One-time codes whose parts are values of their own.
extension RowBuilder {
  /// The views of a code's parts; those that the source has not are nil.
  struct CodeParts {
    var secret: SourceView?
    var algorithm: SourceView?
    var digits: SourceView?
    var period: SourceView?

    /// Creates the parts.
    init(
      secret: SourceView?, algorithm: SourceView? = nil, digits: SourceView? = nil, period: SourceView? = nil
    ) {
      self.secret = secret
      self.algorithm = algorithm
      self.digits = digits
      self.period = period
    }
  }

  /// Takes a TOTP; a secret that is none, or a code that CXF cannot say, is read as a text, and the other parts are kept.
  mutating func takeCode(_ code: CodeParts) {
    guard let view = code.secret, let text = view.peek else { return }
    let members = OneTimeCode.Members(
      algorithm: code.algorithm?.peek?.string, digits: code.digits?.peek?.string,
      period: code.period?.peek?.string)
    guard !text.utf8.contains(UInt8(ascii: ":")),
      let read = try? OneTimeCode(secretText: text, encoding: .base32, members), read.problems.isEmpty,
      let credential = TOTP(read)
    else {
      codeViews.append(view)
      return
    }
    item.credentials.append(.totp(credential))
    stand(view, "totp.secret", read.base32Secret, .secretRespelled)
    stand(code.algorithm, "totp.algorithm", Text(credential.algorithm.name), .oneTimeCodeConverted)
    stand(code.digits, "totp.digits", Text(String(read.digits)), .oneTimeCodeConverted)
    stand(code.period, "totp.period", Text(String(read.period)), .oneTimeCodeConverted)
  }

  private func stand(_ view: SourceView?, _ place: Place, _ text: Text, _ code: FindingCode) {
    guard let view, view.peek != nil else { return }
    if view.peek == text {
      _ = view.take(to: place)
    } else {
      view.repair(to: place, as: text, code, "\(view.label) stands in CXF's spelling")
    }
  }
}
