import CXFTestSupport
import Foundation
import Testing

/// Whatever call of a command is the last one, and whatever a disk loses: the vault is what it was or what it should become.
///
/// A sample of the points unless `CXF_CRASH=all`.
@Suite(
  .enabled(if: CrashTrace.isUsable, "strace is not installed, or not allowed to trace"), .serialized,
  .ends(withinMinutes: 30))
struct CrashTests {
  static let isWhole = ProcessInfo.processInfo.environment["CXF_CRASH"] == "all"
  /// How many points of each command a sample has.
  private static let killSample = 5
  private static let powerSample = 3
  private static let seed: UInt64 = 18

  static let commands = CrashCommand.all + [CrashScene.creating, CrashScene.recovering]

  /// A call that can be made the last one.
  private struct Point: CustomStringConvertible {
    let name: String
    /// Relative to the folder; nil where chance names the file.
    let path: String?
    /// Which call of that name and file, in its thread.
    let number: Int
    /// Where it stands among all calls of the undisturbed command.
    let index: Int

    var description: String { "\(name) \(path ?? "of a temporary file") no. \(number)" }
  }

  private static func points(_ scene: CrashScene) -> [Point] {
    var result: [Point] = []
    var counts: [String: Int] = [:]
    for (index, call) in scene.calls.enumerated() where call.name != "openat" {
      let isInside = call.path == scene.folder || call.path.hasPrefix(scene.folder + "/")
      let relative = String(call.path.dropFirst(scene.folder.count))
      let isTemporary = call.paths.contains { $0.hasPrefix(scene.folder + "/.tmp-") }
      counts["\(call.thread) \(call.name)", default: 0] += 1
      if isInside { counts["\(call.name) \(relative)", default: 0] += 1 }
      guard isInside else { continue }
      if isTemporary {
        result.append(
          Point(name: call.name, path: nil, number: counts["\(call.thread) \(call.name)"] ?? 1, index: index))
      } else {
        result.append(
          Point(
            name: call.name, path: relative, number: counts["\(call.name) \(relative)"] ?? 1, index: index))
      }
    }
    return result
  }

  /// Some of the elements, among them the last one, where the command has done its work.
  private static func sample<Element>(
    _ all: [Element], _ count: Int, _ random: inout SeededGenerator
  ) -> [Element] {
    all.suffix(1) + all.dropLast().shuffled(using: &random).prefix(count - 1)
  }

  @Test(arguments: commands)
  func eachCallMayBeTheLast(_ command: CrashCommand) async throws {
    let scene = try await CrashScenes.shared.scene(command)
    let points = Self.points(scene)
    #expect(points.count >= 5)
    var random = SeededGenerator(seed: Self.seed)
    let chosen = Self.isWhole ? points : Self.sample(points, Self.killSample, &random)
    var (old, new, both, replayed) = (0, 0, 0, 0)
    for point in chosen {
      let place = try TemporaryFolder()
      do {
        if try await !kill(scene, at: point, in: place) {
          try replay(scene, before: point, in: place)
          replayed += 1
        }
        switch try await scene.judge(place) {
        case .old: old += 1
        case .new: new += 1
        case .both: both += 1
        }
        try await scene.goOn(place)
      } catch { Issue.record("\(command.name) killed at \(point): \(error)") }
    }
    // Calls of which it is chance what thread makes them.
    #expect(replayed <= 1 + chosen.count / 10)
    print(
      "crash: \(command.name): \(points.count) calls, \(chosen.count) made the last one (\(replayed) replayed): "
        + "\(old) old, \(new) new, \(both) same content")
  }

  /// Leaves what the undisturbed command had left before a call, which is what ending it there leaves.
  private func replay(_ scene: CrashScene, before point: Point, in place: TemporaryFolder) throws {
    for name in place.names { try FileManager.default.removeItem(atPath: "\(place.path)/\(name)") }
    var disk = CrashDisk(folder: scene.folder, scene.before)
    for call in scene.calls.prefix(point.index) { _ = disk.apply(call) }
    try CrashScene.write(disk.applied, to: place)
  }

  /// Runs the command until a call; returns whether it got there.
  private func kill(_ scene: CrashScene, at point: Point, in place: TemporaryFolder) async throws -> Bool {
    let log = try TemporaryFolder()
    for _ in 0..<3 {
      for name in place.names { try FileManager.default.removeItem(atPath: "\(place.path)/\(name)") }
      try CrashScene.write(scene.before, to: place)
      let words = CrashTrace.killing(
        [CrashProcess.program] + scene.command.words(in: place.path), at: point.name, number: point.number,
        path: point.path.map { place.path + $0 }, log: "\(log.path)/log")
      let status = try await CrashProcess.run(words, in: place.path, output: "\(place.path)/out")
      // Calls of other threads would make it another point.
      let last = CrashTrace.calls(log.bytes("log") ?? [])
      let isThere =
        point.path != nil
        ? last.count == point.number : last.last?.paths.contains { $0.contains("/.tmp-") } ?? false
      if status == -SIGKILL, isThere { return true }
    }
    return false
  }

  @Test(arguments: commands)
  func aPowerFailureLeavesTheOldOrTheNewState(_ command: CrashCommand) async throws {
    let scene = try await CrashScenes.shared.scene(command)
    var random = SeededGenerator(seed: Self.seed)
    var disk = CrashDisk(folder: scene.folder, scene.before)
    var states: [CrashDisk.Files] = []
    var seen: Set<CrashDisk.Files> = []
    for call in scene.calls where disk.apply(call) {
      for state in disk.survivors(&random) {
        let files = state.filter { $0.key != "out" }
        if seen.insert(files).inserted { states.append(files) }
      }
    }
    let last = disk.synced.filter { $0.key != "out" }
    let chosen = Self.isWhole ? states : Self.sample(states, Self.powerSample, &random)
    var (old, new, both) = (0, 0, 0)
    for (number, files) in chosen.enumerated() {
      let place = try TemporaryFolder()
      do {
        try CrashScene.write(files, to: place)
        switch try await scene.judge(place) {
        case .old: old += 1
        case .new: new += 1
        case .both: both += 1
        }
        if number % 4 == 0 { try await scene.goOn(place) }
      } catch { Issue.record("\(command.name), state \(number) after a power failure: \(error)") }
    }
    // What the command said was done stays done.
    let place = try TemporaryFolder()
    try CrashScene.write(last, to: place)
    #expect(try await scene.judge(place) != .old, "\(command.name) is lost by a power failure after its end")
    print(
      "crash: \(command.name): \(disk.syncCount) syncs, \(states.count) states after a power failure, \(chosen.count) checked: \(old) old, \(new) new, \(both) same content"
    )
  }
}
