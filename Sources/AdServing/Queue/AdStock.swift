/// The ads that a queue has ready, in the order in which they are taken; it is short work at either end.
///
/// An array would move all of the others whenever the first is taken or one is put back before it.
package struct AdStock<Creative> {
  /// The ads behind slots that are empty.
  private var slots: [Ad<Creative>?] = []
  /// How many slots are empty.
  private var start = 0

  package init(_ ads: [Ad<Creative>] = []) { slots = ads }

  /// Adds an ad behind the others.
  package mutating func append(_ ad: Ad<Creative>) { slots.append(ad) }

  /// Adds an ad before the others.
  /// - Complexity: O(1), on average over many.
  mutating func prepend(_ ad: Ad<Creative>) {
    if start == 0 {
      start = slots.count + 1
      slots.insert(contentsOf: repeatElement(nil, count: start), at: 0)
    }
    start -= 1
    slots[start] = ad
  }

  /// Takes an ad out.
  /// - Complexity: O(*n*) in the number of ads before it, on average over many.
  package mutating func remove(at index: Int) -> Ad<Creative> {
    let ad = self[index]
    // The few before it move, not the many behind it.
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

  /// Moves the ads to where the slots begin; after that so many come or go before it is done again that it costs each of them little.
  private mutating func dropEmptySlots() {
    slots.removeFirst(start)
    start = 0
  }
}

extension AdStock: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { slots.count - start }

  package subscript(position: Int) -> Ad<Creative> {
    guard let ad = slots[start + position] else { preconditionFailure("Slot \(start + position) is empty") }
    return ad
  }
}

extension AdStock: Sendable where Creative: Sendable {}

extension AdStock: Equatable where Creative: Equatable {
  /// Whether the same ads are there in the same order, wherever their slots are.
  package static func == (left: AdStock, right: AdStock) -> Bool { left.elementsEqual(right) }
}

/// The last names that were recalled, so that what was asked for before does not bring them back.
struct RecallMarks: Hashable, Sendable {
  /// How many are remembered.
  static let limit = 256

  private struct Mark: Hashable, Sendable {
    var name: String
    /// The first request that was made afterwards.
    var nextRequest: Int
  }

  private var marks: [Mark] = []

  /// Remembers a name, instead of the oldest where there are too many.
  mutating func add(_ name: String, nextRequest: Int) {
    remove(name)
    marks.append(Mark(name: name, nextRequest: nextRequest))
    if marks.count > RecallMarks.limit { marks.removeFirst() }
  }

  /// Whether a name was recalled after a request had been made.
  func contains(_ name: String, since request: Int) -> Bool {
    marks.contains { $0.name == name && request < $0.nextRequest }
  }

  /// Forgets a name.
  mutating func remove(_ name: String) { marks.removeAll { $0.name == name } }
}
