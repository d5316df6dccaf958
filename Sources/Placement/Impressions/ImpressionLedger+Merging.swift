/// Bringing states together that have parted ways.
///
/// A stream is one history, so of two states of a stream one is the earlier. An impression is named by its stream and number: what
/// another state has counted and this one does not know is taken over, what either has handed over is gone in both. That is an
/// observed-removed set over a vector of versions (Bieniusa and others, "An optimized conflict-free replicated set", 2012).
extension ImpressionLedger {
  /// Takes over what another ledger has counted, be it an earlier or later state of this one, or one of another stream.
  ///
  /// Nothing is counted twice, and nothing comes back that has been handed over, in whatever order states are merged and however
  /// often. Of two states of the same stream, what is in view is the later one's; of another stream it is that one's own affair.
  /// Afterwards what is pending is ordered by time.
  ///
  /// - Complexity: O(n log n) for what is pending in both.
  /// - Throws: ``PlacementError/invalidLedger(_:)`` where there are more streams than ``mostStreams``; then nothing has changed.
  public mutating func merge(_ other: ImpressionLedger) throws(PlacementError) {
    // A stream that has counted nothing leaves no trace.
    let count = Set(streams.map(\.stream)).union(other.streams.filter { $0.count > 0 }.map(\.stream)).count
    if count > ImpressionLedger.mostStreams {
      throw .invalidLedger("it would have \(count) streams, which is more than \(ImpressionLedger.mostStreams)")
    }
    followDisplays(of: other)
    pending = (unfetched(by: other) + other.unfetched(by: self, isNew: true)).sorted { $0.precedes($1) }
    for mark in other.streams where mark.count > givenCount(mark.stream) { note(mark) }
    lostCount = max(lostCount, other.lostCount)
    giveUpExcess()
    assert(checkInvariants())
  }

  /// Goes on under another stream, with nothing in view.
  ///
  /// Whoever reads a saved state of which a later one may exist, because the process has ended before that was saved, gives each
  /// process a stream of its own, so that no number is given a second time.
  ///
  /// - Complexity: O(streams).
  /// - Throws: ``PlacementError``, which names the value, for a stream out of range, or one more than ``mostStreams``.
  public mutating func startStream(_ stream: Int) throws(PlacementError) {
    try ImpressionLedger.check(stream: stream)
    if streams.count == ImpressionLedger.mostStreams, !streams.contains(where: { $0.stream == stream }) {
      throw .invalidLedger("it has \(streams.count) streams, and cannot begin \(stream)")
    }
    self.stream = stream
    note(StreamMark(stream: stream, count: givenCount(stream)))
    displays = []
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
