import FeedWeave
import Interception
import ListModel
import Placement
import Synchronization
import Testing
import WeavingSupport

/// Observers of a list's own properties hear the same of it whether and whenever it is woven.
///
/// One at a time, since those of the class hear of every list of it.
@Suite(.serialized)
struct ObservedPropertiesTests {
  private final class ObservedList: ListView {
    var kept: [AnyObject] = []
  }

  /// Writes down every change of a list's properties.
  private final class Log: Sendable {
    private let words = Mutex<[String]>([])

    func write(_ word: String) { words.withLock { $0.append(word) } }

    func take() -> [String] {
      words.withLock { words in
        defer { words = [] }
        return words
      }
    }
  }

  private static func word<Value>(_ name: String, _ change: PropertyChange<ListView, Value>) -> String {
    // Whoever hears of a change speaks the content's coordinates.
    let rows = change.object.numberOfRows(inSection: 0)
    return "\(name) \(value(change.old)) to \(value(change.new)) of \(rows)"
  }

  private static func value<Value>(_ value: Value?) -> String {
    guard let value else { return "none" }
    if let desk = value as? NewsDesk { return "desk of \(desk.articles.count)" }
    if Mirror(reflecting: value).displayStyle == .optional {
      return Mirror(reflecting: value).children.isEmpty ? "nil" : "desk"
    }
    if let offset = value as? Double { return "\(offset)" }
    if let size = value as? ListSize { return "\(size.height)" }
    return "\(value)"
  }

  private func observe(_ list: ObservedList, _ log: Log, onClass: Bool) throws -> [AspectToken] {
    if onClass {
      let type = ObservedList.self
      return [
        try ListView.contentOffset.observe(on: type) { log.write(Self.word("offset", $0)) },
        try ListView.contentSize.observe(on: type) { log.write(Self.word("size", $0)) },
        try ListView.indexPathsForSelectedRows.observe(on: type) { log.write(Self.word("selected", $0)) },
        try ListView.isEditing.observe(on: type) { log.write(Self.word("editing", $0)) },
        try ListView.dataSource.observe(on: type) { log.write(Self.word("source", $0)) },
        try ListView.delegate.observe(on: type) { log.write(Self.word("delegate", $0)) },
      ]
    }
    return [
      try list.observe(ListView.contentOffset) { log.write(Self.word("offset", $0)) },
      try list.observe(ListView.contentSize) { log.write(Self.word("size", $0)) },
      try list.observe(ListView.indexPathsForSelectedRows) { log.write(Self.word("selected", $0)) },
      try list.observe(ListView.isEditing) { log.write(Self.word("editing", $0)) },
      try list.observe(ListView.dataSource) { log.write(Self.word("source", $0)) },
      try list.observe(ListView.delegate) { log.write(Self.word("delegate", $0)) },
    ]
  }

  /// Does all that changes the properties, and answers what was heard of each act.
  private func use(_ list: ObservedList, _ desk: NewsDesk, _ other: NewsDesk, _ log: Log) throws -> [[String]] {
    list.layoutIfNeeded()
    _ = log.take()
    var heard: [[String]] = []
    func act(_ body: () throws -> Void) rethrows {
      try body()
      list.layoutIfNeeded()
      heard.append(log.take())
    }
    act { list.contentOffset = 2 }
    act { list.scrollToRow(at: path(0, 12), at: .top) }
    act { list.display.scroll(by: 1) }
    act { list.setContentOffset(4, animated: false) }
    try act {
      desk.articles[0].insert(contentsOf: ["n0", "n1"], at: 0)
      try list.insertRows(at: [path(0, 0), path(0, 1)])
    }
    act { list.selectRow(at: path(0, 7)) }
    act { list.display.select(at: ListPoint(x: 0, y: list.rectForRow(at: path(0, 8)).minY + 0.5)) }
    try act {
      desk.articles[0].remove(at: 0)
      try list.deleteRows(at: [path(0, 0)])
    }
    act { list.deselectRow(at: path(0, 7)) }
    act { list.isEditing = true }
    act { list.setEditing(false) }
    act { list.display.scrollToTop() }
    act { (list as ListView).send(ListView.indexPathsForSelectedRows, [path(0, 3)]) }
    act {
      list.dataSource = other
      list.delegate = other
    }
    act {
      list.dataSource = desk
      list.delegate = desk
      list.measureAllRows()
    }
    return heard
  }

  private func world(_ log: Log) -> (ObservedList, NewsDesk, NewsDesk, AdDesk) {
    let desk = NewsDesk([(0..<20).map { "a\($0)" }])
    let other = NewsDesk([["x"], ["y"]])
    for side in [desk, other] { side.titles = false }
    let ads = AdDesk([feed(0, 1), feed(0, 6), feed(0, 10)])
    ads.height = 0
    let list = ObservedList(size: ListSize(width: 10, height: 5))
    list.kept = [desk, other, ads]
    list.rowHeight = nil
    list.estimatedRowHeight = 1
    list.register(TextCell.self, forCellReuseIdentifier: "article")
    list.dataSource = desk
    list.delegate = desk
    list.measureAllRows()
    return (list, desk, other, ads)
  }

