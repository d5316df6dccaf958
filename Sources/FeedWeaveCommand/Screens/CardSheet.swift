import FeedFormats
import TerminalUI

/// Draws a woven list as cards, one below the other, with headers where there are several sections or named ones.
struct CardSheet {
  /// The columns to draw in.
  let columns: Int
  /// The time that ages are counted from, in seconds since 1970.
  let now: Int64
  /// Whether positions are shown beside the cards.
  let hasGutter: Bool
  /// What the lines are written with.
  let painter: LinePainter

  /// Draws the list and, in the last line, what it holds.
  ///
  /// - Complexity: O(*n*) in the length of the texts.
  func draw(_ woven: WovenFeed, on output: inout CommandOutput) throws(CommandError) {
    let hasHeaders = woven.sections.count > 1 || woven.sections.contains { $0.name != nil }
    let blank = [CardLine([])]
    for (number, section) in woven.sections.enumerated() {
      if hasHeaders {
        try output.add([header(of: section, woven.tally(ofSection: number)), CardLine([])], painter)
      }
      for entry in woven.rows[number] {
        try output.add(card(of: entry, in: section.document).lines(columns: columns), painter)
        try output.add(blank, painter)
      }
    }
    try output.add([CardLine([.init(SafeText(woven.tally.words), Style(dim: true))]).truncated(to: columns)], painter)
  }

  private func header(of section: FeedSection, _ tally: Tally) -> CardLine {
    SectionHeader(title: SafeText(section.title), detail: SafeText(tally.words)).line(columns: columns)
  }

  private func card(of entry: WovenEntry, in document: FeedDocument) -> Card {
    switch entry.owner {
    case .content(let row):
      Card(
        entry.item, authors: document.authors, kind: .content, gutter: hasGutter ? "\(entry.row) ← \(row)" : "",
        now: now)
    case .ad(let reason):
      Card(
        entry.item, authors: [], kind: .ad(reason: SafeText(reason)), gutter: hasGutter ? "\(entry.row)" : "", now: now)
    }
  }
}
