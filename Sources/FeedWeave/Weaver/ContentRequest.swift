package import ListModel
import Placement

/// A place in a list as its content side names it.
enum ContentPlace {
  case row(ListPath)
  case section(Int)
  /// An element of a layout, named by its row, or by its section and row 0.
  case element(ListPath, kind: String)
}

/// What the content side has asked the list for.
final class ContentRequest {
  /// The place that it is about; nil where it names none.
  let place: ContentPlace?
  /// The path that the list was given for that place.
  let translated: ListPath

  /// A request that names no place.
  init() {
    (place, translated) = (nil, .nowhere)
  }

  init(about place: ContentPlace, translated: ListPath) {
    self.place = place
    self.translated = translated
  }
}

extension ListWeaver {
  /// The path under which the list knows a place now; that of no row for one that the content does not have.
  func feedPath(_ place: ContentPlace) -> ListPath {
    switch place {
    case .row(let path): feedPath(path) ?? .nowhere
    case .section(let section): ListPath(row: 0, section: feedSection(section) ?? -1)
    case .element(let path, let kind): feedElementPath(path, ofKind: kind) ?? .nowhere
    }
  }
}

extension ListWeaver: CallerCoordinates {
  package func translation(of path: ListPath) -> (() -> ListPath)? {
    guard let request else { return nil }
    if let place = request.place, request.translated == path { return { self.currentPath(of: place) } }
    guard let user = userPath(path) else { return nil }
    return { self.currentPath(of: .row(user)) }
  }

  package func callerSees(_ path: ListPath) -> Bool {
    request == nil || userPath(path) != nil
  }

  /// The path under which the list knows a place now; the content side's own when a callback has removed the weaver.
  private func currentPath(of place: ContentPlace) -> ListPath {
    guard list == nil else { return feedPath(place) }
    return switch place {
    case .row(let path), .element(let path, _): path
    case .section(let section): ListPath(row: 0, section: section)
    }
  }
}
