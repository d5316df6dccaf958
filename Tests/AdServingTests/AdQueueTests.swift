import Foundation
import Testing

@testable import AdServing
@testable import Placement

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

  @Test func `what lacks is asked for in batches`() throws {
    var policy = AdQueueTests.steady
    (policy.stock, policy.concurrent) = (4, 9)
    var queue = try queue(policy)
    let requests = queue.requests(at: .zero, wanted: 3)
    #expect(requests.map(\.count) == [3, 3, 1] && requests.map(\.number) == [1, 2, 3])
    #expect(requests.allSatisfy { $0.tenant == "t" && $0.attempt == 1 })
    #expect(queue.requests(at: .zero, wanted: 3).isEmpty && queue.outstanding == requests)
    #expect(queue.requests(at: .zero, wanted: 4).map(\.count) == [1])
  }

  @Test func `no more requests are outstanding than the policy says`() throws {
    var queue = try queue()
    #expect(queue.requests(at: .zero, wanted: 5).map(\.count) == [3])
    #expect(queue.nextDeadline(at: .zero) == .seconds(10))
    queue.answer(queue.outstanding[0], with: ads("a", "b", "c"), at: .seconds(1))
    #expect(queue.requests(at: .seconds(1), wanted: 5).map(\.count) == [3])
  }

  @Test(arguments: [Int.min, -1, 0]) func `wanting less than nothing is wanting nothing`(wanted: Int) throws {
    var queue = try queue()
    #expect(queue.requests(at: .zero, wanted: wanted).map(\.count) == [2])
  }

  @Test func `extreme times and wants are brought into range`() throws {
    var policy = AdQueuePolicy(
      stock: 1_000, batch: 500, concurrent: 1_000, lifetime: .latest, timeout: .latest,
      retry: Backoff(first: .latest, most: .latest), noFillPause: .latest)
    policy.retry.factor = 1e308
    var queue = try queue(policy)
    let ages = Duration(secondsComponent: .max, attosecondsComponent: 0)
    #expect(queue.requests(at: .zero - ages, wanted: .max).map(\.count) == [500, 500])
    queue.answer(queue.outstanding[0], with: .failure, at: .zero - ages)
    queue.answer(queue.outstanding[0], with: ads("a"), at: ages)
    #expect(queue.nextDeadline(at: ages) != nil)
    queue.putBack(ad("z"), at: .zero - ages)
    #expect(queue.stock.map(\.id).first == "z")
  }

  // MARK: Taking

  @Test func `ads are taken in the order in which they came`() throws {
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

  @Test func `an ad that says no time lives as long as the policy says`() throws {
    var queue = try queue()
    queue.answer(queue.requests(at: .zero)[0], with: .ads([ad("a"), ad("b", until: 50)]), at: .seconds(5))
    #expect(queue.stock.map(\.expires) == [.seconds(105), .seconds(50)])
    #expect(queue.nextDeadline(at: .seconds(5)) == .seconds(50))
    #expect(queue.take(at: .seconds(49), where: { $0.id == "b" }) != nil && queue.expiredCount == 0)
    #expect(queue.take(at: .seconds(105)) == nil && queue.expiredCount == 1)
  }

  @Test func `an ad that expires or is recalled while it is taken is not put back`() throws {
    var queue = try queue()
    queue.answer(queue.requests(at: .zero)[0], with: .ads([ad("a", until: 9), ad("b")]), at: .zero)
    let (first, second) = (queue.take(at: .zero), queue.take(at: .zero))
    let (a, b) = (try #require(first), try #require(second))
    #expect(queue.recall(.ad("b")) == 0)
    #expect(!queue.putBack(b, at: .zero) && !queue.putBack(a, at: .seconds(9)) && queue.stock.isEmpty)
  }

  @Test func `a page is taken as a whole and what it does not use is put back as a whole`() throws {
    var queue = try queue()
    let request = queue.requests(at: .zero, wanted: 1)[0]
    queue.answer(request, with: .ads([ad("a", campaign: "x"), ad("b", campaign: "x"), ad("c", until: 9)]), at: .zero)
    var judged: [String] = []
    let page = queue.take(upTo: 2, at: .zero) { ad, chosen in
      judged.append(ad.id)
      return chosen.allSatisfy { $0.campaign != ad.campaign }
    }
    #expect(page.map(\.id) == ["a", "c"] && judged == ["a", "b", "c"] && queue.stock.map(\.id) == ["b"])
    #expect(queue.take(upTo: -1, at: .zero) { _, _ in true }.isEmpty)
    let refused = queue.putBack(contentsOf: [ad("z"), ad("y"), ad("z"), ad(""), page[1]], at: .seconds(9))
    #expect(queue.stock.map(\.id) == ["z", "y", "b"] && queue.expiredCount == 0)
    #expect(refused.map(\.reason) == [.inStock, .unnamed, .expired])
  }

  @Test func `no more is put back than the limit`() throws {
    var queue = try queue()
    let many = (0..<AdQueuePolicy.limit + 2).map { ad("\($0)") }
    let refused = queue.putBack(contentsOf: many, at: .zero)
    #expect(queue.stock.map(\.id) == many.prefix(AdQueuePolicy.limit).map(\.id))
    #expect(refused.map(\.reason) == [.surplus, .surplus])
  }

  // MARK: Answers

  @Test func `an answer counts once and only where it was asked for`() throws {
    var (queue, other) = (try queue(), try AdQueue<String>(tenant: "u", policy: AdQueueTests.steady))
    let (request, foreign) = (queue.requests(at: .zero)[0], other.requests(at: .zero)[0])
    #expect(queue.answer(foreign, with: ads("x"), at: .zero).arrival == .unexpected)
    #expect(queue.answer(request, with: ads("a"), at: .zero).arrival == .inTime)
    let again = queue.answer(request, with: ads("b"), at: .zero)
    #expect(again.arrival == .unexpected && again.taken == 0 && queue.stock.map(\.id) == ["a"])
  }

  @Test func `an answer at its deadline is late and taken while ads lack`() throws {
    var queue = try queue()
    let first = queue.requests(at: .zero)[0]
    #expect(queue.requests(at: .seconds(10)).isEmpty && queue.outstanding.isEmpty)
    let second = queue.requests(at: .seconds(11))[0]
    #expect(second.attempt == 2 && second.count == 2)
    let late = queue.answer(first, with: ads("a", "b", "c"), at: .seconds(11))
    #expect(late.arrival == .late && late.taken == 2)
    #expect(late.refused == [AdReceipt.RefusedAd(id: "c", reason: .surplus)])
    let inTime = queue.answer(second, with: ads("d"), at: .seconds(12))
    #expect(inTime.arrival == .inTime && inTime.refused.map(\.reason) == [.surplus])
    #expect(queue.nextDeadline(at: .seconds(12)) == .seconds(111))
  }

  @Test func `a late failure or no fill changes nothing`() throws {
    for answer in [AdAnswer<String>.failure, .noFill, .ads([]), .ads([ad("")])] {
      var queue = try queue()
      let request = queue.requests(at: .zero)[0]
      #expect(queue.requests(at: .seconds(10)).isEmpty)
      let deadline = queue.nextDeadline(at: .seconds(10))
      #expect(deadline == .seconds(11))
      #expect(queue.answer(request, with: answer, at: .seconds(10)).arrival == .late)
      #expect(queue.nextDeadline(at: .seconds(10)) == deadline)
    }
  }

  @Test func `an answer that is forgotten is unexpected`() throws {
    var policy = AdQueueTests.steady
    (policy.stock, policy.batch, policy.concurrent) = (65, 1, 65)
    var queue = try queue(policy)
    let requests = queue.requests(at: .zero)
    #expect(queue.answer(requests[0], with: ads("a"), at: .seconds(10)).arrival == .unexpected)
    #expect(queue.answer(requests[1], with: ads("b"), at: .seconds(10)).arrival == .late)
  }

  @Test func `every ad that is not taken is given back with its reason`() throws {
    var queue = try queue()
    let request = queue.requests(at: .seconds(20))[0]
    queue.recall(.ad("r"))
    queue.recall(.campaign("spring"))
    let receipt = queue.answer(
      request,
      with: .ads([
        ad("a"), ad("a"), ad("old", until: 20), ad(""), ad("n", campaign: ""), ad("r"), ad("s", campaign: "spring"),
        ad("b"), ad("c"),
      ]), at: .seconds(20))
    let reasons: [AdRefusal] = [.inStock, .expired, .unnamed, .unnamed, .recalled, .recalled, .surplus]
    #expect(receipt.refused.map(\.reason) == reasons && receipt.taken == 2)
    #expect(receipt.refused.map(\.id) == ["a", "old", "", "n", "r", "s", "c"])
  }

  @Test func `every reason is worded`() {
    let words: [(AdRefusal, String)] = [
      (.unnamed, "one of its names is empty"), (.expired, "it may not be shown any more"),
      (.inStock, "an ad of its name is in stock"), (.recalled, "it is recalled"),
      (.surplus, "the queue has as many as it keeps"),
    ]
    for (reason, text) in words { #expect(reason.description == text) }
  }

  @Test func `a recalled ad is refused until it is readmitted`() throws {
    var policy = AdQueueTests.steady
    (policy.batch, policy.concurrent) = (1, 2)
    var queue = try queue(policy)
    let requests = queue.requests(at: .zero)
    queue.answer(requests[0], with: ads("a"), at: .zero)
    #expect(queue.recall(.ad("a")) == 1 && queue.recall(.ad("a")) == 0 && queue.stock.isEmpty)
    #expect(queue.answer(requests[1], with: ads("a"), at: .zero).refused.map(\.reason) == [.recalled])
    for time in [60, 120] {
      let later = queue.requests(at: .seconds(time))[0]
      let receipt = queue.answer(later, with: ads("a"), at: .seconds(time))
      #expect(receipt.refused.map(\.reason) == [.recalled], "asked for anew")
    }
    #expect(queue.recalled == [.ad("a")])
    queue.readmit(.ad("a"))
    #expect(queue.restock([ad("a")], at: .seconds(130)).isEmpty && queue.stock.map(\.id) == ["a"])
  }

  @Test func `recalls go by each name of an ad`() throws {
    let ad = Ad(
      id: "a", creativeID: "shoes", campaign: "spring", advertisers: ["one.example", "two.example"], creative: "")
    let names: [AdName] = [
      .ad("a"), .creative("shoes"), .campaign("spring"), .advertiser("one.example"), .advertiser("two.example"),
    ]
    for name in names {
      var queue = try queue()
      queue.restock([ad, self.ad("b")], at: .zero)
      let taken = queue.take(at: .zero)
      #expect(queue.recall(name) == 0, "it is on a page")
      #expect(try !queue.putBack(#require(taken), at: .zero), "\(name)")
      queue.readmit(name)
      #expect(try queue.putBack(#require(taken), at: .zero), "\(name)")
      #expect(queue.recall(name) == 1 && queue.stock.map(\.id) == ["b"], "\(name)")
      #expect(try JSONDecoder().decode(AdName.self, from: JSONEncoder().encode(name)) == name)
    }
    for other in [AdName.ad("shoes"), .creative("a"), .campaign("a"), .advertiser("spring")] {
      #expect(!other.names(ad.identity), "\(other)")
    }
  }

  @Test func `discarded ads make room without asking at once`() throws {
    var queue = try queue()
    queue.answer(queue.requests(at: .zero)[0], with: .ads([ad("a", campaign: "spring"), ad("b")]), at: .zero)
    #expect(queue.discard(at: .seconds(5)) { $0.campaign == "autumn" }.isEmpty)
    #expect(queue.nextDeadline(at: .seconds(5)) == .seconds(100))
    #expect(queue.discard(at: .seconds(5)) { $0.campaign == "spring" }.map(\.id) == ["a"])
    #expect(queue.stock.map(\.id) == ["b"] && queue.nextDeadline(at: .seconds(5)) == .seconds(65))
    #expect(queue.requests(at: .seconds(65)).map(\.count) == [1])
  }

  @Test func `idle ads do not keep others from being asked for but an answer in vain is followed by a pause`() throws {
    var queue = try queue()
    queue.answer(queue.requests(at: .zero, wanted: 1)[0], with: ads("a", "b", "c"), at: .zero)
    #expect(queue.requests(at: .seconds(1), wanted: 1).isEmpty)
    #expect(queue.requests(at: .seconds(1), wanted: 1, idle: 3).isEmpty)
    #expect(queue.nextDeadline(at: .seconds(1)) == .seconds(60))
    // Two of them may be shown after all.
    #expect(queue.requests(at: .seconds(1), wanted: 1, idle: 1).map(\.count) == [1])
    queue.answer(queue.outstanding[0], with: ads("d"), at: .seconds(2))
    #expect(queue.take(at: .seconds(2)) { $0.id == "d" } != nil)
    // One has been taken since, so it was not in vain.
    #expect(queue.requests(at: .seconds(2), wanted: 1, idle: 3).map(\.count) == [3])
    queue.answer(queue.outstanding[0], with: ads("e"), at: .seconds(3))
    #expect(queue.requests(at: .seconds(62), wanted: 1, idle: 4).isEmpty)
    queue.resume()
    #expect(queue.requests(at: .seconds(62), wanted: 1, idle: 4).map(\.count) == [3])
  }

  @Test func `idle ads are no more than a queue keeps`() throws {
    var policy = AdQueueTests.steady
    (policy.batch, policy.lifetime) = (300, nil)
    var (queue, next, time) = (try queue(policy), 0, Duration.zero)
    for _ in 0..<9 {
      for request in queue.requests(at: time, wanted: 298, idle: queue.stock.count) {
        let ids = (next..<next + request.count).map { "\($0)" }
        next += request.count
        queue.answer(request, with: .ads(ids.map { ad($0) }), at: time)
      }
      time += .seconds(60)
    }
    #expect(queue.stock.count == AdQueuePolicy.limit && next == AdQueuePolicy.limit)
    #expect(queue.requests(at: time, wanted: 298, idle: .max).isEmpty)
    #expect(queue.nextDeadline(at: time) == nil)
  }

  // MARK: From one launch to the next

  @Test func `what was in stock is stored and given back as far as it may be shown`() throws {
    var former = try queue()
    let answer = [ad("a", campaign: "spring"), ad("b", until: 9), ad("c", until: 200)]
    former.answer(former.requests(at: .zero, wanted: 1)[0], with: .ads(answer), at: .zero)
    let saved = try JSONEncoder().encode(former.stock)
    var next = try queue()
    next.restock([ad("c")], at: .seconds(10))
    let refused = next.restock(try JSONDecoder().decode([Ad<String>].self, from: saved), at: .seconds(10))
    #expect(next.stock.map(\.id) == ["c", "a"] && next.stock.last == former.stock.first)
    #expect(refused.map(\.id) == ["b", "c"] && refused.map(\.reason) == [.expired, .inStock])
    #expect(next.requests(at: .seconds(10), wanted: 1).map(\.count) == [1])
    #expect(next.recall(.campaign("spring")) == 1)
    let others = next.restock([ad("a", campaign: "spring"), ad("")], at: .seconds(10))
    #expect(others.map(\.reason) == [.recalled, .unnamed])
  }

  @Test func `no more is given back than a queue keeps`() throws {
    var queue = try queue()
    let refused = queue.restock((0..<AdQueuePolicy.limit + 2).map { ad("\($0)") }, at: .zero)
    #expect(queue.stock.count == AdQueuePolicy.limit && refused.map(\.id) == ["1000", "1001"])
    #expect(refused.allSatisfy { $0.reason == .surplus } && queue.requests(at: .zero, wanted: 9).isEmpty)
  }

  // MARK: Pauses

  @Test func `after no fill nothing is asked for until the pause is over`() throws {
    let answers = [AdAnswer<String>.noFill, .ads([]), .ads([ad("")]), .ads([ad("old", until: 1)])]
    for answer in answers {
      var queue = try queue()
      queue.answer(queue.requests(at: .zero)[0], with: answer, at: .seconds(1))
      #expect(queue.nextDeadline(at: .seconds(1)) == .seconds(61))
      #expect(queue.requests(at: .seconds(60), wanted: 9).isEmpty)
      #expect(queue.requests(at: .seconds(61)).map(\.attempt) == [1])
    }
  }

  @Test func `a source that answers at once with the same ad is not asked for ever`() throws {
    var queue = try queue()
    var asked = 0
    while let request = queue.requests(at: .zero).first {
      asked += 1
      queue.answer(request, with: ads("same"), at: .zero)
    }
    #expect(asked == 2 && queue.stock.map(\.id) == ["same"])
  }

  @Test func `failures wait longer each time and success forgets them`() throws {
    var queue = try queue()
    var now = Duration.zero
    for (attempt, wait) in zip(1..., [1, 2, 4, 8, 8]) {
      let request = try #require(queue.requests(at: now).first)
      #expect(request.attempt == attempt)
      queue.answer(request, with: .failure, at: now)
      #expect(queue.requests(at: now).isEmpty)
      #expect(queue.nextDeadline(at: now) == now + .seconds(wait))
      now += .seconds(wait)
    }
    let request = try #require(queue.requests(at: now).first)
    queue.answer(request, with: ads("a"), at: now)
    #expect(queue.requests(at: now).map(\.attempt) == [1])
  }

  @Test func `requests that fail together count once`() throws {
    var policy = AdQueueTests.steady
    (policy.batch, policy.concurrent) = (1, 2)
    var queue = try queue(policy)
    for request in queue.requests(at: .zero) { queue.answer(request, with: .failure, at: .zero) }
    #expect(queue.nextDeadline(at: .zero) == .seconds(1))
    #expect(queue.requests(at: .seconds(1)).map(\.attempt) == [2])
  }

  @Test func `when the attempts are used up it waits for a new want or to be resumed`() throws {
    var policy = AdQueueTests.steady
    policy.retry.attempts = 2
    var queue = try queue(policy)
    for now in [0, 1] { queue.answer(queue.requests(at: .seconds(now))[0], with: .failure, at: .seconds(now)) }
    #expect(queue.hasGivenUp && queue.nextDeadline(at: .seconds(1)) == nil)
    #expect(queue.requests(at: .seconds(1_000)).isEmpty)
    let probe = queue.requests(at: .seconds(1_000), wanted: 1)
    #expect(probe.map(\.attempt) == [2] && !queue.hasGivenUp)
    queue.answer(probe[0], with: .failure, at: .seconds(1_000))
    #expect(queue.hasGivenUp && queue.requests(at: .seconds(2_000), wanted: 1).isEmpty)
    queue.resume()
    #expect(queue.nextDeadline(at: .seconds(2_000)) == .seconds(2_000))
    #expect(queue.requests(at: .seconds(2_000), wanted: 1).map(\.attempt) == [1])
  }

  @Test func `a new want does not shorten the wait`() throws {
    var policy = AdQueueTests.steady
    policy.retry.attempts = 1
    var queue = try queue(policy)
    queue.answer(queue.requests(at: .zero)[0], with: .failure, at: .zero)
    #expect(queue.requests(at: .milliseconds(999), wanted: 1).isEmpty)
    #expect(queue.nextDeadline(at: .milliseconds(999)) == .seconds(1))
  }

  // MARK: Time and chance

  @Test func `a clock that goes back stands still`() throws {
    var queue = try queue()
    queue.answer(queue.requests(at: .seconds(50))[0], with: ads("a"), at: .seconds(20))
    #expect(queue.stock.map(\.expires) == [.seconds(150)])
    #expect(queue.nextDeadline(at: .zero) == .seconds(50))
  }

  /// The times of a queue's requests whose source always fails.
  private func retries(tenant: String, seed: UInt64) throws -> [Duration] {
    var policy = AdQueueTests.steady
    policy.retry.jitter = 1
    var queue = try AdQueue<String>(tenant: tenant, policy: policy, seed: seed)
    var times: [Duration] = []
    while times.count < 6, let now = queue.nextDeadline(at: times.last ?? .zero) {
      queue.answer(queue.requests(at: now)[0], with: .failure, at: now)
      times.append(now)
    }
    return times
  }

  @Test func `chance depends on the seed and the tenant alone`() throws {
    let times = try retries(tenant: "a", seed: 1)
    #expect(times == [.zero] + [774, 2566, 3975, 5220, 12494].map { .milliseconds($0) })
    #expect(try retries(tenant: "a", seed: 1) == times)
    #expect(try retries(tenant: "a", seed: 2) != times && retries(tenant: "b", seed: 1) != times)
  }

  @Test func `a policy out of range is refused`() {
    let error = AdServingError.invalidValue(
      word: "batch", value: "0", expected: "a number from 1 to 1000", column: nil)
    #expect(throws: error) { try queue(AdQueuePolicy(batch: 0)) }
  }
}
