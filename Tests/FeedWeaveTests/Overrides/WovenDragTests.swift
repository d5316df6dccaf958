import FeedWeave
import ListModel
import Placement
import TestSupport
import Testing
import WeavingSupport

/// Where a row is dropped in the feed, it is dropped in the content; and the feed is the merge of what the content has then.
struct WovenDragTests {
  /// A woven list of content rows and ads, which is used for world after world.
  private final class World {
    let desk = EditDesk([])
    let ads = AdDesk([])
    let list: DeskList

    init(_ policy: UpdatePolicy) {
      list = makeList(desk)
      list.weave(ads, policy: policy)
    }

    func show(_ words: [[String]], _ rows: [FeedPath], sections: [Int] = []) {
      desk.words = words
      ads.rows = rows
      ads.sections = sections
      list.reloadData()
      list.layoutIfNeeded()
      _ = desk.takeLog()
    }

    /// The texts of the feed, section by section.
    var feed: [[String]] {
      let raw = list.weaver.rawList
      return (0..<raw.numberOfSections).map { section in
        (0..<raw.numberOfRows(inSection: section)).map { row in
          (raw.cellForRow(at: FeedPath(section: section, row: row)) as? TextCell)?.text ?? "?"
        }
      }
    }

    /// Drags a row to a point; answers where in the feed it would go when it is dropped.
    func drag(_ origin: ListPath, to point: ListPoint) -> ListMovement? {
      let start = list.weaver.rawList.rectForRow(at: FeedPath(origin))
      guard list.display.beginMovement(at: ListPoint(x: 1, y: start.minY + 0.5)) else { return nil }
      list.display.updateMovement(to: point)
      return list.weaver.rawList.perform { $0.interactiveMovement } ?? nil
    }
  }

  private func isAd(_ word: String) -> Bool { word.hasPrefix("AD") }

  /// The feed with a row taken out and put in again.
  private func moved(_ feed: [[String]], _ move: ListMovement) -> [[String]] {
    var feed = feed
    let word = feed[move.origin.section].remove(at: move.origin.row)
    feed[move.target.section].insert(word, at: move.target.row)
    return feed
  }

  /// The content row that each ad stands before, leaving one out.
  private func followers(_ feed: [String], without word: String) -> [String: String] {
    var found: [String: String] = [:]
    for (row, ad) in feed.enumerated() where isAd(ad) {
      found[ad] = feed[row...].first { !isAd($0) && $0 != word }
    }
    return found
  }

  private func subsets(of count: Int, atMost most: Int) -> [[Int]] {
    (0..<(1 << count)).map { bits in (0..<count).filter { bits >> $0 & 1 == 1 } }.filter { $0.count <= most }
  }

  @Test(arguments: [UpdatePolicy.pinned, .anchored])
  func `every row dragged to every place of every feed`(policy: UpdatePolicy) throws {
    let world = World(policy)
    for count in 1...Sample.of(4, few: 3) {
      let words = (0..<count).map { "r\($0)" }
      for rows in subsets(of: count + 3, atMost: 3).sampled(oneIn: 15) {
        world.show([words], rows.map { feed(0, $0) })
        let before = world.feed
        for origin in before[0].indices where !isAd(before[0][origin]) {
          for target in before[0].indices {
            let label = "\(policy): \(before[0]), row \(origin) to \(target)"
            world.show([words], rows.map { feed(0, $0) })
            let move = try #require(world.drag(path(0, origin), to: ListPoint(x: 1, y: Double(target) + 0.5)))
            let meant = moved(before, ListMovement(from: path(0, origin), to: path(0, target)))[0].filter { !isAd($0) }
            world.list.display.endMovement()
            #expect(world.desk.words == [meant], "\(label)")
            #expect(move.origin == path(0, origin), "\(label)")
            let told = world.desk.takeLog().filter { $0.hasPrefix("move") }
            let word = before[0][origin]
            let from = try #require(words.firstIndex(of: word))
            let to = try #require(meant.firstIndex(of: word))
            #expect(told == (from == to ? [] : ["move 0:\(from) 0:\(to)"]), "\(label)")
            check(world, before, meant, word, policy, label)
          }
        }
      }
    }
  }

