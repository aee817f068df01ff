/// A set of names that CXF leaves open: the registered ones are static members, any other is kept as it came
/// (CXF 1.0 section 2.1.1).
public protocol OpenEnumeration: ExchangeValue {
  /// The registered names.
  static var registered: [String] { get }
  /// The name as a place in `registered`, or as it came.
  var storage: OpenName { get }
  /// Creates the value from its stored form.
  init(storage: OpenName)
}

/// How an open enumeration holds a name: registered ones cost no allocation.
public enum OpenName: Sendable, Hashable {
  /// Index into the registered names.
  case registered(UInt8)
  /// A name that is not registered.
  case other(Text)
}

extension OpenEnumeration {
  /// The name on the wire.
  public var name: String {
    switch storage {
    case .registered(let index): Self.registered[Int(index)]
    case .other(let text): text.string
    }
  }

  /// Whether the name is one that CXF registers.
  public var isRegistered: Bool {
    if case .registered = storage { return true }
    return false
  }

  /// Creates the value from the name on the wire, byte for byte.
  public init(name: String) {
    let index = Self.registered.firstIndex { Text($0) == Text(name) }
    self.init(storage: index.map { .registered(UInt8($0)) } ?? .other(Text(name)))
  }

  /// Returns whether both are the same name, byte for byte.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.storage == rhs.storage }

  /// Feeds the name to the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(storage) }
}

/// How the value of an editable field is to be read and shown (CXF 1.0 section 3.4).
public struct FieldType: OpenEnumeration {
  /// The registered names, in the order of the specification.
  public static let registered = [
    "string", "concealed-string", "email", "number", "boolean", "date", "year-month",
    "wifi-network-security-type", "country-code", "subdivision-code",
  ]
  /// The name in stored form.
  public let storage: OpenName
  /// Creates the value from its stored form.
  public init(storage: OpenName) { self.storage = storage }

  /// Free text, shown.
  public static let string = FieldType(storage: .registered(0))
  /// Free text, hidden until the user asks.
  public static let concealedString = FieldType(storage: .registered(1))
  /// An address as in RFC 5322 section 3.4.
  public static let email = FieldType(storage: .registered(2))
  /// A number as text.
  public static let number = FieldType(storage: .registered(3))
  /// Exactly `true` or `false`.
  public static let boolean = FieldType(storage: .registered(4))
  /// `YYYY-MM-DD`.
  public static let date = FieldType(storage: .registered(5))
  /// `YYYY-MM`.
  public static let yearMonth = FieldType(storage: .registered(6))
  /// One of `WiFiSecurityType`.
  public static let wifiNetworkSecurityType = FieldType(storage: .registered(7))
  /// ISO 3166-1 alpha-2.
  public static let countryCode = FieldType(storage: .registered(8))
  /// ISO 3166-2, with the country's prefix.
  public static let subdivisionCode = FieldType(storage: .registered(9))
}

/// The hash function of a certificate fingerprint (CXF 1.0 section 3.2.4.1.1).
public struct HashAlgorithm: OpenEnumeration {
  /// The registered names, in the order of the specification.
  public static let registered = ["sha256", "sha512"]
  /// The name in stored form.
  public let storage: OpenName
  /// Creates the value from its stored form.
  public init(storage: OpenName) { self.storage = storage }

  /// SHA-256.
  public static let sha256 = HashAlgorithm(storage: .registered(0))
  /// SHA-512.
  public static let sha512 = HashAlgorithm(storage: .registered(1))
}

/// The hash function of a one-time code (CXF 1.0 section 3.3.16.1).
public struct OTPHashAlgorithm: OpenEnumeration {
  /// The registered names, in the order of the specification.
  public static let registered = ["sha1", "sha256", "sha512"]
  /// The name in stored form.
  public let storage: OpenName
  /// Creates the value from its stored form.
  public init(storage: OpenName) { self.storage = storage }

  /// HMAC-SHA-1.
  public static let sha1 = OTPHashAlgorithm(storage: .registered(0))
  /// HMAC-SHA-256.
  public static let sha256 = OTPHashAlgorithm(storage: .registered(1))
  /// HMAC-SHA-512.
  public static let sha512 = OTPHashAlgorithm(storage: .registered(2))
}

/// The function that uses the seeds of a passkey's hmac-secret extension (CXF 1.0 section 3.3.12.4).
public struct HMACAlgorithm: OpenEnumeration {
  /// The registered names, in the order of the specification.
  public static let registered = ["hmac-sha256"]
  /// The name in stored form.
  public let storage: OpenName
  /// Creates the value from its stored form.
  public init(storage: OpenName) { self.storage = storage }

  /// HMAC-SHA-256.
  public static let hmacSHA256 = HMACAlgorithm(storage: .registered(0))
}

/// The kinds of Wi-Fi security (CXF 1.0 section 3.3.17), as the value of an editable field.
public struct WiFiSecurityType: OpenEnumeration {
  /// The registered names, in the order of the specification.
  public static let registered = ["unsecured", "wpa-personal", "wpa2-personal", "wpa3-personal", "wep"]
  /// The name in stored form.
  public let storage: OpenName
  /// Creates the value from its stored form.
  public init(storage: OpenName) { self.storage = storage }
}

/// Whether something is shared with a user or a group (CXF 1.0 section 3.5).
public struct AccessorType: OpenEnumeration {
  /// The registered names, in the order of the specification.
  public static let registered = ["user", "group"]
  /// The name in stored form.
  public let storage: OpenName
  /// Creates the value from its stored form.
  public init(storage: OpenName) { self.storage = storage }

  /// One user.
  public static let user = AccessorType(storage: .registered(0))
  /// A group of users.
  public static let group = AccessorType(storage: .registered(1))
}

/// What an accessor may do (CXF 1.0 section 3.5).
public struct SharingPermission: OpenEnumeration {
  /// The registered names, in the order of the specification.
  public static let registered = ["read", "readSecret", "update", "create", "delete", "share", "manage"]
  /// The name in stored form.
  public let storage: OpenName
  /// Creates the value from its stored form.
  public init(storage: OpenName) { self.storage = storage }
}
