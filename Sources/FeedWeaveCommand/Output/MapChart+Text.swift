import Placement
import TerminalUI

extension MapChart {
  /// Writes the chart a row a line, with headers where there are several sections, and the counts at the end.
  ///
  /// - Parameters:
  ///   - painter: what the lines are written with.
  ///   - isVerbose: whether the places that the rules refused are told too, and how dense the ads are.
  func writeText(_ painter: LinePainter, isVerbose: Bool, to output: inout CommandOutput) throws(CommandError) {
    var rows = rows
    let totals = plan.totals
    for section in plan.userCounts.indices {
      let tally = tally(ofSection: section)
      if plan.userCounts.count > 1 { try output.add([header(ofSection: section, tally)], painter) }
      let lines = RowLines(digits: String(tally.items + tally.ads).count, adCount: totals[section], painter)
      while let row = rows.next(inSection: section) { try output.add { lines.append(row, to: &$0) } }
    }
    if isVerbose { try writeRefusals(painter, to: &output) }
    let all = plan.userCounts.indices.map(tally).reduce(Tally(items: 0, ads: 0), +)
    for words in isVerbose ? [all.words, "\(measures)"] : [all.words] {
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
  /// There may be millions of the content's, which differ in their numbers only.
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
      .init(SafeText(words), Style(foreground: .named(.yellow))),
    ])
  }
}