  /// Checks that the feed is the merge: what a reload shows; pinned ads where they were, anchored ones with their rows.
  private func check(
    _ world: World, _ before: [[String]], _ meant: [String], _ word: String, _ policy: UpdatePolicy, _ label: String
  ) {
    let after = world.feed
    #expect(after[0].filter { !isAd($0) } == meant, "\(label): \(after)")
    #expect(world.list.numberOfRows(inSection: 0) == meant.count, "\(label)")
    if policy == .pinned {
      let positions = [before[0], after[0]].map { row in row.indices.filter { isAd(row[$0]) }.map { "\(row[$0]) \($0)" }
      }
      #expect(positions[0] == positions[1], "\(label): \(after)")
    } else {
      #expect(
        followers(before[0], without: word).filter { followers(after[0], without: word)[$0.key] != $0.value } == [:],
        "\(label): \(after)")
    }
    // Nobody is asked for a cell that was there.
    #expect(!world.desk.takeLog().contains { $0.hasPrefix("cell") }, "\(label)")
  }

  @Test(arguments: [UpdatePolicy.pinned, .anchored])
  func `rows are dragged across sections content and inserted`(policy: UpdatePolicy) throws {
    let world = World(policy)
    let contents = [[["a", "b"], ["c"]], [["a"], [], ["b", "c"]], [["a", "b", "c"]]]
    for words in contents {
      for section in ([nil, 0, 1] as [Int?]).sampled(oneIn: 3) {
        for seed in UInt64(1)...Sample.of(4, few: 1) {
          var random = SeededGenerator(seed: seed)
          let rows = (0..<Int.random(in: 0...3, using: &random)).map { _ in
            feed(Int.random(in: 0...3, using: &random), Int.random(in: 0...3, using: &random))
          }
          try dragAll(world, words, rows, section.map { [$0] } ?? [], "\(policy), \(words), \(rows), seed \(seed)")
        }
      }
    }
  }

  private func dragAll(
    _ world: World, _ words: [[String]], _ rows: [FeedPath], _ sections: [Int], _ label: String
  ) throws {
    world.show(words, rows, sections: sections)
    let before = world.feed
    let height = world.list.display.contentHeight
    for origin in origins(before) {
      for step in (-1...Int(height * 2 + 1)).sampled(oneIn: 8) {
        world.show(words, rows, sections: sections)
        let move = try #require(world.drag(origin, to: ListPoint(x: 1, y: Double(step) / 2 + 0.2)))
        let proposal = moved(before, move)
        let owned = (0..<before.count).filter { world.list.weaver.map.userSection(forFeed: $0) != nil }
        var meant = owned.map { proposal[$0].filter { !isAd($0) } }
        if !owned.contains(move.target.section) {
          // An inserted section keeps to itself: the row goes to the end of the section before it, or to the very top.
          let former = owned.lastIndex { $0 < move.target.section }
          let word = before[origin.section][origin.row]
          if let former { meant[former].append(word) } else { meant[0].insert(word, at: 0) }
        }
        world.list.display.endMovement()
        #expect(world.desk.words == meant, "\(label): \(move)")
        #expect(owned.map { world.feed[$0].filter { !isAd($0) } } == meant, "\(label): \(move) gives \(world.feed)")
        #expect((0..<words.count).map { world.list.numberOfRows(inSection: $0) } == meant.map(\.count), "\(label)")
      }
    }
  }

  @Test(arguments: [UpdatePolicy.pinned, .anchored])
  func `every insertion dragged to every place stands there and stays`(policy: UpdatePolicy) throws {
    let desk = EditDesk([])
    let ads = EditAds([])
    let list = makeList(desk)
    list.weave(ads, policy: policy)
    for count in 0...3 {
      for rows in subsets(of: count + 3, atMost: 3).sampled(oneIn: 12) {
        func show() -> [String] {
          desk.words = [(0..<count).map { "r\($0)" }]
          ads.rows = rows.map { feed(0, $0) }
          list.reloadData()
          return texts(list)
        }
        let before = show()
        for origin in before.indices where isAd(before[origin]) {
          for target in before.indices where target != origin {
            _ = show()
            #expect(list.display.beginMovement(at: ListPoint(x: 1, y: Double(origin) + 0.5)))
            list.display.updateMovement(to: ListPoint(x: 1, y: Double(target) + 0.5))
            list.display.endMovement()
            let meant = moved([before], ListMovement(from: path(0, origin), to: path(0, target)))[0]
            #expect(texts(list) == meant, "\(policy): \(before), \(origin) to \(target)")
            #expect(desk.words == [meant.filter { !isAd($0) }])
          }
        }
      }
    }
  }

  private func origins(_ feed: [[String]]) -> [ListPath] {
    feed.enumerated().flatMap { section, words in
      words.indices.filter { !isAd(words[$0]) }.map { path(section, $0) }
    }
  }

  @Test func `the content side is asked for the target in its own coordinates`() throws {
    let world = World(.pinned)
    world.show([["top0", "b", "c", "d"]], [feed(0, 1), feed(0, 3)])
    // top0 AD0 b AD1 c d: the place of AD1 stands for the row above it when moving down.
    let move = world.drag(path(0, 0), to: ListPoint(x: 1, y: 3.5))
    #expect(world.desk.takeLog() == ["canMove 0:0", "target 0:0 0:1"])
    #expect(move == ListMovement(from: path(0, 0), to: path(0, 0)))
    world.list.cancelInteractiveMovement()
    _ = world.drag(path(0, 5), to: ListPoint(x: 1, y: 3.5))
    #expect(world.desk.takeLog() == ["canMove 0:3", "target 0:3 0:2"])
    #expect(world.list.interactiveMovement == ListMovement(from: path(0, 3), to: path(0, 2)))
    // Another place that stands for the same row is no new proposal.
    world.list.display.updateMovement(to: ListPoint(x: 1, y: 4.5))
    #expect(world.desk.takeLog() == [])
  }

  @Test func `selection and cells go with the row`() {
    let world = World(.pinned)
    world.show([["a", "b", "c"]], [feed(0, 1)])
    world.list.selectRow(at: path(0, 0))
    let cell = world.list.cellForRow(at: path(0, 0))
    _ = world.drag(path(0, 0), to: ListPoint(x: 1, y: 3.5))
    world.list.display.endMovement()
    #expect(world.feed == [["b", "AD0", "c", "a"]])
    #expect(world.list.indexPathForSelectedRow == path(0, 2))
    #expect(world.list.cellForRow(at: path(0, 2)) === cell)
  }
}
