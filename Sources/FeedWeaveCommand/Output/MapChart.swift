import FeedFormats
import Placement
import TerminalUI

/// A map of a woven list, section by section and row by row, as text or as JSON.
struct MapChart {
  /// The titles of the sections; empty for a list of which only the length is known.
  private let titles: [String]
  private let plan: PlacementPlan
  private let map: InsertionMap

  /// Creates a chart from a plan and the map of the list that shows it.
  init(_ plan: PlacementPlan, shownBy map: InsertionMap, titles: [String] = []) {
    self.titles = titles
    self.plan = plan
    self.map = map
  }

  /// A row of the list, with its owner.
  enum Row {
    case content(feed: Int, user: Int)
    case ad(feed: Int, Place)
  }

  /// All rows.
  var rows: Rows { Rows(map, plan.places) }

  /// The refused places, which remain content.
  var refusals: Refusals { Refusals(plan.decisions) }

  /// Returns the inserted rows of a section in ascending order.
  func insertedRows(inSection section: Int) -> [Int] { map.insertedRows(inFeedSection: section) }

  /// Measures of how dense the ads are.
  var measures: FeedMeasures {
    var rows = [[Int]](repeating: [], count: plan.userCounts.count)
    for place in plan.places { rows[place.path.section].append(place.content.row) }
    return zip(plan.userCounts, rows).reduce(into: FeedMeasures()) { measures, section in
      measures.append(FeedMeasures(contentCount: section.0, adsBefore: section.1))
    }
  }
}

extension MapChart {
  /// Reads the rows section by section, in feed order, without storing previous ones.
  struct Rows {
    private let map: InsertionMap
    private var places: EnumeratedSequence<PlacementPlan.Places>.Iterator
    private var next = FeedPath(section: 0, row: 0)

    fileprivate init(_ map: InsertionMap, _ places: PlacementPlan.Places) {
      self.map = map
      self.places = places.enumerated().makeIterator()
    }

    /// Returns the next row of a section, or nil at its end; the section must not be before that of the previous call.
    mutating func next(inSection section: Int) -> Row? {
      if next.section != section { next = FeedPath(section: section, row: 0) }
      let path = next
      next.row += 1
      if let user = map.userPath(for: path) { return .content(feed: path.row, user: user.row) }
      return map.insertionIndex(at: path).flatMap { place($0) }.map { .ad(feed: path.row, $0) }
    }

    /// Returns the place of an insertion; insertions are numbered in the order of the places, some of which may have no
    /// row.
    private mutating func place(_ insertion: Int) -> Place? {
      while let (number, place) = places.next() { if number == insertion { return place } }
      return nil
    }
  }

  /// Reads the refused places section by section, each with the rule that refused it.
  struct Refusals {
    private var decisions: PlacementPlan.Decisions
    private var ahead: RefusedPlace?

    fileprivate init(_ decisions: PlacementPlan.Decisions) { self.decisions = decisions }

    /// Returns the next place of a section, or nil at its end; the section must be that of the previous call or the
    /// next one.
    mutating func next(inSection section: Int) -> RefusedPlace? {
      while ahead == nil, let decision = decisions.next() {
        if case .refused(let place) = decision { ahead = place }
      }
      guard ahead?.path.section == section else { return nil }
      defer { ahead = nil }
      return ahead
    }
  }
}

// MARK: - Text

extension MapChart {
  /// Writes the chart with one row per line, headers if there are several sections, and the counts at the end.
  ///
  /// - Parameters:
  ///   - painter: writes the lines.
  ///   - isVerbose: whether to write the refused places and how dense the ads are.
  func writeText(_ painter: LinePainter, isVerbose: Bool, to output: inout CommandOutput) throws(CommandError) {
    var rows = rows
    let totals = plan.totals
    for section in plan.userCounts.indices {
      let tally = map.tally(ofSection: section)
      if plan.userCounts.count > 1 { try output.add([header(ofSection: section, tally)], painter) }
      let lines = RowLines(digits: String(tally.items + tally.ads).count, adCount: totals[section], painter)
      while let row = rows.next(inSection: section) { try output.add { lines.append(row, to: &$0) } }
    }
    if isVerbose { try writeRefusals(painter, to: &output) }
    for words in isVerbose ? [map.tally.words, "\(measures)"] : [map.tally.words] {
      try output.add([CardLine([.init(SafeText(words), Style(dim: true))])], painter)
    }
  }

  private func writeRefusals(_ painter: LinePainter, to output: inout CommandOutput) throws(CommandError) {
    var refusals = refusals
    for section in plan.userCounts.indices {
      while let place = refusals.next(inSection: section) { try output.add([line(place)], painter) }
    }
  }

