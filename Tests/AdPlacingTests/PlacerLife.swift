import AdServing
import FeedWeave
import ListModel
import Placement
import TestSupport
import WeavingSupport

@testable import AdPlacing
import FeedWeave

/// A list with a placer, to which anything may happen that can.
final class PlacerLife: WeaverDataSource, WeaverDelegate {
  let model: PlacerModel
  private(set) var words: [String] = []
  private let clock = TestClock()
  private let desk: NewsDesk
  private let list: DeskList
  private let placer: AdPlacer<String>
  private let sources: [TestAds]
  private let copy: FeedCopy
  private var random: SeededGenerator
  private var nextAd = 0
  private var nextArticle = 0
  /// Whether the clock is set now and then, by hours.
  private let setsClock: Bool

  init(seed: UInt64, policy: FillPolicy, setsClock: Bool = false) throws {
    self.setsClock = setsClock
    var random = SeededGenerator(seed: seed)
    desk = NewsDesk((0..<Int.random(in: 1...3, using: &random)).map { "s\($0)" }.map { PlacerWorld.articles(8, $0) })
    list = makeList(desk, height: Double(Int.random(in: 3...8, using: &random)))
    list.estimatedRowHeight = 1
    let sources = [TestAds(), TestAds()]
    self.sources = sources
    let rules = [
      "every 3", "every 4 gap 2", "at 1,2 every 5 max 6", "every 2 before 2 after 2", "every 3 gap 1 share 0.3",
    ]
    let tenants = try (0..<Int.random(in: 1...2, using: &random)).map { index in
      try tenant(
        rules.randomElement(using: &random) ?? "", sources[index], name: "t\(index)",
        house: Bool.random(using: &random) ? ["h0", "h1"] : [],
        queue: AdQueuePolicy(stock: Int.random(in: 0...3, using: &random), lifetime: .seconds(300)),
        repeats: [1, 4, 9].randomElement(using: &random) ?? 1,
        caps: ["", "2 per 100s", "3"].randomElement(using: &random) ?? "")
    }
    let options = AdPlacerOptions(
      fillPolicy: policy, lookahead: [nil, 4, 10].randomElement(using: &random) ?? nil,
      withdraws: Bool.random(using: &random), seed: seed)
    placer = try AdPlacer(tenants, options: options) { [clock] in clock.now }
    model = try PlacerModel(tenants, policy, list, desk, clock)
    self.random = random
    copy = try FeedCopy(of: list, desk)
    placer.delegate = model
    list.weaver.dataSource = self
    list.weaver.delegate = self
    try placer.attach(to: list.weaver)
    list.layoutIfNeeded()
  }

  func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell { TextCell(reuseIdentifier: nil) }
  func weaver(_ weaver: ListWeaver, heightForRowAt path: FeedPath) -> Double? { 1 }

  /// What is wrong; nil where nothing is.
  var fault: String? {
    if let fault = model.faults.first ?? copy.faults.first { return fault }
    if list.weaver.map != placer.placement.shown { return "the list shows others than the placer" }
    if !placer.state.checkInvariants() { return "what is kept does not fit together" }
    let stock = placer.placement.tenants.flatMap { placer.stock(of: $0.name) }
    if stock.contains(where: { $0.id.hasPrefix("hand") }) { return "an ad that was put in by hand is in a queue" }
    let standing = placer.ads.map { "\($0.place.number) \($0.ad.id)" }.sorted()
    let told = model.standing.map { "\($0) \($1.id)" }.sorted()
    return standing == told ? nil : "\(standing) stand, and \(told) have been told of"
  }

  func step() throws {
    words.append(try act())
    try doDueWork()
    if setsClock, pick(6) == 0 {
      setClock()
      try doDueWork()
    }
    if Bool.random(using: &random) { list.layoutIfNeeded() }
  }

  private func doDueWork() throws {
    _ = try placer.advance()
    model.judgeReplacing(in: placer)
  }

  private func setClock() {
    let change = Duration.seconds([-7_200, -30, 30, 7_200][pick(4)])
    clock.now += change
    // Somebody may have asked for the time before.
    if pick(3) == 0 { list.layoutIfNeeded() }
    placer.correctClock(by: change)
    model.correctClock(by: change)
    words.append("the clock is set by \(change)")
  }

  private func pick(_ bound: Int) -> Int { Int.random(in: 0..<max(bound, 1), using: &random) }

  private func fresh(_ count: Int) -> [String] {
    (0..<count).map { _ in
      nextArticle += 1
      return "n\(nextArticle)"
    }
  }

