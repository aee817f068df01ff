import CXFCommandLine
import CXFCrypto
import CXFTestSupport
import CredentialExchangeFormat
import Foundation
import Testing

/// A command that changes a vault, and is disturbed. `@` in its words stands for the folder.
struct CrashCommand: Sendable, CustomTestStringConvertible {
  let name: String
  let words: [String]
  /// Whether it changes what opens the vault.
  var changesKeys = false

  var testDescription: String { name }

  private static let identity = ["--identity", "@key.txt", "--no-input"]
  private static let vault = "@v.cxfvault"

  static let all: [CrashCommand] = [
    CrashCommand(name: "import", words: ["import", "@in.csv", "--into", vault] + identity),
    CrashCommand(
      name: "apply", words: ["apply", "@plan.json", "--source", "@in.csv", "--into", vault] + identity),
    CrashCommand(name: "undo", words: ["undo", vault] + identity),
    CrashCommand(name: "dedupe", words: ["dedupe", vault, "--on-conflict", "newer"] + identity),
    CrashCommand(name: "history --forget", words: ["history", vault, "--forget", "all"] + identity),
    CrashCommand(name: "vault compact", words: ["vault", "compact", vault] + identity),
    CrashCommand(
      name: "vault passphrase",
      words: [
        "vault", "passphrase", vault, "--passphrase-file", "@old.txt", "--output-passphrase-file", "@new.txt",
        "--kdf-memory", "19", "--no-input",
      ], changesKeys: true),
    CrashCommand(
      name: "vault rotate", words: ["vault", "rotate", vault, "--passphrase-file", "@old.txt"] + identity,
      changesKeys: true),
    CrashCommand(
      name: "vault slots add",
      words: ["vault", "slots", vault, "add", "--output-passphrase-file", "@new.txt", "--kdf-memory", "19"]
        + identity, changesKeys: true),
  ]

  /// The words, with the folder in them.
  func words(in folder: String) -> [String] { Self.placed(words, in: folder) }

  static func placed(_ words: [String], in folder: String) -> [String] {
    words.map { $0.hasPrefix("@") ? "\(folder)/\($0.dropFirst())" : $0 }
  }
}

/// All that a vault says, and what opens it.
struct CrashState: Equatable, Sendable {
  var items: String
  var history: String
  var slots: String
  var counts: String
  var openedBy: [String]

  /// The state without what chance decides: identifiers that `old` does not have, and those of imports.
  func comparable(to old: CrashState?) -> CrashState {
    var result = self
    var items = items
    let known = old?.identifiers ?? []
    for id in identifiers.subtracting(known) { items = items.replacingOccurrences(of: id, with: "new") }
    result.items = items.split(separator: "\n").map { $0.hasSuffix(",") ? $0.dropLast() : $0 }.sorted()
      .joined(separator: "\n")
    result.history = history.split(separator: "\n").filter { !$0.contains("\"id\":") }
      .map { $0.contains("\"source\":") ? $0.split(separator: "/").last ?? "" : $0 }.joined(separator: "\n")
    result.slots = slots.split(separator: "\n").filter { line in
      !line.contains("\"id\":") || (old?.slots.contains(line) ?? false)
    }.joined(separator: "\n")
    return result
  }

  /// Where two states differ, in few words.
  func difference(from other: CrashState) -> String {
    for (name, ours, theirs) in [
      ("items", items, other.items), ("history", history, other.history), ("slots", slots, other.slots),
      ("check", counts, other.counts),
    ] where ours != theirs {
      let (first, second) = (ours.split(separator: "\n"), theirs.split(separator: "\n"))
      let pair = zip(first, second).first { $0 != $1 }
      return "\(name), \(first.count) lines for \(second.count): "
        + "\(pair?.0.prefix(160) ?? "") for \(pair?.1.prefix(160) ?? "")"
    }
    return openedBy == other.openedBy ? "nothing" : "opened by \(openedBy) for \(other.openedBy)"
  }

  private var identifiers: Set<String> {
    Set(items.components(separatedBy: "\"id\":\"").dropFirst().map { String($0.prefix { $0 != "\"" }) })
  }
}

/// A vault before a command, and what there is before and after it when nothing disturbs it.
struct CrashScene: Sendable {
  let command: CrashCommand
  /// The files before the command.
  let before: CrashDisk.Files
  let old: CrashState?
  let new: CrashState
  /// What the undisturbed command did, and the folder in which it did.
  let calls: [CrashCall]
  let folder: String

  /// A piece of each secret in the vault and its inputs.
  static let canary = "kanary"

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Makes a vault and runs the command once.
  static func make(_ command: CrashCommand) async throws -> CrashScene {
    let place = try TemporaryFolder()
    try await fill(place, command)
    let before = files(in: place.path)
    let old = try await state(in: place.path, command.changesKeys)
    let calls = try await calls(of: command, in: place)
    let new = try await state(in: place.path, command.changesKeys)
    guard let new else { throw Failure(description: "no vault after \(command.name)") }
    return CrashScene(
      command: command, before: before, old: old?.comparable(to: old), new: new.comparable(to: old),
      calls: calls, folder: place.path)
  }

