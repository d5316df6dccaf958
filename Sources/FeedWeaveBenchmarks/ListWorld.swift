internal import FeedWeave
internal import ListModel
internal import Placement

/// A list of rows of height 1, plain or woven with an ad after every so many of its rows, on which acts are measured.
///
/// Every act ends with a layout, and returns a number that depends on what it did.
final class ListWorld: ListDataSource, WeaverDataSource {
  /// What is measured: how much content there is, and how much of it an ad follows.
  struct Shape {
    var sectionCount = 1
    var rowsPerSection = 100_000
    /// The number of content rows that an ad follows.
    var rowsPerAd = 6

    /// The list of the table's first rows: 100,000 rows and 16,666 ads.
    static let long = Shape()
    /// 10,000 sections of 10 rows, an ad in each.
    static let sectioned = Shape(sectionCount: 10_000, rowsPerSection: 10, rowsPerAd: 5)
  }

  let list = ListView(size: ListSize(width: 80, height: 24))
  private var rowCounts: [Int]
  private var random = SeededRandom(seed: 1)

  /// Makes a list without ads, scrolled to its middle.
  static func plain(_ shape: Shape) -> ListWorld {
    let world = ListWorld(shape)
    world.begin()
    return world
  }

  /// Makes the same list with ads, scrolled to its middle.
  static func woven(_ shape: Shape) -> ListWorld {
    let world = ListWorld(shape)
    world.list.weaver.dataSource = world
    world.list.weaver.policy = .anchored
    world.carryOut { try world.list.weaver.insertRows(at: adPaths(shape)) }
    world.begin()
    return world
  }

  /// Makes a list without ads whose sections are carousels, of which the first is scrolled to its middle.
  ///
  /// As many rows are in view as in a table.
  static func carousel(_ shape: Shape) -> ListWorld {
    let world = ListWorld(shape)
    world.list.viewportSize.width = rowWidth * world.list.viewportSize.height
    world.list.layout = .carousel(itemSize: ListSize(width: rowWidth, height: 1))
    world.list.reloadData()
    world.list.setContentOffset(rowWidth * Double(shape.rowsPerSection / 2), inSection: 0)
    return world
  }

  /// The width of a carousel's rows.
  private static let rowWidth = 4.0

  private init(_ shape: Shape) {
    rowCounts = Array(repeating: shape.rowsPerSection, count: shape.sectionCount)
    (list.rowHeight, list.estimatedRowHeight) = (1, 1)
    list.dataSource = self
  }

  private func begin() {
    list.reloadData()
    list.layoutIfNeeded()
    scroll(to: Double(Int(list.contentSize.height / 2)))
  }

  /// Returns the position of an ad after every `rowsPerAd` rows, or of one in every section.
  private static func adPaths(_ shape: Shape) -> [FeedPath] {
    (0..<shape.sectionCount).flatMap { section in
      let count = shape.sectionCount > 1 ? 1 : shape.rowsPerSection / shape.rowsPerAd
      return (0..<count).map { FeedPath(section: section, row: shape.rowsPerAd + $0 * (shape.rowsPerAd + 1)) }
    }
  }

  /// Runs code that cannot throw with the input in this file.
  private func carryOut(_ body: () throws -> Void) {
    do { try body() } catch { fatalError("what is made here is refused: \(error)") }
  }

  // MARK: What is asked

  func numberOfSections(in list: ListView) -> Int { rowCounts.count }

  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { rowCounts[section] }

  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell { ListCell(reuseIdentifier: nil) }

  func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell { ListCell(reuseIdentifier: nil) }
}

// MARK: - Acts

extension ListWorld {
  /// Loads the list again, with so many more rows in its last section.
  @inline(never)
  func reload(more: Int = 0) -> Int {
    rowCounts[rowCounts.count - 1] += more
    list.reloadData()
    return layOut()
  }

