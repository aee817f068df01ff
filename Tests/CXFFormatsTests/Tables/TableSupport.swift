import CXFCrypto
import CXFFormats
import CXFTestSupport
import CredentialExchangeFormat
import Testing

/// What a test compares of an item.
struct Plain: Hashable, CustomStringConvertible {
  var title = ""
  var urls: [String] = []
  var apps: [String] = []
  var username: Text?
  var password: Text?
  var notes: [Text] = []
  var secrets: [Text] = []
  var folders: [[String]] = []
  var isFavorite = false
  var tags: [Text] = []
  var created: UInt64?
  var modified: UInt64?

  var description: String { "\(title) in \(folders), \(urls)" }
}

/// A reading with what is asked of it most.
struct TableReading {
  let format: Format
  let reading: Reading

  /// Reads bytes as the format that their content speaks for.
  init(_ bytes: [UInt8], name: String = "x.csv", as id: String? = nil, _ options: ReadOptions = ReadOptions())
    throws
  {
    let file = SourceFile(name: name, bytes: bytes)
    if let id {
      format = try #require(FormatTable.format(id))
    } else {
      format = try FormatTable.detect(file).format
    }
    var options = options
    if options.passphrase == nil {
      // The one encrypted sample opens with it.
      options.passphrase = SourcePassphrase(SecretBytes(copying: "harbour".utf8))
    }
    let read = try #require(format.read)
    reading = try read(file, options)
  }

  init(_ text: String, as id: String? = nil, _ options: ReadOptions = ReadOptions()) throws {
    try self.init(Array(text.utf8), as: id, options)
  }

  var items: [Item] { reading.accounts.flatMap(\.items).map(\.item) }

  /// The codes of findings that are more than notes.
  var problems: [String] { reading.findings.filter { $0.severity > .note }.map(\.code.name) }

  /// The conversion to CXF, where every value must be.
  var conversion: Conversion { get throws { try converted(.init(timestamp: 1)) } }

  func converted(_ options: Conversion.Options) throws -> Conversion {
    try Conversion.run(
      [(SourceFile(name: "x", bytes: []), format, reading)], to: CXFDocument.format,
      writer: CXFWriter(WriteOptions(timestamp: 1)), options: options)
  }

  var plain: [Plain] {
    reading.accounts.flatMap { account -> [Plain] in
      var folders: [Identifier: [[String]]] = [:]
      func walk(_ collections: [ItemCollection], _ path: [String]) {
        for collection in collections {
          let names = path + [collection.title.string]
          for link in collection.items { folders[link.item, default: []].append(names) }
          walk(collection.subcollections, names)
        }
      }
      walk(account.account.collections, [])
      return account.items.map { entry in
        let item = entry.item
        var plain = Plain(title: item.title.string)
        plain.urls = item.scope?.urls.map(\.string) ?? []
        plain.apps = item.scope?.androidApps.map(\.bundleID.string) ?? []
        plain.folders = folders[item.id] ?? []
        plain.isFavorite = item.isFavorite
        plain.tags = item.tags
        plain.created = item.createdAt?.secondsSince1970
        plain.modified = item.modifiedAt?.secondsSince1970
        for credential in item.credentials {
          switch credential {
          case .basicAuth(let login):
            plain.username = login.username?.value
            plain.password = login.password?.value
          case .note(let note): plain.notes.append(note.content.value)
          case .totp(let code): plain.secrets.append(code.secret)
          default: break
          }
        }
        return plain
      }
    }
  }
}

extension Item {
  /// The custom fields of all groups, as `heading/label=value`.
  var fieldTexts: [String] {
    credentials.flatMap { credential -> [String] in
      guard case .customFields(let group) = credential else { return [] }
      return group.fields.map { field in
        let heading = group.label.map { $0.string + "/" } ?? ""
        return "\(heading)\(field.label?.string ?? "")=\(field.value.string)"
      }
    }
  }

  var wifi: WiFi? { first { if case .wifi(let wifi) = $0 { wifi } else { nil } } }
  var passport: Passport? { first { if case .passport(let passport) = $0 { passport } else { nil } } }
  var license: DriversLicense? {
    first { if case .driversLicense(let license) = $0 { license } else { nil } }
  }
  var document: IdentityDocument? {
    first { if case .identityDocument(let document) = $0 { document } else { nil } }
  }
  var person: PersonName? { first { if case .personName(let name) = $0 { name } else { nil } } }
  var postalAddress: Address? { first { if case .address(let address) = $0 { address } else { nil } } }
  var code: TOTP? { first { if case .totp(let code) = $0 { code } else { nil } } }
}
