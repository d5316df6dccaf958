internal import ListModel

/// A flow or waterfall of a great many rows.
///
/// Every act ends with a layout in the middle of the list, and returns a number that depends on what it did.
final class FlowWorld: ListDataSource, ListDelegate {
  /// The layout that is measured.
  enum Style: String {
    case flow
    case waterfall
  }

  /// The sizes of the rows.
  enum Sizes: String {
    /// Many sizes, with an estimate for rows that have not been visible.
    case estimated = "with an estimated size"
    /// Many sizes, all of which are requested as far as the list has been scrolled.
    case requested = "with sizes of their own"
    /// The layout's size.
    case equal = "of equal size"
  }

  private let list = ListView(size: ListSize(width: 80, height: 24))
  private var count: Int

  init(_ style: Style, _ sizes: Sizes, rows: Int) {
    count = rows
    var layout = style == .flow ? ListLayout.flow() : ListLayout.waterfall(columns: 4)
    (layout.lineSpacing, layout.columnSpacing) = (1, 1)
    layout.itemSize = ListSize(width: 19, height: 4)
    layout.estimatedItemSize = sizes == .estimated ? layout.itemSize : nil
    list.layout = layout
    list.dataSource = self
    if sizes != .equal { list.delegate = self }
    _ = loadAndScroll()
  }

  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { count }

  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell { ListCell(reuseIdentifier: nil) }

  func list(_ list: ListView, layout: ListLayout, sizeForRowAt path: ListPath) -> ListSize? {
    // The same every 100 rows, so that lists of different length have the same rows in their middle.
    ListSize(width: Double(8 + path.row * 7 % 25), height: Double(2 + path.row * 3 % 4))
  }
}

// MARK: - Acts

extension FlowWorld {
  /// Loads the list again and scrolls to its middle.
  @inline(never)
  func loadAndScroll() -> Int {
    list.reloadData()
    list.layoutIfNeeded()
    list.contentOffset = (list.contentSize.height / 2).rounded()
    return layOut()
  }

  /// Inserts a row between those that are visible.
  @inline(never)
  func insertRow() -> Int {
    let visible = list.indexPathsForVisibleRows
    count += 1
    do { try list.insertRows(at: [visible[visible.count / 2]]) } catch { fatalError("\(error)") }
    return layOut()
  }

  private func layOut() -> Int {
    list.layoutIfNeeded()
    return list.indexPathsForVisibleRows.count
  }
}
