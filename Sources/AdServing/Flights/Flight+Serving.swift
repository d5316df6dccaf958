import Placement

/// What a flight is to have delivered, and whether it may serve.
extension Flight {
  /// How much it is to have delivered at a time; 0 before its start.
  public func target(at now: Duration) -> Double {
    let length = Double(end.inRange.wholeMilliseconds - start.inRange.wholeMilliseconds)
    let passed = Double(now.wholeMilliseconds - start.inRange.wholeMilliseconds)
    if case .share(let share) = goal { return Double(counts.chances) * share }
    return length > 0 && passed >= 0 ? Double(goal.count ?? 0) * pacing.share(after: passed / length) : 0
  }

  /// What it has delivered, and what is expected of its ads that are out.
  public var committed: Double { Double(counts.delivered) + yield * Double(counts.out) }

  /// Returns whether it may serve an ad: it runs, and is behind its pace.
  public func mayServe(at now: Duration) -> Bool {
    start <= now && now < end && committed < target(at: now) && (try? validate()) != nil
  }

  /// Returns how far it is behind its pace, as a share of its goal; below 0 if it is ahead.
  public func lag(at now: Duration) -> Double {
    let missing = target(at: now) - committed
    return missing / max(goal.count.map(Double.init) ?? target(at: now), 1)
  }

  /// The lag in steps of half a percent, within which what a flight pays decides.
  fileprivate func step(at now: Duration) -> Int { Int((max(-1, min(lag(at: now), 1)) * 200).rounded(.down)) }
}

extension Sequence<Flight> {
  /// Returns the flights that may serve now, in the order in which a place is offered to them.
  ///
  /// Lower tiers go first. Within a tier the flight goes first that is further behind its pace, in steps of half a percent
  /// of its goal; of those of one step the one that pays more; and of those that pay the same, each as often as its
  /// weight says. The order is the same for the same flights, time and seed, whatever their order here.
  /// - Parameters:
  ///   - now: The time.
  ///   - seed: What draws depend on, such as a number of the request.
  /// - Complexity: O(*n* log *n*) for *n* flights, and O(*k*²) for *k* that are alike.
  public func serving(at now: Duration, seed: UInt64) -> [Flight] {
    let ranked = filter { $0.mayServe(at: now) }.map { (rank: ($0.tier, -$0.step(at: now), -$0.pays), flight: $0) }
    var rest = ranked.sorted { one, other in
      one.rank == other.rank ? one.flight.campaign < other.flight.campaign : one.rank < other.rank
    }[...]
    var random = SplitMix64(seed: SplitMix64.mixed(seed))
    var flights: [Flight] = []
    while let first = rest.first {
      var alike = rest.prefix { $0.rank == first.rank }.map(\.flight)
      rest = rest.dropFirst(alike.count)
      while alike.count > 1 { flights.append(alike.remove(at: random.place(in: alike.map(\.weight)))) }
      flights += alike
    }
    return flights
  }
}

extension SplitMix64 {
  /// Draws an index, each as often as its weight says; the first one if all weights are 0.
  fileprivate mutating func place(in weights: [Int]) -> Int {
    let total = weights.reduce(0, +)
    guard total > 0 else { return 0 }
    var rest = number(in: 0...total - 1)
    for (index, weight) in weights.enumerated() {
      if rest < weight { return index }
      rest -= weight
    }
    return 0
  }
}
