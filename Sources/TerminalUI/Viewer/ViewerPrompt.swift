internal import Documents

/// What a viewer asks in its last line: text to be typed, or a question.
struct ViewerPrompt {
  /// The kind of a prompt.
  enum Kind {
    /// A line to be typed after a label.
    case line(label: SafeText, submit: (Viewer, String) -> Void)
    /// A question that `y` or Enter answers with yes, and any other key with no.
    case question(SafeText, accept: ViewerRequest)
  }

  let kind: Kind
  var editor = LineEditor()

  /// Makes a prompt, in which Up and Down go through former lines.
  init(_ kind: Kind, after former: [String] = []) {
    self.kind = kind
    editor.former = former
  }

  /// The line as it is drawn; the cursor is at its end.
  var line: CardLine {
    switch kind {
    case .question(let words, _): CardLine([.init(words, Style(bold: true)), .init(" [Y/n] ")])
    case .line(let label, _): CardLine([.init(label, Style(bold: true)), .init(SafeText(editor.text))])
    }
  }
}

extension Viewer {
  /// Handles a key while something is asked.
  func answer(_ key: Key) -> ViewerRequest? {
    guard let asked = prompt else { return nil }
    // What the terminal's own keys do does not depend on what is asked.
    if key == .control("z") { return .suspend }
    if key == .control("l") { return .redraw }
    switch asked.kind {
    case .question(_, let accept):
      prompt = nil
      return [.enter, .character("y"), .character("Y")].contains(key) ? accept : nil
    case .line(_, let submit):
      switch prompt?.editor.handle(key) {
      case .cancelled: prompt = nil
      case .submitted(let text):
        prompt = nil
        submit(self, text)
      case .editing, nil: break
      }
      return nil
    }
  }

  func beginSearch() -> ViewerRequest? {
    prompt = ViewerPrompt(
      .line(label: "/") { viewer, text in
        // As in less, an empty line repeats the last search.
        if text.isEmpty { return viewer.searchAgain(.forward) }
        viewer.searches = viewer.searches.filter { $0 != text } + [text]
        viewer.search(SearchedText(text), .forward, isRepeated: false)
      }, after: searches)
    return nil
  }

  /// Asks for the text that all rows shown are to contain; an empty line shows all of them again.
  func beginFilter() -> ViewerRequest? {
    prompt = ViewerPrompt(
      .line(label: "&") { viewer, text in
        if let message = viewer.delegate?.viewer(viewer, filterBy: text) { viewer.say(message) }
      })
    return nil
  }

  /// Goes to the next or the previous match; without a search, to the next or the previous row that has not been read.
  func searchAgain(_ direction: SearchDirection) {
    guard let searched else {
      moveSelection {
        if let message = delegate?.viewer(self, selectUnread: direction) { say(message) }
      }
      return
    }
    highlightsSearch = true
    if opened != nil, showMatch(of: searched, direction) { return }
    search(searched, direction, isRepeated: true)
  }

  private func search(_ text: SearchedText, _ direction: SearchDirection, isRepeated: Bool) {
    (searched, highlightsSearch, matchLine) = (text, true, nil)
    let leavesItem = opened.map { text.matches(in: $0.lines).isEmpty } ?? false
    moveSelection {
      let message = delegate?.viewer(self, searchFor: text.text, direction, isRepeated: isRepeated)
      if let message { say(message) }
    }
    let words = message
    if showMatch(of: text, direction) {
      if let words, let own = message { say(SafeText("\(leavesItem ? "another item: " : "")\(words); \(own)")) }
    } else if opened == nil, let cell = selectedCell, !isShown(text, in: cell.lines(columns: layout.cardColumns)),
      isShown(text, in: cell.page?.laidOut(columns: layout.cardColumns).lines ?? [])
    {
      say(SafeText([words?.string, "Enter shows it"].compactMap(\.self).joined(separator: "; ")))
    }
  }

  private func isShown(_ text: SearchedText, in lines: [CardLine]) -> Bool { !text.matches(in: lines).isEmpty }

  /// Scrolls the opened card to the next or the previous line in which a text is found, and says which of them it is.
  ///
  /// - Returns: whether there is any; after the last one comes the first again.
  func showMatch(of text: SearchedText, _ direction: SearchDirection) -> Bool {
    let rows = layout.bodyRows
    guard let pager = opened else { return false }
    let lines = text.matches(in: pager.lines)
    let isForward = direction == .forward
    let next = matchLine.flatMap { last in isForward ? lines.first { $0 > last } : lines.last { $0 < last } }
    guard let line = next ?? (isForward ? lines.first : lines.last), let number = lines.firstIndex(of: line) else {
      return false
    }
    let turned = matchLine != nil && next == nil ? "; the search went on at the other end" : ""
    matchLine = line
    if !(pager.top..<pager.top + rows ~= line) { opened?.scroll(by: line - pager.top, rows: rows) }
    say(SafeText("match \(number + 1) of \(lines.count) in this item\(turned)"))
    return true
  }

  func beginCommand() -> ViewerRequest? {
    prompt = ViewerPrompt(
      .line(label: ":") { viewer, text in
        let words = text.trimmed
        if !words.isEmpty { viewer.go(toRow: words) }
      })
    return nil
  }

  /// Has the delegate perform a command, such as the number of a row.
  func go(toRow command: String) {
    moveSelection {
      if let message = delegate?.viewer(self, perform: command) { say(message) }
    }
  }

  func copyLink() -> ViewerRequest? {
    return linkOfItem.map { .copy($0.text) }
  }

  /// Asks to copy the text of the selected item without its addresses, whether it is open or not.
  func copyText() -> ViewerRequest? {
    let limits = SafeText.Limits(clusters: Clipboard.byteLimit + 1, lines: Clipboard.byteLimit)
    return page.map { .copy(SafeText($0.body.plainText(), limits: limits)) }
  }

  func askToOpenLink() {
    if let link = linkOfItem { ask(toOpen: link) }
  }

  /// The link of the item that is read; if it has none, that is said.
  private var linkOfItem: SafeLink? {
    let card = keptPage?.card ?? selectedCell?.card
    if card?.link == nil { say(card?.linkError.map { SafeText("\($0)") } ?? "this item has no link") }
    return card?.link
  }

  /// Asks whether to open a link: the host, which an address can hide, and the address, or what there is room for of its path.
  func ask(toOpen link: SafeLink) {
    func question(_ words: String) -> ViewerPrompt { ViewerPrompt(.question(SafeText(words), accept: .open(link))) }
    let whole = question("open \(link.readableHost)? \(link.string)")
    let room = size.columns - 1 - question("open ").line.width
    let address = link.string.shortAddress(room)
    // Of a host that is too long the end is shown, which says whose it is.
    let host = CardLine([.init(link.readableHost)])
    let shown =
      !address.lowercased().hasPrefix(link.host)
      ? address
      : host.width > room
        ? "…\(host.suffix(columns: max(0, room - 1)).string)" : "\(host.string)\(address.dropFirst(link.host.count))"
    prompt = whole.line.width < size.columns ? whole : question("open \(shown)")
  }
}

extension String {
  /// The text without spaces around it.
  fileprivate var trimmed: String {
    let start = drop { $0 == " " }
    return String(start.reversed().drop { $0 == " " }.reversed())
  }
}
