import ListModel
public import Placement

/// What whoever keeps the time does with a tracker.
extension ImpressionTracker {
  /// Lays the list out if anything has changed, and counts what has been seen until now.
  ///
  /// - Returns: when to call it again at the latest, so that what will have been seen by then is counted in time, if nothing else
  ///   happens until then; nil where nothing will.
  @discardableResult
  public func advance() -> Duration? {
    layOut()
    tell(ledger.advance(to: now()))
    return ledger.nextDeadline
  }

  /// Says that nobody can see the list from now on: it is hidden, or the app is in the background.
  ///
  /// Displays go on, and what has been counted in them is not counted again; for the others time begins anew with ``resume()``.
  public func pause() {
    layOut()
    tell(ledger.pause(at: now()))
  }

  /// Says that the list can be seen again.
  public func resume() {
    layOut()
    tell(ledger.resume(at: now()))
  }

  /// Hands over all that has been counted; it is not handed over again.
  public func drain() -> [Impression] { ledger.drain() }

  /// Lets go of impressions that have arrived where they were sent; doing so again changes nothing.
  public func acknowledge(_ impressions: some Sequence<Impression>) { ledger.acknowledge(impressions) }

  /// Takes over what an earlier state of the ledger, or one of another stream, has counted; what is in view stays as it is.
  ///
  /// - Throws: `PlacementError.invalidLedger` where something waits of too many streams; then nothing has changed.
  public func merge(_ saved: ImpressionLedger) throws(PlacementError) { try ledger.mergeCounted(by: saved) }

  /// Counts under a stream from now on: the number of this process, which none before had, and greater than theirs.
  ///
  /// So no impression is named as one that an earlier process has counted and handed over, but could not save any more.
  ///
  /// - Throws: `PlacementError`, which names the value, for a stream out of range, or where something waits of too many.
  public func startStream(_ stream: Int) throws(PlacementError) { try ledger.count(under: stream) }

  /// Brings the list up to date, which has the tracker measure it if anything has changed.
  private func layOut() {
    if let weaver, weaver.list != nil {
      weaver.rawList.perform { $0.layoutIfNeeded() }
    } else if !ads.rows.isEmpty {
      // Nobody knows how long it was there.
      ads = AdsInView()
      ledger.forgetDisplays()
    }
  }
}
