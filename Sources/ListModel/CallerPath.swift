/// Translates the paths of a caller that does not use the list's own paths, such as the content provider of a woven
/// list.
package protocol CallerCoordinates: AnyObject {
  /// Returns a closure that translates a path named by the current caller; nil if that caller uses the list's own
  /// paths.
  func translation(of path: ListPath) -> (() -> ListPath)?

  /// Whether the current caller can see a row of the list.
  func isVisibleToCaller(_ path: ListPath) -> Bool
}

/// A row named by a caller, or row 0 of a section, whose path is translated when it is used.
///
/// In a woven list the caller counts without the inserted rows. When a callback changes the list, the path named by the
/// caller belongs to another row of the list, and a translation made before the callback would be wrong. A method that
/// calls back before it uses a path therefore stores it as a `CallerPath`, and reads ``current`` afterwards.
struct CallerPath {
  private let given: ListPath
  private let translation: (() -> ListPath)?

  fileprivate init(_ given: ListPath, _ translation: (() -> ListPath)?) {
    self.given = given
    self.translation = translation
  }

  /// The path that the caller means now, in the list's own coordinates.
  var current: ListPath { translation?() ?? given }
}

/// The callers of a list that do not use its own paths, and the rows that are followed for callers.
struct CallerState {
  fileprivate weak var coordinates: (any CallerCoordinates)?
  /// The rows that are tracked while a callback runs.
  var trackedRows: [TrackedRow] = []
}

extension ListView {
  /// Translates the paths of callers that do not use the list's own paths.
  package final var callerCoordinates: (any CallerCoordinates)? {
    get { callers.coordinates }
    set { callers.coordinates = newValue }
  }

  /// Wraps a path named by the caller of the current message.
  final func callerPath(_ path: ListPath) -> CallerPath {
    CallerPath(path, callerCoordinates?.translation(of: path))
  }

  /// Wraps a section named by the caller of the current message.
  final func callerSection(_ section: Int) -> CallerPath { callerPath(ListPath(row: 0, section: section)) }

  /// Returns those of `paths` that the caller of the current message can see.
  final func visibleToCaller(_ paths: [ListPath]) -> [ListPath] {
    guard let callerCoordinates else { return paths }
    return paths.filter { callerCoordinates.isVisibleToCaller($0) }
  }
}
