/// The displayed cells, headers, footers and supplements, each exactly once.
///
/// Invariant: `views` has the identity of each of them, and no two are the same object.
struct ShownElements {
  private(set) var rows: [ListPath: ListCell] = [:]
  /// The headers and footers.
  private(set) var edges: [EdgePlace: ListCell] = [:]
  private(set) var supplements: [SupplementPlace: ListCell] = [:]
  private var views: Set<ObjectIdentifier> = []
  /// The views whose display the delegate was notified of by element kind.
  private var notifiedByKind: Set<ObjectIdentifier> = []

  /// The highest displayed row.
  private(set) var firstRow: ListPath?
  /// The lowest displayed row.
  private(set) var lastRow: ListPath?

  var isEmpty: Bool { views.isEmpty }

  func contains(_ view: ListCell) -> Bool { views.contains(ObjectIdentifier(view)) }

  /// Whether a row is displayed; found without a look-up for one above or below all that are.
  func contains(_ path: ListPath) -> Bool {
    guard let firstRow, let lastRow, firstRow <= path, path <= lastRow else { return false }
    return rows[path] != nil
  }

  mutating func show(_ cell: ListCell, forRowAt path: ListPath) {
    views.insert(ObjectIdentifier(cell))
    rows[path] = cell
    firstRow = min(path, firstRow ?? path)
    lastRow = max(path, lastRow ?? path)
  }

  mutating func show(_ view: ListCell, as place: EdgePlace) {
    view.isHeaderFooter = view.isHeaderFooter ?? true
    views.insert(ObjectIdentifier(view))
    edges[place] = view
  }

  mutating func show(_ view: ListCell, as place: SupplementPlace) {
    views.insert(ObjectIdentifier(view))
    supplements[place] = view
  }

  func isNotifiedByKind(_ view: ListCell) -> Bool { notifiedByKind.contains(ObjectIdentifier(view)) }

  /// Records that the delegate is notified of a view by its kind.
  mutating func beginNotifying(_ view: ListCell) { notifiedByKind.insert(ObjectIdentifier(view)) }

  /// Records the end of what the delegate was notified of; returns false if it was not notified.
  mutating func endNotifying(_ view: ListCell) -> Bool { notifiedByKind.remove(ObjectIdentifier(view)) != nil }

  /// Removes and returns all elements but those for which a condition holds.
  mutating func remove(
    rowsBut keepsRow: (ListPath) -> Bool, edgesBut keepsEdge: (EdgePlace) -> Bool,
    supplementsBut keepsSupplement: (SupplementPlace) -> Bool
  ) -> ShownElements {
    var gone = ShownElements()
    for (path, cell) in rows where !keepsRow(path) { gone.show(cell, forRowAt: path) }
    for (place, view) in edges where !keepsEdge(place) { gone.show(view, as: place) }
    for (place, view) in supplements where !keepsSupplement(place) { gone.show(view, as: place) }
    guard !gone.isEmpty else { return gone }
    views.subtract(gone.views)
    for path in gone.rows.keys { rows[path] = nil }
    for place in gone.edges.keys { edges[place] = nil }
    for place in gone.supplements.keys { supplements[place] = nil }
    if !gone.rows.isEmpty { (firstRow, lastRow) = (rows.keys.min(), rows.keys.max()) }
    return gone
  }

  /// Moves everything to its new position; removes and returns, at their old positions, the elements whose position is
  /// nil.
  ///
  /// Supplements follow their rows and the headers of their sections.
  mutating func move(
    row: (ListPath) -> ListPath?, header: (Int) -> Int?, footer: (Int) -> Int?
  ) -> ShownElements {
    var gone = ShownElements()
    for (path, cell) in rows.moveKeys(row) { gone.show(cell, forRowAt: path) }
    let edge = { (place: EdgePlace) in
      (place.edge == .header ? header(place.section) : footer(place.section)).map { section in
        EdgePlace(edge: place.edge, section: section)
      }
    }
    for (place, view) in edges.moveKeys(edge) { gone.show(view, as: place) }
    for (place, view) in supplements.moveKeys({ $0.moved(row: row, section: header) }) { gone.show(view, as: place) }
    views.subtract(gone.views)
    (firstRow, lastRow) = (rows.keys.min(), rows.keys.max())
    return gone
  }
}

extension Dictionary {
  /// Gives each value another key, or removes and returns it with its former key where that is nil.
  fileprivate mutating func moveKeys(_ key: (Key) -> Key?) -> [(Key, Value)] {
    var gone: [(Key, Value)] = []
    var moved = [Key: Value](minimumCapacity: count)
    for (former, value) in self {
      if let key = key(former) { moved[key] = value } else { gone.append((former, value)) }
    }
    self = moved
    return gone
  }
}

// MARK: - Ending

/// The ends of displays being notified: one within another where a callback has changed the list.
struct DisplayEndings {
  /// The numbers of the ends under way, the innermost last; no two ends ever have the same.
  private(set) var numbers: [Int] = []
  private var count = 0
  /// The delegates that receive the ends begun before providers were exchanged, and what is kept alive for them.
  private var formerDelegates: [Int: (delegate: any ListDelegate, owner: AnyObject?)] = [:]

  mutating func begin() {
    count += 1
    numbers.append(count)
  }

  /// Ends what began last.
  mutating func end() { formerDelegates[numbers.removeLast()] = nil }

  /// Keeps a delegate that is about to be replaced for the ends under way, unless they have a former one already.
  mutating func keep(_ delegate: any ListDelegate, owner: AnyObject?) {
    for number in numbers where formerDelegates[number] == nil {
      formerDelegates[number] = (delegate: delegate, owner: owner)
    }
  }

  /// The delegate that was replaced after the innermost end began; nil where none was.
  fileprivate var formerDelegate: (any ListDelegate)? { numbers.last.flatMap { formerDelegates[$0]?.delegate } }
}

extension ListView {
  /// The numbers of the ends of displays under way, the innermost last.
  package final var endings: [Int] { displayEndings.numbers }
}

/// Ending the display of elements.
///
/// The delegate is notified once for each element, after the list has removed it from the displayed ones, so that a
/// callback that changes the list does not cause a second notification.
extension ListView {
  final func endDisplayingAll() {
    endDisplaying(shown.move(row: { _ in nil }, header: { _ in nil }, footer: { _ in nil }))
  }

  final func endDisplaying(_ gone: ShownElements) {
    displayEndings.begin()
    defer { displayEndings.end() }
    for (path, cell) in gone.rows.sorted(by: { $0.key < $1.key }) {
      endingDelegate?.list(self, didEndDisplaying: cell, forRowAt: path)
      recycle(cell)
    }
    for (place, view) in gone.edges.sorted(by: { $0.key < $1.key }) {
      endingDelegate?.list(self, didEndDisplaying: view, as: place)
      notifyDidEndDisplaying(view, ofKind: place.edge.elementKind, at: place.path)
      recycle(view)
    }
    for (place, view) in gone.supplements.sorted(by: { $0.key < $1.key }) {
      notifyDidEndDisplaying(view, ofKind: place.kind, at: place.path)
      recycle(view)
    }
  }

  /// The delegate for "did end displaying" notifications: the current one, or the one at the start of the innermost
  /// notification.
  final var endingDelegate: (any ListDelegate)? {
    displayEndings.formerDelegate ?? rawDelegate
  }

  /// Adds a cell to the reuse pool, unless it is displayed.
  final func recycle(_ cell: ListCell) {
    if !shown.contains(cell) { cellSupply.recycle(cell) }
  }
}
