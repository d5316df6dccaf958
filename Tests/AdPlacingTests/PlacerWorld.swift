import AdPlacing
import AdServing
import FeedWeave
import ListModel
import Placement
import WeavingSupport

/// A clock that stands where it is put.
final class TestClock {
  var now = Duration.seconds(1000)
}

/// A list with content and ads that a placer places, and all that is told of them.
final class PlacerWorld: WeaverDataSource, WeaverDelegate, AdPlacerDelegate {
  typealias Creative = String

  let clock = TestClock()
  let desk: NewsDesk
  let list: DeskList
  let placer: AdPlacer<String>
  var adHeight = 1.0
  private(set) var log: [String] = []
  /// Which cells of ads the list has asked for.
  private(set) var cells: [String] = []
  /// Runs when something is told of the ads.
  var whenTold: ((String) -> Void)?

  init(
    _ articles: [[String]], _ tenants: [AdTenant<String>], options: AdPlacerOptions = AdPlacerOptions(),
    height: Double = 6, isAttached: Bool = true
  ) throws {
    desk = NewsDesk(articles)
    desk.titles = false
    list = makeList(desk, height: height)
    list.estimatedRowHeight = 1
    placer = try AdPlacer(tenants, options: options) { [clock] in clock.now }
    placer.delegate = self
    list.weaver.dataSource = self
    list.weaver.delegate = self
    if isAttached { try placer.attach(to: list.weaver) }
  }

  /// So many articles of a name, counted from a number.
  static func articles(_ count: Int, from first: Int = 0, _ name: String = "u") -> [String] {
    (first..<first + count).map { "\(name)\($0)" }
  }

  /// The whole feed: the articles, and the ads by their names in brackets.
  var feed: [[String]] {
    let map = list.weaver.map
    return (0..<map.feedSectionCount).map { section in
      (0..<(map.feedCount(inFeedSection: section) ?? 0)).map { row in
        let path = FeedPath(section: section, row: row)
        if let user = map.userPath(for: path) { return desk.articles[user.section][user.row] }
        return "[\(placer.ad(at: path)?.ad.id ?? "none")]"
      }
    }
  }

  /// The rows of the first section in one line.
  var line: String { (feed.first ?? []).joined(separator: " ") }

  /// The ads of the feed in order.
  var ids: [String] { placer.ads.map(\.ad.id) }

  func takeLog() -> [String] {
    defer { log.removeAll() }
    return log
  }

  /// Looks at the list, so that it is laid out.
  @discardableResult
  func look() -> [String] { texts(list) }

  func scroll(to offset: Double) {
    list.contentOffset = offset
    look()
  }

  func append(_ articles: [String], toSection section: Int = 0) throws {
    let count = desk.articles[section].count
    desk.articles[section] += articles
    try list.insertRows(at: articles.indices.map { path(section, count + $0) })
  }

  func insert(_ articles: [String], at row: Int, inSection section: Int = 0) throws {
    desk.articles[section].insert(contentsOf: articles, at: row)
    try list.insertRows(at: articles.indices.map { path(section, row + $0) })
  }

  func delete(_ rows: Range<Int>, inSection section: Int = 0) throws {
    desk.articles[section].removeSubrange(rows)
    try list.deleteRows(at: rows.map { path(section, $0) })
  }

  private func tell(_ word: String) {
    log.append(word)
    whenTold?(word)
  }

  // MARK: Providers

  func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell {
    let cell = TextCell(reuseIdentifier: nil)
    cell.text = "[\(placer.ad(at: path)?.ad.creative ?? "none")]"
    cells.append(cell.text)
    return cell
  }

  func weaver(_ weaver: ListWeaver, heightForRowAt path: FeedPath) -> Double? { adHeight }

  func placer(_ placer: AdPlacer<String>, didPlace ad: PlacedAd<String>) { tell("placed \(ad.ad.id)") }

  func placer(_ placer: AdPlacer<String>, didClear ad: PlacedAd<String>, because reason: AdClearing) {
    tell("cleared \(ad.ad.id): \(reason)")
  }

  func placer(_ placer: AdPlacer<String>, didReplace ad: PlacedAd<String>, with other: PlacedAd<String>) {
    tell("replaced \(ad.ad.id) by \(other.ad.id)")
  }

  func placer(_ placer: AdPlacer<String>, didCount impression: Impression) { tell("counted \(impression.adID)") }
}
