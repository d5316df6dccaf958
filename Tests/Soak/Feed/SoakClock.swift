/// The time of the soak, which passes only where it is moved on.
final class SoakClock {
  private(set) var now = Duration.zero

  /// Moves the time on; it never goes back.
  func advance(to time: Duration) { now = max(now, time) }
}
