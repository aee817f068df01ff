// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "cxf-toolkit", path: "..")],
  targets: [
    .executableTarget(
      name: "CodecBenchmark",
      dependencies: [.product(name: "CredentialExchangeFormat", package: "cxf-toolkit")])
  ],
  swiftLanguageModes: [.v6]
)
