/// The drag that comes from a list, and the one that is over it.
struct DragState {
  weak var dragDelegate: (any ListDragDelegate)?
  weak var dropDelegate: (any ListDropDelegate)?
  var drag: ListDragSession?
  var drop: ListDropSession?

  /// Takes the rows that are dragged to their new places.
  func followRows(_ origins: ListOrigins) {
    drag?.move(origins.destination(of:))
  }

  /// Forgets which rows they were.
  func forgetRows() {
    drag?.move { _ in nil }
  }
}
