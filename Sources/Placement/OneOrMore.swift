/// A list of at least one element that stores the first in place, so that a single one needs no memory of its own.
///
/// Most feeds have one tenant, and most campaigns have been seen once. For a list that may be empty, use an array.
@usableFromInline
package struct OneOrMore<Element> {
  /// The first element.
  @usableFromInline package var head: Element
  /// The elements after the first.
  @usableFromInline package var tail: [Element]

  /// Makes a list of its first element and the others.
  @inlinable
  package init(_ head: Element, _ tail: [Element] = []) {
    self.head = head
    self.tail = tail
  }

  /// Makes a list of the elements of a sequence; returns nil if it has none.
  @inlinable
  package init?(_ elements: some Sequence<Element>) {
    var iterator = elements.makeIterator()
    guard let head = iterator.next() else { return nil }
    self.init(head)
    while let next = iterator.next() { tail.append(next) }
  }
}

extension OneOrMore: Sendable where Element: Sendable {}
extension OneOrMore: Equatable where Element: Equatable {}
extension OneOrMore: Hashable where Element: Hashable {}

extension OneOrMore: RandomAccessCollection, MutableCollection {
  @inlinable package var startIndex: Int { 0 }
  @inlinable package var endIndex: Int { tail.count + 1 }

  @inlinable
  package subscript(position: Int) -> Element {
    get { position == 0 ? head : tail[position - 1] }
    set {
      if position == 0 { head = newValue } else { tail[position - 1] = newValue }
    }
  }
}

extension OneOrMore {
  /// Adds an element at the end.
  @inlinable
  package mutating func append(_ element: Element) { tail.append(element) }

  /// Inserts an element, after which it has the given position.
  @inlinable
  package mutating func insert(_ element: Element, at position: Int) {
    if position > 0 {
      tail.insert(element, at: position - 1)
    } else {
      tail.insert(head, at: 0)
      head = element
    }
  }

  /// Returns the list of the results of a closure for each element.
  @inlinable
  package func mapped<Result>(_ transform: (Element) -> Result) -> OneOrMore<Result> {
    OneOrMore<Result>(transform(head), tail.map(transform))
  }
}
