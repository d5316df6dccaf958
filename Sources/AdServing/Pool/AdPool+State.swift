extension AdPool {
  /// What a caller takes.
  struct Demand: Sendable {
    let count: Int
    /// The time at which the pool's clock started by the clock of the caller; nil if it has none.
    let start: Duration?
    /// Returns whether caps allow an ad of a campaign; nil if it is not the caps of a user that refuse ads.
    let allowsCampaign: (@Sendable (_ campaign: String, _ now: Duration) -> Bool)?
    let isAllowed: @Sendable (_ ad: Ad<Creative>, _ chosen: [Ad<Creative>], _ now: Duration) -> Bool

    init(
      count: Int, start: Duration?, allowsCampaign: (@Sendable (String, Duration) -> Bool)? = nil,
      isAllowed: @escaping @Sendable (Ad<Creative>, [Ad<Creative>], Duration) -> Bool
    ) {
      self.count = min(max(count, 0), AdQueuePolicy.limit)
      self.start = start
      self.allowsCampaign = allowsCampaign
      self.isAllowed = isAllowed
    }

    var hasCaps: Bool { allowsCampaign != nil }
  }

  /// A caller that waits for ads.
  struct Waiter {
    let demand: Demand
    let continuation: CheckedContinuation<[Ad<Creative>], Never>
  }

  /// What a source returned.
  enum FetchAnswer: Sendable {
    case ads([Ad<Creative>])
    case failure(String)
  }
}

// What follows is not generic, since a pool looks at it at each call.

/// A request that runs.
struct RunningFetch {
  let request: AdRequest
  let cancellation = CancellationSwitch()
  var isOverdue = false
}

/// A time at which something is due.
struct PoolAlarm {
  let number: Int
  let time: Duration
  let cancellation = CancellationSwitch()
}
