import FeedFormats
import Placement
import TerminalUI

/// A map of a woven list, section by section and row by row, as text or as JSON.
struct MapChart {
  /// What a section is called; empty for a list of which nothing is known but its length.
  let titles: [String]
  private let plan: PlacementPlan
  private let map: InsertionMap
  private let places: [Place]
  private let totals: [Int]

  /// Makes the chart of a plan, and of the map of the list that shows it.
  init(_ plan: PlacementPlan, shownBy map: InsertionMap, titles: [String] = []) {
    self.titles = titles
    self.plan = plan
    self.map = map
    places = Array(plan.places)
    totals = plan.totals
  }

  /// A row of the list, and whose it is.
  private enum Row {
    case content(feed: Int, user: Int)
    case ad(feed: Int, Place)

    var feed: Int {
      switch self {
      case .content(let feed, _), .ad(let feed, _): feed
      }
    }
  }

  /// The rows of a section, in feed order.
  private func rows(ofSection section: Int) -> some Sequence<Row> {
    (0..<(map.feedCount(inFeedSection: section) ?? 0)).lazy.compactMap { row in
      let path = FeedPath(section: section, row: row)
      if let user = map.userPath(for: path) { return .content(feed: row, user: user.row) }
      return map.insertionIndex(at: path).map { .ad(feed: row, places[$0]) }
    }
  }

  /// The places that stay content, each with the rule that forbade it.
  private var refusals: some Sequence<RefusedPlace> {
    plan.decisions.lazy.compactMap { if case .refused(let place) = $0 { place } else { nil } }
  }

  /// How dense the ads are.
  private var measures: FeedMeasures {
    var rows = [[Int]](repeating: [], count: plan.userCounts.count)
    for place in places { rows[place.path.section].append(place.content.row) }
    return zip(plan.userCounts, rows).reduce(into: FeedMeasures()) { measures, section in
      measures.append(FeedMeasures(contentCount: section.0, adsBefore: section.1))
    }
  }

  private func tally(ofSection section: Int) -> Tally {
    let items = map.userCount(inUserSection: section) ?? 0
    return Tally(items: items, ads: (map.feedCount(inFeedSection: section) ?? 0) - items)
  }
}

// MARK: - JSON

extension MapChart {
  /// The chart as one JSON object on a line.
  ///
  /// - Parameter hasRefusals: whether the places that the rules refused are told too.
  func json(hasRefusals: Bool) -> [UInt8] {
    let refused = hasRefusals ? refusedJSON : nil
    let sections = plan.userCounts.indices.map { section in
      let rows = rows(ofSection: section).map(Self.json).joined(separator: ",")
      let insertions = map.insertedRows(inFeedSection: section).map(String.init).joined(separator: ",")
      let tally = tally(ofSection: section)
      let counts = "\"user\":\(tally.items),\"feed\":\(tally.items + tally.ads)"
      return "{\(counts),\"insertions\":[\(insertions)],\"rows\":[\(rows)]\(refused?[section] ?? "")}"
    }
    return Array("{\"sections\":[\(sections.joined(separator: ","))]}\n".utf8)
  }

  /// The member of each section that tells its refusals.
  private var refusedJSON: [String] {
    var places = [[String]](repeating: [], count: plan.userCounts.count)
    for place in refusals { places[place.path.section].append(Self.json(place)) }
    return places.map { ",\"refused\":[\($0.joined(separator: ","))]" }
  }

  /// A refused place as an object; its reason may name a tag, in which anything may stand.
  private static func json(_ place: RefusedPlace) -> String {
    var text = JSONText()
    text.append(raw: "{\"feed\":\(place.path.row)")
    text.append(member: "rule", "\(place.origin)")
    text.append(member: "reason", "\(place.reason)")
    text.append(raw: "}")
    return String(decoding: text.bytes, as: UTF8.self)
  }

  /// A row as an object; the words of a rule hold nothing that JSON would have to escape.
  private static func json(_ row: Row) -> String {
    switch row {
    case .content(let feed, let user): "{\"feed\":\(feed),\"user\":\(user)}"
    case .ad(let feed, let place): "{\"feed\":\(feed),\"insertion\":\(place.ad),\"rule\":\"\(place.origin)\"}"
    }
  }
}

// MARK: - Text

extension MapChart {
  /// The chart a row a line, with headers where there are several sections, and the counts at the end.
  ///
  /// - Parameters:
  ///   - painter: what the lines are written with.
  ///   - isVerbose: whether the places that the rules refused are told too, and how dense the ads are.
  func text(_ painter: LinePainter, isVerbose: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    func paint(_ line: CardLine) { bytes += painter.bytes(of: line) }
    for section in plan.userCounts.indices {
      let tally = tally(ofSection: section)
      if plan.userCounts.count > 1 { paint(header(ofSection: section, tally)) }
      let digits = String(tally.items + tally.ads).count
      for row in rows(ofSection: section) { paint(line(row, digits, total: totals[section])) }
    }
    if isVerbose { for place in refusals { paint(line(place)) } }
    let all = plan.userCounts.indices.map(tally).reduce(Tally(items: 0, ads: 0), +)
    paint(CardLine([.init(SafeText(all.words), Style(dim: true))]))
    if isVerbose { paint(CardLine([.init(SafeText("\(measures)"), Style(dim: true))])) }
    return bytes
  }

  private func header(ofSection section: Int, _ tally: Tally) -> CardLine {
    let title = titles.indices.contains(section) ? titles[section] : ""
    return SectionHeader(
      title: SafeText("section \(section)" + (title.isEmpty ? "" : ": " + title)), detail: SafeText(tally.words)
    ).line(columns: .max)
  }

  private func line(_ row: Row, _ digits: Int, total: Int) -> CardLine {
    let feed = String(row.feed)
    let start = CardLine.Run(SafeText(String(repeating: " ", count: digits - feed.count) + feed))
    switch row {
    case .content(_, let user): return CardLine([start, Self.arrow, .init(SafeText(String(user)), Style(dim: true))])
    case .ad(_, let place):
      let words = "  ad \(place.ad) · \(place.caption(total: total))"
      return CardLine([start, .init(SafeText(words), Style(foreground: .named(.yellow)))])
    }
  }

  // Kept apart from the numbers: text that is plain ASCII is made safe at a glance.
  private static let arrow = CardLine.Run(" ← ", Style(dim: true))

  private func line(_ place: RefusedPlace) -> CardLine {
    let section = plan.userCounts.count > 1 ? "section \(place.path.section), " : ""
    return CardLine([.init(SafeText("no ad at \(section)row \(place.path.row) (\(place.origin)): \(place.reason)"))])
  }
}

extension LinePainter {
  /// The bytes of a line by itself.
  func bytes(of line: CardLine) -> [UInt8] {
    var bytes: [UInt8] = []
    paint(CollectionOfOne(line)) { span in
      for index in span.indices { bytes.append(span[index]) }
    }
    return bytes
  }
}
