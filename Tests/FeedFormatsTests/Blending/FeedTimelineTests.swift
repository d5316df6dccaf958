import BatchUpdates
import FeedFormats
import TestSupport
import Testing

/// The timeline of some feeds, found in the most obvious way.
private struct PlainTimeline {
  struct Row: Equatable {
    let title: String
    let feeds: [Int]
  }

  private struct Candidate {
    let feed: Int
    let position: Int
    let date: Int64?
    let item: FeedItem
    var feeds: [Int]
  }

  private(set) var rows: [Row] = []

  init(_ feeds: [[FeedItem]], inARow: Int?) {
    if feeds.count == 1 {
      rows = feeds[0].map { Row(title: $0.title ?? "", feeds: [0]) }
      return
    }
    var candidates: [Candidate] = []
    for (feed, items) in feeds.enumerated() {
      for (position, item) in items.enumerated() {
        let before = items[...position].last { $0.datePublished != nil }
        let date = (before ?? items.first { $0.datePublished != nil })?.datePublished
        let new = Candidate(feed: feed, position: position, date: date, item: item, feeds: [feed])
        if let index = Self.same(as: new, in: candidates, feeds) {
          candidates[index].feeds.append(feed)
        } else {
          candidates.append(new)
        }
      }
    }
    candidates.sort { one, other in
      (-Double(one.date ?? -1_000), one.feed, one.position) < (
        -Double(other.date ?? -1_000), other.feed, other.position
      )
    }
    while !candidates.isEmpty {
      let last = rows.suffix(inARow ?? .max).map { $0.feeds[0] }
      let isFull = inARow.map { last.count == $0 && Set(last).count == 1 } ?? false
      let index = isFull ? candidates.firstIndex { $0.feed != last[0] } : 0
      let next = candidates.remove(at: index ?? 0)
      rows.append(Row(title: next.item.title ?? "", feeds: next.feeds))
    }
  }

  /// Returns the first candidate that has the item's identifier, or else its address, if they are the only ones of their feeds.
  private static func same(as new: Candidate, in candidates: [Candidate], _ feeds: [[FeedItem]]) -> Int? {
    func find(_ mark: (FeedItem) -> String?) -> Int? {
      guard let value = mark(new.item), feeds[new.feed].count(where: { mark($0) == value }) == 1 else { return nil }
      // The earliest item that says it leads to the entry that it is part of.
      for (feed, items) in feeds[..<new.feed].enumerated() {
        guard items.count(where: { mark($0) == value }) == 1,
          let position = items.firstIndex(where: { mark($0) == value })
        else { continue }
        let index = entry(of: feed, position, feeds, candidates)
        return index.flatMap { index in
          let (one, other) = (candidates[index].item, new.item)
          let areTwo = one.id != nil && one.id == other.id && one.url != nil && other.url != nil && one.url != other.url
          return candidates[index].feeds.contains(new.feed) || areTwo && one.id?.contains(":") == false ? nil : index
        }
      }
      return nil
    }
    return find(\.id) ?? find(\.url)
  }

  /// Returns the candidate that an item was made part of.
  private static func entry(
    of feed: Int, _ position: Int, _ feeds: [[FeedItem]], _ candidates: [Candidate]
  ) -> Int? {
    if let own = candidates.firstIndex(where: { $0.feed == feed && $0.position == position }) { return own }
    var earlier: [Candidate] = []
    for number in 0..<feed { earlier += candidates.filter { $0.feed == number } }
    let item = feeds[feed][position]
    let probe = Candidate(feed: feed, position: position, date: nil, item: item, feeds: [feed])
    let found = same(as: probe, in: earlier.map { cut($0, before: feed) }, feeds)
    return found.flatMap { index in
      candidates.firstIndex { $0.feed == earlier[index].feed && $0.position == earlier[index].position }
    }
  }

  private static func cut(_ candidate: Candidate, before feed: Int) -> Candidate {
    var candidate = candidate
    candidate.feeds.removeAll { $0 >= feed }
    return candidate
  }
}

@Suite struct FeedTimelineTests {
  private static func item(_ title: String, _ date: Int64?, id: String? = nil, url: String? = nil) -> FeedItem {
    var item = FeedItem()
    (item.title, item.datePublished, item.id, item.url) = (title, date, id, url)
    return item
  }

  private func titles(_ timeline: FeedTimeline) -> [String] { timeline.entries.map { $0.item.title ?? "" } }

