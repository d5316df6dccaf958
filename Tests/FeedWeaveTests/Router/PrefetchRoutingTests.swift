import FeedWeave
import Interception
import ListModel
import Placement
import TestSupport
import Testing
import WeavingSupport

/// Rows that are likely to come into view are told of to their owners, and the index is the content's.
struct PrefetchRoutingTests {
  let desk = FocusDesk([["a", "b", "c", "d"], ["e", "f", "g"]])

  private func woven(_ ads: FocusAds, height: Double = 3) -> DeskList {
    let list = makeList(desk, height: height)
    list.weave(ads)
    list.estimatedRowHeight = 1
    list.layoutIfNeeded()
    return list
  }

  @Test func `rows are divided by owner`() {
    // The feed: header a AD | b AD c, d ...
    let ads = FocusAds([feed(0, 1), feed(0, 3)])
    let list = woven(ads)
    #expect(desk.takeLog() == ["prefetch [0:1, 0:2]"])
    #expect(ads.takeLog() == ["prefetch [feed 0:3]"])
    list.display.scroll(by: 5)
    #expect(desk.takeLog() == ["cancel [0:1]", "prefetch [1:0, 1:1, 1:2]"])
    #expect(ads.takeLog() == ["cancel [feed 0:3]"])
    list.display.scroll(by: -1)
    #expect(desk.takeLog() == ["cancel [1:0, 1:1, 1:2]", "prefetch [0:1, 0:0]"])
    #expect(ads.takeLog() == ["prefetch [feed 0:1]"])
  }

  @Test func `rows are looked for where a hook or another data source is told of them`() throws {
    let news = NewsDesk([(0..<30).map { "\($0)" }])
    news.titles = false
    // Implements no prefetching, which the weaver learns in the first layout.
    let ads = AdDesk([feed(0, 4), feed(0, 8)])
    let list = wovenList(news, ads, height: 3)
    list.rowHeight = 1
    list.layoutIfNeeded()
    list.display.scroll(by: 1)
    var told: [[FeedPath]] = []
    let token = try list.weaver.hook(ListWeaver.prefetchRows, .before) { call in
      told.append(call.arguments.map(\.path))
    }
    list.display.scroll(by: 1)
    #expect(told == [[feed(0, 5), feed(0, 6), feed(0, 7)]])
    token.remove()
    list.display.scroll(by: 1)
    let others = FocusAds([])
    list.weaver.dataSource = others
    list.display.scroll(by: 1)
    #expect(told.count == 1)
    #expect(others.takeLog() == ["prefetch [feed 0:8]"])
  }

  @Test func `a data source that passes its calls on is told all`() throws {
    final class Passing: WeaverDataSource {
      let inner = AdDesk([])
      var told: [FeedPath] = []

      func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell { TextCell(reuseIdentifier: "ad") }

      func weaver(_ weaver: ListWeaver, prefetchRowsAt paths: [FeedPath]) {
        told += paths
        inner.weaver(weaver, prefetchRowsAt: paths)
      }
    }
    let news = NewsDesk([(0..<30).map { "\($0)" }])
    news.titles = false
    let list = makeList(news, height: 3)
    list.rowHeight = 1
    let passing = Passing()
    list.weaver.dataSource = passing
    try list.weaver.insertRows(at: [feed(0, 4), feed(0, 8)])
    for _ in 0..<6 {
      list.layoutIfNeeded()
      list.display.scroll(by: 1)
    }
    #expect(passing.told == [feed(0, 4), feed(0, 8)])
  }

  @Test func `each side is told of its rows of the next viewport at random`() {
    for seed in UInt64(1)...30 {
      var random = SeededGenerator(seed: seed)
      desk.articles = (0..<3).map { section in
        (0..<Int.random(in: 0...9, using: &random)).map { "\(section).\($0)" }
      }
      desk.prefetched = []
      let ads = FocusAds(
        (0..<8).map { _ in feed(Int.random(in: 0...2, using: &random), Int.random(in: 0...9, using: &random)) })
      let list = woven(ads)
      for _ in 0..<20 { scroll(list, ads, by: Double(Int.random(in: -12..<12, using: &random)), "seed \(seed)") }
    }
  }

