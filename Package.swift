// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "cxf-toolkit",
  products: [
    .library(name: "CredentialExchange", targets: ["CredentialExchange"]),
    .library(name: "CredentialExchangeFormat", targets: ["CredentialExchangeFormat"]),
    .library(name: "CXFVaultContract", targets: ["CXFVaultContract"]),
    .executable(name: "cxf", targets: ["cxf"]),
  ],
  targets: [
    .systemLibrary(
      name: "CXFOpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(
      name: "CXFSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CXFDomains", pkgConfig: "libpsl libidn2", providers: [.apt(["libpsl-dev", "libidn2-dev"])]),
    .systemLibrary(
      name: "CXFArgon2", pkgConfig: "libargon2", providers: [.apt(["libargon2-dev"])]),
    .systemLibrary(
      name: "CXFArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
    .systemLibrary(
      name: "CXFXML", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    // The library comes without a pkg-config file; the module map links it.
    .systemLibrary(name: "CXFText", providers: [.apt(["libunistring-dev"])]),

    .target(name: "CredentialExchangeFormat"),
    .target(
      name: "CXFCrypto", dependencies: ["CredentialExchangeFormat", "CXFOpenSSL", "CXFArgon2", "CXFText"]),
    .target(name: "CXFArchiving", dependencies: ["CredentialExchangeFormat", "CXFArchive"]),
    .target(
      name: "CXFKeePass", dependencies: ["CredentialExchangeFormat", "CXFCrypto", "CXFArchiving", "CXFXML"]),
    .target(
      name: "CXFFormats",
      dependencies: ["CredentialExchangeFormat", "CXFCrypto", "CXFArchiving", "CXFKeePass", "CXFXML"]),
    .target(
      name: "CredentialExchangeProtocol",
      dependencies: ["CredentialExchangeFormat", "CXFCrypto", "CXFArchiving", "CXFFormats"]),
    .target(name: "CXFVaults", dependencies: ["CredentialExchangeFormat", "CXFCrypto", "CXFSQLite"]),
    .target(
      name: "CXFKeePassVaults",
      dependencies: [
        "CredentialExchangeFormat", "CXFCrypto", "CXFArchiving", "CXFKeePass", "CXFFormats", "CXFVaults",
      ]),
    .target(name: "CXFVaultContract", dependencies: ["CredentialExchangeFormat", "CXFVaults", "CXFCrypto"]),
    .target(
      name: "CXFImporting",
      dependencies: ["CredentialExchangeFormat", "CXFFormats", "CXFVaults", "CXFCrypto", "CXFDomains"]),
    .target(
      name: "CredentialExchange",
      dependencies: [
        "CredentialExchangeFormat", "CredentialExchangeProtocol", "CXFFormats", "CXFVaults", "CXFImporting",
      ]),
    .target(name: "CXFCommandLine"),
    .target(
      name: "CXFCommands",
      dependencies: [
        "CredentialExchangeFormat", "CredentialExchangeProtocol", "CXFArchiving", "CXFFormats",
        "CXFCommandLine",
        "CXFCrypto", "CXFKeePass", "CXFVaults", "CXFKeePassVaults", "CXFImporting",
      ]),
    .executableTarget(name: "cxf", dependencies: ["CXFCommands", "CXFCommandLine"]),

    .target(
      name: "CXFTestSupport", dependencies: ["CredentialExchangeFormat", "CXFFormats"],
      path: "Tests/Support"),
    .testTarget(
      name: "CredentialExchangeFormatTests", dependencies: ["CredentialExchangeFormat", "CXFTestSupport"]),
    .testTarget(
      name: "CXFArchivingTests", dependencies: ["CXFArchiving", "CredentialExchangeFormat"]),
    .testTarget(
      name: "CXFCryptoTests", dependencies: ["CXFCrypto", "CredentialExchangeFormat", "CXFTestSupport"],
      exclude: ["Vectors", "Peers"]),
    .testTarget(
      name: "CXFKeePassTests",
      dependencies: [
        "CXFKeePass", "CXFArchiving", "CXFCrypto", "CredentialExchangeFormat", "CXFTestSupport",
      ],
      exclude: ["Peers"]),
    .testTarget(
      name: "CXFFormatsTests",
      dependencies: ["CXFFormats", "CXFKeePass", "CXFCrypto", "CredentialExchangeFormat", "CXFTestSupport"],
      exclude: ["Vectors"]),
    .testTarget(
      name: "CredentialExchangeProtocolTests",
      dependencies: [
        "CredentialExchangeProtocol", "CXFFormats", "CXFCrypto", "CredentialExchangeFormat", "CXFTestSupport",
      ]),
    .testTarget(
      name: "CXFVaultsTests",
      dependencies: [
        "CXFVaults", "CXFVaultContract", "CXFCrypto", "CXFSQLite", "CredentialExchangeFormat",
        "CXFTestSupport",
      ],
      exclude: ["Vectors"]),
    .testTarget(
      name: "CXFKeePassVaultsTests",
      dependencies: [
        "CXFKeePassVaults", "CXFKeePass", "CXFVaults", "CXFVaultContract", "CXFImporting", "CXFFormats",
        "CXFCrypto", "CredentialExchangeFormat", "CXFTestSupport",
      ]),
    .testTarget(
      name: "CXFImportingTests",
      dependencies: [
        "CXFImporting", "CXFVaults", "CXFFormats", "CredentialExchangeFormat", "CXFTestSupport",
      ]),
    // Sees what vault software sees: the product alone, and nothing of package access. The modules that the product
    // passes on are named so that it is built anew when one of them changes.
    .testTarget(
      name: "CredentialExchangeTests",
      dependencies: [
        "CredentialExchange", "CredentialExchangeProtocol", "CXFImporting", "CXFVaults",
        "CredentialExchangeFormat",
      ],
      packageAccess: false),
    .testTarget(name: "CXFCommandLineTests", dependencies: ["CXFCommandLine", "CXFTestSupport"]),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "CXFCommands", "CXFCommandLine", "CXFFormats", "CXFVaults", "CXFImporting", "CXFCrypto",
        "CredentialExchangeFormat", "CredentialExchange", "CredentialExchangeProtocol", "CXFArchiving",
        "CXFTestSupport",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// Times what is not public, so it lies in this package; `Scripts/bench` asks for it.
if Context.environment["CXF_BENCHMARKS"] != nil {
  package.targets.append(
    .executableTarget(
      name: "HPKEBenchmark", dependencies: ["CXFCrypto", "CredentialExchangeFormat"],
      path: "Benchmarks/Sources/HPKEBenchmark"))
}

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
  ]
}
