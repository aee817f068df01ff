/// Memory that is written once and lives as long as the program.
enum Immortal {
  static func copy<Element>(_ elements: [Element]) -> UnsafeBufferPointer<Element> {
    let place = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
    _ = place.initialize(from: elements)
    return UnsafeBufferPointer(place)
  }

  /// Returns where a copy of the elements begins.
  static func start<Element>(of elements: [Element]) -> UnsafePointer<Element> {
    let place = UnsafeMutablePointer<Element>.allocate(capacity: elements.count)
    place.initialize(from: elements, count: elements.count)
    return UnsafePointer(place)
  }
}
