/// What a caller that does not use the list's own paths, such as the content provider of a woven list, means by a path.
package enum CallerPlace {
  case row(ListPath)
  case section(Int)
  /// An element of a layout, identified by its row, or by its section and row 0.
  ///
  /// Its kind is a number that the caller's coordinates gave it for the time of the call: with a string, every copy of a
  /// place would count a reference.
  case element(ListPath, kind: Int)

  /// The path by which the caller names it.
  fileprivate var path: ListPath {
    switch self {
    case .row(let path), .element(let path, _): path
    case .section(let section): ListPath(row: 0, section: section)
    }
  }
}

/// Translates the paths of a caller that does not use the list's own paths.
package protocol CallerCoordinates: AnyObject {
  /// Returns what the current caller means by a path of the list; nil if that caller uses the list's own paths.
  func callerPlace(at path: ListPath) -> CallerPlace?

  /// Returns the list's own path of a place at present.
  func path(of place: CallerPlace) -> ListPath

  /// Whether the list's delegate leaves every question about layouts, headers, footers and heights to the list.
  var isDelegateSilent: Bool { get }

  /// Whether nobody receives what the list's prefetch data source is notified of.
  var isPrefetchingSilent: Bool { get }

  /// Returns the number of rows of each section, as the data source would if asked for each.
  ///
  /// Nil where it has to be asked.
  func rowCountsAtOnce(from source: any ListDataSource) -> [Int]?

  /// Runs work that the list starts itself, with its own paths.
  func runAsList(_ body: () -> Void)

  /// Runs the notification of the list's observers, with the selected rows in their coordinates, or puts it off.
  func runForObservers(ofSelected rows: [ListPath], _ body: ([ListPath]) -> Void)

  /// The list has laid out its elements; all visible ones have their positions.
  func listDidLayOut()

  /// The list is about to be deallocated.
  func listWillEnd()

  /// Whether the current caller can see a row of the list.
  func isVisibleToCaller(_ path: ListPath) -> Bool
}

/// A row named by a caller, or row 0 of a section, whose path is translated when it is used.
///
/// In a woven list the caller counts without the inserted rows. When a callback changes the list, the path named by the
/// caller belongs to another row of the list, and a translation made before the callback would be wrong. A method that
/// calls back before it uses a path therefore stores it as a `CallerPath`, and asks ``ListView/current(_:)`` afterwards.
struct CallerPath {
  fileprivate let given: ListPath
  /// What the caller means by it; nil for a caller that uses the list's own paths.
  fileprivate let place: CallerPlace?
  /// The list's ``DataState/changes`` when the path was named.
  fileprivate let changes: Int
}

extension ListView {
  /// Translates the paths of callers that do not use the list's own paths; kept alive by the list.
  package final var callerCoordinates: (any CallerCoordinates)? {
    get { coordinates }
    set { coordinates = newValue }
  }

  /// Wraps a path named by the caller of the current message.
  final func callerPath(_ path: ListPath) -> CallerPath {
    CallerPath(given: path, place: callerCoordinates?.callerPlace(at: path), changes: data.changes)
  }

  /// Wraps a section named by the caller of the current message.
  final func callerSection(_ section: Int) -> CallerPath { callerPath(ListPath(row: 0, section: section)) }

  /// Returns the path that a caller means now, in the list's own coordinates.
  final func current(_ path: CallerPath) -> ListPath {
    guard path.changes != data.changes, let place = path.place else { return path.given }
    // Where a callback has ended the translation, the list's own paths are the caller's.
    return callerCoordinates?.path(of: place) ?? place.path
  }

  /// Lays the list out if needed, and returns the path that the caller of the current message means then.
  final func pathAfterLayout(_ path: ListPath) -> ListPath {
    // Nothing calls back, so that the path still means the same row.
    if isLoaded, !needsLayout { return path }
    let named = callerPath(path)
    layoutRaw()
    return current(named)
  }

  /// Lays the list out if needed, requests the row's estimate if it is used, and returns the path that the caller of the
  /// current message means then.
  final func pathAfterEstimate(_ path: ListPath) -> ListPath {
    if isLoaded, !needsLayout, !isEstimateWanted(of: path) { return path }
    let named = callerPath(path)
    layoutRaw()
    estimateRaw(current(named))
    return current(named)
  }

  /// Returns those of `paths` that the caller of the current message can see.
  final func visibleToCaller(_ paths: [ListPath]) -> [ListPath] {
    guard let callerCoordinates else { return paths }
    return paths.filter { callerCoordinates.isVisibleToCaller($0) }
  }
}
