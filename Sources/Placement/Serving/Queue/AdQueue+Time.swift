extension AdQueue {
  /// How many requests that timed out are remembered, so that their answers are known as late ones.
  static var overdueLimit: Int { 64 }

  /// Lets happen what is due until a time, each thing as of its own time, so that it makes no difference how often one looks.
  mutating func advance(to now: Duration) {
    // Nothing is left that was due by then.
    guard now.inRange > clock else { return }
    clock = now.inRange
    while let deadline = waiting.first?.deadline, deadline <= clock {
      let late = waiting.removeFirst()
      timeOut(late, at: deadline)
    }
    let time = clock
    if shelf.contains(where: { $0.hasExpired(at: time) }) { removeStock { $0.hasExpired(at: time) } }
    assert(checkInvariants())
  }

  private mutating func timeOut(_ late: Waiting, at deadline: Duration) {
    overdue.append(late.request)
    if overdue.count > Self.overdueLimit { overdue.removeFirst() }
    pacing.fail(late.request.attempt, at: deadline, retry: policy.retry, using: &random)
  }

  /// Removes ads from the stock and says how many.
  @discardableResult
  mutating func removeStock(where isGone: (Ad<Creative>) -> Bool) -> Int {
    let before = shelf.count
    shelf.removeAll(where: isGone)
    stockedIDs = Set(shelf.lazy.map(\.id))
    assert(checkInvariants())
    return before - shelf.count
  }

  /// Whether the parts agree with one another.
  func checkInvariants() -> Bool {
    stockedIDs == Set(shelf.map(\.id)) && stockedIDs.count == shelf.count
      && shelf.allSatisfy { !$0.hasExpired(at: clock) && !$0.id.isEmpty && !$0.campaign.isEmpty }
      && waiting.allSatisfy { (0...$0.request.count).contains($0.owed) && ($0.deadline ?? .latest + .latest) > clock }
      && zip(waiting, waiting.dropFirst()).allSatisfy { $0.request.number < $1.request.number }
      && waiting.count <= policy.concurrent && overdue.count <= Self.overdueLimit
  }
}
