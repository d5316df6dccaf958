import ListModel

/// A cell that knows what it was asked for.
final class TagCell: ListCell {
  var tag = -1
  var fitting: Double?
  private(set) var preparations = 0

  override func prepareForReuse() {
    preparations += 1
    tag = -1
  }

  override func fittingHeight(forWidth width: Double) -> Double? { fitting }
}

/// Rows with tags of their own and heights, in sections with titles; keeps books of what it is told, and notes what is wrong.
final class TestFeed: ListDataSource, ListDelegate {
  struct Row: Equatable {
    var tag: Int
    var height: Double
  }

  struct Section {
    var header = 0.0
    var footer = 0.0
    var rows: [Row]
  }

  let list: ListView
  var sections: [Section] { didSet { counted = sections.map(\.rows.count) } }
  /// What the list was last told; callbacks about what goes use its paths.
  var listed: [Section] = []
  var shown: [ObjectIdentifier: ListCell] = [:]
  var shownTags: Set<Int> = []
  var faults: [String] = []
  var events: [String] = []
  var heightsAsked: [ListPath] = []
  var estimatesAsked: [ListPath] = []
  /// What rows are taken to be, where the list is not left to its own estimate.
  var estimates: ((ListPath) -> Double)?
  /// Called within every callback, with its name.
  var interfere: ((String) -> Void)?
  /// What the list is told that it has, where that is not the truth.
  var counted: [Int]
  /// The rows for which their own cells may be handed out though they are shown, each once.
  var reconfiguredTags: Set<Int> = []

  init(_ sections: [Section], width: Double = 40, height: Double = 10) {
    list = ListView(size: ListSize(width: width, height: height))
    self.sections = sections
    listed = sections
    counted = sections.map(\.rows.count)
    list.estimatedRowHeight = 4
    list.register(TagCell.self, forCellReuseIdentifier: "row")
    list.register(TagCell.self, forCellReuseIdentifier: "header")
    list.dataSource = self
    list.delegate = self
  }

  convenience init(heights: [[Double]], height: Double = 10) {
    var tag = 0
    self.init(
      heights.map { heights in
        Section(
          rows: heights.map { height in
            tag += 1
            return Row(tag: tag - 1, height: height)
          })
      }, height: height)
  }

  /// Tells the list of a change, and from then on takes its paths to mean the new data.
  func change(_ tell: () throws(ListUpdateError) -> Void) throws(ListUpdateError) {
    try tell()
    listed = sections
  }

  func reload() {
    list.reloadData()
    listed = sections
  }

  func takeEvents() -> [String] {
    defer { events = [] }
    return events
  }

  func note(_ event: String) {
    events.append(event)
    interfere?(String(event.prefix { $0 != " " }))
  }

  func row(_ path: ListPath, in sections: [Section]) -> Row? {
    guard sections.indices.contains(path.section), sections[path.section].rows.indices.contains(path.row) else {
      return nil
    }
    return sections[path.section].rows[path.row]
  }

  // MARK: Data source

  func numberOfSections(in list: ListView) -> Int {
    note("sections")
    return counted.count
  }

  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int {
    note("rows \(section)")
    return counted.indices.contains(section) ? counted[section] : 0
  }

  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell {
    guard let cell = list.dequeueReusableCell(withIdentifier: "row", for: path) as? TagCell else {
      faults.append("a cell of another class")
      return ListCell(reuseIdentifier: nil)
    }
    if shown[ObjectIdentifier(cell)] == nil {
      if cell.isSelected || cell.isHighlighted || cell.isFocused {
        faults.append("a cell was handed out selected or focused for \(path)")
      }
    } else if cell.tag != row(path, in: sections)?.tag || reconfiguredTags.remove(cell.tag) == nil {
      faults.append("a shown cell was handed out for \(path)")
    }
    if let row = row(path, in: sections) {
      cell.tag = row.tag
      cell.fitting = row.height
    }
    note("cell \(path)")
    return cell
  }

  // MARK: Delegate

  func list(_ list: ListView, heightForRowAt path: ListPath) -> Double? {
    heightsAsked.append(path)
    interfere?("height")
    return row(path, in: sections)?.height
  }

  func list(_ list: ListView, estimatedHeightForRowAt path: ListPath) -> Double? {
    estimatesAsked.append(path)
    return estimates.map { $0(path) }
  }

  func list(_ list: ListView, heightForHeaderInSection section: Int) -> Double? {
    interfere?("headerHeight")
    return sections.indices.contains(section) ? sections[section].header : 0
  }

  func list(_ list: ListView, heightForFooterInSection section: Int) -> Double? {
    sections.indices.contains(section) ? sections[section].footer : 0
  }

  func list(_ list: ListView, viewForHeaderInSection section: Int) -> ListCell? {
    list.dequeueReusableCell(withIdentifier: "header")
  }

  func list(_ list: ListView, viewForFooterInSection section: Int) -> ListCell? {
    list.dequeueReusableCell(withIdentifier: "header")
  }

  func list(_ list: ListView, willDisplay cell: ListCell, forRowAt path: ListPath) {
    begin(cell, "row \(path)")
    if let tag = (cell as? TagCell)?.tag {
      if !shownTags.insert(tag).inserted { faults.append("\(path): tag \(tag) is shown twice") }
      if tag != row(path, in: sections)?.tag { faults.append("\(path) will display tag \(tag)") }
    }
    note("will \(path)")
  }

  func list(_ list: ListView, didEndDisplaying cell: ListCell, forRowAt path: ListPath) {
    end(cell, "row \(path)")
    if let tag = (cell as? TagCell)?.tag {
      if shownTags.remove(tag) == nil { faults.append("\(path): tag \(tag) ends though not shown") }
      if tag != row(path, in: listed)?.tag { faults.append("\(path) did end displaying tag \(tag)") }
    }
    note("end \(path)")
  }

  func list(_ list: ListView, willDisplayHeaderView view: ListCell, forSection section: Int) {
    begin(view, "header \(section)")
    note("willHeader \(section)")
  }

  func list(_ list: ListView, willDisplayFooterView view: ListCell, forSection section: Int) {
    begin(view, "footer \(section)")
    note("willFooter \(section)")
  }

  func list(_ list: ListView, didEndDisplayingHeaderView view: ListCell, forSection section: Int) {
    end(view, "header \(section)")
    note("endHeader \(section)")
  }

  func list(_ list: ListView, didEndDisplayingFooterView view: ListCell, forSection section: Int) {
    end(view, "footer \(section)")
    note("endFooter \(section)")
  }

  private func begin(_ view: ListCell, _ what: String) {
    if shown.updateValue(view, forKey: ObjectIdentifier(view)) != nil { faults.append("\(what): begins twice") }
  }

  private func end(_ view: ListCell, _ what: String) {
    if shown.removeValue(forKey: ObjectIdentifier(view)) == nil { faults.append("\(what): ends, but has not begun") }
  }
}
