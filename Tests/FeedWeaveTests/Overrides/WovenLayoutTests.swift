import FeedWeave
import Interception
import ListModel
import Placement
import TestSupport
import Testing
import WeavingSupport

struct WovenLayoutTests {
  private static let words: Set<String> = [
    "view", "layout", "size", "inset", "line", "between", "column", "columns", "header", "footer", "header inset",
    "footer inset", "estimate header", "estimate footer", "target", "transition", "will", "end",
  ]

  private func makeList(_ desk: LayoutDesk, height: Double) -> DeskList {
    let list = DeskList(size: ListSize(width: 18, height: height))
    list.kept.append(desk)
    for kind in [
      LayoutDesk.badge, LayoutDesk.background, ListElementKind.sectionHeader, ListElementKind.sectionFooter,
    ] {
      list.register(TextCell.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: "view")
    }
    list.dataSource = desk
    list.delegate = desk
    return list
  }

  private func compare(
    policy: UpdatePolicy, adHeight: Double, viewport: Double, comparesGeometry: Bool, inUse: Bool = false
  ) {
    let script = LayoutScript(comparesGeometry: comparesGeometry)
    var words: Set<String> = []
    expectTwinsAlike(policy: policy, adHeight: adHeight, inUse: inUse, seeds: Sample.of(1...20, few: 1...2)) {
      seed, weave in
      let desk = LayoutDesk([[1, 2, 3, 4, 5], [], [6, 7, 8], [9, 10]])
      let list = makeList(desk, height: viewport)
      weave(list)
      defer { words.formUnion(desk.words) }
      let log = script.run(on: list, desk, seed: seed, steps: 25)
      // A view that nobody gives is asked for again at each layout, and a change of the insertions is one more.
      return inUse && adHeight > 0 ? log.filter { !$0.hasPrefix("view ") } : log
    }
    #expect(Self.words.subtracting(words) == [])
  }

  @Test(arguments: [UpdatePolicy.pinned, .anchored])
  func `same with insertions without height`(policy: UpdatePolicy) {
    compare(policy: policy, adHeight: 0, viewport: 9, comparesGeometry: true)
  }

  @Test(arguments: [UpdatePolicy.pinned, .anchored])
  func `same with insertions that take room`(policy: UpdatePolicy) {
    compare(policy: policy, adHeight: 3, viewport: 2000, comparesGeometry: false)
  }

  @Test(arguments: [UpdatePolicy.pinned, .anchored], [0.0, 3.0])
  func `same where the list is woven and unwoven in use`(policy: UpdatePolicy, adHeight: Double) {
    compare(
      policy: policy, adHeight: adHeight, viewport: adHeight == 0 ? 9 : 2000, comparesGeometry: adHeight == 0,
      inUse: true)
  }

  @Test func `an ad in row zero does not steal the header of its section`() {
    let desk = LayoutDesk([[1, 2], []])
    let ads = LayoutAds()
    ads.rows = [feed(0, 0), feed(1, 0)]
    let list = makeList(desk, height: 100)
    list.weave(ads)
    list.layout = LayoutScript.layouts[1]
    list.layoutIfNeeded()
    let header = ListElementKind.sectionHeader
    let elements = desk.takeLog().filter { $0.hasPrefix("view") || $0.hasPrefix("will") }
    #expect(elements.contains("view \(header) 0:0") && elements.contains("will \(header) 0:0"))
    #expect(elements.contains("view badge 0:0") && elements.contains("view background 1:0"))
    #expect((list.headerView(forSection: 0) as? TextCell)?.text == "\(header) 0:0")
    let asked = ads.takeLog()
    #expect(!asked.contains { $0.contains(header) || $0.contains("background") })
    #expect(asked.filter { $0.hasPrefix("view") } == ["view badge feed 0:0", "view badge feed 1:0"])
    #expect(asked.filter { $0.hasPrefix("will") } == ["will badge feed 0:0", "will badge feed 1:0"])
    #expect(list.indexPathsForVisibleSupplementaryElements(ofKind: header) == [path(0, 0)])
    #expect(list.indexPathsForVisibleSupplementaryElements(ofKind: "badge") == [path(0, 0), path(0, 1)])
    #expect(list.weaver.rawList.perform { $0.indexPathsForVisibleSupplementaryElements(ofKind: "badge") }?.count == 4)
  }

  @Test func `an inserted section is asked of its owner and of nobody else`() {
    let desk = LayoutDesk([[1], [2]])
    let ads = LayoutAds()
    ads.sections = [1]
    ads.rows = [feed(1, 0)]
    let list = makeList(desk, height: 100)
    list.weave(ads)
    list.layout = LayoutScript.layouts[2]
    list.layoutIfNeeded()
    let questions = [
      "layout", "inset", "between", "column", "columns", "header inset", "footer inset", "estimate header", "header",
      "estimate footer", "footer",
    ]
    #expect(ads.takeLog().filter { $0.hasSuffix(" 1") && !$0.contains("view") } == questions.map { "\($0) 1" })
    #expect(Set(desk.takeLog().filter { $0.hasPrefix("columns") }) == ["columns 0", "columns 1"])
    let header = ListElementKind.sectionHeader
    #expect(list.indexPathsForVisibleSupplementaryElements(ofKind: header) == [path(0, 0)])
    #expect(list.visibleSupplementaryViews(ofKind: LayoutDesk.background).count == 2)
    let counts = VisibleCells.allCases.map {
      list.weaver.visibleSupplementaryViews(ofKind: LayoutDesk.background, $0).count
    }
    #expect(counts == [2, 1, 3])
    desk.articles = []
    ads.sections = []
    ads.rows = []
    list.reloadData()
    #expect(ads.takeLog().contains("end background feed 1:0"))
    #expect(desk.takeLog().filter { $0.hasPrefix("end background") } == ["end background 0:0", "end background 1:0"])
  }

