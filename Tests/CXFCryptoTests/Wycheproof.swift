import CXFTestSupport
import Foundation
import Testing

/// Vectors of Wycheproof (C2SP/wycheproof, testvectors_v1).
enum Wycheproof {
  static let isPresent = SharedFiles.has("vectors/hpke/wycheproof") && Tool("gzip") != nil

  /// How a file is built.
  private struct File<Group: Decodable>: Decodable {
    let numberOfTests: Int
    let testGroups: [Group]
  }

  struct PlainGroup<Case: Decodable>: Decodable {
    let tests: [Case]
  }

  /// Returns the groups of a file, whose tests are as many as it says.
  static func groups<Group: Decodable>(
    _ name: String, of type: Group.Type, count: (Group) -> Int
  ) throws -> [Group] {
    let gzip = try #require(Tool("gzip"))
    let folder = try #require(SharedFiles.folder)
    let text = try gzip.run(["-dc", "\(folder)/vectors/hpke/wycheproof/\(name)_test.json.gz"])
    let file = try JSONDecoder().decode(File<Group>.self, from: Data(text))
    let total = file.testGroups.map(count).reduce(0, +)
    #expect(total == file.numberOfTests)
    #expect(total > 0)
    return file.testGroups
  }

  /// Returns all tests of a file.
  static func cases<Case: Decodable>(_ name: String, of type: Case.Type) throws -> [Case] {
    try groups(name, of: PlainGroup<Case>.self) { $0.tests.count }.flatMap(\.tests)
  }
}
