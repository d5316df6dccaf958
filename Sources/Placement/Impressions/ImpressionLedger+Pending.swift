/// Fetching what has been counted.
extension ImpressionLedger {
  /// Hands over all that waits; it is not handed over again.
  public mutating func drain() -> [Impression] {
    defer { pending = [] }
    return pending
  }

  /// Lets go of what this stream has counted up to a number, since it has arrived; doing so again changes nothing.
  ///
  /// - Complexity: O(pending).
  public mutating func acknowledge(through number: Int) {
    pending.removeAll { $0.stream == stream && $0.number <= number }
  }

  /// Lets go of impressions of any stream, since they have arrived; doing so again changes nothing.
  ///
  /// - Complexity: O(pending + impressions).
  public mutating func acknowledge(_ impressions: some Sequence<Impression>) {
    let arrived = Set(impressions.lazy.map { StreamMark(stream: $0.stream, count: $0.number) })
    pending.removeAll { arrived.contains(StreamMark(stream: $0.stream, count: $0.number)) }
  }

  /// How many numbers a stream has given: it has given 0 up to this one.
  func givenCount(_ stream: Int) -> Int { streams.first { $0.stream == stream }?.count ?? 0 }

  mutating func takeNumber() -> Int {
    let number = givenCount(stream)
    note(StreamMark(stream: stream, count: number + 1))
    return number
  }

  mutating func note(_ mark: StreamMark) {
    let index = streams.firstIndex { $0.stream >= mark.stream } ?? streams.count
    if index < streams.count, streams[index].stream == mark.stream {
      streams[index] = mark
    } else {
      streams.insert(mark, at: index)
    }
  }

  mutating func giveUpExcess() {
    let excess = pending.count - ImpressionLedger.capacity
    guard excess > 0 else { return }
    pending.removeFirst(excess)
    lostCount = min(lostCount + excess, ImpressionLedger.mostNumber)
  }

  /// Whether what is kept fits together.
  ///
  /// - Complexity: O(displays + streams).
  public func checkInvariants() -> Bool {
    let numbers = displays.map(\.number)
    return zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 } && numbers.allSatisfy { $0 < nextDisplay }
      && displays.allSatisfy { !(isPaused && $0.since != nil) && !($0.isCounted && $0.since != nil) }
      && displays.allSatisfy { $0.began <= clock ?? $0.began && $0.since ?? $0.began <= clock ?? $0.began }
      && pending.count <= ImpressionLedger.capacity
      && zip(streams, streams.dropFirst()).allSatisfy { $0.stream < $1.stream }
  }
}
