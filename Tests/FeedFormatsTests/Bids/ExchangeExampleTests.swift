import AdServing
import FeedFormats
import Foundation
import TestSupport
import Testing

@Suite struct ExchangeExampleTests {
  @Test func `an exchange is asked and its bids are ads of an auction`() async throws {
    let wanted = WantedImpression(native: NativeRequest(assets: [.title(1, atMost: 90)]))
    let title = #"{"assets":[{"id":1,"title":{"text":"t"}}],"link":{"url":"https://shop.example/"}}"#
    let exchange = Exchange(wanted: wanted) { request in
      let (request, findings) = try BidRequest.read(request)
      #expect(request.impressions.map { $0.floor?.description } == ["0.50 USD", "0.50 USD"] && findings.isEmpty)
      let bids = request.impressions.map {
        #"{"id":"b\#($0.id)","impid":"\#($0.id)","price":\#($0.id),"adm":\#(title)}"#
      }
      return Array(#"{"id":"\#(request.id)","seatbid":[{"bid":[\#(bids.joined(separator: ","))]}]}"#.utf8)
    } report: {
      Issue.record("\($0)")
    }
    let page = PageRequest(for: "ann", places: 2, floor: try Price("0.50 USD"), timeout: .milliseconds(120))
    let ads = try await exchange.ads(for: page, auction: "evening", at: .seconds(5))
    let outcome = AuctionOutcome(of: [AuctionAnswer(source: "x", result: .ads(ads, after: .zero))], to: page, at: .zero)
    #expect(outcome.winners.map(\.ad.id) == ["evening//b2", "evening//b1"])
    #expect(ads.map(\.expires) == [.seconds(605), .seconds(605)])
  }

  @Test func `the article shows the code as it is compiled`() throws {
    let article = try ProjectFiles.text("Sources/FeedFormats/FeedFormats.docc/NativeBids.md")
    let source = try ProjectFiles.text("Tests/FeedFormatsTests/Bids/ExchangeExample.swift")
    let blocks = article.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    #expect(blocks == [source])
  }
}
