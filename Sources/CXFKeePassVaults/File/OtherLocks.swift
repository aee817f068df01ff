internal import CXFVaults

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The files by which other programs say that they have a database open. They are read, and never touched.
enum OtherLocks {
  /// Refuses to change a database that another program has open.
  ///
  /// - Throws: `VaultError.busy`, which names the program.
  static func check(_ file: DatabaseFile) throws(VaultError) {
    if let owner = keePassXC("\(file.folder)/.\(file.name).lock") ?? keePass(file.path + ".lock") {
      throw .busy(owner)
    }
  }

  private static let lengthLimit = 4096

  /// The lines of a small file; nil where there is none.
  private static func lines(_ path: String) -> [String]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: lengthLimit)
    let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    guard count >= 0 else { return nil }
    return bytes.prefix(count).split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      // What is shown to people must not move their terminal's cursor.
      String(decoding: line.filter { $0 >= 0x20 && $0 != 0x7F }, as: UTF8.self)
    }
  }

  /// KeePassXC's: the number of the process, the program, the host, and the names of machine and boot.
  private static func keePassXC(_ path: String) -> String? {
    guard let lines = lines(path), lines.count >= 2, let process = pid_t(lines[0]), process > 0 else {
      return nil
    }
    let program = lines[1].utf8.isEmpty ? "another program" : lines[1]
    let host = lines.count > 2 ? lines[2] : ""
    let boot = lines.count > 4 ? lines[4] : ""
    if !host.utf8.isEmpty, !host.utf8.elementsEqual(hostName.utf8) {
      return "\(program) on \(host) has the database open"
    }
    if !boot.utf8.isEmpty, let own = self.boot, !own.utf8.elementsEqual(boot.utf8) { return nil }
    guard isAlive(process), isNamed(process, like: program) else { return nil }
    return "\(program) (process \(process)) has the database open"
  }

  /// KeePass's: a heading, a name of the lock, the time, and user, machine and domain.
  private static func keePass(_ path: String) -> String? {
    guard let lines = lines(path), lines.first?.utf8.starts(with: heading.utf8) ?? false else { return nil }
    let user = lines.count > 3 ? lines[3] : ""
    let machine = lines.count > 4 ? lines[4] : ""
    if !machine.utf8.isEmpty, !lower(machine).elementsEqual(lower(hostName)) {
      return "KeePass on \(machine)\(user.utf8.isEmpty ? "" : " (\(user))") has the database open"
    }
    // The file names no process; it is left over unless the program runs here.
    return isRunning("keepass.exe")
      ? "KeePass\(user.utf8.isEmpty ? "" : " of \(user)") has the database open" : nil
  }

  private static let heading = "KeePass Lock File"

  // MARK: Processes

  private static func isAlive(_ process: pid_t) -> Bool { kill(process, 0) == 0 || errno == EPERM }

  /// Whether a process may be that program: its number may have gone to another one.
  private static func isNamed(_ process: pid_t, like program: String) -> Bool {
    guard let words = commandLine("\(process)") else { return true }
    let wanted = lower(program)
    let name = DatabaseFile.split(words.first ?? "").name
    // A program that runs in another one, or under a wrapper, has its name further back.
    return words.isEmpty || lower(name).starts(with: wanted)
      || words.contains { lower($0).contains(wanted[...]) }
  }

  /// Whether a program runs here whose command line has a word that ends like that.
  private static func isRunning(_ ending: String) -> Bool {
    guard let folder = opendir("/proc") else { return true }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let first = name.utf8.first, (0x30...0x39).contains(first), let words = commandLine(name) else {
        continue
      }
      if words.contains(where: { lower($0).suffix(ending.utf8.count).elementsEqual(ending.utf8) }) {
        return true
      }
    }
    return false
  }

  /// The words that a process was started with; nil where that cannot be seen.
  private static func commandLine(_ process: String) -> [String]? {
    let descriptor = open("/proc/\(process)/cmdline", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: lengthLimit)
    let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    guard count >= 0 else { return nil }
    return bytes.prefix(count).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func lower(_ text: String) -> [UInt8] {
    text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  private static var hostName: String {
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return "" }
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static var boot: String? { lines("/proc/sys/kernel/random/boot_id")?.first }
}

extension [UInt8] {
  /// Whether a run of bytes stands in it.
  fileprivate func contains(_ part: ArraySlice<UInt8>) -> Bool {
    guard !part.isEmpty, count >= part.count else { return part.isEmpty }
    return (0...(count - part.count)).contains { self[$0...].starts(with: part) }
  }
}

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
