import TestSupport
import Testing

@testable import TerminalUI

@Suite struct ViewerLayoutTests {
  @Test func `at every size the columns fit side by side`() {
    var options = ViewerOptions()
    for (measure, wide) in [(88, 120), (20, 40), (1, 1)] {
      (options.measure, options.wide) = (measure, wide)
      for columns in (1...200).sampled(oneIn: 3) {
        for rows in 1...5 {
          for state in 0..<4 {
            let size = ScreenSize(columns: columns, rows: rows)
            let layout = ViewerLayout(size, options, isOpen: state & 1 > 0, hasSide: state & 2 > 0)
            let panes = [layout.side, layout.list, layout.page].compactMap(\.self)
            // A rule is between two columns, and nothing is drawn in one that is too narrow.
            let fits = zip(panes, panes.dropFirst()).allSatisfy { $0.column + $0.columns < $1.column }
            let end = panes.map { $0.column + max(0, $0.columns) }.max() ?? 0
            let isInside = columns < 4 || end <= columns
            let cards = layout.cardColumns <= measure && layout.cardColumns + layout.margin <= max(1, columns)
            #expect(fits && isInside && cards, "\(columns)x\(rows), \(measure), \(wide), \(state)")
            #expect(layout.bodyRows == max(1, rows - 1))
          }
        }
      }
    }
  }
}
