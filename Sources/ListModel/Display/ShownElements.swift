/// The cells, headers and footers that a list shows, each exactly once.
///
/// Invariant: `views` has the identity of each of them, and no two are the same object.
struct ShownElements {
  private(set) var rows: [ListPath: ListCell] = [:]
  private(set) var headers: [Int: ListCell] = [:]
  private(set) var footers: [Int: ListCell] = [:]
  private(set) var supplements: [SupplementPlace: ListCell] = [:]
  private var views: Set<ObjectIdentifier> = []

  /// The row in view that stands highest; rows come by ``show(_:forRowAt:)`` only, and go with everything else.
  private(set) var firstRow: ListPath?

  func contains(_ view: ListCell) -> Bool { views.contains(ObjectIdentifier(view)) }

  mutating func show(_ cell: ListCell, forRowAt path: ListPath) {
    views.insert(ObjectIdentifier(cell))
    rows[path] = cell
    firstRow = min(path, firstRow ?? path)
  }

  mutating func show(_ view: ListCell, asHeaderOf section: Int) {
    view.isHeaderFooter = view.isHeaderFooter ?? true
    views.insert(ObjectIdentifier(view))
    headers[section] = view
  }

  mutating func show(_ view: ListCell, asFooterOf section: Int) {
    view.isHeaderFooter = view.isHeaderFooter ?? true
    views.insert(ObjectIdentifier(view))
    footers[section] = view
  }

  mutating func show(_ view: ListCell, as place: SupplementPlace) {
    views.insert(ObjectIdentifier(view))
    supplements[place] = view
  }

  /// Takes everything to its new place, which is nil for what goes; answers that, at its old place.
  ///
  /// Supplements go with the rows and, unless said otherwise, the headers of the sections they belong to.
  mutating func move(
    row: (ListPath) -> ListPath?, header: (Int) -> Int?, footer: (Int) -> Int?,
    supplement: ((SupplementPlace) -> SupplementPlace?)? = nil
  ) -> ShownElements {
    var kept = ShownElements()
    var gone = ShownElements()
    for (path, cell) in rows {
      if let place = row(path) { kept.show(cell, forRowAt: place) } else { gone.show(cell, forRowAt: path) }
    }
    for (section, view) in headers {
      if let place = header(section) {
        kept.show(view, asHeaderOf: place)
      } else {
        gone.show(view, asHeaderOf: section)
      }
    }
    for (section, view) in footers {
      if let place = footer(section) {
        kept.show(view, asFooterOf: place)
      } else {
        gone.show(view, asFooterOf: section)
      }
    }
    for (place, view) in supplements {
      if let target = supplement.map({ $0(place) }) ?? place.moved(row: row, section: header) {
        kept.show(view, as: target)
      } else {
        gone.show(view, as: place)
      }
    }
    self = kept
    return gone
  }
}
