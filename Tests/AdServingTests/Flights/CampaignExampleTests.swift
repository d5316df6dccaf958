import BatchUpdates
import Foundation
import TestSupport
import Testing

@testable import AdServing

@Suite struct CampaignExampleTests {
  private func booked() -> BookedFlights {
    var (tea, oars) = (
      Flight(campaign: "tea", start: .zero, end: .seconds(100), goal: .impressions(10)),
      Flight(campaign: "oars", start: .zero, end: .seconds(100), goal: .impressions(4))
    )
    (tea.pays, oars.tier, oars.pacing) = (2_000_000, 1, .asap)
    return BookedFlights([tea, oars])
  }

  @Test func `two processes share flights by what they have heard`() throws {
    var processes = [booked(), booked()]
    func choose(_ process: Int, _ now: Int, without: String = "") -> String? {
      processes[process].campaign(at: .seconds(now), request: 1) { $0 != without }
    }
    // The line of tea is at one after ten seconds; the lower tier takes what is left.
    #expect((0..<6).map { _ in choose(0, 10) } == ["tea", "oars", "oars", "oars", "oars", nil])
    // The other one has not heard of it.
    #expect(choose(1, 10) == "tea" && choose(1, 20, without: "tea") == "oars")
    processes[1].receive(processes[0].own, from: "0")
    processes[1].receive(processes[0].own, from: "0")
    #expect(choose(1, 20) == nil && choose(1, 21) == "tea" && choose(1, 100) == nil)
    #expect(processes[1].known.map(\.counts.served) == [3, 5] && processes[1].known[0].counts.chances == 10)
    // An ad that is given up is handed out again, and one that is seen is not.
    processes[1].giveUp("tea")
    #expect(choose(1, 21) == "tea")
    let served = try ServingReceipt(
      of: AdIdentity(adID: "a", campaign: "tea"), for: "ann", issued: .zero, expires: .seconds(1))
    var receipt = ImpressionReceipt()
    receipt.receipts = [served, served]
    receipt.new = ["", "video"].enumerated().map { number, rule in
      Impression(
        id: ImpressionID(device: "d", stream: 0, number: number), ad: AdIdentity(adID: "a", campaign: "tea"),
        place: FeedPath(section: 0, row: 0), display: 0, began: .zero, at: .zero, rule: rule)
    }
    processes[1].count(receipt)
    #expect(choose(1, 21) == nil && processes[1].own["tea"]?.delivered == 1)
  }

  @Test func `the article shows the code as it is compiled`() throws {
    let article = try ProjectFiles.text("Sources/AdServing/AdServing.docc/CampaignThroughADay.md")
    let source = try ProjectFiles.text("Tests/AdServingTests/Flights/CampaignExample.swift")
    let blocks = article.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    #expect(blocks.count == 1 && source.hasSuffix("\n" + blocks[0]))
  }
}
