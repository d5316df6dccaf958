import ListModel

extension Viewer {
  /// Handles an event.
  ///
  /// - Returns: What the program must do for it; nil if nothing but showing the next frame.
  public func handle(_ event: TerminalEvent) -> ViewerRequest? {
    switch event {
    case .resize(let size):
      resize(to: size)
      return nil
    case .paste(let text):
      prompt?.editor.insert(text)
      return nil
    case .wheel(let direction, _):
      message = nil
      let lines = direction == .down ? Self.linesPerNotch : -Self.linesPerNotch
      return scroll(lines: lines)
    case .click(let point):
      message = nil
      guard let link = link(at: point) else { return select(at: point) }
      ask(toOpen: link)
      return nil
    case .key(let key):
      message = nil
      return press(key)
    }
  }

  private static let linesPerNotch = 3

  private func press(_ key: Key) -> ViewerRequest? {
    if prompt != nil { return answer(key) }
    if overlay != nil { return pressInOverlay(key) }
    return pressAfterNumber(key)
  }

  /// Does what a key does, and does it again until it asks for something.
  func perform(_ key: Key, times: Int = 1) -> ViewerRequest? {
    guard let binding = allBindings.first(where: { $0.keys.contains(key) }) else {
      say(SafeText("\(key.name) does nothing; ? shows the keys"))
      return nil
    }
    for _ in 0..<times {
      let former = message
      if let request = binding.perform(self) { return request }
      // At an end of the list it says so again.
      if prompt != nil || overlay != nil || message != nil && message == former { break }
    }
    return nil
  }

  /// Scrolls the lines shown instead of the list; any key that does not scroll goes back to the list, and does nothing
  /// else there.
  private func pressInOverlay(_ key: Key) -> ViewerRequest? {
    var usable = Self.movingBindings
    if case .control = key { usable += Self.programBindings }
    if let binding = usable.first(where: { $0.keys.contains(key) }) { return binding.perform(self) }
    overlay = nil
    return nil
  }

  /// Changes the size of the screen; the selected row stays in view.
  private func resize(to size: ScreenSize) {
    guard size != self.size else { return }
    self.size = size
    layOut()
  }

  /// Gives the list the part of the screen that is for it.
  func layOut() {
    let layout = layout
    // Where there are two lines only, a pinned header would leave too little of the rows.
    let hasPins = layout.bodyRows > 2
    if options.pinsHeaders, list.layout.pinsHeaders != hasPins { list.layout.pinsHeaders = hasPins }
    let viewport = ListSize(width: Double(layout.cardColumns), height: Double(layout.bodyRows))
    if list.viewportSize != viewport {
      list.viewportSize = viewport
      list.display.scrollToSelection()
    }
    overlay?.pager.scroll(by: 0, rows: layout.bodyRows)
    refreshPage()
  }
}

// MARK: - Moving

extension Viewer {
  /// Selects the next or the previous row, or moves by a line in an opened card, or in what is shown instead of the list.
  func move(lines: Int) -> ViewerRequest? {
    if overlay != nil || opened != nil { return scroll(lines: lines) }
    moveItem(lines > 0 ? .forward : .backward)
    return nil
  }

  /// Selects the next or the previous row, whose card is opened if that of the present one is.
  func moveItem(_ direction: SearchDirection) {
    let isForward = direction == .forward
    // The row that has taken the place of a deleted one is the next.
    if isForward, isKeptOpen { return moveSelection(beginPage) }
    selectItem(direction) { isForward ? $0.selectNext() : $0.selectPrevious() }
  }

  private func selectItem(_ direction: SearchDirection, _ select: (ListDisplay) -> Bool) {
    var isSelected = false
    moveSelection { isSelected = select(list.display) }
    if isSelected { return }
    let isEmpty = list.display.selectedFrame == nil
    say(isEmpty ? "there are no items" : direction == .forward ? "this is the last item" : "this is the first item")
  }

  /// Moves to an end of what is shown instead of the list, or of the opened card, or selects an end of the list.
  func moveToEnd(_ direction: SearchDirection) -> ViewerRequest? {
    let lines = direction == .forward ? Int.max / 2 : -Int.max / 2
    if overlay != nil || opened != nil { return scroll(lines: lines) }
    selectItem(direction) { direction == .forward ? $0.selectLast() : $0.selectFirst() }
    return nil
  }

  /// Runs a function that may select another row, which is then shown from its first line if a card is open.
  public func moveSelection(_ select: () -> Void) {
    let former = list.display.selectedFrame?.minY
    select()
    if list.display.selectedFrame?.minY != former { beginPage() }
    refreshPage()
    delegate?.viewerDidMove(self)
  }

