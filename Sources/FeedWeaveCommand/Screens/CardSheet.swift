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

  /// The list and, in the last line, what it holds.
  ///
  /// - Complexity: O(*n*) in the length of the texts.
  func bytes(of woven: WovenFeed) -> [UInt8] {
    var bytes: [UInt8] = []
    let hasHeaders = woven.sections.count > 1 || woven.sections.contains { $0.name != nil }
    for (number, section) in woven.sections.enumerated() {
      if hasHeaders { paint([header(of: section, woven.tally(ofSection: number)), CardLine([])], &bytes) }
      for entry in woven.rows[number] {
        paint(card(of: entry, in: section.document).lines(columns: columns) + [CardLine([])], &bytes)
      }
    }
    paint([CardLine([.init(SafeText(woven.tally.words), Style(dim: true))]).truncated(to: columns)], &bytes)
    return bytes
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

  private func paint(_ lines: [CardLine], _ bytes: inout [UInt8]) {
    painter.paint(lines) { line in
      for index in line.indices { bytes.append(line[index]) }
    }
  }
}
