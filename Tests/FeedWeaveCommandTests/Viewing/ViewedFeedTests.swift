import AdPlacing
import AdServing
import FeedFormats
import FeedWeave
import Placement
import TerminalUI
import TestSupport
import Testing

@testable import FeedWeaveCommand

/// The list of the viewer while its feeds change, against the items that it must show.
@Suite struct ViewedFeedTests {
  /// The content rows of a section in the order of the list.
  private func content(of feed: ViewedFeed, _ section: Int) -> [FeedItem] {
    let map = feed.list.weaver.map
    return (0..<map.feedCounts[section]).compactMap { row in
      let path = FeedPath(section: section, row: row)
      return feed.isAd(path) ? nil : feed.item(at: path)
    }
  }

  private func check(_ feed: ViewedFeed, _ items: [[FeedItem]], _ label: String) {
    #expect(feed.list.weaver.map.userCounts == items.map(\.count), "\(label)")
    for (section, items) in items.enumerated() {
      #expect(content(of: feed, section).map(\.title) == items.map(\.title), "\(label)")
    }
    let map = feed.list.weaver.map
    let ads = map.insertedPaths.compactMap { feed.ads.placer.ad(at: $0) }
    #expect(Set(ads.map(\.ad.creative)).count == ads.count, "\(label)")
    // Some ads may wait behind the end of the content.
    #expect(ads.count <= feed.ads.placer.ads.count && ads.count == map.feedCounts.reduce(0, +) - items.joined().count)
  }

  @Test func `every update can be undone and made again`() throws {
    for seed in UInt64(0)..<Sample.of(400, few: 12) {
      var versions = RandomVersions(seed: seed)
      var random = SeededGenerator(seed: seed)
      let world = TestWorld()
      world.files["a"] = Array(versionLine(versions.next()).utf8)
      world.files["b"] = Array(versionLine("xyz").utf8)
      world.addAds("ads", count: 4)
      let feed = try world.viewedFeed("a", "b", "--sections", "--ads", "ads", "--rule", "every 3 from 1")
      var past: [[[FeedItem]]] = []
      var present = feed.content.items
      var future: [[[FeedItem]]] = []
      for step in 0..<12 {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          #expect(try (feed.undo() != nil) == !past.isEmpty)
          guard let former = past.popLast() else { continue }
          future.append(present)
          present = former
        case 1:
          #expect(try (feed.redo() != nil) == !future.isEmpty)
          guard let next = future.popLast() else { continue }
          past.append(present)
          present = next
        default:
          let section = Int.random(in: 0...1, using: &random)
          past.append(present)
          present[section] = try TestWorld.items(of: versions.next())
          future = []
          try feed.update(section: section, to: present[section])
        }
        #expect(feed.undoneCount == future.count)
        check(feed, present, "seed \(seed), step \(step)")
      }
    }
  }

  @Test func `an update tells what has come gone moved and changed`() throws {
    for seed in UInt64(0)..<Sample.of(1000, few: 20) {
      var random = SeededGenerator(seed: seed)
      func letters() -> String {
        let all = "abcdefghij".shuffled(using: &random).prefix(.random(in: 0...10, using: &random))
        return String(all.map { Bool.random(using: &random) ? $0 : Character($0.uppercased()) })
      }
      let world = TestWorld()
      let before = letters()
      let after = letters()
      world.files["v"] = Array(versionLine(before).utf8)
      let feed = try world.viewedFeed("v")
      try feed.update(section: 0, to: TestWorld.items(after))
      let update = try #require(feed.update)
      let names = { (letters: String) in Set(letters.lowercased()) }
      let titles = { (sign: Character) in
        Set(
          update.lines.map(\.string).filter { $0.first == sign }.compactMap {
            $0.last.map { Character($0.lowercased()) }
          })
      }
      let changed = names(before).intersection(names(after)).filter { name in
        before.contains(name) != after.contains(name)
      }
      // An item that has both changed and moved goes and comes.
      let both = titles("+").intersection(titles("-"))
      #expect(both.isSubset(of: changed), "seed \(seed)")
      #expect(titles("+").subtracting(both) == names(after).subtracting(names(before)), "seed \(seed)")
      #expect(titles("-").subtracting(both) == names(before).subtracting(names(after)), "seed \(seed)")
      #expect(titles("~") == changed.subtracting(both), "seed \(seed)")
      #expect(
        Set(update.feed.rows.inserts.map(\.row))
          == Set(after.enumerated().filter { titles("+").contains(Character($1.lowercased())) }.map(\.offset)),
        "seed \(seed)")
      for (path, sign) in update.signs {
        let name = Character(Array(after)[path.row].lowercased())
        #expect(titles(Character(sign.rawValue)).contains(name), "seed \(seed)")
      }
      // What neither moves nor comes or goes is in the same order before and after.
      let still = { (letters: String) in
        letters.lowercased().filter {
          !titles(">").contains($0) && !titles("+").contains($0) && !titles("-").contains($0)
        }
      }
      #expect(still(before) == still(after), "seed \(seed)")
    }
  }

  @Test func `an ad that comes or goes is told`() throws {
    let world = TestWorld()
    world.files["v"] = Array(versionLine("abc").utf8)
    world.addAds("ads", count: 3)
    let feed = try world.viewedFeed("v", "--ads", "ads", "--rule", "every 3 from 3 trailing")
    #expect(feed.ads.placer.ads.count == 1)
    try feed.update(section: 0, to: TestWorld.items("abcdef"))
    #expect(feed.update?.words == "3 inserted · ads: 1 inserted")
    #expect(feed.update?.lines.map(\.string).filter { $0.contains("[Ad]") } == ["+ 1:7  [Ad] ad1"])
    try feed.update(section: 0, to: TestWorld.items("a"))
    #expect(feed.update?.words == "5 deleted · ads: 2 deleted")
  }

  @Test func `ads are placed in what a filter leaves`() throws {
    let world = TestWorld()
    let items = (0..<10).map { VersionItem(id: "\($0)", title: $0 < 4 ? "one" : "other") }
    world.files["v"] = Array(versionLine(items).utf8)
    world.addAds("ads", count: 3)
    let feed = try world.viewedFeed("v", "--ads", "ads", "--rule", "every 3")
    let rows = { (0..<(feed.map.feedCount(inFeedSection: 0) ?? 0)).filter { feed.isAd(FeedPath(section: 0, row: $0)) } }
    #expect(rows() == [2, 5, 8])
    for (text, ads) in [("other", [2, 5]), (nil, [2, 5, 8]), ("one", [2]), (nil, [2, 5, 8])] as [(String?, [Int])] {
      let filter = text.map { text in
        ViewedFeed.Filter(text: text, isLeft: { $0.title == text }, leavesAd: { _ in true })
      }
      #expect(try feed.show(only: filter))
      #expect(rows() == ads, "\(text ?? "all")")
    }
  }
}
