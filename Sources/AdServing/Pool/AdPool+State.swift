/// What a source returned.
enum FetchAnswer<Creative: Sendable>: Sendable {
  case ads([Ad<Creative>])
  case failure(String)
}

// What follows is not generic, since a pool looks at it at each call.

/// A request that runs.
struct RunningFetch {
  let request: AdRequest
  /// The time since the clock's start at which it began.
  let began: Duration
  let cancellation = CancellationSwitch()
  var isOverdue = false
}

/// A time at which something is due.
struct PoolAlarm {
  let number: Int
  let time: Duration
  let cancellation = CancellationSwitch()
}
