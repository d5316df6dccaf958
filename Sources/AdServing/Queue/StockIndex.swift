/// The names of the ads in stock, their campaigns, and when they expire, with the earliest expiry at hand.
struct StockIndex<Time: Comparable & Sendable>: Sendable {
  private struct Item: Equatable {
    let campaign: String
    let expires: Time?
  }

  private struct Entry {
    let time: Time
    let id: String
  }

  /// The ads by their names.
  private var items: [String: Item] = [:]
  /// The numbers of ads of each campaign.
  private(set) var campaigns: [String: Int] = [:]
  /// A binary heap by time.
  ///
  /// The first entry is that of an ad in stock; others may be of ads that have been removed.
  private var heap: [Entry] = []

  /// The number of ads.
  var count: Int { items.count }

  /// The time at which the next ad expires; nil if none does.
  var nextExpiry: Time? { heap.first?.time }

  func contains(_ id: String) -> Bool { items[id] != nil }

  /// Adds an ad whose name it does not have.
  /// - Complexity: Amortized O(log *n*) in the number of ads.
  mutating func insert(_ id: String, campaign: String, expires: Time?) {
    items[id] = Item(campaign: campaign, expires: expires)
    campaigns[campaign, default: 0] += 1
    guard let expires else { return }
    heap.append(Entry(time: expires, id: id))
    if heap.count > 2 * items.count + 16 { dropRemoved() } else { siftUp() }
  }

  /// Removes an ad.
  /// - Complexity: Amortized O(log *n*) in the number of ads.
  mutating func remove(_ id: String) {
    guard let item = items.removeValue(forKey: id), let rest = campaigns[item.campaign] else { return }
    campaigns[item.campaign] = rest > 1 ? rest - 1 : nil
    while let first = heap.first, items[first.id]?.expires != first.time { removeFirst() }
  }

  /// Removes the ads that have expired at a time; returns their number.
  /// - Complexity: O(1) if there are none, else O(*m* log *n*) for *m* of *n* ads.
  mutating func removeExpired(at time: Time) -> Int {
    let before = count
    while let first = heap.first, first.time <= time { remove(first.id) }
    return before - count
  }

  // MARK: The heap

  private mutating func siftUp() {
    var child = heap.count - 1
    while child > 0, heap[child].time < heap[(child - 1) / 2].time {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var (parent, least) = (0, 0)
    repeat {
      parent = least
      for child in 2 * parent + 1...2 * parent + 2 where child < heap.count && heap[child].time < heap[least].time {
        least = child
      }
      if least != parent { heap.swapAt(parent, least) }
    } while least != parent
  }

  /// Removes the entries of ads that are no longer in stock.
  ///
  /// It is called so rarely that its amortized cost per change is O(log *n*).
  private mutating func dropRemoved() {
    heap = items.compactMap { id, item in item.expires.map { Entry(time: $0, id: id) } }.sorted { $0.time < $1.time }
  }
}

extension StockIndex: Equatable {
  /// Returns whether both have the same ads with the same expiries, however their heaps are arranged.
  static func == (one: StockIndex, other: StockIndex) -> Bool { one.items == other.items }
}