  /// Scrolls, and expects each side to know its own rows that one viewport beyond the one in view shows.
  private func scroll(_ list: ListView, _ ads: FocusAds, by distance: Double, _ comment: Comment) {
    let former = list.contentOffset
    forgetVisible(list, ads)
    list.display.scroll(by: distance)
    forgetVisible(list, ads)
    guard list.contentOffset != former else { return }
    let top = list.contentOffset + (list.contentOffset < former ? -3 : 3)
    let rect = ListRect(x: 0, y: top, width: 1, height: 3)
    let visible = Set(list.weaver.rawList.indexPathsForVisibleRows)
    let beyond = list.weaver.rawList.perform { $0.indexPathsForRows(in: rect) } ?? []
    let fresh = beyond.map { FeedPath($0) }.filter { !visible.contains($0) }
    let isInserted = { (path: FeedPath) in list.weaver.owner(of: path)?.isInsertion ?? false }
    #expect(ads.prefetched == Set(fresh.filter(isInserted)), comment)
    let content = Set(list.indexPathsForRows(in: rect)).subtracting(list.indexPathsForVisibleRows)
    #expect(desk.prefetched == content, comment)
  }

  /// What has come into view is no longer likely to.
  private func forgetVisible(_ list: ListView, _ ads: FocusAds) {
    desk.prefetched.subtract(list.indexPathsForVisibleRows)
    ads.prefetched.subtract(list.weaver.rawList.indexPathsForVisibleRows)
  }

  @Test func `a side without rows hears nothing`() {
    let ads = FocusAds([])
    let list = woven(ads)
    #expect(desk.takeLog() == ["prefetch [0:2, 0:3]"])
    list.display.scroll(by: 100)
    #expect(ads.takeLog() == [])
  }

  @Test func `the list answers with the content's source and has it back in the end`() {
    let ads = FocusAds([feed(0, 1), feed(0, 3)])
    let list = woven(ads)
    #expect(list.prefetchDataSource === desk)
    list.prefetchDataSource = nil
    #expect(list.prefetchDataSource == nil)
    _ = desk.takeLog()
    _ = ads.takeLog()
    list.reloadData()
    list.layoutIfNeeded()
    #expect(desk.takeLog() == [])
    #expect(ads.takeLog() == ["prefetch [feed 0:3]"])
    list.prefetchDataSource = desk
    list.weaver.remove()
    #expect(list.prefetchDataSource === desk)
    list.layoutIfNeeded()
    #expect(desk.takeLog() == ["prefetch [0:2, 0:3]"])
    #expect(ads.takeLog() == [])
  }

  @Test func `rows that have been told of follow content that is inserted`() throws {
    let list = woven(FocusAds([feed(0, 1)]), height: 4)
    list.contentOffset = 1
    list.layoutIfNeeded()
    _ = desk.takeLog()
    desk.articles[1].insert("new", at: 0)
    try list.insertRows(at: [path(1, 0)])
    list.layoutIfNeeded()
    #expect(desk.takeLog() == ["cancel [1:2]", "prefetch [1:0]"])
  }

  @Test func `a title of the index stands for the content's section`() {
    // An inserted section before each of the content's.
    let ads = FocusAds([feed(0, 0), feed(2, 0)], sections: [0, 2])
    let list = woven(ads)
    #expect(list.weaver.rawList.numberOfSections == 4)
    #expect(list.display.sectionIndexTitles == ["S0", "S1", "beyond"])
    #expect(list.display.selectIndexTitle(at: 1))
    #expect(list.contentOffset == list.rect(forSection: 1).minY)
    #expect(list.contentOffset == list.weaver.rawList.rect(forSection: 3).minY)
    list.contentOffset = 0
    #expect(list.display.selectIndexTitle(at: 2))
    #expect(list.contentOffset == list.rect(forSection: 1).minY)
    desk.row = { _ in path(0, 1) }
    #expect(list.display.selectIndexTitle(at: 0))
    #expect(list.contentOffset == list.rectForRow(at: path(0, 1)).minY)
    desk.row = { _ in path(0, 7) }
    #expect(!list.display.selectIndexTitle(at: 0))
    desk.row = { _ in nil }
    desk.section = { _ in -1 }
    #expect(!list.display.selectIndexTitle(at: 0))
  }

  @Test func `the index is asked for anew in the content's space`() {
    let list = woven(FocusAds([], sections: [0]))
    _ = list.display.sectionIndexTitles
    var counts: [Int] = []
    desk.whenTold = { list, _ in counts.append(list.numberOfSections) }
    desk.articles.append(["h"])
    list.reloadSectionIndexTitles()
    #expect(list.display.sectionIndexTitles == ["S0", "S1", "S2", "beyond"])
    #expect(counts == [2])
  }

  @Test func `a list without content has nothing to scroll to`() throws {
    let list = woven(FocusAds([feed(0, 0)], sections: [0]))
    desk.articles = []
    list.reloadData()
    #expect(list.display.sectionIndexTitles == ["beyond"])
    #expect(!list.display.selectIndexTitle(at: 0))
    list.dataSource = nil
    #expect(list.display.sectionIndexTitles == [])
  }
}
