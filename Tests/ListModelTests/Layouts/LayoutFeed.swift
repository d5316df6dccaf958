import ListModel

/// Rows with sizes of their own in sections of a layout; counts what it is asked.
final class LayoutFeed: ListDataSource, ListDelegate {
  struct Row: Equatable {
    var tag: Int
    var size: ListSize
  }

  let list: ListView
  var sections: [[Row]]
  /// What a section has free around its rows, where that is not the layout's.
  var insets: [Int: ListInsets] = [:]
  var header = 0.0
  var hasSizes = true
  /// Called when a size has been found, before it is returned.
  var onSize: (() -> Void)?
  private(set) var sized: [ListPath] = []
  private(set) var heights: [ListPath] = []
  private var nextTag = 0

  init(_ sizes: [[ListSize]], _ layout: ListLayout, size: ListSize = ListSize(width: 18, height: 12)) {
    list = ListView(size: size)
    sections = []
    sections = sizes.map { $0.map { row($0) } }
    list.layout = layout
    list.estimatedRowHeight = 3
    list.register(TagCell.self, forCellReuseIdentifier: "row")
    list.dataSource = self
    list.delegate = self
  }

  func row(_ size: ListSize) -> Row {
    nextTag += 1
    return Row(tag: nextTag - 1, size: size)
  }

  func takeSized() -> Int {
    defer { sized = [] }
    return sized.count
  }

  /// Brings everything into view once.
  func measureAll() {
    let size = list.viewportSize
    list.viewportSize.height = 1_000_000
    list.layoutIfNeeded()
    list.viewportSize = size
    list.layoutIfNeeded()
  }

  func numberOfSections(in list: ListView) -> Int { sections.count }
  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { sections[section].count }

  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell {
    let cell = list.dequeueReusableCell(withIdentifier: "row", for: path)
    (cell as? TagCell)?.tag = sections[path.section][path.row].tag
    return cell
  }

  func list(_ list: ListView, layout: ListLayout, sizeForRowAt path: ListPath) -> ListSize? {
    sized.append(path)
    let size = sections[path.section][path.row].size
    onSize?()
    return hasSizes ? size : nil
  }

  func list(_ list: ListView, layout: ListLayout, insetForSection section: Int) -> ListInsets? { insets[section] }

  func list(_ list: ListView, heightForRowAt path: ListPath) -> Double? {
    heights.append(path)
    return nil
  }

  func list(_ list: ListView, heightForHeaderInSection section: Int) -> Double? { header }
}

/// Where every row belongs, found in the most obvious way.
extension LayoutFeed {
  /// The rows' rectangles, section by section, and the height of everything.
  func placed() -> (frames: [[ListRect]], height: Double) {
    var top = 0.0
    var frames: [[ListRect]] = []
    for section in sections.indices {
      top += header
      let inset = insets[section] ?? list.layout.inset
      let area = ListRect(
        x: inset.left, y: top + inset.top, width: list.viewportSize.width - inset.left - inset.right, height: 0)
      let placed = place(sections[section].map(\.size), in: area)
      let bottom = placed.map(\.maxY).max() ?? area.minY
      frames.append(placed)
      top = max(bottom, area.minY) + inset.bottom
    }
    return (frames, top)
  }

  private func place(_ sizes: [ListSize], in area: ListRect) -> [ListRect] {
    switch list.layout.style {
    case .table, .carousel: []
    case .grid: placeInGrid(sizes, area)
    case .flow, .custom: placeInFlow(sizes, area)
    case .waterfall: placeInWaterfall(sizes, area)
    }
  }

  private var columnWidth: (ListRect) -> Double {
    { [layout = list.layout] area in
      (area.size.width - layout.columnSpacing * Double(layout.columnCount - 1)) / Double(layout.columnCount)
    }
  }

  private func placeInGrid(_ sizes: [ListSize], _ area: ListRect) -> [ListRect] {
    let columns = list.layout.columnCount
    let width = columnWidth(area)
    return sizes.indices.map { index in
      var top = area.minY
      for line in 0..<index / columns {
        top += (sizes[(line * columns)..<(line + 1) * columns].map(\.height).max() ?? 0) + list.layout.lineSpacing
      }
      let x = area.origin.x + Double(index % columns) * (width + list.layout.columnSpacing)
      return ListRect(x: x, y: top, width: width, height: sizes[index].height)
    }
  }