  @Test func `items are listed as readers expect`() {
    func item(_ title: String, _ date: Int64?, _ id: String? = nil, _ url: String? = nil) -> FeedItem {
      Self.item(title, date, id: id, url: url)
    }
    let cases: [(name: String, feeds: [[FeedItem]], inARow: Int?, titles: String)] = [
      ("newest first", [[item("a", 5), item("b", 2)], [item("c", 4)]], nil, "a c b"),
      ("one feed keeps its order", [[item("a", 1), item("b", 2)]], nil, "a b"),
      (
        "an old item first", [[item("a", 1), item("b", 9)], [item("c", 4)]], nil, "b c a"
      ),
      (
        "equal dates in the order of feeds", [[item("a", 5)], [item("b", 5)], [item("c", 6)]],
        nil, "c a b"
      ),
      (
        "items without date stay beside their neighbours",
        [[item("a", nil), item("b", 5), item("c", nil)], [item("d", 5), item("e", 6)]],
        nil, "e a b c d"
      ),
      ("a feed without dates", [[item("a", nil), item("b", nil)], [item("c", 1)]], nil, "c a b"),
      ("an id in two feeds", [[item("a", 5, "x")], [item("b", 9, "x"), item("c", 7)]], nil, "c a"),
      ("an id of two items", [[item("a", 5, "1", "u")], [item("b", 9, "1", "v")]], nil, "b a"),
      ("a number of two items", [[item("a", 5, "1")], [item("b", 9, "1"), item("c", 1, "2")]], nil, "b a c"),
      ("a number of one item", [[item("a", 5, "1")], [item("a", 9, "1")]], nil, "a"),
      ("an address as id", [[item("a", 5, "tag:1", "u")], [item("b", 9, "tag:1", "v")]], nil, "a"),
      ("an address in two feeds", [[item("a", 5, "x", "u")], [item("b", 9, "y", "u")]], nil, "a"),
      (
        "an address that all items have",
        [[item("a", 5, nil, "u"), item("b", 4, nil, "u")], [item("c", 3, nil, "u")]], nil,
        "a b c"
      ),
      (
        "two in a row", [[item("a", 9), item("b", 8), item("c", 7), item("d", 6)], [item("e", 1)]],
        2, "a b e c d"
      ),
      (
        "one in a row",
        [[item("a", 9), item("b", 8), item("c", 7)], [item("d", 1)], [item("e", 2)]], 1,
        "a e b d c"
      ),
      ("no feeds", [], nil, ""), ("feeds without items", [[], []], 1, ""),
    ]
    for (name, feeds, inARow, expected) in cases {
      #expect(titles(FeedTimeline(feeds, inARow: inARow)).joined(separator: " ") == expected, "\(name)")
    }
  }

  @Test func `an item in several feeds names them all`() {
    let feeds = [
      [Self.item("a", 5, id: "x", url: "u")], [Self.item("b", 9)], [Self.item("c", 3, id: "y", url: "u")],
      [Self.item("d", 1, id: "y")],
    ]
    #expect(FeedTimeline(feeds).entries.map(\.feeds) == [[1], [0, 2, 3]])
  }

  private static func feed(_ random: inout SeededGenerator, _ number: Int) -> [FeedItem] {
    let isSorted = Bool.random(using: &random)
    var items = (0..<Int.random(in: 0...7, using: &random)).map { index in
      item(
        "\(number)-\(index)-\(Int.random(in: 0..<99, using: &random))",
        Int.random(in: 0..<4, using: &random) == 0 ? nil : Int64.random(in: 0..<6, using: &random),
        id: Bool.random(using: &random) ? nil : "i\(Int.random(in: 0..<9, using: &random))",
        url: Int.random(in: 0..<3, using: &random) > 0 ? nil : "u\(Int.random(in: 0..<9, using: &random))")
    }
    if isSorted { items.sort { ($0.datePublished ?? 0) > ($1.datePublished ?? 0) } }
    return items
  }

  @Test func `random feeds are blended as by the plainest rule`() {
    for seed in 1...Sample.of(40_000, few: 2_000) as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      let count = Int.random(in: 1...4, using: &random)
      let feeds = (0..<count).map { Self.feed(&random, $0) }
      let inARow = Bool.random(using: &random) ? nil : Int.random(in: 1...3, using: &random)
      let found = FeedTimeline(feeds, inARow: inARow).entries
        .map { PlainTimeline.Row(title: $0.item.title ?? "", feeds: $0.feeds) }
      let expected = PlainTimeline(feeds, inARow: inARow).rows
      guard found == expected else {
        Issue.record("seed \(seed): \(found), not \(expected)")
        return
      }
    }
  }

  @Test func `the changes of a feed lead to its new timeline`() throws {
    for seed in 1...Sample.of(10_000, few: 500) as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      let count = Int.random(in: 1...4, using: &random)
      var timeline = FeedTimeline((0..<count).map { Self.feed(&random, $0) }, inARow: 2)
      for _ in 0..<3 {
        let feed = Int.random(in: 0..<count, using: &random)
        let former = timeline.entries.map { "\($0.item.title ?? "") \($0.feeds)" }
        let changes = timeline.replace(feed: feed, with: Self.feed(&random, feed))
        let new = timeline.entries.map { "\($0.item.title ?? "") \($0.feeds)" }
        let replayed = try changes.applying(to: former, elementsFrom: new)
        guard replayed == new else {
          Issue.record("seed \(seed): \(replayed), not \(new)")
          return
        }
      }
    }
  }

  @Test func `a new item of a feed is one insertion`() {
    let news = (0..<20).map { Self.item("n\($0)", Int64(1_000 - 10 * $0), id: "n\($0)") }
    var timeline = FeedTimeline([news, [Self.item("b", 995, id: "b")]])
    let changes = timeline.replace(feed: 1, with: [Self.item("c", 2_000, id: "c"), Self.item("b", 995, id: "b")])
    #expect(changes.inserts == [0])
    #expect((changes.deletes, changes.reloads, changes.moves.count) == ([], [], 0))
  }
}
