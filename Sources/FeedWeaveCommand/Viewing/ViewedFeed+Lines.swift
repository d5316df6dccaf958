import FeedFormats
import FeedWeave
import ListModel
import Placement
import TerminalUI

// The lines of large files, which are found while the list is shown.
extension ViewedFeed {
  /// The maximum number of rows that are added to the list at once, so that no key waits longer than a frame.
  private static let batchCount = 16 << 10
  /// The number while keys are pressed.
  private static let smallBatchCount = 2 << 10

  /// Whether lines of a file remain to be found or to be shown.
  var isReading: Bool { content.sections.contains { $0.lines?.isReading ?? false } }

  /// Finds more lines for about a duration, and shows them when there are enough.
  ///
  /// - Parameter isHurried: whether a key may be pressed at any moment, so that only few are shown at once.
  /// - Throws: ``CommandError`` if a file cannot be read on; the lines found before are shown.
  func readOn(for duration: Duration, isHurried: Bool = false) throws(CommandError) {
    let end = ContinuousClock.now + duration
    let batchCount = isHurried ? Self.smallBatchCount : Self.batchCount
    for section in content.sections.indices {
      try content.findLines(section: section, atLeast: batchCount, until: end)
      guard content.sections[section].lines?.isReady(batchCount: batchCount) ?? false else { continue }
      ads.expect(content.items, in: content.sections)
      do throws(ListUpdateError) {
        try content.showFound(section: section, atMost: batchCount, in: list)
      } catch { throw .internalError("\(error)") }
      list.layoutIfNeeded()
      if ads.hasMore { try placeAds() }
    }
  }

  /// Returns how many rows of the list, from one on in a direction, do not match; 0 unless it is a line of a file.
  ///
  /// Most lines are not decoded.
  ///
  /// - Parameters:
  ///   - text: what the line of a matching item contains, regardless of the case of ASCII letters.
  ///   - isMatch: returns whether an item matches.
  func rowsWithout(
    _ text: String, from path: FeedPath, _ direction: SearchDirection, where isMatch: @escaping (FeedItem) -> Bool
  ) -> Int {
    guard let user = map.userPath(for: path), let lines = content.sections[user.section].lines else { return 0 }
    let isForward = direction == .forward
    // A file that cannot be read has no match.
    let found = try? lines.firstRow(containing: text, from: user.row, forward: isForward, where: isMatch)
    let row = found.flatMap { map.feedPath(for: UserPath(section: user.section, row: $0))?.row }
    let end = row ?? (isForward ? map.feedCount(inFeedSection: path.section) ?? 0 : -1)
    let between = adsMode == .hidden ? 0..<0 : isForward ? path.row..<end : min(end + 1, path.row)..<path.row
    let ads = map.insertedRows(inFeedSection: path.section).filter { row in
      between.contains(row) && item(at: FeedPath(section: path.section, row: row)).map(isMatch) ?? false
    }
    return abs(((isForward ? ads.first : ads.last) ?? end) - path.row)
  }

  /// Returns a problem in a line that came into view, once.
  func takeProblem() -> Message? { content.problems.isEmpty ? nil : content.problems.removeFirst() }
}
