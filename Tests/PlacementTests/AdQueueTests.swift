import Placement
import TestSupport
import Testing

@Suite struct AdQueueTests {
  private typealias Queue = AdQueue<String>

  private func queue(_ policy: AdQueuePolicy = steady) throws -> Queue { try AdQueue(tenant: "t", policy: policy) }

  /// No jitter: waits are exactly 1, 2, 4, … 8 seconds.
  private static let steady = AdQueuePolicy(
    stock: 2, batch: 3, lifetime: .seconds(100), timeout: .seconds(10),
    retry: Backoff(first: .seconds(1), factor: 2, most: .seconds(8), jitter: 0), noFillPause: .seconds(60))

  private func ad(_ id: String, campaign: String? = nil, until expires: Int? = nil) -> Ad<String> {
    Ad(id: id, campaign: campaign, expires: expires.map { .seconds($0) }, creative: "creative of \(id)")
  }

  private func ads(_ ids: String...) -> AdAnswer<String> { .ads(ids.map { ad($0) }) }

  // MARK: Asking

  @Test func whatLacksIsAskedForInBatches() throws {
    var policy = AdQueueTests.steady
    (policy.stock, policy.concurrent) = (4, 9)
    var queue = try queue(policy)
    let requests = queue.requests(at: .zero, wanted: 3)
    #expect(requests.map(\.count) == [3, 3, 1] && requests.map(\.number) == [1, 2, 3])
    #expect(requests.allSatisfy { $0.tenant == "t" && $0.attempt == 1 })
    #expect(queue.requests(at: .zero, wanted: 3).isEmpty && queue.outstanding == requests)
    #expect(queue.requests(at: .zero, wanted: 4).map(\.count) == [1])
  }

  @Test func noMoreRequestsAreOutstandingThanThePolicySays() throws {
    var queue = try queue()
    #expect(queue.requests(at: .zero, wanted: 5).map(\.count) == [3])
    #expect(queue.nextDeadline(at: .zero) == .seconds(10))
    queue.answer(queue.outstanding[0], with: ads("a", "b", "c"), at: .seconds(1))
    #expect(queue.requests(at: .seconds(1), wanted: 5).map(\.count) == [3])
  }

  @Test(arguments: [Int.min, -1, 0]) func wantingLessThanNothingIsWantingNothing(wanted: Int) throws {
    var queue = try queue()
    #expect(queue.requests(at: .zero, wanted: wanted).map(\.count) == [2])
  }

  @Test func extremeTimesAndWantsAreBroughtIntoRange() throws {
    var policy = AdQueuePolicy(
      stock: 1_000, batch: 1_000, concurrent: 1_000, lifetime: .latest, timeout: .latest,
      retry: Backoff(first: .latest, most: .latest), noFillPause: .latest)
    policy.retry.factor = 1e308
    var queue = try queue(policy)
    let ages = Duration(secondsComponent: .max, attosecondsComponent: 0)
    #expect(queue.requests(at: .zero - ages, wanted: .max).map(\.count) == [1_000, 1_000])
    queue.answer(queue.outstanding[0], with: .failure, at: .zero - ages)
    queue.answer(queue.outstanding[0], with: ads("a"), at: ages)
    #expect(queue.nextDeadline(at: ages) != nil)
    queue.putBack(ad("z"), at: .zero - ages)
    #expect(queue.stock.map(\.id).first == "z")
  }

  // MARK: Taking

  @Test func adsAreTakenInTheOrderInWhichTheyCame() throws {
    var queue = try queue()
    let request = queue.requests(at: .zero, wanted: 1)[0]
    #expect(queue.answer(request, with: ads("a", "b", "c"), at: .seconds(1)).taken == 3)
    #expect(queue.take(at: .seconds(1), where: { $0.id != "a" })?.id == "b")
    let (first, second) = (queue.take(at: .seconds(1)), queue.take(at: .seconds(1)))
    #expect([first?.id, second?.id] == ["a", "c"] && queue.take(at: .seconds(1)) == nil)
    queue.putBack(try #require(second), at: .seconds(1))
    queue.putBack(try #require(first), at: .seconds(1))
    #expect(queue.stock.map(\.id) == ["a", "c"])
    #expect(queue.requests(at: .seconds(1)).isEmpty)
  }

  @Test func anAdThatSaysNoTimeLivesAsLongAsThePolicySays() throws {
    var queue = try queue()
    queue.answer(queue.requests(at: .zero)[0], with: .ads([ad("a"), ad("b", until: 50)]), at: .seconds(5))
    #expect(queue.stock.map(\.expires) == [.seconds(105), .seconds(50)])
    #expect(queue.nextDeadline(at: .seconds(5)) == .seconds(50))
    #expect(queue.take(at: .seconds(49), where: { $0.id == "b" }) != nil)
    #expect(queue.take(at: .seconds(105)) == nil)
  }

  @Test func anAdThatExpiresOrIsRecalledWhileItIsTakenIsNotPutBack() throws {
    var queue = try queue()
    queue.answer(queue.requests(at: .zero)[0], with: .ads([ad("a", until: 9), ad("b")]), at: .zero)
    let (first, second) = (queue.take(at: .zero), queue.take(at: .zero))
    let (a, b) = (try #require(first), try #require(second))
    #expect(queue.recall(adID: "b") == 0)
    #expect(!queue.putBack(b, at: .zero) && !queue.putBack(a, at: .seconds(9)) && queue.stock.isEmpty)
  }
}