  /// Shows the page of the selected row from its first line.
  private func beginPage() {
    opened?.scrollToTop()
    // The next card is announced even if it reads the same.
    (keptPage, matchLine, announced) = (nil, nil, nil)
  }

  /// Scrolls by pages, or by half a page: the opened card, the lines shown instead of the list, or the list.
  func turn(pages: Double) -> ViewerRequest? {
    let rows = layout.bodyRows
    // A line stays in view, so that the eye finds its place.
    let distance = max(1, Int((Double(rows) * abs(pages)).rounded()) - (abs(pages) < 1 ? 0 : 1))
    let lines = pages < 0 ? -distance : distance
    if overlay != nil || opened != nil { return scroll(lines: lines) }
    moveSelection {
      let display = list.display
      let former = display.viewport.minY
      display.scroll(by: Double(lines))
      if display.viewport.minY == former {
        _ = lines > 0 ? display.selectLast() : display.selectFirst()
      } else {
        selectFirstInView()
      }
    }
    return nil
  }

  /// Scrolls by lines; a selected row that leaves the view gives the selection to one in view.
  func scroll(lines: Int) -> ViewerRequest? {
    let rows = layout.bodyRows
    if overlay != nil {
      overlay?.pager.scroll(by: lines, rows: rows)
    } else if opened != nil {
      opened?.scroll(by: lines, rows: rows)
    } else {
      moveSelection {
        list.display.scroll(by: Double(lines))
        if !isSelectionBeginningInView { selectFirstInView() }
      }
    }
    return nil
  }

  private var isSelectionBeginningInView: Bool {
    let viewport = list.display.uncoveredViewport
    guard let frame = list.display.selectedFrame else { return false }
    return frame.minY >= viewport.minY && frame.minY < viewport.maxY
  }

  /// Selects the first row that begins in view, or else the one of which a part is.
  private func selectFirstInView() {
    let top = list.display.uncoveredViewport.minY
    let rows = rowsInView
    if let row = rows.first(where: { $0.frame.minY >= top }) ?? rows.first { select(row) }
  }

  /// The link at a point of the opened card.
  private func link(at point: ScreenPoint) -> SafeLink? {
    guard overlay == nil, prompt == nil, let page = layout.page, point.column >= page.column else { return nil }
    let lines = opened?.visible(rows: layout.bodyRows).dropFirst(point.row)
    var end = page.column
    return lines?.first?.runs.first { run in
      end += TextWidth.width(of: run.text)
      return point.column < end
    }?.link
  }

  /// Selects the row at a point, or opens the one that is selected already.
  private func select(at point: ScreenPoint) -> ViewerRequest? {
    guard overlay == nil, prompt == nil, let row = layout.listRow(at: point) else { return nil }
    let y = list.display.viewport.minY + Double(row)
    let frame = list.display.selectedFrame
    let isOnSelected = frame.map { $0.minY..<$0.maxY ~= y && y >= list.display.uncoveredViewport.minY } ?? false
    moveSelection { list.display.select(at: ListPoint(x: 0, y: y)) }
    return isOnSelected ? open() : nil
  }
}

// MARK: - Opening

extension Viewer {
  /// Shows the whole selected item.
  func open() -> ViewerRequest? {
    guard opened == nil, selectedCell != nil else { return nil }
    opened = LinePager([])
    layOut()
    if highlightsSearch, let searched { _ = showMatch(of: searched, .forward) }
    return nil
  }

  /// Returns from the opened card to the list, or ends the viewer in the list.
  func quit() -> ViewerRequest? {
    guard opened != nil else { return .quit }
    closeItem()
    return nil
  }

  /// Undoes one thing, what is seen first: the search if its matches are in view, the opened card, the filter, or another search.
  func escape() {
    if showsMatches { return endSearch() }
    if opened != nil { return closeItem() }
    if let message = delegate?.viewer(self, filterBy: "") { return say(message) }
    endSearch()
  }

  private func endSearch() {
    guard isSearching, let searched else { return }
    (self.searched, highlightsSearch) = (nil, false)
    say(SafeText("the search for '\(searched.text)' is ended"))
  }

  /// Whether a place where the last search has found its text is in view.
  private var showsMatches: Bool {
    guard isSearching else { return false }
    let marked = frame
    highlightsSearch = false
    defer { highlightsSearch = true }
    return frame != marked
  }
}
