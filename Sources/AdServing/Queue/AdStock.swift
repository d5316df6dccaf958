/// The ads that a queue has ready, in the order in which they are taken: a double-ended queue.
///
/// An array would move all other ads whenever the first is taken or one is put back before it.
package struct AdStock<Creative> {
  /// The ads, preceded by `start` empty slots.
  private var slots: [Ad<Creative>?] = []
  /// The number of empty slots.
  private var start = 0
  /// The number of ads, stored because the creative's type is not known here: an array would look itself up to count.
  package private(set) var count: Int

  package init(_ ads: [Ad<Creative>] = []) { (slots, count) = (ads, ads.count) }

  /// Appends an ad.
  package mutating func append(_ ad: Ad<Creative>) {
    slots.append(ad)
    count += 1
  }

  /// Inserts an ad before all others.
  /// - Complexity: Amortized O(1).
  mutating func prepend(_ ad: Ad<Creative>) {
    if start == 0 {
      start = slots.count + 1
      slots.insert(contentsOf: repeatElement(nil, count: start), at: 0)
    }
    start -= 1
    count += 1
    slots[start] = ad
  }

  /// Removes and returns the ad at an index.
  /// - Complexity: Amortized O(*n*) in the number of ads before it, or after it if these are fewer.
  package mutating func remove(at index: Int) -> Ad<Creative> {
    let ad = self[index]
    var slot = start + index
    count -= 1
    if index > count / 2 {
      slots.remove(at: slot)
      return ad
    }
    while slot > start {
      slots.swapAt(slot, slot - 1)
      slot -= 1
    }
    slots[start] = nil
    start += 1
    if start > 3 * count { dropEmptySlots() }
    return ad
  }

  /// Removes the first ads that satisfy a condition, of which there are at least `number`.
  /// - Complexity: O(*n*) in the number of ads up to the last one that is removed.
  mutating func removeFirst(_ number: Int, where isGone: (Ad<Creative>) -> Bool) {
    var (rest, end) = (number, start)
    var kept: [Ad<Creative>?] = []
    while rest > 0 {
      if let ad = slots[end], isGone(ad) { rest -= 1 } else { kept.append(slots[end]) }
      end += 1
    }
    slots.replaceSubrange(start..<end, with: Array(repeating: nil, count: number) + kept)
    start += number
    count -= number
    if start > 3 * count { dropEmptySlots() }
  }

  mutating func removeAll(where isGone: (Ad<Creative>) -> Bool) {
    slots.removeAll { $0.map(isGone) ?? true }
    (start, count) = (0, slots.count)
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
  package var endIndex: Int { count }
  package var isEmpty: Bool { count == 0 }

  /// Returns the index of the first ad that satisfies a condition; nil if there is none.
  package func firstIndex(where isIt: (Ad<Creative>) -> Bool) -> Int? {
    for index in start..<start + count {
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
