public import BatchUpdates

/// Several feeds as one list, newest first.
///
/// An item without a date takes that of the item before it in its feed, or of the next one, and so stays beside it; a feed
/// without any dates comes last. Items of one date are in the order of their feeds. A single feed keeps its own order.
///
/// An item that is in several feeds, by its identifier or its address, is listed once, as its first feed has it, with all
/// feeds that have it. What several items of one feed share identifies none of them, and items with other addresses are not
/// the same by an identifier such as `1`, which is no address itself: so nothing is lost.
///
/// ```swift
/// var timeline = FeedTimeline([news.items, blog.items], inARow: 2)
/// let changes = timeline.replace(feed: 1, with: newer.items)  // an update of the list, not a new one
/// ```
public struct FeedTimeline: Sendable {
  /// An item, and the feeds that have it.
  public struct Entry: Sendable {
    /// The item as the first of its feeds has it.
    public let item: FeedItem
    /// The numbers of the feeds that have the item, ascending.
    public fileprivate(set) var feeds: [Int]
    /// Where the item is in its first feed.
    fileprivate let position: Int
    /// The date by which the entry is placed; nil if its feed has none.
    fileprivate let date: Int64?

    /// The number of the feed whose item is shown.
    public var feed: Int { feeds[0] }

    /// Whether the entry belongs before another one.
    fileprivate func precedes(_ other: Entry) -> Bool {
      if date != other.date { return date ?? .min > other.date ?? .min }
      return (feed, position) < (other.feed, other.position)
    }
  }

  /// The number of items of one feed that may follow each other while other feeds have any; nil for no limit.
  public let inARow: Int?
  /// The feeds, each in its own order.
  public private(set) var feeds: [[FeedItem]]
  /// The items of all feeds, newest first.
  public private(set) var entries: [Entry]

  /// Blends feeds.
  ///
  /// - Complexity: O(*n* log *k*) for *n* items in *k* feeds whose items are newest first, otherwise O(*n* log *n*).
  /// - Precondition: `inARow` is positive.
  public init(_ feeds: [[FeedItem]], inARow: Int? = nil) {
    precondition(inARow ?? 1 > 0, "\(inARow ?? 0) items of a feed in a row")
    (self.feeds, self.inARow) = (feeds, inARow)
    entries = Self.blend(feeds, inARow)
  }

  /// Replaces the items of a feed; returns the changes of the entries.
  ///
  /// An entry that stays and whose item or feeds have changed is reloaded.
  ///
  /// - Complexity: That of blending all feeds.
  public mutating func replace(feed: Int, with items: [FeedItem]) -> ListChanges<Int> {
    let former = entries
    feeds[feed] = items
    entries = Self.blend(feeds, inARow)
    let identity = ListIdentity(id: EntryID.init) { (one: Entry, other) in
      one.item == other.item && one.feeds == other.feeds
    }
    return ListChanges.changes(from: former, to: entries, by: identity)
  }

  private static func blend(_ feeds: [[FeedItem]], _ inARow: Int?) -> [Entry] {
    if feeds.count == 1 {
      return feeds[0].enumerated().map { Entry(item: $1, feeds: [0], position: $0, date: nil) }
    }
    return merged(distinctEntries(feeds), inARow)
  }

  // MARK: Items in several feeds

  /// Returns the entries of each feed that no feed before it has, in the order of the feed.
  private static func distinctEntries(_ feeds: [[FeedItem]]) -> [[Entry]] {
    var entries: [[Entry]] = []
    // Where the entry is that an identifier or an address belongs to.
    var known: [Mark: (feed: Int, index: Int)] = [:]
    for (feed, items) in feeds.enumerated() {
      let marks = Mark.identifying(items)
      let dates = dates(of: items)
      var added: [Entry] = []
      for (position, item) in items.enumerated() {
        let found = marks[position].lazy.compactMap { known[$0] }.first { place in
          let entry = entries[place.feed][place.index]
          return place.feed < feed && entry.feeds.last != feed && !Self.areTwo(entry.item, item)
        }
        let place = found ?? (feed: feed, index: added.count)
        for mark in marks[position] where known[mark] == nil { known[mark] = place }
        if found != nil {
          entries[place.feed][place.index].feeds.append(feed)
        } else {
          added.append(Entry(item: item, feeds: [feed], position: position, date: dates[position]))
        }
      }
      entries.append(added)
    }
    return entries
  }

