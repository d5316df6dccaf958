extension Viewer {
  /// Takes the digits of a number, or handles the key after them.
  ///
  /// A number and `o`, or Enter in an opened card, ask to open that link; in the list `120G` goes to row 120. Before any other
  /// key it is a count: the key is repeated. Backspace takes the last digit away, and Escape all of them.
  func pressAfterNumber(_ key: Key) -> ViewerRequest? {
    let former = number
    number = nil
    if case .character(let character) = key, character.isASCII, let digit = character.wholeNumberValue,
      digit > 0 || former != nil || opened != nil
    {
      take(number: min((former ?? 0) * 10 + digit, Self.greatestNumber))
      return nil
    }
    switch (key, former) {
    case (_, nil): return perform(key)
    case (.escape, _): return nil
    case (.backspace, let number?): take(number: number / 10)
    case (.enter, let number?) where opened != nil, (.character("o"), let number?):
      askToOpen(linkNumber: number)
    case (.character("g"), let row?) where opened == nil, (.character("G"), let row?) where opened == nil:
      go(toRow: "\(row)")
    case (_, let count?): return perform(key, times: min(count, Self.mostRepetitions))
    }
    return nil
  }

  private static let greatestNumber = 999_999_999
  /// How often a key is repeated at most, so that none takes long.
  private static let mostRepetitions = 1_000

  private func take(number: Int) {
    guard number > 0 else { return }
    self.number = number
    say(
      pageLinks.indices.contains(number - 1) && opened != nil
        ? SafeText("link \(number) of \(pageLinks.count); Enter opens it") : SafeText("\(number)"))
  }

  private func askToOpen(linkNumber number: Int) {
    let links = opened == nil ? page?.laidOut(columns: layout.cardColumns).links ?? [] : pageLinks
    if links.isEmpty { return say("this item has no link with a number") }
    guard links.indices.contains(number - 1) else { return say(SafeText("the last link is \(links.count)")) }
    ask(toOpen: links[number - 1])
  }
}
