import ListModel

extension Viewer {
  /// What the screen shows at present.
  ///
  /// - Complexity: O(*n*) in the text in view.
  public var frame: Frame {
    let frame = styledFrame
    return options.isASCII ? Frame(size: size, lines: frame.lines.map(\.asciiOnly), cursor: frame.cursor) : frame
  }

  private var styledFrame: Frame {
    let layout = layout
    let body = overlay.map { Array($0.pager.visible(rows: layout.bodyRows)) } ?? bodyLines(layout)
    // A screen of one row has no status line, but shows what is asked.
    guard size.rows > 1 || prompt != nil else { return Frame(size: size, lines: body) }
    let rows = size.rows - 1
    let lines = body.prefix(rows) + repeatElement(CardLine([]), count: max(0, rows - body.count))
    guard let prompt else { return Frame(size: size, lines: lines + [statusLine]) }
    // Of a line that is too long the end is shown, where the cursor is.
    let line = prompt.line
    let shown = line.width < size.columns ? line : line.suffix(columns: size.columns - 1)
    let cursor = ScreenPoint(row: size.rows - 1, column: shown.width)
    return Frame(size: size, lines: lines + [shown], cursor: cursor)
  }

  private func bodyLines(_ layout: ViewerLayout) -> [CardLine] {
    let page = opened.map(pageLines) ?? []
    guard let list = layout.list else {
      return page.map { $0.indented(by: layout.page?.column ?? 0) }
    }
    let (cards, beside) = listLines(layout)
    if let side = layout.side {
      return zip(beside, cards).map { $0.joined(with: $1, column: side.columns) }
    }
    guard layout.page != nil else { return cards }
    return cards.enumerated().map { row, line in
      line.joined(with: (page.indices.contains(row) ? page[row] : CardLine([])).indented(by: 1), column: list.columns)
    }
  }

  /// Returns the lines of the list, and those of the column beside it.
  private func listLines(_ layout: ViewerLayout) -> (cards: [CardLine], beside: [CardLine]) {
    let display = list.display
    let top = display.viewport.minY
    var cards = [CardLine](repeating: CardLine([]), count: layout.bodyRows)
    var beside = cards
    for element in display.elements {
      let first = Int((element.frame.minY - top).rounded(.down))
      put(lines(of: element, layout), at: first, in: &cards)
      if element.kind == .header { put([CardLine([])], at: first, in: &beside) }
      if let side = layout.side, let cell = element.view as? CardCell, !cell.isHidden {
        let lines = delegate?.viewer(self, linesBeside: cell, columns: side.columns) ?? []
        put(Array(lines.prefix(Int(element.frame.size.height))), at: first, in: &beside)
      }
    }
    if display.selectedFrame == nil {
      let lines = WrappedLines(options.emptyText, columns: layout.cardColumns).map { CardLine([.init($0)]) }
      put(lines, at: layout.bodyRows > 4 ? 2 : 0, in: &cards)
    }
    return (cards, beside)
  }

  private func lines(of element: ListDisplay.Element, _ layout: ViewerLayout) -> [CardLine] {
    switch element.view {
    case let cell as CardCell where !cell.isHidden:
      return highlighted(cell.lines(columns: layout.cardColumns)).enumerated().map { number, line in
        let isSelected = cell.isSelected && number >= cell.headingCount
        let isUnread = number == cell.headingCount && cell.isUnread
        return CardLine(margin(layout.margin, isSelected: isSelected, isUnread: isUnread) + line.runs)
      }
    case let header as SectionHeaderCell: return [header.header.line(columns: layout.cardColumns)]
    case let title as ListTitleView:
      return [SectionHeader(title: SafeText(title.title)).line(columns: layout.cardColumns)]
    default: return []
    }
  }

  /// Returns the lines of the opened card that are in view; where the last match begins, what was found is underlined.
  private func pageLines(_ pager: LinePager) -> [CardLine] {
    let visible = pager.visible(rows: layout.bodyRows)
    // What was found may begin above the screen, and end below it.
    let reach = searched?.text.count ?? 0
    let top = max(0, visible.startIndex - reach)
    let lines = pager.lines[top..<min(pager.lines.count, visible.endIndex + reach)]
    return Array(
      highlighted(lines, current: matchLine.map { $0 - top }).dropFirst(visible.startIndex - top).prefix(visible.count))
  }

