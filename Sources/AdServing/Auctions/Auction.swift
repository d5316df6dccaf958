/// Asks several demand sources at once for the ads of one page, and gives its places to the best of them in time.
///
/// ```swift
/// let auction = Auction<Banner, Visitor>([
///   Auction.Source("sales") { request in try await sales.banners(for: request) },
///   Auction.Source("exchange") { request in try await exchange.bids(for: request) },
/// ])
/// let outcome = await auction.hold(for: request, at: now) { ad, _ in !blocked.contains(ad.campaign) }
/// let page = try merger.merge(posts, with: outcome.winners.map(\.ad))
/// ```
/// An auction ends when all sources have answered, and at its request's timeout at the latest, whatever they do. What still
/// runs then is cancelled and not waited for: a source that ignores cancellation ends later by itself, in a task of its own.
/// While ``overdueLimit`` such requests of a source run, no auction asks it. An ad that comes too late never wins, and is
/// handed out as a loser.
///
/// Any number of tasks share one auction. It keeps no ads: an ``AdPool`` whose source is an auction does, and one beside it
/// fills the places that the auction leaves empty.
public actor Auction<Creative: Sendable, Context: Sendable> {
  /// A demand source.
  public struct Source: Sendable {
    /// The source's name.
    public let name: String
    /// Asks the source for ads: none means that it has none at the moment, an error that it failed.
    public let ask: @Sendable (PageRequest<Context>) async throws -> [Ad<Creative>]

    /// Makes a source; `ask` should end soon after its task is cancelled.
    public init(_ name: String, ask: @escaping @Sendable (PageRequest<Context>) async throws -> [Ad<Creative>]) {
      (self.name, self.ask) = (name, ask)
    }
  }

  /// What came of asking a source.
  public typealias Answer = AuctionAnswer<Creative>
  /// What came of an auction.
  public typealias Outcome = AuctionOutcome<Creative>

  /// The number of requests to a source that still run after their auctions from which on it is passed over.
  ///
  /// So no more of them run than this and what auctions had sent before: a source that hangs does not gather requests.
  public static var overdueLimit: Int { 64 }

  private nonisolated let sources: [Source]
  private nonisolated let clock: PoolClock
  private nonisolated let executor: (any TaskExecutor)?
  private nonisolated let late: @Sendable (PageRequest<Context>, [Outcome.Loser]) -> Void
  /// The auctions that wait for answers, by number.
  private var rounds: [Int: Round] = [:]
  private var nextNumber = 0
  /// The number of requests to each source that still run after their auctions.
  private var overdue: [Int]

  /// Makes an auction of some sources.
  /// - Parameters:
  ///   - sources: The sources, in the order in which their ads of one price go.
  ///   - clock: The clock by which auctions end.
  ///   - executor: The executor that the tasks of requests prefer; nil for the default one.
  ///   - late: Receives the ads that a source sent after its auction had ended, for notices of loss. It runs in the task of
  ///     the request, and may run on several threads at once.
  public init(
    _ sources: [Source], clock: some Clock<Duration> = ContinuousClock(), executor: (any TaskExecutor)? = nil,
    late: @escaping @Sendable (PageRequest<Context>, [Outcome.Loser]) -> Void = { _, _ in }
  ) {
    (self.sources, self.executor, self.late) = (sources, executor, late)
    self.clock = PoolClock(clock, startingAt: .zero)
    overdue = sources.map { _ in 0 }
  }
}

// MARK: - Holding

