/// What a viewer asks in its last line: text to be typed, or a question.
struct ViewerPrompt {
  /// The kind of a prompt.
  enum Kind {
    /// A line to be typed after a label.
    case line(label: SafeText, submit: (Viewer, String) -> Void)
    /// A question that `y` answers with yes, and any other key with no.
    case question(SafeText, accept: ViewerRequest)
  }

  let kind: Kind
  var editor = LineEditor()

  init(_ kind: Kind) { self.kind = kind }

  /// The line as it is drawn; the cursor is at its end.
  var line: CardLine {
    switch kind {
    case .question(let words, _): CardLine([.init(words, Style(bold: true)), .init(" (y/n) ")])
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
      return key == .character("y") || key == .character("Y") ? accept : nil
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
        viewer.search(SearchedText(text), .forward, isRepeated: false)
      })
    return nil
  }

  func searchAgain(_ direction: SearchDirection) {
    guard let searched else { return say("nothing has been searched for yet; / searches") }
    search(searched, direction, isRepeated: true)
  }

  private func search(_ text: SearchedText, _ direction: SearchDirection, isRepeated: Bool) {
    (searched, highlightsSearch) = (text, true)
    moveSelection {
      let message = delegate?.viewer(self, searchFor: text.text, direction, isRepeated: isRepeated)
      if let message { say(message) }
    }
    showMatch(of: text)
  }

  /// Scrolls the opened card to the first line in which a text is found, unless that is in view.
  func showMatch(of text: SearchedText) {
    let rows = layout.bodyRows
    guard let pager = opened, let line = pager.lines.firstIndex(where: text.isFound),
      !(pager.top..<pager.top + rows ~= line)
    else { return }
    opened?.scroll(by: line - pager.top, rows: rows)
  }

  func beginCommand() -> ViewerRequest? {
    prompt = ViewerPrompt(
      .line(label: ":") { viewer, text in
        let words = text.trimmed
        guard !words.isEmpty else { return }
        viewer.moveSelection {
          if let message = viewer.delegate?.viewer(viewer, perform: words) { viewer.say(message) }
        }
      })
    return nil
  }

  func askToOpenLink() {
    guard let link = selectedCell?.card?.link else { return say("this item has no link") }
    ask(toOpen: link)
  }

  private func ask(toOpen link: SafeLink) {
    prompt = ViewerPrompt(.question(SafeText("open \(SafeText(link.host))?"), accept: .open(link)))
  }

  /// Takes the digits of the number of a link in the opened card, and the key after them: Enter opens the link, Backspace
  /// takes the last digit away, and Escape all of them.
  ///
  /// - Returns: whether the key was one of these.
  func typesLinkNumber(_ key: Key) -> Bool {
    let former = linkNumber
    linkNumber = nil
    switch (key, former) {
    case (.character(let character), _) where character.isASCII && character.isNumber:
      guard !pageLinks.isEmpty else {
        say("this item has no link with a number")
        return true
      }
      take(linkNumber: min((former ?? 0) * 10 + (character.wholeNumberValue ?? 0), pageLinks.count + 1))
    case (.backspace, let former?): take(linkNumber: former / 10)
    case (.enter, let former?): ask(toOpen: pageLinks[former - 1])
    case (.escape, _?): break
    default: return false
    }
    return true
  }

  private func take(linkNumber number: Int) {
    guard number > 0 else { return }
    guard number <= pageLinks.count else { return say(SafeText("the last link is \(pageLinks.count)")) }
    linkNumber = number
    say(SafeText("link \(number) of \(pageLinks.count); Enter opens it"))
  }
}

extension String {
  /// The text without spaces around it.
  fileprivate var trimmed: String {
    let start = drop { $0 == " " }
    return String(start.reversed().drop { $0 == " " }.reversed())
  }
}
