/// The ads that a queue has ready, in the order in which they are taken: a double-ended queue.
///
/// An array would move all other ads whenever the first is taken or one is put back before it.
package struct AdStock<Creative> {
  /// The ads, preceded by `start` empty slots.
  private var slots: [Ad<Creative>?] = []
  /// The number of empty slots.
  private var start = 0

  package init(_ ads: [Ad<Creative>] = []) { slots = ads }

  /// Appends an ad.
  package mutating func append(_ ad: Ad<Creative>) { slots.append(ad) }

  /// Inserts an ad before all others.
  /// - Complexity: Amortized O(1).
  mutating func prepend(_ ad: Ad<Creative>) {
    if start == 0 {
      start = slots.count + 1
      slots.insert(contentsOf: repeatElement(nil, count: start), at: 0)
    }
    start -= 1
    slots[start] = ad
  }

  /// Removes and returns the ad at an index.
  /// - Complexity: Amortized O(*n*) in the number of ads before it.
  package mutating func remove(at index: Int) -> Ad<Creative> {
    let ad = self[index]
    // Move the few ads before it, not the many after it.
    var slot = start + index
    while slot > start {
      slots.swapAt(slot, slot - 1)
      slot -= 1
    }
    slots[start] = nil
    start += 1
    if start > 3 * count { dropEmptySlots() }
    return ad
  }

  mutating func removeAll(where isGone: (Ad<Creative>) -> Bool) {
    slots.removeAll { $0.map(isGone) ?? true }
    start = 0
  }

  /// Moves the ads to the first slots.
  ///
  /// It is called so rarely that its amortized cost per change is constant.
  private mutating func dropEmptySlots() {
    slots.removeFirst(start)
    start = 0
  }
}

// The defaults of a collection ask for its indices one by one, by way of the protocol: the creative's type is not known here.
extension AdStock: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { slots.count - start }
  package var count: Int { slots.count - start }
  package var isEmpty: Bool { slots.count == start }

  /// Returns the index of the first ad that satisfies a condition; nil if there is none.
  package func firstIndex(where isIt: (Ad<Creative>) -> Bool) -> Int? {
    for index in start..<slots.count {
      if let ad = slots[index], isIt(ad) { return index - start }
    }
    return nil
  }

  /// Returns whether any ad satisfies a condition.
  package func contains(where isIt: (Ad<Creative>) -> Bool) -> Bool { firstIndex(where: isIt) != nil }

  package subscript(position: Int) -> Ad<Creative> {
    guard let ad = slots[start + position] else { preconditionFailure("Slot \(start + position) is empty") }
    return ad
  }
}

extension AdStock: Sendable where Creative: Sendable {}

extension AdStock: Equatable where Creative: Equatable {
  /// Returns whether both have the same ads in the same order, in whatever slots.
  package static func == (left: AdStock, right: AdStock) -> Bool { left.elementsEqual(right) }
}

/// The names recalled last, with which ads requested before a recall are refused.
struct RecentRecalls: Hashable, Sendable {
  /// The largest number of names that are remembered.
  static let limit = 256

  private struct Mark: Hashable, Sendable {
    var name: String
    /// The number of the first request after the recall.
    var nextRequest: Int
  }

  private var marks: [Mark] = []

  /// Adds a name; removes the oldest one if there are more than ``limit``.
  mutating func add(_ name: String, nextRequest: Int) {
    remove(name)
    marks.append(Mark(name: name, nextRequest: nextRequest))
    if marks.count > RecentRecalls.limit { marks.removeFirst() }
  }

  /// Returns whether a name was recalled after a request had been made.
  func contains(_ name: String, since request: Int) -> Bool {
    marks.contains { $0.name == name && request < $0.nextRequest }
  }

  /// Removes a name.
  mutating func remove(_ name: String) { marks.removeAll { $0.name == name } }
}