  /// Writes files into a folder.
  static func write(_ files: CrashDisk.Files, to folder: TemporaryFolder) throws {
    for (name, bytes) in files { _ = try folder.write(name, bytes) }
  }

  static func files(in folder: String) -> CrashDisk.Files {
    var result: CrashDisk.Files = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      result[name] = FileManager.default.contents(atPath: "\(folder)/\(name)").map { [UInt8]($0) }
    }
    return result
  }

  // MARK: Making

  private static func fill(_ place: TemporaryFolder, _ command: CrashCommand) async throws {
    let key = try X25519PrivateKey(SecretBytes(copying: [UInt8](repeating: 0x5A, count: 32)))
    _ = try place.write("key.txt", AgeIdentity.text(key).withUnsafeBytes { Array($0) })
    _ = try place.write("old.txt", Array("kanary old".utf8))
    _ = try place.write("new.txt", Array("kanary new".utf8))
    _ = try place.write("in.csv", csv(0..<14, password: "kanary-new"))
    _ = try place.write("next.csv", csv(90..<91, password: "kanary-next"))
    guard command.name != Self.create else { return }
    try await require(creatingWords, in: place)
    var generator = DocumentGenerator(seed: 11)
    let document = CXFEncoder().encode(generator.header(items: 6...8))
    _ = try place.write("first.json", document)
    _ = try place.write("second.csv", csv(0..<9, password: "kanary-old"))
    try await require(
      ["import", "@first.json", "--into", "@v.cxfvault", "--identity", "@key.txt"], in: place)
    try await require(
      ["import", "@second.csv", "--into", "@v.cxfvault", "--identity", "@key.txt"], in: place)
    if command.name == "dedupe" {
      // The same logins again with other addresses, which are found by name and password only after the first merge.
      _ = try place.write("third.csv", csv(0..<9, password: "kanary-third"))
      try await require(
        ["import", "@third.csv", "--into", "@v.cxfvault", "--identity", "@key.txt"], in: place)
    }
    if command.name == "apply" {
      try await require(
        ["import", "@in.csv", "--into", "@v.cxfvault", "--identity", "@key.txt", "--plan-out", "@plan.json"],
        in: place)
    }
  }

  static let create = "vault create"

  /// What is done first after an import that ended before its last call: what it had begun is taken back.
  static let recovering = CrashCommand(
    name: "list after a crash", words: ["list", "@v.cxfvault", "--identity", "@key.txt", "--no-input"])

  /// The scene in which the first look at a vault after a crash is disturbed itself.
  static func makeRecovering() async throws -> CrashScene {
    guard let command = CrashCommand.all.first else { throw Failure(description: "no command") }
    let crashed = try await CrashScenes.shared.scene(command)
    var disk = CrashDisk(folder: crashed.folder, crashed.before)
    for call in crashed.calls {
      if call.name.hasPrefix("unlink"), call.path.hasSuffix("-journal") { break }
      _ = disk.apply(call)
    }
    let before = disk.applied.filter { $0.key != "out" }
    guard before["v.cxfvault-journal"] != nil, before["v.cxfvault"] != crashed.before["v.cxfvault"],
      let old = crashed.old
    else { throw Failure(description: "nothing was begun") }
    let place = try TemporaryFolder()
    try write(before, to: place)
    return CrashScene(
      command: recovering, before: before, old: old, new: old,
      calls: try await calls(of: recovering, in: place),
      folder: place.path)
  }

  /// Runs a command to its end and returns its calls.
  private static func calls(of command: CrashCommand, in place: TemporaryFolder) async throws -> [CrashCall] {
    let log = try TemporaryFolder()
    let status = try await CrashProcess.run(
      CrashTrace.logging([CrashProcess.program] + command.words(in: place.path), to: "\(log.path)/log"),
      in: place.path, output: "\(place.path)/out")
    guard status == 0 else {
      let said = String(decoding: place.bytes("out") ?? [], as: UTF8.self)
      throw Failure(description: "\(command.name): \(status) \(said)")
    }
    return CrashTrace.calls(log.bytes("log") ?? [])
  }

  static let creating = CrashCommand(name: create, words: creatingWords, changesKeys: true)

  private static var creatingWords: [String] {
    let key = try? X25519PrivateKey(SecretBytes(copying: [UInt8](repeating: 0x5A, count: 32)))
    return [
      "vault", "create", "@v.cxfvault", "--recipient", key.map { AgeRecipient.text($0.publicKey) } ?? "",
      "--passphrase-file", "@old.txt", "--kdf-memory", "19",
    ]
  }

  private static func csv(_ numbers: Range<Int>, password: String) -> [UInt8] {
    var text = "name,url,username,password,note\n"
    for number in numbers {
      // Some are there already with the same password, some with another one, some not at all.
      let secret = number % 3 == 0 ? "kanary-same-\(number)" : "\(password)-\(number)"
      text += "Site \(number),https://s\(number).example/,user\(number),\(secret),kanary note \(number)\n"
    }
    return Array(text.utf8)
  }

  private static func require(_ words: [String], in place: TemporaryFolder) async throws {
    let run = await CommandRun(CrashCommand.placed(words, in: place.path))
    guard [0, 1].contains(run.code.rawValue) else {
      throw Failure(description: "\(words): \(run.code) \(run.error)")
    }
  }

  // MARK: Judging

  /// What the vault in a folder says; nil where there is none.
  ///
  /// - Throws: `Failure` where it does not open, or its check finds anything.
  static func state(in folder: String, _ looksAtKeys: Bool) async throws -> CrashState? {
    let path = "\(folder)/v.cxfvault"
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let opens = ["--identity", "\(folder)/key.txt", "--no-input"]
    func ask(_ words: [String]) async throws -> String {
      let run = await CommandRun(words + opens)
      guard run.code == .success else {
        throw Failure(description: "\(words): \(run.code) \(run.output)\(run.error)")
      }
      return run.output.replacingOccurrences(of: folder, with: "")
    }
    let list = try await ask(["list", path, "--reveal", "--json"])
    let history = try await ask(["history", path, "--json"])
    let check = try await ask(["vault", "check", path, "--json"])
    let slots = looksAtKeys ? try await ask(["vault", "slots", path, "--json"]) : ""
    var openedBy: [String] = []
    if looksAtKeys {
      for name in ["old.txt", "new.txt"] {
        let run = await CommandRun("list", path, "--passphrase-file", "\(folder)/\(name)", "--no-input")
        if run.code == .success { openedBy.append(name) }
      }
    }
    return CrashState(items: list, history: history, slots: slots, counts: check, openedBy: openedBy)
  }

  enum Outcome { case old, new, both }

  /// Judges a folder after a disturbance.
  ///
  /// - Throws: `Failure` with what is wrong.
  func judge(_ place: TemporaryFolder) async throws -> Outcome {
    for (name, bytes) in Self.files(in: place.path) where before[name] == nil || name == "v.cxfvault" {
      let isOurs =
        ["v.cxfvault", "v.cxfvault-journal", "v.cxfvault.lock", "out"].contains(name)
        || name.hasPrefix(".tmp-")
      guard isOurs else { throw Failure(description: "the file \(name) is left") }
      if Data(bytes).range(of: Data(Self.canary.utf8)) != nil {
        throw Failure(description: "\(name) holds plaintext")
      }
    }
    guard let found = try await Self.state(in: place.path, command.changesKeys) else {
      guard old == nil else { throw Failure(description: "the vault is gone") }
      return .old
    }
    let asOld = old.map { found.comparable(to: $0) == $0 } ?? false
    // What was there before keeps its identifiers; new ones are drawn anew by each run.
    let asNew = found.comparable(to: old) == new
    switch (asOld, asNew) {
    case (true, true): return .both
    case (true, false): return .old
    case (false, true): return .new
    default:
      let found = found.comparable(to: old)
      throw Failure(
        description:
          "neither the old state (\(old.map { found.difference(from: $0) } ?? "none")) nor the new one "
          + "(\(found.difference(from: new)))")
    }
  }

  /// Whether the next change works at once and leaves nothing behind.
  func goOn(_ place: TemporaryFolder) async throws {
    if command.name == Self.create {
      let exists = FileManager.default.fileExists(atPath: "\(place.path)/v.cxfvault")
      let run = await CommandRun(command.words(in: place.path))
      guard run.code == (exists ? .cannotCreate : .success) else {
        throw Failure(description: "creating again: \(run.code) \(run.error)")
      }
    }
    let next = await CommandRun(
      CrashCommand.placed(
        ["import", "@next.csv", "--into", "@v.cxfvault", "--identity", "@key.txt", "--no-input"],
        in: place.path))
    guard next.code == .success, next.output.contains("created 1 ") else {
      throw Failure(description: "the next import: \(next.code) \(next.output)\(next.error)")
    }
    guard try await Self.state(in: place.path, false) != nil else { throw Failure(description: "gone") }
    for name in ["v.cxfvault-journal", "v.cxfvault.lock"] where place.names.contains(name) {
      throw Failure(description: "\(name) is left after the next change")
    }
  }
}

/// The scenes that were made, each once.
actor CrashScenes {
  static let shared = CrashScenes()
  private var made: [String: CrashScene] = [:]

  func scene(_ command: CrashCommand) async throws -> CrashScene {
    if let scene = made[command.name] { return scene }
    let scene =
      try await command.name == CrashScene.recovering.name
      ? CrashScene.makeRecovering() : CrashScene.make(command)
    made[command.name] = scene
    return scene
  }
}
