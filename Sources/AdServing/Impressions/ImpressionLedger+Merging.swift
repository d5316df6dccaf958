/// Bringing states together that have parted ways.
///
/// A stream is one history, so of two states of a stream one is the earlier. An impression is named by its stream and number: what
/// another state has counted and this one does not know is taken over, what either has handed over is gone in both. That is an
/// observed-removed set over a vector of versions (Bieniusa and others, "An optimized conflict-free replicated set", 2012).
extension ImpressionLedger {
  /// Takes over what another ledger has counted, be it an earlier or later state of this one, or one of another stream.
  ///
  /// Nothing is counted twice, and nothing comes back that has been handed over, in whatever order states are merged and however
  /// often, as long as there are no more than ``mostStreams``. Of more, those of the lowest numbers are forgotten of which nothing
  /// waits. Of two states of the same stream, what is in view is the later one's; of another stream it is that one's own affair.
  /// Afterwards what is pending is ordered by time.
  ///
  /// - Complexity: O(n log n) for what is pending in both.
  /// - Throws: ``AdServingError/invalidLedger(_:)`` where something waits of more streams than that; then nothing has changed.
  public mutating func merge(_ other: ImpressionLedger) throws(AdServingError) {
    var merged = self
    merged.followDisplays(of: other)
    try merged.takeCounted(by: other)
    self = merged
  }

  /// Takes over what another ledger has counted, and nothing of what was in view there.
  package mutating func mergeCounted(by other: ImpressionLedger) throws(AdServingError) {
    var merged = self
    merged.nextDisplay = max(nextDisplay, other.nextDisplay)
    try merged.takeCounted(by: other)
    self = merged
  }

  /// Goes on under another stream, with nothing in view.
  ///
  /// Whoever reads a saved state of which a later one may exist, because the process has ended before that was saved, gives each
  /// process a stream of its own, so that no number is given a second time. The numbers of processes should ascend: where there are
  /// ``mostStreams`` already, that of the lowest number is forgotten of which nothing waits.
  ///
  /// - Complexity: O(streams).
  /// - Throws: ``AdServingError``, which names the value, for a stream out of range, or where something waits of too many.
  public mutating func startStream(_ stream: Int) throws(AdServingError) {
    try count(under: stream)
    displays = []
  }

  /// Counts under another stream from now on, also what is in view.
  package mutating func count(under stream: Int) throws(AdServingError) {
    try ImpressionLedger.check(stream: stream)
    var other = self
    other.stream = stream
    other.note(StreamMark(stream: stream, count: givenCount(stream)))
    if !other.forgetExcessStreams() {
      throw .invalidLedger("it has \(streams.count) streams, and cannot begin \(stream)")
    }
    self = other
  }

  private mutating func takeCounted(by other: ImpressionLedger) throws(AdServingError) {
    pending = (unfetched(by: other) + other.unfetched(by: self, isNew: true)).sorted { $0.precedes($1) }
    // A stream that has counted nothing leaves no trace.
    for mark in other.streams where mark.count > givenCount(mark.stream) { note(mark) }
    let count = streams.count
    if !forgetExcessStreams() {
      throw .invalidLedger("it would have \(count) streams, which is more than \(ImpressionLedger.mostStreams)")
    }
    lostCount = max(lostCount, other.lostCount)
    giveUpExcess()
    assert(checkInvariants())
  }

  /// Forgets streams of which nothing waits until there are no more than may be; answers whether that has been possible.
  private mutating func forgetExcessStreams() -> Bool {
    if streams.count <= ImpressionLedger.mostStreams { return true }
    let kept = Set(pending.lazy.map(\.stream)).union(CollectionOfOne(stream))
    while streams.count > ImpressionLedger.mostStreams {
      guard let index = streams.firstIndex(where: { !kept.contains($0.stream) }) else { return false }
      streams.remove(at: index)
    }
    return true
  }

  /// What waits here and has not been fetched from the other; of what only one of them knows, all, or, where `isNew`, that alone.
  private func unfetched(by other: ImpressionLedger, isNew: Bool = false) -> [Impression] {
    let waiting = Set(other.pending.map { StreamMark(stream: $0.stream, count: $0.number) })
    return pending.filter { impression in
      if impression.number >= other.givenCount(impression.stream) { return true }
      return !isNew && waiting.contains(StreamMark(stream: impression.stream, count: impression.number))
    }
  }

  private mutating func followDisplays(of other: ImpressionLedger) {
    if other.stream == stream {
      guard other.isLater(than: self) else { return }
      (displays, isPaused, clock) = (other.displays, other.isPaused, other.clock)
      nextDisplay = max(nextDisplay, other.nextDisplay)
    } else if other.givenCount(stream) > givenCount(stream) {
      // Its displays have been counted by a later state, which has gone on under another stream.
      displays = []
      nextDisplay = max(nextDisplay, other.nextDisplay)
    }
  }

  private func isLater(than other: ImpressionLedger) -> Bool {
    let (here, there) = (givenCount(stream), other.givenCount(stream))
    if here != there { return here > there }
    if nextDisplay != other.nextDisplay { return nextDisplay > other.nextDisplay }
    return clock.map { clock in other.clock.map { $0 < clock } ?? true } ?? false
  }
}

extension Impression {
  fileprivate func precedes(_ other: Impression) -> Bool {
    (at, stream, number) < (other.at, other.stream, other.number)
  }
}

/// How many numbers a stream has given: all from 0 up to this one.
struct StreamMark: Hashable, Codable {
  let stream: Int
  var count: Int

  init(stream: Int, count: Int) {
    self.stream = stream
    self.count = count
  }

  private enum CodingKeys: String, CodingKey {
    case stream, count
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    stream = try container.decodeNumber(forKey: .stream)
    count = try container.decodeNumber(forKey: .count)
  }
}