  /// Returns lines of a card with what was found reversed.
  private func highlighted(_ lines: some Collection<CardLine>, current: Int? = nil) -> [CardLine] {
    guard highlightsSearch, let searched else { return Array(lines) }
    return searched.highlighted(in: lines, current: current)
  }

  /// Returns the runs left of a line of a card: a bar beside the selected one, and a dot before an unread one.
  private func margin(_ columns: Int, isSelected: Bool, isUnread: Bool) -> [CardLine.Run] {
    let bar = isSelected ? "▌" : " "
    let style = isSelected ? Style(bold: true, foreground: .accent) : .plain
    let isMarked = isUnread && (columns > 1 || !isSelected)
    let blank = (bar + " ").prefix(isMarked ? columns - 1 : columns)
    return [.init(SafeText(String(blank)), style)] + (isMarked ? [Self.unread] : [])
  }

  private static let unread = CardLine.Run("•", Style(bold: true))

  private func put(_ lines: [CardLine], at first: Int, in screen: inout [CardLine]) {
    for (offset, line) in lines.enumerated() where screen.indices.contains(first + offset) {
      screen[first + offset] = line
    }
  }
}

// MARK: - Status

extension Viewer {
  /// The last line: a message, or what the delegate says of the list, and how to get help.
  private var statusLine: CardLine {
    let style = Style(reversed: true)
    let hint: SafeText = overlay != nil ? "q back" : opened != nil ? "? help  J next  q back" : "? help  q quit"
    var words = message?.string ?? statusWords
    let position = overlay?.pager.position(rows: layout.bodyRows) ?? opened?.share(rows: layout.bodyRows) ?? ""
    if message == nil, !position.isEmpty { words += words.isEmpty ? position : " · \(position)" }
    var line = CardLine([.init(SafeText(" \(words)"), style)])
    let hintColumn = size.columns - TextWidth.width(of: hint) - 1
    if line.width + 2 <= hintColumn {
      line = CardLine(line.padded(to: hintColumn, style).runs + [.init(hint, style)])
    }
    return line.truncated(to: size.columns).padded(to: size.columns, style)
  }

  private var statusWords: String {
    if let overlay { return overlay.title.string }
    return (delegate?.statusItems(of: self) ?? []).map(\.string).joined(separator: " · ")
  }

  /// Returns the lines to read aloud since the last call: a message, and what is selected, open or asked now.
  ///
  /// They are for a screen reader: a program writes them one below the other, and draws no screen. If nothing but the
  /// status has changed, there are none.
  public func takeAnnouncement() -> [CardLine] {
    var lines: [CardLine] = []
    if let message {
      lines.append(CardLine([.init(message)]))
      self.message = nil
    }
    let present = presentLines
    if announced != present {
      announced = present
      lines += present
      if prompt == nil { lines.append(CardLine([.init(SafeText(statusWords))])) }
    }
    return options.isASCII ? lines.map(\.asciiOnly) : lines
  }

  /// All lines of what a person deals with at present.
  private var presentLines: [CardLine] {
    if let prompt { return [prompt.line] }
    let unread = selectedCell?.isUnread == true ? [CardLine([.init("unread")])] : []
    let card = opened?.lines ?? selectedCell.map { $0.lines(columns: layout.cardColumns) + unread } ?? []
    return overlay?.pager.lines ?? card
  }
}

extension CardLine {
  fileprivate func indented(by columns: Int) -> CardLine {
    columns == 0 ? self : CardLine([.init(SafeText(String(repeating: " ", count: columns)))] + runs)
  }

  /// Returns the line, a rule at a column, and another line.
  fileprivate func joined(with other: CardLine, column: Int) -> CardLine {
    CardLine(truncated(to: column).padded(to: column).runs + [.init("│", Style(dim: true))] + other.runs)
  }

  /// Returns the end of the line that fits.
  func suffix(columns: Int) -> CardLine {
    let text = SafeText(string)
    var start = text.string.startIndex
    while start < text.string.endIndex, TextWidth.width(of: text.part(start..<text.string.endIndex)) > columns {
      start = text.string.index(after: start)
    }
    return CardLine([.init(text.part(start..<text.string.endIndex))])
  }
}