  /// Whether items are different ones that have the same identifier by chance: one that is no address is unique within a
  /// feed only, so that the addresses decide, and where it is a number, the titles.
  private static func areTwo(_ one: FeedItem, _ other: FeedItem) -> Bool {
    let (one, other) = (one.decoded, other.decoded)
    guard let id = one.id, id == other.id, !id.contains(":") else { return false }
    if let address = one.url, let others = other.url { return address != others }
    let isNumber = id.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return isNumber && one.title != nil && other.title != nil && one.title != other.title
  }

  /// Returns the date of each item, or else of its neighbour.
  private static func dates(of items: [FeedItem]) -> [Int64?] {
    var dates = items.map(\.timelineDate)
    guard var last = dates.lazy.compactMap(\.self).first else { return dates }
    for index in dates.indices {
      last = dates[index] ?? last
      dates[index] = last
    }
    return dates
  }

  // MARK: Merging

  private static func merged(_ feeds: [[Entry]], _ inARow: Int?) -> [Entry] {
    var merged: [Entry] = []
    merged.reserveCapacity(feeds.reduce(0) { $0 + $1.count })
    var heads = Heads(feeds.map(inOrder))
    var run = 0
    while let next = heads.popFirst() {
      let isBlocked = run == inARow && merged.last?.feed == next.feed
      let other = isBlocked ? heads.popFirst() : nil
      if other != nil { heads.putBack(next) }
      let entry = other ?? next
      run = merged.last?.feed == entry.feed ? run + 1 : 1
      // Where no other feed has any, the run goes on.
      if let inARow { run = min(run, inARow) }
      merged.append(entry)
      heads.advance(entry.feed)
    }
    return merged
  }

  private static func inOrder(_ entries: [Entry]) -> [Entry] {
    let isSorted = zip(entries, entries.dropFirst()).allSatisfy { $0.precedes($1) }
    return isSorted ? entries : entries.sorted { $0.precedes($1) }
  }

  /// The next entry of each feed, as a heap whose first one belongs before all others.
  private struct Heads {
    private let feeds: [[Entry]]
    private var next: [Int]
    private var heap: [Entry] = []

    init(_ feeds: [[Entry]]) {
      self.feeds = feeds
      next = feeds.map { _ in 0 }
      for feed in feeds.indices { advance(feed) }
    }

    /// Adds the next entry of a feed, if it has any.
    mutating func advance(_ feed: Int) {
      guard next[feed] < feeds[feed].count else { return }
      putBack(feeds[feed][next[feed]])
      next[feed] += 1
    }

    mutating func putBack(_ entry: Entry) {
      heap.append(entry)
      var child = heap.count - 1
      while child > 0, heap[child].precedes(heap[(child - 1) / 2]) {
        heap.swapAt(child, (child - 1) / 2)
        child = (child - 1) / 2
      }
    }

    mutating func popFirst() -> Entry? {
      guard let last = heap.popLast() else { return nil }
      guard let first = heap.first else { return last }
      heap[0] = last
      var parent = 0
      while true {
        let children = (2 * parent + 1..<2 * parent + 3).clamped(to: heap.indices)
        guard let child = children.min(by: { heap[$0].precedes(heap[$1]) }), heap[child].precedes(heap[parent]) else {
          return first
        }
        heap.swapAt(parent, child)
        parent = child
      }
    }
  }
}

/// An identifier or address by which an item is found in several feeds.
private enum Mark: Hashable {
  case id(String)
  case address(String)

  /// Returns the marks of each item that no other item of the feed has.
  static func identifying(_ items: [FeedItem]) -> [[Mark]] {
    let marks = items.map { item in [item.id.map(Mark.id), item.url.map(Mark.address)].compactMap(\.self) }
    var counts: [Mark: Int] = [:]
    for mark in marks.joined() { counts[mark, default: 0] += 1 }
    return marks.map { $0.filter { counts[$0] == 1 } }
  }
}

/// What an entry is known by before and after a change of its feeds.
private enum EntryID: Hashable {
  case item(String)
  case position(feed: Int, Int)

  init(_ entry: FeedTimeline.Entry) {
    self = (entry.item.id ?? entry.item.url).map(EntryID.item) ?? .position(feed: entry.feed, entry.position)
  }
}
