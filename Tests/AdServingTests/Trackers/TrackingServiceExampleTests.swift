import BatchUpdates
import Foundation
import Placement
import TestSupport
import Testing

@testable import AdServing

@Suite struct TrackingServiceExampleTests {
  private func ad(_ id: String, _ price: String) throws -> Ad<SoldAd> {
    var macros = AuctionMacros()
    macros.price = try Price(price)
    let trackers = AdTrackers(
      events: [1, 2].map { AdTracker(event: $0, address: "https://x.example/\($0)") }, win: "https://x.example/win",
      billing: "https://x.example/bill?p=${AUCTION_PRICE}", loss: "https://x.example/lost?c=${AUCTION_LOSS}",
      macros: macros)
    let link = AdLink(clickTrackers: ["https://x.example/click"])
    return Ad(
      id: id, campaign: "c", price: try Price(price), creative: SoldAd(title: id, link: link, trackers: trackers))
  }

  private func words(_ due: [DueTracker]) -> [String] {
    due.map { "\($0.id.adID) \($0.address.dropFirst(18)) \($0.side)\($0.isRepeat ? " again" : "")" }
  }

  @Test func `an ad is tracked from its auction to its click`() async throws {
    let stored = Shared<TrackingService.State>(.init())
    let service = TrackingService(seal: fnvTag) { state in stored.change { $0 = state } }
    let ads = [try ad("a", "3 EUR"), try ad("b", "2 EUR"), try ad("c", "1 EUR"), try ad("d", "0.10 EUR")]
    let request = PageRequest(for: "ann", places: 3, floor: try Price("0.50 EUR"), timeout: .zero)
    let outcome = AuctionOutcome(
      of: [AuctionAnswer(source: "x", result: .ads(ads, after: .zero))], to: request, at: .zero)
    // A page with room for two.
    let (page, notices) = try await service.handOut(outcome, places: 2, to: "ann", at: .seconds(5))
    #expect(words(notices) == ["a win server", "b win server", "c lost?c=2 server", "d lost?c=100 server"])
    await service.acknowledge(notices)
    // The first is seen, and the second never.
    let seen = Impression(
      id: ImpressionID(device: "d", stream: 0, number: 0), ad: page[0].identity, place: FeedPath(section: 0, row: 0),
      display: 0, began: .zero, at: .zero)
    let (answers, due) = try await service.receive([seen, seen], of: "ann", runsScripts: false, at: .seconds(9))
    #expect(words(due) == ["a 1 client", "a bill?p=3 server", "a 2 client"])
    #expect(answers.allSatisfy { $0.covers(seen.id) } && answers.count == 1)
    await service.acknowledge(due.filter { $0.side == .client })
    #expect(try await service.receive([seen], of: "ann", runsScripts: true, at: .seconds(9)).due == [])
    #expect(words(try await service.click(page[0].receipt, of: "ann", at: .seconds(9))) == ["a click client"])
    // A new process goes on from what was stored.
    let next = TrackingService(stored.value, seal: fnvTag) { _ in }
    #expect(words(await next.resume(at: .seconds(10))) == ["a bill?p=3 server again", "a click client again"])
    await #expect(throws: ImpressionRefusal.Reason.used) {
      try await next.click(page[0].receipt, of: "ann", at: .seconds(9))
    }
  }

  @Test func `the article shows the code as it is compiled`() throws {
    let article = try ProjectFiles.text("Sources/AdServing/AdServing.docc/FromAuctionToImpression.md")
    let source = try ProjectFiles.text("Tests/AdServingTests/Trackers/TrackingServiceExample.swift")
    let blocks = article.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    #expect(blocks.count == 1 && source.hasSuffix("\n" + blocks[0]))
  }
}
