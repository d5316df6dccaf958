/// The rows of a section, each with an identifier, stored as runs of consecutive identifiers.
///
/// Ten million rows as they were loaded are one run, and an edit adds two at most: the memory of a soak is the list's.
struct ContentRows {
  private struct Run {
    var first: Int
    var count: Int
  }

  private var runs: [Run] = []
  /// The number of rows up to the end of each run.
  private var ends: [Int] = []

  /// Makes a section of rows with these identifiers.
  init(_ identifiers: Range<Int>) { insert(identifiers, at: 0) }

  /// The number of rows.
  var count: Int { ends.last ?? 0 }

  /// The identifier of a row.
  /// - Complexity: O(log runs).
  subscript(row: Int) -> Int {
    let index = run(at: row)
    return runs[index].first + row - start(of: index)
  }

  /// Inserts rows, the first of them at a position.
  /// - Complexity: O(runs), as for every change.
  mutating func insert(_ identifiers: Range<Int>, at row: Int) {
    if identifiers.isEmpty { return }
    let index = split(at: row)
    runs.insert(Run(first: identifiers.lowerBound, count: identifiers.count), at: index)
    sumUp(from: index)
  }

  /// Removes a row, and returns its identifier.
  @discardableResult
  mutating func remove(at row: Int) -> Int {
    let identifier = self[row]
    let index = split(at: row)
    if runs[index].count == 1 {
      runs.remove(at: index)
    } else {
      runs[index].first += 1
      runs[index].count -= 1
    }
    sumUp(from: index)
    return identifier
  }

  /// Splits the run that a position is in, and returns the index of the run that starts there.
  private mutating func split(at row: Int) -> Int {
    if row == count { return runs.count }
    let index = run(at: row)
    let offset = row - start(of: index)
    if offset == 0 { return index }
    let rest = Run(first: runs[index].first + offset, count: runs[index].count - offset)
    runs[index].count = offset
    runs.insert(rest, at: index + 1)
    sumUp(from: index)
    return index + 1
  }

  private mutating func sumUp(from index: Int) {
    ends.removeSubrange(index...)
    for run in runs[index...] { ends.append(count + run.count) }
  }

  private func start(of index: Int) -> Int { index == 0 ? 0 : ends[index - 1] }

  /// Returns the index of the run that a row is in.
  private func run(at row: Int) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] > row { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
