/// Merging states of a ledger that have diverged.
///
/// A stream is one history, so of two states of a stream one is the earlier. An impression is identified by its stream
/// and number: impressions that only the other state knows are added, and impressions that were fetched from either
/// state are removed from both. This is an observed-removed set over a version vector (Bieniusa and others, "An
/// optimized conflict-free replicated set", 2012).
extension ImpressionLedger {
  /// Adds what another ledger of the device has counted: an earlier or later state of this one, or one of another stream.
  ///
  /// Nothing is counted twice, and no fetched impression is pending again, in whatever order and however often states
  /// are merged, as long as there are at most ``mostStreams`` streams. If there are more, the streams with the lowest
  /// numbers and without pending impressions are removed. Of two states of the same stream, the displays of the later
  /// one are kept; displays of another stream are not merged. Afterwards ``pending`` is ordered by time.
  ///
  /// - Complexity: O(n log n) for n pending impressions of both.
  /// - Throws: ``AdServingError/otherDevice(_:_:)`` for a ledger of another device, ``AdServingError/invalidLedger(_:)`` if
  ///   more than ``mostStreams`` streams cannot be removed; then nothing has changed.
  public mutating func merge(_ other: ImpressionLedger) throws(AdServingError) {
    var merged = self
    merged.followDisplays(of: other)
    try merged.takeCounted(by: other)
    self = merged
  }

  /// Adds what another ledger has counted, but not its displays.
  package mutating func mergeCounted(by other: ImpressionLedger) throws(AdServingError) {
    var merged = self
    merged.nextDisplay = max(nextDisplay, other.nextDisplay)
    try merged.takeCounted(by: other)
    self = merged
  }

  /// Continues under another stream, with nothing in view.
  ///
  /// A process may end before its last state is saved. So a client that restores a saved ledger starts a separate
  /// stream in each process, so that no number is assigned twice. The streams of successive processes should ascend: if
  /// there are ``mostStreams`` already, the one with the lowest number and without pending impressions is removed.
  ///
  /// - Complexity: O(streams).
  /// - Throws: ``AdServingError``, which names the value, for a stream out of range, or if there are too many streams
  ///   and none can be removed.
  public mutating func startStream(_ stream: Int) throws(AdServingError) {
    try count(under: stream)
    displays = []
  }

  /// Counts under another stream from now on, including displays that have begun.
  package mutating func count(under stream: Int) throws(AdServingError) {
    try ImpressionLedger.check(stream: stream)
    var other = self
    other.stream = stream
    other.note(StreamCount(stream: stream, count: givenCount(stream)))
    if !other.forgetExcessStreams() {
      throw .invalidLedger("it has \(streams.count) streams, and cannot begin \(stream)")
    }
    self = other
  }

  private mutating func takeCounted(by other: ImpressionLedger) throws(AdServingError) {
    guard device == other.device else { throw .otherDevice(device, other.device) }
    pending = (unfetched(by: other) + other.unfetched(by: self, isNew: true)).sorted { $0.precedes($1) }
    // A stream that has counted nothing is not added.
    for mark in other.streams where mark.count > givenCount(mark.stream) { note(mark) }
    let count = streams.count
    if !forgetExcessStreams() {
      throw .invalidLedger("it would have \(count) streams, which is more than \(ImpressionLedger.mostStreams)")
    }
    lostCount = max(lostCount, other.lostCount)
    giveUpExcess()
    assert(checkInvariants())
  }

  /// Removes streams without pending impressions until the limit is met; returns whether that is possible.
  private mutating func forgetExcessStreams() -> Bool {
    if streams.count <= ImpressionLedger.mostStreams { return true }
    let kept = Set(pending.lazy.map(\.stream)).union(CollectionOfOne(stream))
    while streams.count > ImpressionLedger.mostStreams {
      guard let index = streams.firstIndex(where: { !kept.contains($0.stream) }) else { return false }
      streams.remove(at: index)
    }
    return true
  }

  /// Returns pending impressions that the other ledger does not know; unless `isNew`, also those pending in both.
  private func unfetched(by other: ImpressionLedger, isNew: Bool = false) -> [Impression] {
    let waiting = Set(other.pending.map(\.id))
    return pending.filter { impression in
      if impression.number >= other.givenCount(impression.stream) { return true }
      return !isNew && waiting.contains(impression.id)
    }
  }

  private mutating func followDisplays(of other: ImpressionLedger) {
    if other.stream == stream {
      guard other.isLater(than: self) else { return }
      // What other rules have seen of a display says nothing by these.
      (displays, isPaused, clock) = (other.rules == rules ? other.displays : [], other.isPaused, other.clock)
      nextDisplay = max(nextDisplay, other.nextDisplay)
    } else if other.givenCount(stream) > givenCount(stream) {
      // A later state has counted these displays and continued under another stream.
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

/// The number of impressions that a stream has counted; their numbers are those from 0 up to, not including, `count`.
struct StreamCount: Hashable, Codable {
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
