import FeedWeave
import Interception
import ListModel
import Placement
import TestSupport
import Testing
import WeavingSupport

struct WovenUpdateTests {
  @Test(arguments: [UpdatePolicy.pinned, .anchored])
  func `what the list shows is the merge of content and insertions whatever is inserted`(policy: UpdatePolicy) throws {
    for seed in UInt64(1)...Sample.of(80, few: 5) {
      var random = SeededGenerator(seed: seed)
      let desk = NewsDesk([(0..<Int.random(in: 0...6, using: &random)).map { "r\($0)" }, ["x", "y"]])
      desk.titles = false
      let requests = Set((0..<Int.random(in: 0...5, using: &random)).map { _ in Int.random(in: 0...8, using: &random) })
      let ads = AdDesk(requests.sorted().map { feed(0, $0) })
      let list = makeList(desk)
      list.weave(ads, policy: policy)
      var model = ReferenceFeed(content: desk.articles[0], requests: requests.sorted(), isAnchored: policy == .anchored)
      #expect(texts(list) == model.shown + ["x", "y"], "seed \(seed)")
      for step in 0..<12 {
        let count = Int.random(in: 1...3, using: &random)
        var places: [Int] = []
        for number in 0..<count {
          let place = Int.random(in: 0...desk.articles[0].count, using: &random)
          desk.articles[0].insert("n\(step).\(number)", at: place)
          places = places.map { $0 >= place ? $0 + 1 : $0 } + [place]
        }
        _ = desk.takeLog()
        let asked = ads.askedFor
        let before = list.weaver.visibleCells(.all).count
        try list.insertRows(at: places.map { path(0, $0) })
        model.insert(places.sorted(), becoming: desk.articles[0])
        #expect(texts(list) == model.shown + ["x", "y"], "seed \(seed), step \(step)")
        // Nothing is asked for but what is new: cells that move are kept.
        let fresh = desk.takeLog().count { $0.hasPrefix("cell ") } + ads.askedFor - asked
        #expect(fresh == list.weaver.visibleCells(.all).count - before, "seed \(seed), step \(step)")
      }
    }
  }

  @Test(arguments: [
    (UpdatePolicy.pinned, "stayed [0, 1]", ["b", "AD0", "c", "AD1", "d", "e"]),
    (.anchored, "dropped [0, 1]", ["b", "c", "d", "AD2", "e"]),
  ])
  func `the owner of rows hears what becomes of them when their section is deleted`(
    policy: UpdatePolicy, word: String, shown: [String]
  ) throws {
    let desk = NewsDesk([["a", "x", "y"], ["b", "c", "d"], ["e"]])
    let list = makeList(desk)
    list.weave(AdDesk([feed(0, 1), feed(0, 3), feed(1, 3)]), policy: policy)
    list.layoutIfNeeded()
    var told: [String] = []
    try list.weaver.hook(ListWeaver.didDeleteSectionOfRows, .before) { told.append("stayed \($0.arguments)") }
    try list.weaver.hook(ListWeaver.didDropRows, .before) { told.append("dropped \($0.arguments)") }
    desk.articles.removeFirst()
    try list.deleteSections([0])
    #expect(told == [word])
    #expect(texts(list) == shown)
  }

  @Test func `selection follows the rows`() throws {
    let desk = NewsDesk([["a", "b", "c"]])
    let ads = AdDesk([feed(0, 1)])
    let list = makeList(desk)
    list.weave(ads)
    list.layoutIfNeeded()
    list.selectRow(at: path(0, 1))
    desk.articles[0].insert("new", at: 0)
    try list.insertRows(at: [path(0, 0)])
    #expect(list.indexPathForSelectedRow == path(0, 2))
    #expect((list.cellForRow(at: path(0, 2)) as? TextCell)?.text == "b")
    #expect(list.cellForRow(at: path(0, 2))?.isSelected == true)
  }

