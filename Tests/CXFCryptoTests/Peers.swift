import Foundation

/// The Python with the packages of other people that ours are compared with: `$CXF_PEERS_PYTHON`, or what `Scripts/peers`
/// made.
enum Peers {
  static let python: Tool? = {
    if let named = ProcessInfo.processInfo.environment["CXF_PEERS_PYTHON"], !named.isEmpty {
      return Tool(path: named)
    }
    let package = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return Tool(path: package.appendingPathComponent(".build/peers/bin/python").path)
  }()
}
