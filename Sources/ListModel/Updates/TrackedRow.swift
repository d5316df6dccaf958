/// A row that is followed while callbacks may change the list.
package final class TrackedRow {
  /// Where the row is; nil when it was deleted or the list was reloaded.
  package private(set) var path: ListPath?

  fileprivate init(_ path: ListPath) {
    self.path = path
  }

  fileprivate func move(_ place: (ListPath) -> ListPath?) { path = path.flatMap(place) }
}

/// Following rows through updates: by the row itself, and not by its path as ``CallerPath`` does.
extension ListView {
  /// Runs `body`, which calls back, with rows that are followed meanwhile.
  package final func tracking<Result>(_ paths: [ListPath], _ body: ([TrackedRow]) -> Result) -> Result {
    let rows = paths.map { TrackedRow($0) }
    trackedRows += rows
    defer { trackedRows.removeAll { row in rows.contains { $0 === row } } }
    return body(rows)
  }

  final func followTrackedRows(_ origins: ListOrigins) {
    for row in trackedRows { row.move(origins.destination(of:)) }
  }

  final func forgetTrackedRows() {
    for row in trackedRows { row.move { _ in nil } }
  }
}
