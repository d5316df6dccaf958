import ListModel
import Placement

/// Finding out what is in view after a layout.
extension ImpressionTracker {
  func leave(_ cell: ListCell, at path: ListPath, of weaver: ListWeaver) {
    if weaver.isBeingRemoved {
      // No layout comes after this one that would end it.
      if let row = ads.rows.removeValue(forKey: ObjectIdentifier(cell)) { tell(ledger.end(row.display, at: now())) }
      return
    }
    // A layout ends what it does not show; everything else that ends a display may show the same ad again.
    let isInterrupted = weaver.list.map { $0.isUpdating || $0.loads != loads } ?? false
    ads.leave(cell, at: path, isInterrupted: isInterrupted)
  }

  /// Takes in what a list shows that has not been watched, and measures it, now or when the list is next laid out.
  func look(at weaver: ListWeaver) {
    weaver.rawList.perform { list in
      for (path, cell) in list.displayedViews.rows { ads.come(ObjectIdentifier(cell), at: path) }
      loads = list.loads
      if list.isLaidOut { measure(list) }
    }
  }

  /// Brings the ledger up to date with what a list shows; in feed space.
  ///
  /// - Complexity: O(n log n) for the ads in view and the rows that have come into it, and, after an update, all rows in view.
  func measure(_ list: ListView) {
    let now = now()
    var counted = ledger.advance(to: now)
    loads = list.loads
    let places = CellPlaces(list)
    endReplaced(places, at: now)
    begin(places, at: now)
    let viewport = list.display.viewport
    for (_, row) in ads.inOrder {
      let share = VisibleShare(of: list.rectForRow(at: row.path), in: viewport)
      counted += ledger.show(row.display, share: share.ofRow, ofViewport: share.ofViewport, at: now)
    }
    tell(counted)
  }

  /// Follows each ad to its place, and ends the displays of rows that show another one by now.
  private func endReplaced(_ places: CellPlaces, at now: Duration) {
    for (cell, row) in ads.inOrder {
      guard let path = places.path(of: cell, lastAt: row.path) else { continue }
      ads.rows[cell]?.path = path
      ledger.move(row.display, to: FeedPath(path))
      guard identify(FeedPath(path)) != row.ad else { continue }
      ads.rows[cell] = nil
      ledger.end(row.display, at: now)
      // What it shows now has come into view with this layout.
      ads.come(cell, at: path)
    }
  }

  /// Begins the displays of ads that have come into view, but for those that go on under another cell.
  private func begin(_ places: CellPlaces, at now: Duration) {
    var gone = ads.takeGone()
    let coming = ads.takeComing().compactMap { cell, former in
      places.path(of: cell, lastAt: former).flatMap { path in
        identify(FeedPath(path)).map { (cell: cell, path: path, ad: $0) }
      }
    }
    var fresh: [(cell: ObjectIdentifier, path: ListPath, ad: AdIdentity)] = []
    for come in coming {
      if let display = gone.takeDisplay(of: come.ad, at: come.path) {
        go(on: display, come)
      } else {
        fresh.append(come)
      }
    }
    for come in fresh {
      if let display = gone.takeMovedDisplay(of: come.ad) { go(on: display, come) } else { begin(come, at: now) }
    }
    for display in gone.displays { ledger.end(display, at: now) }
  }

  private func go(on display: Int, _ come: (cell: ObjectIdentifier, path: ListPath, ad: AdIdentity)) {
    ads.rows[come.cell] = AdsInView.Row(ad: come.ad, display: display, path: come.path)
    ledger.move(display, to: FeedPath(come.path))
  }

  private func begin(_ come: (cell: ObjectIdentifier, path: ListPath, ad: AdIdentity), at now: Duration) {
    let display = ledger.nextDisplay
    ads.rows[come.cell] = AdsInView.Row(ad: come.ad, display: display, path: come.path)
    ledger.begin(display, come.ad, place: FeedPath(come.path), at: now)
  }
}
