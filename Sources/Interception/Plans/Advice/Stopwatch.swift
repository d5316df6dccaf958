/// What a clock shows, as the time since it was first looked at.
struct Stopwatch: Sendable {
  /// The time now.
  let now: @Sendable () -> Duration

  init(_ clock: some Clock<Duration>) {
    let start = clock.now
    now = { start.duration(to: clock.now) }
  }
}