  private func act() throws -> String {
    switch pick(20) {
    case 0...3: return answer()
    case 4:
      clock.now += .milliseconds([0, 300, 1_000, 30_000, 120_000, -5_000][pick(6)])
      return "time \(clock.now)"
    case 5, 6:
      clock.now += .milliseconds(500)
      list.contentOffset += Double(pick(7) - 2)
      list.layoutIfNeeded()
      return "scroll to \(list.contentOffset)"
    case 7...9: return try change()
    case 10...12: return try changeMuch()
    case 13: return try page()
    case 14: return "recall \(placer.recall(.ad(placer.ads.randomElement(using: &random)?.ad.id ?? "a1")))"
    case 15: return "recall campaign \(placer.recall(.campaign("c\(pick(6))")))"
    case 16: return byHand()
    case 17:
      list.reloadData()
      return "reload"
    case 18: return insideABatch()
    default:
      placer.resumeRequests()
      return "resume"
    }
  }

  /// A source answers, the oldest request or the latest.
  private func answer() -> String {
    let source = sources[pick(2)]
    guard let request = pick(3) == 0 ? source.open.last : source.open.first else { return "no request" }
    source.open.removeAll { $0 == request }
    switch pick(6) {
    case 0: placer.answer(request, with: .noFill)
    case 1: placer.answer(request, with: .failure)
    default:
      let ads = (0..<pick(request.count + 2)).map { _ in
        nextAd += 1
        let name = pick(3) == 0 ? pick(nextAd) : nextAd
        return ad("a\(name)", campaign: "c\(name % 6)", expires: pick(4) == 0 ? clock.now + .seconds(40) : nil)
      }
      placer.answer(request, with: .ads(ads))
    }
    return "answer \(request.number) of \(request.tenant)"
  }

  /// One change of the content.
  private func change() throws -> String {
    if desk.articles.isEmpty { return try page() }
    let section = pick(desk.articles.count)
    let count = desk.articles[section].count
    switch pick(4) {
    case 0 where count > 0:
      let row = pick(count)
      desk.articles[section].remove(at: row)
      try list.deleteRows(at: [path(section, row)])
      return "delete \(section):\(row)"
    case 1 where count > 1:
      let (from, to) = (pick(count), pick(count))
      let article = desk.articles[section].remove(at: from)
      desk.articles[section].insert(article, at: to)
      model.displayed.remove(article)
      try list.moveRow(at: path(section, from), to: path(section, to))
      return "move \(section):\(from) to \(to)"
    case 2 where count > 0:
      try list.reloadRows(at: [path(section, pick(count))])
      return "reload a row"
    default:
      let (row, new) = (pick(count + 1), fresh(1 + pick(3)))
      desk.articles[section].insert(contentsOf: new, at: row)
      try list.insertRows(at: new.indices.map { path(section, row + $0) })
      return "insert \(new.count) at \(section):\(row)"
    }
  }

  /// A batch of anything, sections too.
  private func changeMuch() throws -> String {
    let counts = desk.articles.map(\.count)
    let batch = RandomBatch(of: counts, isLarge: pick(3) == 0, mostNew: 5, using: &random)
    nextArticle += 1
    guard let after = desk.articles.changed(by: batch.updates, to: batch.counts, named: "b\(nextArticle)") else {
      return "no batch"
    }
    for row in batch.updates.movedRows.map(\.from) { model.displayed.remove(desk.articles[row.section][row.row]) }
    try list.performBatchUpdates { [self] () throws(ListUpdateError) in
      desk.articles = after
      try batch.tell(list)
    }
    return "batch of \(batch.count) to \(batch.counts)"
  }

  private func page() throws -> String {
    if desk.articles.isEmpty {
      desk.articles.append(fresh(6))
      try list.insertSections([0])
      return "a section"
    }
    let section = desk.articles.count - 1
    let (count, new) = (desk.articles[section].count, fresh(6))
    desk.articles[section] += new
    try list.insertRows(at: new.indices.map { path(section, count + $0) })
    return "page"
  }

  private func byHand() -> String {
    guard let standing = placer.ads.randomElement(using: &random) else { return "no ad" }
    if pick(2) == 0 { return "clear \(standing.ad.id): \(placer.clear(standing.place))" }
    nextAd += 1
    return "replace \(standing.ad.id): \(placer.replace(standing.place, with: ad("hand\(nextAd)", campaign: "hand")))"
  }

  private func insideABatch() -> String {
    list.beginUpdates()
    let word = answer()
    _ = placer.recall(.ad("a\(pick(nextAd + 1))"))
    try? list.endUpdates()
    return "inside a batch: \(word)"
  }
}
