import FeedFormats
import FeedWeave
import ListModel
import Placement
import TerminalUI

// What the viewer asks: its status, the rows that it goes to, and what stands beside them.
extension ViewerSession: ViewerDelegate {
  func statusItems(of viewer: Viewer) -> [SafeText] {
    let map = feed.map
    let counts = map.feedCounts
    let total = counts.reduce(0, +)
    let adCount = total - map.userCounts.reduce(0, +)
    let number = feed.selectedPath.map { counts.prefix($0.section).reduce($0.row, +) + 1 } ?? 0
    let viewport = feed.list.display.viewport
    if viewport.minY <= 0 { newAbove = 0 }
    if viewport.maxY >= feed.list.display.contentHeight { newBelow = 0 }
    let count = "\(number.grouped)/\(total.grouped)\(feed.isReading ? "+" : "")"
    var items = [viewer.isKeptOpen ? Self.lost : total == 0 ? "no items" : count]
    items += [fetcher?.present, fetcher?.failureWords].compactMap(\.self)
    if let filter = feed.filter { items.append("only '\(filter.text)', Esc: all") }
    if let count = unreadCount, count > 0 { items.append("\(count.grouped) unread") }
    if replay != nil { items.append("version \(versionNumber)") }
    if feed.undoneCount > 0, replay == nil { items.append("update undone") }
    if newAbove > 0 { items.append("\(newAbove) new ▲") }
    if newBelow > 0 { items.append("\(newBelow) new ▼") }
    if isPaused { items.append(waiting.isEmpty && grown.isEmpty ? "paused" : "paused, updates wait") }
    if isFollowing { items.append("following") }
    if adCount > 0, feed.hasGutter {
      let share = (adCount * 100 + total / 2) / total
      let seen = seenCount > 0 ? ", \(seenCount) \(seenCount == 1 ? "view" : "views")" : ""
      items.append("\(adCount) \(adCount == 1 ? "ad" : "ads"), \(share) %\(seen)")
    }
    if feed.hasGutter { items.append("rows from 0") }
    if adCount > 0, feed.adsMode != .shown { items.append("ads \(feed.adsMode.rawValue)") }
    return items.map { SafeText($0) }
  }

  func viewer(_ viewer: Viewer, perform command: String) -> SafeText? {
    let isSource = command.hasPrefix("s")
    let words = command.dropFirst(isSource ? 1 : 0).split(separator: ":", omittingEmptySubsequences: false)
    let numbers = words.compactMap { Int($0) }
    guard numbers.count == words.count, numbers.count <= 2, let first = numbers.first, let row = numbers.last else {
      return SafeText("'\(command)' is no row; :120 goes to row 120 of the list, :s120 to row 120 of the source")
    }
    let map = feed.map
    // A person counts from 1, as the status line does.
    let section = numbers.count == 2 ? first - 1 : feed.selectedPath?.section ?? 0
    guard 0..<map.feedSectionCount ~= section else {
      return SafeText("there are the sections 1 to \(map.feedSectionCount)")
    }
    let count = isSource ? map.userCount(inUserSection: section) : map.feedCount(inFeedSection: section)
    let kind = isSource ? "source" : "list"
    guard let count, count > 0 else { return SafeText("the \(kind) has no rows") }
    guard 1...count ~= row else {
      let place = map.feedSectionCount > 1 ? " in section \(section + 1); :\(isSource ? "s" : "")2:1 names another" : ""
      return SafeText("the \(kind) has the rows 1 to \(count)\(place)")
    }
    let path =
      isSource ? map.feedPath(for: UserPath(section: section, row: row - 1)) : FeedPath(section: section, row: row - 1)
    guard let path else { return SafeText("row \(row) is not shown") }
    if feed.adsMode == .hidden, feed.isAd(path) { return "this row is an ad, and ads are hidden; a shows them" }
    select(path)
    return nil
  }

  func viewer(_ viewer: Viewer, linesBeside cell: CardCell, columns: Int) -> [CardLine] {
    guard let cell = cell as? FeedCell, case .content(let user) = cell.place else { return [] }
    let number = CardLine.Run(SafeText("\(user.row)  "), Style(dim: true))
    return [CardLine([number, .init(ReplayText.title(of: cell.item))]).truncated(to: columns)]
  }
}
