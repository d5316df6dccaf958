import ListModel

/// A cell that shows the identifier of a row of the content, or the name of an ad.
final class SoakCell: ListCell {
  /// What a cell shows.
  enum Shown: Hashable {
    case content(Int)
    case ad(String)
  }

  var shown: Shown?

  override func prepareForReuse() { shown = nil }
}

/// The content of the feed, which knows nothing of ads: sections of rows, of one to three lines each.
final class SoakContent: ListDataSource, ListDelegate {
  private(set) var sections: [ContentRows] = []
  /// The identifier of the row that is selected.
  private(set) var selected: Int?
  private var nextIdentifier = 0
  private let counts: [Int]

  /// Makes content of about so many rows.
  init(rowCount: Int, sectionCount: Int) {
    counts = Array(repeating: max(rowCount / sectionCount, 1), count: sectionCount)
    load()
  }

  /// The number of all rows.
  var rowCount: Int { sections.reduce(0) { $0 + $1.count } }

  /// Replaces all rows by as many others as there were at first.
  func load() { sections = counts.map { ContentRows(makeIdentifiers($0)) } }

  /// Returns identifiers that no row has had.
  func makeIdentifiers(_ count: Int) -> Range<Int> {
    defer { nextIdentifier += count }
    return nextIdentifier..<nextIdentifier + count
  }

  /// Changes the rows; the list is notified by the caller.
  func change(_ body: (inout [ContentRows]) -> Void) { body(&sections) }

  /// Records that the list has deselected a row by itself: it was deleted or loaded again.
  func forgetSelection(of identifiers: some Sequence<Int>) {
    if let selected, identifiers.contains(selected) { self.selected = nil }
  }

  /// Records that the list has deselected all rows: it was loaded again.
  func forgetSelection() { selected = nil }

  // MARK: What the list asks

  func numberOfSections(in list: ListView) -> Int { sections.count }

  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { sections[section].count }

  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell {
    let cell = list.dequeueReusableCell(withIdentifier: "row", for: path)
    (cell as? SoakCell)?.shown = .content(sections[path.section][path.row])
    return cell
  }

  func list(_ list: ListView, heightForRowAt path: ListPath) -> Double? {
    Double(1 + sections[path.section][path.row] % 3)
  }

  func list(_ list: ListView, didSelectRowAt path: ListPath) { selected = sections[path.section][path.row] }

  func list(_ list: ListView, didDeselectRowAt path: ListPath) { selected = nil }
}