  private func header(ofSection section: Int, _ tally: Tally) -> CardLine {
    let title = titles.indices.contains(section) ? titles[section] : ""
    return SectionHeader(
      title: SafeText("section \(section)" + (title.isEmpty ? "" : ": " + title)), detail: SafeText(tally.words)
    ).line(columns: .max)
  }

  private func line(_ place: RefusedPlace) -> CardLine {
    let section = plan.userCounts.count > 1 ? "section \(place.path.section), " : ""
    return CardLine([.init(SafeText("no ad at \(section)row \(place.path.row) (\(place.origin)): \(place.reason)"))])
  }
}

/// The lines of the rows of a section.
private struct RowLines {
  private let digits: Int
  private let adCount: Int
  private let painter: LinePainter
  /// The pattern of content rows; there may be millions of them, which differ only in their numbers.
  private let content: LinePattern

  init(digits: Int, adCount: Int, _ painter: LinePainter) {
    self.digits = digits
    self.adCount = adCount
    self.painter = painter
    let dim = Style(dim: true)
    content = LinePattern([.number(columns: digits), .words(.init(" ← ", dim)), .number(dim)], painter: painter)
  }

  func append(_ row: MapChart.Row, to bytes: inout [UInt8]) {
    switch row {
    case .content(let feed, let user): content.append([feed, user], to: &bytes)
    case .ad(let feed, let place): painter.append(line(of: place, at: String(feed)), to: &bytes)
    }
  }

  private func line(of place: Place, at row: String) -> CardLine {
    let words = "  ad \(place.ad) · \(place.caption(total: adCount))"
    return CardLine([
      .init(SafeText(String(repeating: " ", count: digits - row.count) + row)),
      .init(SafeText(words), Style(foreground: .accent)),
    ])
  }
}

// MARK: - Json

extension MapChart {
  /// Writes the chart as one JSON object on a line.
  ///
  /// - Parameter hasRefusals: whether to write the refused places.
  func writeJSON(hasRefusals: Bool, to output: inout CommandOutput) throws(CommandError) {
    var rows = rows
    var refusals = refusals
    try output.add { $0 += #"{"sections":["#.utf8 }
    for section in plan.userCounts.indices {
      try output.add { $0 += "\(section > 0 ? "," : ""){\(counts(ofSection: section)),\"insertions\":".utf8 }
      var insertions = insertedRows(inSection: section).makeIterator()
      try output.addList({ insertions.next() }, of: { $1 += String($0).utf8 })
      try output.add { $0 += #","rows":"#.utf8 }
      try output.addList({ rows.next(inSection: section) }, of: Self.append)
      if hasRefusals {
        try output.add { $0 += #","refused":"#.utf8 }
        try output.addList({ refusals.next(inSection: section) }, of: Self.append)
      }
      try output.add { $0 += "}".utf8 }
    }
    try output.add { $0 += "]}\n".utf8 }
  }

  private func counts(ofSection section: Int) -> String {
    let tally = map.tally(ofSection: section)
    return "\"user\":\(tally.items),\"feed\":\(tally.items + tally.ads)"
  }

  /// Appends a row as an object; the text of a rule contains nothing that JSON must escape.
  private static func append(_ row: Row, to bytes: inout [UInt8]) {
    bytes += #"{"feed":"#.utf8
    switch row {
    case .content(let feed, let user):
      bytes += String(feed).utf8
      bytes += #","user":"#.utf8
      bytes += String(user).utf8
      bytes += "}".utf8
    case .ad(let feed, let place): bytes += "\(feed),\"insertion\":\(place.ad),\"rule\":\"\(place.origin)\"}".utf8
    }
  }

  /// Appends a refused place as an object; its reason may contain a tag, which can be any text.
  private static func append(_ place: RefusedPlace, to bytes: inout [UInt8]) {
    var text = JSONText()
    text.append(raw: "{\"feed\":\(place.path.row)")
    text.append(member: "rule", "\(place.origin)")
    text.append(member: "reason", "\(place.reason)")
    text.append(raw: "}")
    bytes += text.bytes
  }
}

extension CommandOutput {
  /// Adds the elements of a JSON array one by one.
  fileprivate mutating func addList<Element>(
    _ next: () -> Element?, of append: (Element, inout [UInt8]) -> Void
  ) throws(CommandError) {
    try add { $0 += "[".utf8 }
    var isFirst = true
    while let element = next() {
      try add { bytes in
        if !isFirst { bytes += ",".utf8 }
        append(element, &bytes)
      }
      isFirst = false
    }
    try add { $0 += "]".utf8 }
  }
}
