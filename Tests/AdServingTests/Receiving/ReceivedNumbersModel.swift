@testable import AdServing

/// The numbers of a stream as an inbox takes them, from the set of all that it has received.
struct ReceivedNumbersModel {
  private(set) var received: Set<Int> = []
  /// The number below which a gap was given up.
  private(set) var closed = 0
  /// For each number that is missing below another, the time at which the first above it was received.
  private var missingSince: [Int: Duration] = [:]

  /// The missing numbers, in runs without one that was received.
  private func gaps(of numbers: Set<Int>) -> [[Int]] {
    var gaps: [[Int]] = []
    for number in closed..<max(closed, (numbers.max() ?? 0)) where !numbers.contains(number) {
      if gaps.last?.last == number - 1 { gaps[gaps.count - 1].append(number) } else { gaps.append([number]) }
    }
    return gaps
  }

  mutating func receive(_ number: Int, at now: Duration) -> ReceivedNumbers.Result {
    if number < closed { return .tooOld }
    if received.contains(number) { return .repeated }
    let (all, missing) = (received.union([number]), missingSince)
    for below in closed..<max(closed, number) where !all.contains(below) && missingSince[below] == nil {
      missingSince[below] = now
    }
    let gaps = gaps(of: all)
    if gaps.count > ImpressionInbox.gapsPerStream, let oldest = gaps.first, let last = oldest.last {
      guard now - (missingSince[last] ?? now) >= ImpressionInbox.shortestMemory else {
        missingSince = missing
        return .noMemory
      }
      closed = last + 1
    }
    received = all
    return .new
  }
}
