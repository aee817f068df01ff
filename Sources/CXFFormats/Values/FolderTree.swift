/// Folders within folders, built from paths: each level once, in the order in which it was first seen.
package struct FolderTree<ID: Sendable>: Sendable {
  /// One folder.
  package struct Node: Sendable {
    /// What the caller gave the folder as identity.
    package var id: ID
    /// The name as it was first spelled.
    package let name: String
    /// The index of the folder around it, or nil at the top.
    package let parent: Int?
    /// The indices of the folders in it, in first-seen order.
    package fileprivate(set) var children: [Int]
  }

  private struct Key: Hashable {
    var parent: Int?
    var name: String
  }

  /// All folders; a folder stands behind the one around it.
  package private(set) var nodes: [Node] = []
  /// The indices of the folders at the top, in first-seen order.
  package private(set) var roots: [Int] = []
  private var indices: [Key: Int] = [:]

  /// Creates a tree without folders.
  package init() {}

  /// Adds the folder and those around it where they are not there yet.
  ///
  /// `makeID` is asked once for each new folder, outermost first, with the folder's whole path. Returns the
  /// index of the folder in `nodes`, or nil for the empty path.
  @discardableResult
  package mutating func insert(_ path: FolderPath, makeID: (FolderPath) -> ID) -> Int? {
    var parent: Int?
    for (depth, name) in path.names.enumerated() {
      let key = Key(parent: parent, name: name)
      if let index = indices[key] {
        parent = index
        continue
      }
      let index = nodes.count
      nodes.append(
        Node(id: makeID(FolderPath(Array(path.names[...depth]))), name: name, parent: parent, children: []))
      indices[key] = index
      if let parent { nodes[parent].children.append(index) } else { roots.append(index) }
      parent = index
    }
    return parent
  }

  /// Changes what the caller gave a folder.
  package mutating func update(_ index: Int, _ change: (inout ID) -> Void) { change(&nodes[index].id) }

  /// The index of the folder, or nil when it is not there.
  package func index(of path: FolderPath) -> Int? {
    var parent: Int?
    for name in path.names {
      guard let index = indices[Key(parent: parent, name: name)] else { return nil }
      parent = index
    }
    return parent
  }

  /// The path of the folder with this index.
  package func path(of index: Int) -> FolderPath {
    var names: [String] = []
    var next: Int? = index
    while let current = next {
      names.append(nodes[current].name)
      next = nodes[current].parent
    }
    return FolderPath(names.reversed())
  }

  /// Builds nested values from the inside out: `make` gets each folder with the values made of its children,
  /// in order. Returns the values of the top.
  package func nested<Value>(_ make: (_ index: Int, _ node: Node, _ children: [Value]) -> Value) -> [Value] {
    var made: [Value?] = Array(repeating: nil, count: nodes.count)
    // A folder stands behind the one around it, so that going backwards meets the children first.
    for index in nodes.indices.reversed() {
      let children = nodes[index].children.compactMap { made[$0] }
      made[index] = make(index, nodes[index], children)
    }
    return roots.compactMap { made[$0] }
  }
}