  @Test func `an update that does not fit is refused in the content's own numbers and changes nothing`() {
    let desk = NewsDesk([["a", "b"], ["c"]])
    let ads = AdDesk([feed(0, 0), feed(0, 2), feed(1, 0)])
    let list = makeList(desk)
    list.weave(ads)
    let before = texts(list)
    #expect(
      throws: ListUpdateError.invalidRowCount(
        section: 1, before: 1, after: 1, inserted: 1, deleted: 0, movedIn: 0, movedOut: 0)
    ) { try list.insertRows(at: [path(1, 0)]) }
    #expect(throws: ListUpdateError.noPlaceForRow(path(0, 5), rowsAfter: 2, for: .insertRow(path(0, 5)))) {
      try list.insertRows(at: [path(0, 5)])
    }
    #expect(throws: ListUpdateError.noPlaceForSection(7, sectionsAfter: 2, for: .insertRow(path(7, 0)))) {
      try list.insertRows(at: [path(7, 0)])
    }
    #expect(throws: ListUpdateError.noSuchRow(path(0, 2), rowsBefore: 2, for: .reloadRow(path(0, 2)))) {
      try list.reloadRows(at: [path(0, 2)])
    }
    #expect(texts(list) == before)
    #expect(list.numberOfRows(inSection: 0) == 2)
  }

  @Test func `an anchored insertion stays with its neighbour through a reload`() throws {
    let desk = NewsDesk([["a", "b"]])
    let list = makeList(desk)
    let ads = AdDesk([])
    list.kept.append(ads)
    list.weaver.policy = .anchored
    list.weaver.delegate = ads
    try list.weaver.insertRows(at: [feed(0, 1)])
    list.reloadData()
    desk.articles[0].insert("new", at: 0)
    try list.insertRows(at: [path(0, 0)])
    #expect(list.weaver.owner(of: feed(0, 2)) == .insertion(0))
    list.reloadData()
    _ = list.numberOfSections
    #expect(list.weaver.owner(of: feed(0, 2)) == .insertion(0))
  }
}

/// One section as a plain array of words, merged by walking; an insertion at p stands there when p rows stand before it.
struct ReferenceFeed {
  private var content: [String]
  /// Where each insertion stands.
  ///
  /// Pinned: the feed position. Anchored: the number of content rows before it once it has been reached, and its rank among its
  /// like is the order here.
  private var pinned: [Int]
  private var anchored: [Int?]
  private let isAnchored: Bool

  init(content: [String], requests: [Int], isAnchored: Bool) {
    self.content = content
    pinned = requests
    self.isAnchored = isAnchored
    anchored = requests.map { _ in nil }
    anchorReached()
  }

  /// The words in order.
  var shown: [String] { merged.map { $0.0 } }

  /// Rows go in one after the other, from the top down.
  mutating func insert(_ places: [Int], becoming final: [String]) {
    for place in places {
      if isAnchored, place < content.count {
        anchored = anchored.map { $0.map { before in place <= before ? before + 1 : before } }
      }
      content.insert(final[place], at: place)
      anchorReached()
    }
  }

  private var merged: [(String, Int?)] {
    var rows: [(String, Int?)] = []
    var next = 0
    var left = content[...]
    var contentBefore = 0
    while true {
      if next < pinned.count, stands(next, at: rows.count, contentBefore) {
        rows.append(("AD\(next)", next))
        next += 1
      } else if let word = left.popFirst() {
        rows.append((word, nil))
        contentBefore += 1
      } else {
        return rows
      }
    }
  }

  private func stands(_ index: Int, at row: Int, _ contentBefore: Int) -> Bool {
    if isAnchored, let anchor = anchored[index] { return anchor == contentBefore }
    return pinned[index] == row
  }

  /// An insertion that shows for the first time is anchored to the content that follows it.
  private mutating func anchorReached() {
    guard isAnchored else { return }
    var contentBefore = 0
    for (_, index) in merged {
      if let index { anchored[index] = contentBefore } else { contentBefore += 1 }
    }
  }
}