  private func placeInFlow(_ sizes: [ListSize], _ area: ListRect) -> [ListRect] {
    let spacing = list.layout.columnSpacing
    var lines: [[ListSize]] = []
    let sizes = sizes.map { ListSize(width: min($0.width, area.size.width), height: $0.height) }
    for size in sizes {
      let width = (lines.last ?? []).reduce(size.width) { $0 + $1.width + spacing }
      if lines.isEmpty || width > area.size.width { lines.append([]) }
      lines[lines.count - 1].append(size)
    }
    var top = area.minY
    return lines.enumerated().flatMap { number, line in
      let height = line.map(\.height).max() ?? 0
      let used = line.reduce(0) { $0 + $1.width }
      let isFull = number < lines.count - 1 && line.count > 1
      let gap = isFull ? (area.size.width - used) / Double(line.count - 1) : spacing
      var x = area.origin.x
      defer { top += height + list.layout.lineSpacing }
      return line.map { size in
        defer { x += size.width + gap }
        return ListRect(x: x, y: top + (height - size.height) / 2, width: size.width, height: size.height)
      }
    }
  }

  private func placeInWaterfall(_ sizes: [ListSize], _ area: ListRect) -> [ListRect] {
    let width = columnWidth(area)
    var ends = Array(repeating: area.minY, count: list.layout.columnCount)
    return sizes.map { size in
      let column = ends.firstIndex(of: ends.min() ?? 0) ?? 0
      let frame = ListRect(
        x: area.origin.x + Double(column) * (width + list.layout.columnSpacing), y: ends[column], width: width,
        height: size.height * width / size.width)
      ends[column] = frame.maxY + list.layout.lineSpacing
      return frame
    }
  }
}

/// Comparing the list with that.
extension LayoutFeed {
  /// What is wrong with where the list has its rows, all of which have been in view.
  var fault: String? {
    let (frames, height) = placed()
    if abs(list.contentSize.height - height) > 1e-6 { return "height \(list.contentSize.height), not \(height)" }
    let all = frames.indices.flatMap { section in
      frames[section].indices.map { (path: ListPath(row: $0, section: section), frame: frames[section][$0]) }
    }
    for (path, frame) in all where !list.rectForRow(at: path).isNearly(frame) {
      return "\(path) stands in \(list.rectForRow(at: path)), not in \(frame)"
    }
    return pointFault(all, height) ?? windowFault(all)
  }

  private func pointFault(_ all: [(path: ListPath, frame: ListRect)], _ height: Double) -> String? {
    for x in stride(from: -0.75, to: list.viewportSize.width + 1, by: 2.5) {
      // No edge is at these points, where rounding decides.
      for y in stride(from: -0.812_345, to: height + 1, by: 1.7) {
        let point = ListPoint(x: x, y: y)
        let expected = all.first { $0.frame.holds(point) }?.path
        let found = list.indexPathForRow(at: point)
        if found != expected {
          return "at \(x), \(y) is \(String(describing: found)), not \(String(describing: expected))"
        }
      }
    }
    return nil
  }

  /// What is wrong with what is in view.
  func windowFault(_ all: [(path: ListPath, frame: ListRect)]) -> String? {
    let window = list.display.viewport
    let expected = all.filter {
      $0.frame.minY < window.maxY - 1e-6 && $0.frame.maxY > window.minY + 1e-6 && $0.frame.size.height > 0
    }
    let rows = list.display.elements.filter { $0.kind == .row }
    let tags = rows.map { ($0.view as? TagCell)?.tag ?? -1 }.sorted()
    let expectedTags = expected.map { sections[$0.path.section][$0.path.row].tag }.sorted()
    if tags != expectedTags { return "in view at \(window.minY) are \(tags), not \(expectedTags)" }
    if list.indexPathsForRows(in: window) != expected.map(\.path) { return "the rows in \(window) are others" }
    for (one, next) in zip(rows, rows.dropFirst())
    where (one.frame.minY, one.frame.origin.x) > (next.frame.minY, next.frame.origin.x) {
      return "\(next.frame) is drawn after \(one.frame)"
    }
    return nil
  }
}

extension ListRect {
  func isNearly(_ other: ListRect) -> Bool {
    abs(origin.x - other.origin.x) + abs(origin.y - other.origin.y) + abs(size.width - other.size.width)
      + abs(size.height - other.size.height) < 1e-6
  }

  fileprivate func holds(_ point: ListPoint) -> Bool {
    point.x >= origin.x && point.x < origin.x + size.width && point.y >= minY && point.y < maxY
  }
}
