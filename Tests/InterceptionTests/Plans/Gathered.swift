import Foundation

/// What came, in order, from any thread.
final class Gathered<Element: Sendable>: @unchecked Sendable {
  // A lock that the thread sanitizer knows.
  private let lock = NSLock()
  private var elements: [Element] = []

  /// How many have come, with this one.
  func next(_ element: Element) -> Int {
    lock.withLock {
      elements.append(element)
      return elements.count
    }
  }

  /// Adds one.
  func add(_ element: Element) {
    lock.withLock { elements.append(element) }
  }

  func take() -> [Element] {
    lock.withLock {
      defer { elements.removeAll() }
      return elements
    }
  }
}
