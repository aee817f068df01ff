/// The exports of managers that are JSON, or have JSON inside, in the order in which they are shown.
enum JSONFormats {
  static let all: [Format] = [
    EnpassJSON.format,
  ]
}
