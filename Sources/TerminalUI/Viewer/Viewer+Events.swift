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
      let lines = direction == .down ? Self.linesPerNotch : -Self.linesPerNotch
      return scroll(lines: lines)
    case .click(let point):
      select(at: point)
      return nil
    case .key(let key):
      message = nil
      return press(key)
    }
  }

  private static let linesPerNotch = 3

  private func press(_ key: Key) -> ViewerRequest? {
    if prompt != nil { return answer(key) }
    if overlay != nil, Self.closesOverlay(key) {
      overlay = nil
      return nil
    }
    let all = bindings + Self.ownBindings
    guard let binding = all.first(where: { $0.keys.contains(key) }) else {
      say(SafeText("\(key.name) does nothing; ? shows the keys"))
      return nil
    }
    return binding.perform(self)
  }

  /// Whether a key leaves the lines shown instead of the list, as in a pager.
  private static func closesOverlay(_ key: Key) -> Bool {
    switch key {
    case .character("q"), .character("h"), .character("?"), .escape, .left, .backspace, .enter: true
    default: false
    }
  }

  /// Changes the size of the screen; the selected row stays in view.
  private func resize(to size: ScreenSize) {
    guard size != self.size else { return }
    self.size = size
    layOut()
  }

  /// Gives the list the part of the screen that is for it.
  func layOut() {
    let viewport = ListSize(width: Double(layout.cardColumns), height: Double(layout.listRows))
    if list.viewportSize != viewport {
      list.viewportSize = viewport
      showSelection()
    }
    let rows = layout.bodyRows
    overlay?.pager.scroll(by: 0, rows: rows)
    refreshPage()
  }
}

// MARK: - Moving

extension Viewer {
  /// Selects another row, or moves by a number of lines in what is shown instead of the list.
  func move(lines: Int, _ select: (ListDisplay) -> Bool) -> ViewerRequest? {
    let rows = layout.bodyRows
    if overlay != nil {
      overlay?.pager.scroll(by: lines, rows: rows)
    } else {
      var isSelected = false
      moveSelection { isSelected = select(list.display) }
      if !isSelected { say(lines > 0 ? "this is the last item" : "this is the first item") }
    }
    return nil
  }

  /// Runs a function that may select another row, which is then shown from its first line if a card is open.
  func moveSelection(_ select: () -> Void) {
    let former = list.display.selectedFrame?.minY
    select()
    if list.display.selectedFrame?.minY != former {
      opened?.scrollToTop()
      // The next card is announced even if it reads the same.
      announced = nil
    }
    refreshPage()
    delegate?.viewerDidMove(self)
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
    let viewport = list.display.viewport
    guard let frame = list.display.selectedFrame else { return false }
    return frame.minY >= viewport.minY && frame.minY < viewport.maxY
  }

  /// Selects the first row that begins in view, or else the one of which a part is.
  private func selectFirstInView() {
    let display = list.display
    let top = display.viewport.minY
    let rows = rowsInView
    guard let row = rows.first(where: { $0.frame.minY >= top }) ?? rows.first else { return }
    display.select(at: row.frame.origin, isPrimaryAction: false)
  }

  private func select(at point: ScreenPoint) {
    guard overlay == nil, prompt == nil, let row = layout.listRow(at: point) else { return }
    moveSelection { list.display.select(at: ListPoint(x: 0, y: list.display.viewport.minY + Double(row))) }
  }
}

// MARK: - Opening

extension Viewer {
  /// Shows the whole selected item.
  func open() -> ViewerRequest? {
    guard opened == nil, selectedCell != nil else { return nil }
    opened = LinePager([])
    layOut()
    return nil
  }

  /// Returns from the opened card to the list.
  func close() -> ViewerRequest? {
    guard opened != nil else { return nil }
    opened = nil
    layOut()
    return nil
  }

  /// Returns from the opened card to the list, or ends the highlighting in the list.
  func escape() -> ViewerRequest? {
    if opened == nil { highlightsSearch = false }
    return close()
  }

  /// Shows all keys, the client's first.
  func showHelp() -> ViewerRequest? {
    let all = bindings + Self.ownBindings
    let names = all.map { binding in binding.keys.map(\.name).joined(separator: " ") }
    let width = min(24, names.map(\.count).max() ?? 0)
    let lines = zip(names, all).map { name, binding in
      CardLine([
        .init(SafeText(name), Style(bold: true)),
        .init(SafeText(String(repeating: " ", count: max(1, width + 2 - name.count)))), .init(binding.help),
      ])
    }
    show(lines, titled: "keys")
    return nil
  }
}
