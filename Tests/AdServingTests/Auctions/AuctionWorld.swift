import AdServing
import TestSupport

/// A source whose answers a test gives, in any order.
final class ScriptedBidder: Sendable {
  private typealias Waiting = (number: Int, continuation: CheckedContinuation<[Ad<Int>], any Error>)
  struct Failure: Error {}

  private let waiting = Shared<[Waiting]>([])
  private let asked = Shared<[PageRequest<String>]>([])
  private let heedsCancellation: Bool

  init(heedsCancellation: Bool) { self.heedsCancellation = heedsCancellation }

  /// What it was asked, in order.
  var requests: [PageRequest<String>] { asked.value }
  /// The numbers of the requests that wait for an answer.
  var open: [Int] { waiting.change { $0.map(\.number) }.sorted() }

  func ask(_ request: PageRequest<String>) async throws -> [Ad<Int>] {
    let number = asked.change { asked in
      asked.append(request)
      return asked.count - 1
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = waiting.change { waiting in
          if heedsCancellation, Task.isCancelled { return true }
          waiting.append((number, continuation))
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      if heedsCancellation { finish(number)?.resume(throwing: CancellationError()) }
    }
  }

  /// Answers a request, or fails.
  func answer(_ number: Int, with ads: [Ad<Int>]?) {
    finish(number)?.resume(with: ads.map { .success($0) } ?? .failure(Failure()))
  }

  private func finish(_ number: Int) -> CheckedContinuation<[Ad<Int>], any Error>? {
    waiting.change { waiting in
      waiting.firstIndex { $0.number == number }.map { waiting.remove(at: $0).continuation }
    }
  }
}

/// An auction of two sources, the second of which ignores cancellation.
///
/// All of its tasks run one at a time, in an order drawn by chance.
final class AuctionWorld {
  let clock = ManualClock()
  let executor = ManualExecutor()
  let polite = ScriptedBidder(heedsCancellation: true)
  let stubborn = ScriptedBidder(heedsCancellation: false)
  let auction: Auction<Int, String>
  /// What came too late, with the contexts of its requests.
  let late = Shared<[(context: String, loser: AuctionOutcome<Int>.Loser)]>([])
  /// The outcomes of auctions that have ended, by the contexts of their requests.
  let outcomes = Shared<[String: AuctionOutcome<Int>]>([:])
  private var random: SeededGenerator
  private var callers: [String: Task<Void, Never>] = [:]

  init(seed: UInt64 = 1) {
    let (polite, stubborn, late) = (polite, stubborn, late)
    random = SeededGenerator(seed: seed)
    auction = Auction(
      [
        Auction.Source("polite") { try await polite.ask($0) },
        Auction.Source("stubborn") { try await stubborn.ask($0) },
      ], clock: clock, executor: executor,
      late: { request, losers in late.change { $0 += losers.map { (request.context, $0) } } })
  }

  /// Ends all requests: a task that waited for ever would never be freed.
  deinit {
    for caller in callers.values { caller.cancel() }
    settle()
    for number in stubborn.open { stubborn.answer(number, with: nil) }
    settle()
  }

  /// Runs all tasks until each waits for something.
  func settle() { executor.runAll(using: &random) }

  /// Begins auctions of two places, which are named by their contexts.
  func hold(_ contexts: String..., floor: Int64 = 0, timeout: Duration = .milliseconds(10), at now: Duration = .zero) {
    guard let floor = try? Price(micros: floor, currency: "USD") else { return }
    for context in contexts {
      let request = PageRequest(for: context, places: 2, floor: floor, timeout: timeout)
      callers[context] = Task(executorPreference: executor) { [auction, outcomes] in
        let outcome = await auction.hold(for: request, at: now)
        outcomes.change { $0[context] = outcome }
      }
    }
  }

  func cancel(_ context: String) { callers[context]?.cancel() }

  func advance(by milliseconds: Int) {
    clock.advance(by: .milliseconds(milliseconds))
    settle()
  }

  /// The names of the winners of an auction; nil if it has not ended.
  func winners(_ context: String = "page") -> [String]? { outcomes.value[context]?.winners.map(\.ad.id) }

  /// What came of asking the sources in an auction; empty if it has not ended.
  func results(_ context: String = "page") -> [AuctionAnswer<Int>.Result] {
    outcomes.value[context]?.answers.map(\.result) ?? []
  }

  var lateNames: [String] { late.change { $0.map(\.loser.ad.id) } }
}