extension Auction {
  /// Asks all sources for a page's ads, and judges the answers that come in time.
  ///
  /// If the caller's task is cancelled, the auction ends at once: it judges what has come by then. Nobody is asked for a page
  /// without places, nor for a task that has been cancelled before.
  /// - Parameters:
  ///   - request: What the sources are asked; its timeout is clamped to 0 to a day.
  ///   - now: The time, since the origin from which the ads' expiries count, such as the Unix epoch. An ad must not have
  ///     expired when the auction ends.
  ///   - isAllowed: Returns whether an ad that would win may be on the page with those that have won before it, such as
  ///     by the caps of the user. It runs in the caller's task.
  /// - Complexity: As ``AuctionOutcome/init(of:to:at:where:)``.
  public nonisolated func hold(
    for request: PageRequest<Context>, at now: Duration,
    where isAllowed: @Sendable (_ ad: Ad<Creative>, _ chosen: [Ad<Creative>]) -> Bool = { _, _ in true }
  ) async -> Outcome {
    let began = clock.elapsed()
    let answers = await ask(request, since: began)
    return Outcome(of: answers, to: request, at: now.inRange + clock.elapsed() - began, where: isAllowed)
  }

  /// Asks all sources; returns what has come of it when the auction ends.
  private func ask(_ request: PageRequest<Context>, since began: Duration) async -> [Answer] {
    if request.floors.isEmpty || Task.isCancelled { return [] }
    let number = nextNumber
    nextNumber += 1
    let deadline = began + min(max(request.timeout, .zero), PoolClock.longestSleep)
    return await withTaskGroup(of: Void.self) { group in
      group.addTask { [clock] in
        // It throws if the caller's task is cancelled, or the auction has ended.
        try? await clock.sleep(deadline)
        await self.end(number)
      }
      // No child task ends the auction before it has begun, since both run on the actor.
      let answers = await withCheckedContinuation { continuation in
        rounds[number] = Round(deadline: deadline, continuation: continuation, requests: requests(request, in: number))
        endIfAnswered(number)
      }
      group.cancelAll()
      return answers
    }
  }

  /// Sends a request to each source that may be asked.
  private func requests(_ request: PageRequest<Context>, in number: Int) -> [Round.Request] {
    sources.indices.map { source in
      if overdue[source] >= Self.overdueLimit { return .over(.passedOver) }
      return .running(Task(executorPreference: executor) { await self.ask(source, request, in: number) })
    }
  }

  private nonisolated func ask(_ source: Int, _ request: PageRequest<Context>, in number: Int) async {
    let began = clock.elapsed()
    let result: Answer.Result
    do {
      let ads = try await sources[source].ask(request)
      result = .ads(ads, after: clock.elapsed() - began)
    } catch {
      result = .failure("\(error)")
    }
    if await accept(result, of: source, in: number) { return }
    guard case .ads(let ads, _) = result, !ads.isEmpty else { return }
    late(request, ads.map { Outcome.Loser(ad: $0, source: sources[source].name, reason: .late) })
  }
}

// MARK: - Answers

extension Auction {
  /// An auction that waits for answers.
  private struct Round {
    enum Request {
      case running(Task<Void, Never>)
      case over(Answer.Result)
    }

    /// The time since the clock was made at which it ends.
    let deadline: Duration
    let continuation: CheckedContinuation<[Answer], Never>
    /// The request to each source.
    var requests: [Request]

    var isAnswered: Bool { requests.allSatisfy { if case .over = $0 { true } else { false } } }
  }

  /// Takes a source's answer; returns whether it is in time.
  private func accept(_ result: Answer.Result, of source: Int, in number: Int) -> Bool {
    if let round = rounds[number], round.deadline <= clock.elapsed() { end(number) }
    guard rounds[number] != nil else {
      overdue[source] -= 1
      return false
    }
    rounds[number]?.requests[source] = .over(result)
    endIfAnswered(number)
    return true
  }

  private func endIfAnswered(_ number: Int) {
    if rounds[number]?.isAnswered ?? false { end(number) }
  }

  /// Ends an auction, unless it has ended, and cancels the requests that still run.
  private func end(_ number: Int) {
    guard let round = rounds.removeValue(forKey: number) else { return }
    let missing = clock.elapsed() < round.deadline ? Answer.Result.cancelled : .timeout
    let answers = sources.indices.map { source in
      switch round.requests[source] {
      case .over(let result): return Answer(source: sources[source].name, result: result)
      case .running(let task):
        overdue[source] += 1
        task.cancel()
        return Answer(source: sources[source].name, result: missing)
      }
    }
    round.continuation.resume(returning: answers)
  }
}
