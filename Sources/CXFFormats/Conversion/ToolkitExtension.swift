package import CredentialExchangeFormat

/// Extensions of this toolkit: what CXF 1.0 has no member for. `Schemas/` describes their content.
///
/// Their namespace ends in `.alt`, the domain that RFC 9476 sets aside for names outside the DNS.
package enum ToolkitExtension: String, Sendable, CaseIterable {
  /// On an item: archived or in the trash.
  case state = "cxf-toolkit.alt/state"
  /// On an item: earlier passwords.
  case history = "cxf-toolkit.alt/history"
  /// On an item: how its addresses are to be matched.
  case matchRules = "cxf-toolkit.alt/match-rules"
  /// On an item: what passkeys have beyond CXF.
  case passkeys = "cxf-toolkit.alt/passkeys"
  /// On an item: the master passphrase is asked for again before use.
  case reprompt = "cxf-toolkit.alt/reprompt"
  /// On a group of custom fields: fields that only point at another field of the item.
  case linkedFields = "cxf-toolkit.alt/linked-fields"
  /// On a field: it holds a one-time code of a kind that CXF lacks, or a text that stood in the place of one.
  case oneTimeCode = "cxf-toolkit.alt/one-time-code"
  /// On an account: members of the header of the document that it was imported from.
  case header = "cxf-toolkit.alt/header"
  /// On an account: identifiers come from positions in a file and mean nothing across files.
  case syntheticIDs = "cxf-toolkit.alt/synthetic-ids"
  /// On an account: what was written about it as a whole.
  case description = "cxf-toolkit.alt/description"
  /// On an account: the other accounts whose items it holds.
  case accounts = "cxf-toolkit.alt/accounts"

  /// The place of a member of this extension on an item, or on what stands at the place `owner` of an item.
  package func place(_ member: String, on owner: Place = .root) -> Place {
    owner.appending("extensions").appending(Text(rawValue)).appending(path: member)
  }

  /// Creates the extension with members written by `body`.
  package func make(_ body: (inout JSONWriter) -> Void) -> Extension {
    var writer = JSONWriter()
    body(&writer)
    var members = UnknownMembers()
    if writer.count > 0 { members.append(writer.bytes) }
    return .other(OtherExtension(name: Text(rawValue), members: members))
  }

  /// Returns the view of this extension on a record, if it is there.
  package func view(in owner: SourceView) -> SourceView? {
    owner.elements("extensions").first { $0.peek("name") == Text(rawValue) }
  }
}

extension Place {
  /// Returns the place behind several names joined by dots.
  package func appending(path: String) -> Place {
    path.split(separator: ".").reduce(self) { $0.appending(Text(String($1))) }
  }
}

extension Item {
  /// The title, or what stands in for one when speaking of the item.
  package var displayTitle: String { title.isEmpty ? id.base64URL : title.string }

  /// Whether the item was in the trash of its exporter.
  package var isTrashed: Bool {
    extensions.contains { content in
      guard case .other(let other) = content, other.name == Text(ToolkitExtension.state.rawValue) else {
        return false
      }
      return other.members.members.contains { $0.name == "deletedAt" || $0.name == "deleted" }
    }
  }
}
