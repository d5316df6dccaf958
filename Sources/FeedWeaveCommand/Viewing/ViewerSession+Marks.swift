import FeedFormats
import FeedWeave
import Placement
import TerminalUI

// Which items have been read: marks, their keys, and where one was.
extension ViewerSession {
  /// Where a person reads: the opened item, and how much of it is above the screen.
  struct ReadingPlace {
    let key: ItemKey
    let place: Double
  }

  /// The place in the opened item; nil if none is open, or if nothing is marked.
  var readingPlace: ReadingPlace? {
    guard memory != nil, let place = viewer.placeInItem, let item = selectedContent else { return nil }
    return ReadingPlace(key: item.key, place: place)
  }

  /// The selected item; nil if it is an ad, or if another one is read that the feed no longer has.
  var selectedContent: FeedItem? {
    guard !viewer.isKeptOpen, let path = feed.selectedPath, let user = feed.map.userPath(for: path) else { return nil }
    return feed.content.item(at: user)?.decoded
  }

  /// Marks the item that has been opened, and remembers the place in the one before.
  ///
  /// - Parameter former: the place before the last event.
  func noteReading(after former: ReadingPlace?) {
    guard let memory else { return }
    let present = readingPlace
    if let former, former.key != present?.key { keep(former) }
    guard let present, former?.key != present.key else { return }
    if case .read(let place) = memory.marks[present.key], place > 0 {
      // Where a search has found its text comes first.
      if !viewer.isSearching { viewer.placeInItem = Double(place) / 1_000_000 }
    } else if memory.set(.read(place: 0), for: present.key) {
      viewer.redrawCards()
    }
  }

  private func keep(_ reading: ReadingPlace) {
    guard case .read = memory?.marks[reading.key] else { return }
    memory?.set(.read(place: Int((reading.place * 1_000_000).rounded())), for: reading.key)
  }

  /// Whether an item has not been read; nil where nobody keeps marks, and for a line without an item.
  func isUnread(_ item: FeedItem) -> Bool? {
    guard let memory, !item.isLeftOut else { return nil }
    if case .read = memory.marks[item.decoded.key] { return false }
    return true
  }

  /// Selects the item that was selected last in these feeds.
  func restoreSelection() {
    guard let memory, case .selected(let key) = memory.marks[feedsKey] else { return }
    for (section, items) in feed.content.items.enumerated() {
      guard let row = items.firstIndex(where: { $0.decoded.key == key }) else { continue }
      guard let path = feed.map.feedPath(for: UserPath(section: section, row: row)) else { return }
      select(path)
      return viewer.keepingPosition {}
    }
  }

  /// Writes what is to be remembered, and says what is wrong by now and has not been said.
  func end() {
    saveMarks()
    feed.content.endLines()
    while let problem = feed.takeProblem() { say(problem) }
    for trouble in troubles { environment.say(trouble) }
  }

  /// What is wrong with feeds by now, and is not on standard error.
  var troubles: [Message] { (fetcher?.troubles ?? []) + environment.messages.troubles }

  /// Writes what is to be remembered.
  func saveMarks() {
    guard let memory else { return }
    if let reading = readingPlace { keep(reading) }
    if let item = selectedContent { memory.set(.selected(item.key), for: feedsKey) }
    do throws(OutputFailure) { try memory.save() } catch { say("what was read cannot be remembered: \(error.reason)") }
  }

  // MARK: - Keys

  /// Marks the selected item as unread, or as read if it is.
  func changeMark() {
    guard memory != nil else { return say("nothing is marked here") }
    guard let item = selectedContent else { return say(viewer.isKeptOpen ? Self.lost : "an ad is not marked") }
    let becomesRead = isUnread(item) == true
    feed.add(marks: [item.key], asRead: becomesRead)
    mark([item.key], asRead: becomesRead, "; . undoes it")
  }

  /// The number of items that have not been read; nil where nobody keeps marks, and in lists that are too long to be counted again
  /// whenever an item is opened.
  var unreadCount: Int? {
    let counts = feed.content.sections.map(\.itemCount)
    guard let memory, counts.reduce(0, +) <= Self.mostCounted else { return nil }
    let state = UnreadCount.State(updateCount: feed.updateCount, markCount: memory.changeCount, itemCounts: counts)
    if unread?.state != state {
      let rows = counts.enumerated().flatMap { section, count in (0..<count).map { UserPath(section: section, row: $0) }
      }
      unread = UnreadCount(state: state, count: rows.count { feed.content.item(at: $0).flatMap(isUnread) == true })
    }
    return unread?.count
  }

  /// Marks all items as read.
  func markAllRead() {
    guard memory != nil else { return say("nothing is marked here") }
    guard feed.content.sections.allSatisfy({ $0.lines == nil }) else {
      return say("the lines of a large file are marked when they are opened")
    }
    let unread = feed.content.items.joined().map(\.decoded).filter { isUnread($0) == true }
    guard !unread.isEmpty else { return say("all are read") }
    feed.add(marks: unread.map(\.key), asRead: true)
    mark(unread.map(\.key), asRead: true, "; . undoes it, U marks one as unread")
  }

  /// Marks items together, and says so, and what else is to be said.
  func mark(_ keys: [ItemKey], asRead isRead: Bool, _ words: String) {
    for key in keys { memory?.set(isRead ? .read(place: 0) : .unread, for: key) }
    viewer.redrawCards()
    let count = keys.count == 1 ? "" : "\(keys.count.grouped) "
    say("\(count)marked as \(isRead ? "read" : "unread")\(words)")
  }

  func viewer(_ viewer: Viewer, selectUnread direction: SearchDirection) -> SafeText? {
    guard memory != nil else { return "nothing has been searched for yet; / searches" }
    let isFound = { [self] (path: FeedPath) in
      feed.map.userPath(for: path).flatMap(feed.content.item(at:)).flatMap(isUnread) == true
    }
    let found = nextRow(direction, where: isFound)
    if let found {
      select(found)
      return nil
    }
    // From the other end, up to the selected row.
    let counts = feed.map.feedCounts
    guard let other = nextRow(direction, from: direction == .forward ? -1 : counts.reduce(0, +), where: isFound) else {
      return "there is no unread item; / searches"
    }
    select(other)
    return "the search for unread items went on at the other end"
  }

  /// The maximum number of rows that are looked at for one that is unread, since each line of a large file is decoded.
  private static let mostLooked = 20_000

  /// Returns the next row after a row, or the one before it, for which a function is true; by default from the selected row.
  private func nextRow(
    _ direction: SearchDirection, from start: Int? = nil, where isFound: (FeedPath) -> Bool
  ) -> FeedPath? {
    let counts = feed.map.feedCounts
    let number = start ?? feed.selectedPath.map { counts.prefix($0.section).reduce($0.row, +) } ?? 0
    let rows =
      direction == .forward
      ? Array(stride(from: number + 1, to: min(counts.reduce(0, +), number + Self.mostLooked), by: 1))
      : Array(stride(from: number - 1, through: max(0, number - Self.mostLooked), by: -1))
    return rows.lazy.map { Self.path(ofRow: $0, in: counts) }.first(where: isFound)
  }
}

/// The number of unread items, as long as neither the items nor the marks change.
struct UnreadCount {
  struct State: Hashable {
    let updateCount: Int
    let markCount: Int
    let itemCounts: [Int]
  }

  let state: State
  let count: Int
}
