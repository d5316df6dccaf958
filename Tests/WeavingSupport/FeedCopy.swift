package import FeedWeave
import Interception
package import ListModel
import Placement

/// A copy of a woven feed that is kept up by nothing but what the weaver says of its changes.
package final class FeedCopy {
  package typealias Rows = [ListSection<Int, String>]

  /// What stands where, as far as the copy knows.
  package private(set) var rows: Rows = []
  /// What could not be replayed.
  package private(set) var faults: [String] = []
  /// All that has been told.
  package private(set) var changes: [FeedChange] = []
  private let desk: NewsDesk

  /// Hooks the weaver of a list, for as long as that lives.
  package init(of list: ListView, _ desk: NewsDesk) throws {
    self.desk = desk
    rows = FeedCopy.rows(of: list.weaver, desk)
    try list.weaver.hook(ListWeaver.didChange, .before) { [weak self] call in
      self?.replay(call.arguments, call.receiver)
    }
  }

  /// What stands in the feed, by the map of its weaver.
  package static func rows(of weaver: ListWeaver, _ desk: NewsDesk) -> Rows {
    let map = weaver.map
    return (0..<map.feedSectionCount).map { section in
      ListSection(
        0,
        rows: (0..<(map.feedCount(inFeedSection: section) ?? 0)).map { row in
          let path = FeedPath(section: section, row: row)
          if let user = map.userPath(for: path) { return desk.articles[user.section][user.row] }
          return map.insertionIndex(at: path).map { "AD\($0)" } ?? "nothing"
        })
    }
  }

  private func replay(_ change: FeedChange, _ weaver: ListWeaver) {
    changes.append(change)
    let now = FeedCopy.rows(of: weaver, desk)
    switch change {
    case .reload: rows = now
    case .update(let changes):
      do throws(BatchUpdateError) {
        rows = try changes.applying(to: rows, elementsFrom: now)
        if rows != now { faults.append("\(changes) leads to \(rows), not \(now)") }
      } catch { faults.append("\(error): \(changes)") }
      rows = now
    }
  }
}
