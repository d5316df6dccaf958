import FeedFormats
import TestSupport

@testable import FeedWeaveCommand

/// An item of a version as the tests make it; nil where it has no such member.
struct VersionItem: Hashable {
  var id: String?
  var title: String?
  var words = "-"
  var tag: String?

  /// The item as an object of JSON Feed.
  var json: String {
    let members = [("id", id), ("title", title), ("content_text", words)].compactMap { name, value in
      value.map { "\"\(name)\":\"\($0)\"" }
    }
    return "{\((members + [tag.map { "\"tags\":[\"\($0)\"]" }].compactMap { $0 }).joined(separator: ","))}"
  }
}

/// A version as a JSON Feed on one line.
func versionLine(_ items: [VersionItem]) -> String {
  #"{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[\#(items.map(\.json).joined(separator: ","))]}"#
}

/// A version whose items are called as the letters of a word; a capital letter is the same item with other content.
func versionLine(_ letters: String) -> String {
  versionLine(
    letters.map { VersionItem(id: $0.lowercased(), title: String($0), words: $0.isUppercase ? "new" : "-") })
}

extension TestWorld {
  /// A world of a file of versions, a word each, and of nine ads.
  static func ofVersions(_ words: String...) -> TestWorld {
    let world = TestWorld()
    world.files["v"] = Array(words.map { versionLine($0) + "\n" }.joined().utf8)
    world.addAds("ads", count: 9)
    return world
  }

  /// Adds a file of versions, a word each.
  func addVersions(_ name: String, _ words: String...) {
    files[name] = Array(words.map { versionLine($0) + "\n" }.joined().utf8)
  }

  /// Adds ads that are called `ad0`, `ad1`, ….
  func addAds(_ name: String, count: Int) {
    files[name] = Array((0..<count).map { #"{"id":"ad\#($0)","title":"ad\#($0)"}"# + "\n" }.joined().utf8)
  }

  /// What has been written, block by block, without the line about each version.
  var blocks: [[String]] {
    text.split(separator: "\n\n").map { $0.split(separator: "\n").dropFirst().map(String.init) }
  }
}

/// Successive random versions of a feed, as its editors might make them.
struct RandomVersions {
  private var random: SeededGenerator
  private(set) var items: [VersionItem] = []
  private var lastID = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// The next version: a few changes, as often as not, else many, all, or none.
  mutating func next() -> [VersionItem] {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: items = []
    case 1: items = (0..<Int.random(in: 0..<30, using: &random)).map { _ in fresh() }
    case 2: items.shuffle(using: &random)
    case 3: break
    default: for _ in 0..<Int.random(in: 1...6, using: &random) { change() }
    }
    return items
  }

  /// An item; now and then one without an id, without any name, or of a name that another may have.
  private mutating func fresh() -> VersionItem {
    lastID += 1
    let tag = Int.random(in: 0..<5, using: &random) == 0 ? "sensitive" : nil
    return switch Int.random(in: 0..<12, using: &random) {
    case 0: VersionItem(title: "untitled \(lastID % 3)", tag: tag)
    case 1: VersionItem(words: "nameless \(lastID % 2)", tag: tag)
    case 2: VersionItem(id: "twin\(lastID % 3)", title: "twin", words: "\(lastID % 2)", tag: tag)
    default: VersionItem(id: "i\(lastID)", title: "i\(lastID)", tag: tag)
    }
  }

  private mutating func change() {
    guard let place = items.indices.randomElement(using: &random) else {
      items = (0..<Int.random(in: 0..<20, using: &random)).map { _ in fresh() }
      return
    }
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1: items.insert(fresh(), at: 0)
    case 2, 3: items.append(fresh())
    case 4: items.insert(fresh(), at: place)
    case 5: items.removeSubrange(place..<min(items.count, place + Int.random(in: 1...4, using: &random)))
    case 6: items.insert(items.remove(at: place), at: Int.random(in: 0...items.count, using: &random))
    default: items[place].words += "!"
    }
  }
}