  private func weave(_ list: ObservedList, _ ads: AdDesk) {
    list.weaver.dataSource = ads
    list.weaver.delegate = ads
    list.weaver.policy = .anchored
  }

  private func showInsertions(_ list: ObservedList, _ ads: AdDesk) throws {
    try list.weaver.insertRows(at: ads.rows)
    try list.weaver.updateInsertions()
    list.measureAllRows()
    #expect(list.weaver.rawList.numberOfRows(inSection: 0) == 23)
  }

  @Test(arguments: [false, true])
  func `observers hear the same through weaving in all orders`(onClass: Bool) throws {
    var transcripts: [String: [[String]]] = [:]
    for (name, observesFirst, unobservesFirst, isWoven) in [
      ("plain", true, true, false), ("observed, woven, unobserved, removed", true, true, true),
      ("observed, woven, removed, unobserved", true, false, true),
      ("woven, observed, unobserved, removed", false, true, true),
      ("woven, observed, removed, unobserved", false, false, true),
    ] {
      let log = Log()
      let (list, desk, other, ads) = world(log)
      var tokens = observesFirst ? try observe(list, log, onClass: onClass) : []
      list.layoutIfNeeded()
      _ = log.take()
      if isWoven { weave(list, ads) }
      #expect(log.take() == [], "\(name)")
      if isWoven { try showInsertions(list, ads) } else { list.measureAllRows() }
      if !observesFirst { tokens = try observe(list, log, onClass: onClass) }
      var heard = try use(list, desk, other, log)
      if unobservesFirst {
        for token in tokens { #expect(token.remove()) }
        if isWoven { list.weaver.remove() }
        list.contentOffset = 3
        list.layoutIfNeeded()
        #expect(log.take() == [], "\(name)")
      } else {
        list.weaver.remove()
        list.layoutIfNeeded()
        #expect(log.take() == [], "\(name)")
        heard += try use(list, desk, other, log)
        for token in tokens { #expect(token.remove()) }
        list.contentOffset = 3
        list.layoutIfNeeded()
        #expect(log.take() == [], "\(name)")
      }
      transcripts[name] = heard
    }
    let plain = try #require(transcripts["plain"])
    for (name, heard) in transcripts { #expect(Array(heard.prefix(plain.count)) == plain, "\(name)") }
    #expect(
      plain.prefix(5) == [
        ["offset 0.0 to 2.0 of 20"], ["offset 2.0 to 12.0 of 20"], ["offset 12.0 to 13.0 of 20"],
        ["offset 13.0 to 4.0 of 20"], ["size 20.0 to 22.0 of 22", "offset 4.0 to 6.0 of 22"],
      ])
    #expect(
      plain[5..<12] == [
        ["selected [] to [0:7] of 22"], ["selected [0:7] to [0:8] of 22"],
        ["selected [0:8] to [0:7] of 21", "size 22.0 to 21.0 of 21", "offset 6.0 to 5.0 of 21"],
        ["selected [0:7] to [] of 21"], ["editing false to true of 21"], ["editing true to false of 21"],
        ["offset 5.0 to 0.0 of 21"],
      ])
    #expect(plain[12] == ["selected [] to [0:3] of 21"])
    #expect(plain[13].prefix(1) == ["source desk of 1 to desk of 2 of 1"])
  }

  @Test func `an observer that asks for it hears what was ahead of a change that the list has made`() throws {
    let log = Log()
    let (list, _, _, _) = world(log)
    list.layoutIfNeeded()
    var heard: [String] = []
    try list.observe(ListView.contentOffset, [.initial, .prior]) { [unowned list] change in
      heard.append("\(change.phase) \(change.old ?? -1) \(change.new ?? -1) \(list.contentOffset)")
    }
    list.scrollToRow(at: path(0, 6), at: .top)
    #expect(heard == ["initial -1.0 0.0 0.0", "prior 0.0 -1.0 0.0", "change 0.0 6.0 6.0"])
  }

  @Test func `advice on the offset counts where the list scrolls itself`() throws {
    let log = Log()
    let (list, _, _, _) = world(log)
    list.layoutIfNeeded()
    let token = try list.hook(ListView.contentOffset.setter, .before) { call in
      call.arguments = call.arguments.rounded(.down) / 2
    }
    list.scrollToRow(at: path(0, 8), at: .top)
    #expect(list.contentOffset == 4)
    token.remove()
    list.layoutIfNeeded()
    #expect(list.contentOffset == 4)
  }

  @Test func `what is selected among insertions is not heard of by the content side`() throws {
    let log = Log()
    let (list, _, _, ads) = world(log)
    weave(list, ads)
    list.reloadData()
    list.layoutIfNeeded()
    let tokens = try observe(list, log, onClass: false)
    list.weaver.rawList.selectRow(at: feed(0, 1))
    #expect(log.take() == [])
    list.selectRow(at: path(0, 1))
    list.layoutIfNeeded()
    #expect(log.take() == ["selected [] to [0:1] of 20"])
    try list.weaver.insertRows(at: [feed(0, 0)])
    try list.weaver.updateInsertions()
    list.layoutIfNeeded()
    #expect(log.take().filter { $0.hasPrefix("selected") } == [])
    #expect(tokens.allSatisfy { $0.remove() })
  }
}
