import Documents

// Tables: in columns if they fit, else a line for each cell.
extension DocumentLayout {
  mutating func lines(of table: Document.Table, _ columns: Int) -> [CardLine] {
    let rows = table.header + table.rows
    let count = rows.map(\.count).max() ?? 0
    var natural = [Int](repeating: 1, count: count)
    var measure = DocumentLayout(formerCount: links.count)
    for row in rows {
      for (column, cell) in row.enumerated() { natural[column] = max(natural[column], measure.width(of: cell)) }
    }
    guard let widths = Self.widths(natural, in: columns - Self.separatorWidth * (count - 1)) else {
      return linesOfCells(of: table, columns)
    }
    var lines = table.header.flatMap { row in self.lines(of: row, widths, isHeader: true) }
    if !table.header.isEmpty, !table.rows.isEmpty {
      let line = widths.map { String(repeating: "─", count: $0) }.joined(separator: "─┼─")
      lines.append(CardLine([.init(SafeText(line, limits: .body), .quiet)]))
    }
    for row in table.rows { lines += self.lines(of: row, widths, isHeader: false) }
    return lines
  }

  private static var separatorWidth: Int { 3 }
  private static let separator = CardLine.Run(" │ ", .quiet)

  /// Returns the widths of columns, the widest of which are narrowed to fit; nil if they would be too narrow.
  private static func widths(_ natural: [Int], in room: Int) -> [Int]? {
    func total(_ most: Int) -> Int { natural.reduce(0) { $0 + min($1, most) } }
    guard let widest = natural.max(), total(fewestColumns) <= room else { return nil }
    var (fits, tooWide) = (fewestColumns, widest + 1)
    while fits + 1 < tooWide {
      let middle = (fits + tooWide) / 2
      if total(middle) <= room { fits = middle } else { tooWide = middle }
    }
    return natural.map { min($0, fits) }
  }

  /// Returns the width of blocks that are not wrapped.
  private mutating func width(of blocks: [Document.Block]) -> Int { blocks.map { width(of: $0) }.max() ?? 0 }

  private mutating func width(of block: Document.Block) -> Int {
    switch block {
    case .heading(_, let inlines), .paragraph(let inlines):
      return text(of: inlines).lines(columns: .max).map(\.width).max() ?? 0
    case .preformatted(let inlines):
      return 4 + (lines(ofPreformatted: inlines, columns: .max).map(\.width).max() ?? 0)
    case .quotation(let blocks): return 2 + width(of: blocks)
    case .list(let items):
      return items.map { item in item.marker.count + width(of: item.blocks) }.max() ?? 0
    case .table(let table):
      let rows = table.header + table.rows
      return rows.map { row in row.reduce(0) { $0 + Self.separatorWidth + width(of: $1) } }.max() ?? 0
    case .rule: return 1
    }
  }

  /// Returns the lines of a row, whose cells are side by side.
  private mutating func lines(of row: [Document.Table.Cell], _ widths: [Int], isHeader: Bool) -> [CardLine] {
    let cells = zip(row, widths).map { cell, width in
      let lines = self.lines(of: cell, columns: width)
      return isHeader ? lines.map(\.emboldened) : lines
    }
    return (0..<(cells.map(\.count).max() ?? 0)).map { number in
      let last = cells.lastIndex { number < $0.count } ?? 0
      let runs = cells[...last].enumerated().map { column, lines in
        let line = number < lines.count ? lines[number] : CardLine([])
        return column == last ? line.runs : line.padded(to: widths[column]).runs + [Self.separator]
      }
      return CardLine(Array(runs.joined()))
    }
  }

  /// Returns a line for each cell behind the name of its column, and an empty line between rows.
  private mutating func linesOfCells(of table: Document.Table, _ columns: Int) -> [CardLine] {
    var lines: [CardLine] = []
    let names = table.header.count == 1 && !table.rows.isEmpty ? table.header[0] : []
    for row in names.isEmpty ? table.header + table.rows : table.rows {
      if !lines.isEmpty { lines.append(CardLine([])) }
      for (column, cell) in row.enumerated() where !cell.isEmpty {
        var text = StyledText()
        if column < names.count {
          let name = Document(names[column]).plainText(limit: 100)
          if !name.isEmpty { text.append("\(name): ", Style(bold: true)) }
        }
        if case .paragraph(let inlines)? = cell.first, cell.count == 1 {
          lines += self.text(of: inlines, after: text).lines(columns: columns)
        } else {
          lines += (text.isEmpty ? [] : text.lines(columns: columns)) + self.lines(of: cell, columns: columns)
        }
      }
    }
    return lines
  }
}

extension CardLine {
  fileprivate var emboldened: CardLine {
    CardLine(
      runs.map { run in
        var style = run.style
        style.isBold = true
        return Run(run.text, style, link: run.link)
      })
  }
}
