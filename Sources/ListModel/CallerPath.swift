/// The coordinates of whoever calls the list, where they are not the list's own: those of a woven list's content side.
package protocol CallerCoordinates: AnyObject {
  /// How a path is translated again that the caller under way has named; nil where that caller uses the list's own paths.
  func translation(of path: ListPath) -> (() -> ListPath)?

  /// Whether the caller under way sees a row of the list.
  func callerSees(_ path: ListPath) -> Bool
}

/// A row, or row 0 of a section, that a caller has named, translated when it is used.
///
/// In a woven list the caller counts without the inserted rows. When a callback changes the list, the path that the caller has
/// named is that of another row of the list, and one translated before the callback would be wrong. So a method that calls
/// back before it uses a path makes a `CallerPath` of it first, and asks that for the path afterwards.
struct CallerPath {
  private let given: ListPath
  private let translation: (() -> ListPath)?

  fileprivate init(_ given: ListPath, _ translation: (() -> ListPath)?) {
    self.given = given
    self.translation = translation
  }

  /// What the caller means now, as the list counts.
  var current: ListPath { translation?() ?? given }
}

extension ListView {
  /// A row that the caller of the message being carried out has named.
  final func callerPath(_ path: ListPath) -> CallerPath {
    CallerPath(path, callerCoordinates?.translation(of: path))
  }

  /// A section that the caller of the message being carried out has named.
  final func callerSection(_ section: Int) -> CallerPath { callerPath(ListPath(row: 0, section: section)) }

  /// The rows that the caller of the message being carried out can see.
  final func seenByCaller(_ paths: [ListPath]) -> [ListPath] {
    guard let callerCoordinates else { return paths }
    return paths.filter { callerCoordinates.callerSees($0) }
  }
}
