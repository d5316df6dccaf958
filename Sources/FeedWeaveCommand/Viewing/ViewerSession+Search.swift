import Documents
import FeedFormats
import FeedWeave
import Placement
import TerminalUI

// The search for a text in all that the cards and the opened items show.
extension ViewerSession {
  func viewer(
    _ viewer: Viewer, searchFor text: String, _ direction: SearchDirection, isRepeated: Bool
  ) -> SafeText? {
    // As in vim with `smartcase`: capitals make a difference only where the text has some.
    let search = TextSearch(text, ignoresCase: !text.contains(where: \.isUppercase))
    let counts = feed.map.feedCounts
    let all = counts.reduce(0, +)
    guard all > 0 else { return "the list is empty" }
    let step = direction == .forward ? 1 : -1
    let start = feed.selectedPath.map { counts.prefix($0.section).reduce($0.row, +) } ?? 0
    var number = start + (isRepeated ? step : 0)
    let end = number + all * step
    while number != end {
      let path = Self.path(ofRow: (number % all + all) % all, in: counts)
      // Lines of a file that cannot match are skipped without being decoded.
      let skipped = feed.rowsWithout(text, from: path, direction) { search.isFound(in: $0) }
      number += step * min(skipped, abs(end - number))
      if skipped > 0 { continue }
      defer { number += step }
      guard isFound(search, at: path) else { continue }
      select(path)
      let turned = number < 0 || number >= all ? "the search went on at the other end" : nil
      let words = [rank(of: path, of: search, in: counts), turned].compactMap { $0 }
      return words.isEmpty ? nil : SafeText(words.joined(separator: "; "))
    }
    return SafeText("nothing contains '\(text)'\(feed.filter == nil ? "" : " among what & shows")")
  }

  func viewer(_ viewer: Viewer, filterBy text: String) -> SafeText? {
    if text.isEmpty, feed.filter == nil { return nil }
    guard feed.content.sections.allSatisfy({ $0.lines == nil }) else {
      return "the lines of a large file are not filtered; / searches them"
    }
    let search = TextSearch(text, ignoresCase: !text.contains(where: \.isUppercase))
    // As in mutt, `~N` stands for what has not been read.
    let filter = ViewedFeed.Filter(
      text: text, isLeft: { [unowned self] in text == "~N" ? isUnread($0) == true : search.isFound(in: $0) },
      leavesAd: { text != "~N" && search.isFound(in: $0) })
    var isShown = false
    let former = selectedContent?.key
    do throws(CommandError) {
      try viewer.keepingPosition { () throws(CommandError) in isShown = try feed.show(only: text.isEmpty ? nil : filter)
      }
    } catch { return SafeText(error.message.words) }
    guard isShown else { return text == "~N" ? "nothing is unread" : SafeText("nothing contains '\(text)'") }
    viewer.redrawCards()
    if selectedContent?.key != former { viewer.closeItem() }
    return text.isEmpty ? "all items are shown again" : nil
  }

  private func isFound(_ search: TextSearch, at path: FeedPath) -> Bool {
    let isAd = feed.isAd(path)
    if isAd, feed.adsMode == .hidden { return false }
    if isAd, search.isFound(in: ["[Ad] ad · \(feed.ads.caption(at: path, in: feed.map))"]) { return true }
    return feed.item(at: path).map(search.isFound) ?? false
  }

  /// Returns which of all matches a row is, such as `match 3 of 14`; nil in a list that is too long for all to be found at once.
  private func rank(of path: FeedPath, of search: TextSearch, in counts: [Int]) -> String? {
    let all = counts.reduce(0, +)
    guard all <= Self.mostCounted else { return nil }
    let state = MatchedRows.State(search: search, counts: counts, adsMode: feed.adsMode, updateCount: feed.updateCount)
    if matches?.state != state {
      let paths = (0..<all).map { Self.path(ofRow: $0, in: counts) }
      matches = MatchedRows(state: state, paths: paths.filter { isFound(search, at: $0) })
    }
    guard let matches, let index = matches.paths.firstIndex(of: path) else { return nil }
    return "match \(index + 1) of \(matches.paths.count)"
  }

  /// The maximum number of rows of which all matches, or all unread items, are counted, so that a key is answered at once.
  static let mostCounted = 2_000

  static func path(ofRow number: Int, in counts: [Int]) -> FeedPath {
    var row = number
    for (section, count) in counts.enumerated() {
      if row < count { return FeedPath(section: section, row: row) }
      row -= count
    }
    return FeedPath(section: 0, row: 0)
  }
}

/// The rows in which the last search finds its text, as long as the list is what it was.
struct MatchedRows {
  struct State: Hashable {
    let search: TextSearch
    let counts: [Int]
    let adsMode: ViewedFeed.AdsMode
    let updateCount: Int
  }

  let state: State
  let paths: [FeedPath]
}

/// A text that is searched for in items.
struct TextSearch: Hashable {
  let text: String
  private let ignoresCase: Bool

  init(_ text: String, ignoresCase: Bool) {
    self.text = ignoresCase ? text.lowercased() : text
    self.ignoresCase = ignoresCase
  }

  /// Returns whether one of some texts contains the text.
  func isFound(in parts: [String?]) -> Bool {
    parts.contains { part in
      guard let part else { return false }
      return ignoresCase ? part.lowercased().contains(text) : part.contains(text)
    }
  }

  /// Returns whether a part of an item that its card or its page shows contains the text.
  func isFound(in item: FeedItem) -> Bool {
    let item = item.decoded
    if isFound(in: [item.title, item.contentText, item.summary, item.url] + item.authors.map(\.name)) { return true }
    if isFound(in: item.feeds.map { $0.title ?? $0.url } + item.attachments.flatMap { [$0.title, $0.url] }) {
      return true
    }
    guard let html = item.contentHTML else { return false }
    let document = Document(html: html)
    return isFound(in: [document.plainText()])
  }
}