  /// Scrolls down row by row, laying out the list after each step.
  @inline(never)
  func scroll(steps: Int) -> Int {
    for _ in 0..<steps { scroll(to: list.contentOffset + 1) }
    return layOut()
  }

  /// Scrolls the first section, a carousel, row by row, laying out the list after each step.
  @inline(never)
  func scrollAcross(steps: Int) -> Int {
    for _ in 0..<steps {
      list.setContentOffset(list.contentOffset(inSection: 0) + Self.rowWidth, inSection: 0)
      list.layoutIfNeeded()
    }
    return layOut()
  }

  /// Inserts a row in the middle of the middle section.
  @inline(never)
  func insertRow() -> Int {
    let section = rowCounts.count / 2
    rowCounts[section] += 1
    carryOut { try list.insertRows(at: [ListPath(row: rowCounts[section] / 2, section: section)]) }
    return layOut()
  }

  /// Deletes the second of the rows in view.
  @inline(never)
  func deleteRowInView() -> Int {
    var rows = list.indexPathsForVisibleRows
    while rows.count < 2 {
      // After many deletions the view shows nothing but the ads among the deleted rows.
      scroll(to: list.contentOffset + list.viewportSize.height)
      rows = list.indexPathsForVisibleRows
    }
    let path = rows[1]
    rowCounts[path.section] -= 1
    carryOut { try list.deleteRows(at: [path]) }
    return layOut()
  }

  /// Deletes rows everywhere and inserts as many elsewhere, in one batch.
  @inline(never)
  func exchangeRows(_ count: Int) -> Int {
    let step = rowCounts[0] / count
    carryOut {
      try list.performBatchUpdates { [self] () throws(ListUpdateError) in
        try list.deleteRows(at: (0..<count).map { ListPath(row: $0 * step, section: 0) })
        try list.insertRows(at: (0..<count).map { ListPath(row: $0 * step + step / 2, section: 0) })
      }
    }
    return layOut()
  }

  /// Appends a page of rows without ads.
  @inline(never)
  func append(_ count: Int) -> Int {
    let last = rowCounts.count - 1
    let rows = rowCounts[last]..<rowCounts[last] + count
    rowCounts[last] += count
    carryOut { try list.insertRows(at: rows.map { ListPath(row: $0, section: last) }) }
    return layOut()
  }

  /// Inserts a section of ten rows in the middle.
  @inline(never)
  func insertSection() -> Int {
    let section = rowCounts.count / 2
    rowCounts.insert(10, at: section)
    carryOut { try list.insertSections([section]) }
    return layOut()
  }

  /// Asks for the rectangles of random rows.
  @inline(never)
  func rectangles(_ count: Int) -> Int {
    var sum = 0.0
    for _ in 0..<count {
      sum += list.rectForRow(at: ListPath(row: Int.random(in: 0..<rowCounts[0], using: &random), section: 0)).minY
    }
    return Int(sum)
  }

  /// Asks for the cells of a row in view, again and again.
  @inline(never)
  func cells(_ count: Int) -> Int {
    let path = list.indexPathsForVisibleRows[3]
    var found = 0
    for _ in 0..<count where list.cellForRow(at: path) != nil { found += 1 }
    return found
  }

  private func scroll(to offset: Double) {
    list.contentOffset = offset
    list.layoutIfNeeded()
  }

  private func layOut() -> Int {
    list.layoutIfNeeded()
    return list.indexPathsForVisibleRows.count
  }

  /// Returns how long it takes, in nanoseconds, to ask for so many ads one by one, in another section each time.
  static func askingOneByOne(_ count: Int, clock: ContinuousClock = ContinuousClock()) -> Double {
    let world = ListWorld(.sectioned)
    world.begin()
    let weaver = world.list.weaver
    let time = clock.measure {
      for section in 0..<count {
        world.carryOut { try weaver.insertRows(at: [FeedPath(section: section, row: 3)]) }
      }
    }
    return Double(time.components.seconds) * 1e9 + Double(time.components.attoseconds) / 1e9
  }
}