  @Test func `the content scrolls its own carousels`() {
    let desk = LayoutDesk([[1, 2], Array(0..<50)])
    let ads = LayoutAds()
    ads.sections = [0]
    let list = makeList(desk, height: 100)
    list.weave(ads)
    list.layout = .carousel(itemSize: ListSize(width: 4, height: 3))
    list.setContentOffset(3, inSection: 1)
    #expect([0, 1].map { list.contentOffset(inSection: $0) } == [0, 3])
    #expect(list.weaver.rawList.perform { list in [0, 1, 2].map { list.contentOffset(inSection: $0) } } == [0, 0, 3])
  }

  @Test func `each side hears of its rows in a carousel as it scrolls`() {
    let desk = NewsDesk([(0..<20).map { "\($0)" }])
    desk.titles = false
    let ads = AdDesk((0..<8).map { feed(0, $0) } + [feed(1, 1)])
    (ads.sections, ads.height) = ([0], 3)
    let list = wovenList(desk, ads, height: 100)
    list.layout = .carousel(itemSize: ListSize(width: 5, height: 3))
    list.layoutIfNeeded()
    (_, _) = (desk.takeLog(), ads.takeLog())
    let places = { ads.displays.suffix(2).map { $0.split(separator: " ").prefix(3).joined(separator: " ") } }

    // Of rows of five units and an ad of four in the second place, the first one leaves the ten units in view.
    list.setContentOffset(6, inSection: 0)
    list.layoutIfNeeded()
    #expect(desk.takeLog() == ["did end 0:0 0", "cell 0:2", "will display 0:2 2", "scrolls 0"])
    #expect(places() == ["end feed 1:0", "will feed 1:3"] && ads.takeLog() == [])
    #expect(list.visibleCells.count == 2)

    // The section of the ads has rows of four units.
    list.weaver.rawList.perform { list in
      list.setContentOffset(5, inSection: 0)
      list.layoutIfNeeded()
    }
    #expect(places() == ["end feed 0:0", "will feed 0:3"] && ads.takeLog() == ["scrolls 0"])
    #expect(desk.takeLog() == [] && list.contentOffset(inSection: 0) == 6)
  }

  @Test func `estimates are asked of the owner of the row`() {
    let desk = LayoutDesk([Array(0..<200)])
    let ads = LayoutAds()
    ads.rows = [feed(0, 100)]
    let list = makeList(desk, height: 10)
    list.estimatedRowHeight = 2
    list.weave(ads)
    list.layoutIfNeeded()
    _ = (desk.takeLog(), ads.takeLog())
    _ = list.rectForRow(at: path(0, 120))
    #expect(desk.takeLog() == ["estimate 0:120"] && ads.takeLog() == [])
    _ = list.weaver.rawList.rectForRow(at: feed(0, 100))
    #expect(desk.takeLog() == [] && ads.takeLog() == ["estimate feed 0:100"])
  }

  @Test func `insertions stand in columns as rows do`() {
    let desk = LayoutDesk([[1, 2, 3]])
    let ads = LayoutAds()
    ads.rows = [feed(0, 1)]
    let list = makeList(desk, height: 100)
    list.weave(ads)
    list.layout = .grid(columns: 2)
    #expect(texts(list).filter { !$0.contains("Kind") } == ["1", "AD", "2", "3"])
    #expect(list.rectForRow(at: path(0, 1)).origin.x == list.rectForRow(at: path(0, 0)).origin.x)
    #expect(list.weaver.rawList.rectForRow(at: feed(0, 1)).size == ListSize(width: 7, height: 3))
  }

  @Test func `a callback of the layout may reload`() {
    let desk = LayoutDesk([[1, 2, 3], [4]])
    let ads = LayoutAds()
    ads.rows = [feed(0, 1), feed(1, 0)]
    let list = makeList(desk, height: 100)
    list.weave(ads)
    var left = 4
    desk.whenAsked = { list in
      guard left > 0 else { return }
      left -= 1
      desk.articles[0].append(20 + left)
      list.reloadData()
    }
    for layout in LayoutScript.layouts {
      list.layout = layout
      list.layoutIfNeeded()
    }
    desk.whenAsked = nil
    #expect(left == 0 && list.numberOfRows(inSection: 0) == 7)
    #expect(list.visibleCells.count == 8)
    let log = desk.takeLog()
    let ended = log.filter { $0.hasPrefix("end") }.count
    #expect(log.filter { $0.hasPrefix("will") }.count - ended == visibleElements(list))
  }

  private func visibleElements(_ list: ListView) -> Int {
    [LayoutDesk.badge, LayoutDesk.background, ListElementKind.sectionHeader, ListElementKind.sectionFooter]
      .reduce(0) { $0 + list.indexPathsForVisibleSupplementaryElements(ofKind: $1).count }
  }
}
