/// Every list that can be made of some elements, each used once at most, shorter ones first.
public func arrangements<Element: Equatable>(of elements: [Element]) -> [[Element]] {
  var all: [[Element]] = [[]]
  var last = all
  for _ in elements {
    last = last.flatMap { list in elements.filter { !list.contains($0) }.map { list + [$0] } }
    all += last
  }
  return all
}

/// Every list of so many elements at most, each used as often as one likes.
public func lists<Element>(of elements: [Element], upTo length: Int) -> [[Element]] {
  var all: [[Element]] = [[]]
  var last = all
  for _ in 0..<length {
    last = last.flatMap { list in elements.map { list + [$0] } }
    all += last
  }
  return all
}

/// The fewest moves that put rows in order, given the old row of each: those that a longest ascending choice leaves out.
public func fewestMoves(_ oldRows: [Int]) -> Int {
  var lengths: [Int] = []
  for (row, value) in oldRows.enumerated() {
    lengths.append(1 + ((0..<row).filter { oldRows[$0] < value }.map { lengths[$0] }.max() ?? 0))
  }
  return oldRows.count - (lengths.max() ?? 0)
}
