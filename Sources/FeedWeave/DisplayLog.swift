import ListModel
import Placement

/// A row in view, which the weaver records by its cell.
struct DisplayedRow {
  /// The owner of the row when it came into view.
  let owner: RowOwner
  /// Whether the inserted provider was notified of the display, and so is to be notified of its end.
  private(set) var isReported = false

  /// Records that the inserted provider is notified of the display; returns whether it was not before.
  mutating func report() -> Bool {
    defer { isReported = true }
    return !isReported
  }
}

/// Who owns the rows, headers, footers and other elements on display, so that each owner hears of the end of what it displayed.
struct DisplayLog {
  /// Values by the view that they are of.
  struct Entries<Value> {
    private var values: [ObjectIdentifier: Value] = [:]

    /// The value of a view on display; nil for any other view.
    subscript(view: ListCell) -> Value? {
      get { values[ObjectIdentifier(view)] }
      _modify { yield &values[ObjectIdentifier(view)] }
    }

    /// Removes the value of a view whose display ends, and returns it.
    mutating func remove(_ view: ListCell) -> Value? { values.removeValue(forKey: ObjectIdentifier(view)) }

    /// All values, in no order.
    var all: some Collection<Value> { values.values }
  }

  var rows = Entries<DisplayedRow>()
  /// The headers and footers, with the section of each when it came into view.
  var edges = Entries<OwnedSection>()
  /// The elements of the layout, with what each belonged to when it came into view.
  var elements = Entries<OwnedElement>()
  /// The owner of the row whose actions are revealed, which hears of the end even when the row is deleted.
  var swipedOwner: RowOwner?
  private var endingMaps: [(ending: Int, map: SharedMap)] = []

  /// The map that was in force when the innermost of the ends under way began.
  ///
  /// What ends together ends row by row, at the positions at which all of it was shown. A callback between two rows may change the
  /// list and its map; the remaining rows are still those of the map before.
  mutating func map(of endings: [Int], now: SharedMap) -> SharedMap {
    if !endingMaps.isEmpty { endingMaps.removeAll { !endings.contains($0.ending) } }
    guard let ending = endings.last else { return now }
    if let known = endingMaps.last, known.ending == ending { return known.map }
    endingMaps.append((ending, now))
    return now
  }

  /// Forgets all that is on display, when the weaver is removed.
  mutating func forgetDisplays() {
    (rows, edges, elements) = (Entries(), Entries(), Entries())
  }
}

extension ListWeaver {
  /// The map by which the ends under way are reported; requested before anybody is notified.
  func mapOfEndingDisplays() -> SharedMap { display.map(of: listOfEndingDisplays?.endings ?? [], now: feed.shown) }
}
