import AdServing
import Testing

@testable import FeedFormats

@Suite struct NativeMacrosTests {
  private func ad(_ adm: String, test: Bool = false) throws -> (ad: Ad<NativeCreative>, response: BidResponse) {
    var request = BidRequest()
    request.impressions = [WantedImpression(id: "i", native: NativeRequest(assets: []))]
    request.isTest = test
    let bid =
      #"{"id":"b","impid":"i","adid":"d","price":1.5,"nurl":"https://x.example/won?${AUCTION_ID}","adm":\#(adm)}"#
    let text = #"{"id":"a","bidid":"r","cur":"EUR","seatbid":[{"seat":"s&t","bid":[\#(bid)]}]}"#
    let response = BidReader(request: request).read(Array(text.utf8))
    return (try #require(response.ads(auctionedAt: .zero, expiringAfter: .seconds(60)).first), response)
  }

  private static let markup = #"""
    {"assets":[{"id":1,"title":{"text":"For ${AUCTION_PRICE} ${AUCTION_CURRENCY}, $5 {off}"}},
    {"id":2,"img":{"type":3,"url":"https://i.example/${AUCTION_IMP_ID}.png"}},
    {"id":3,"data":{"type":12,"value":"${AUCTION_AD_ID}"},"link":{"url":"https://x.example/${AUCTION_BID_ID}"}}],
    "link":{"url":"https://x.example/?s=${AUCTION_SEAT_ID}&w=${WHAT}","clicktrackers":["https://c.example/${AUCTION_ID}"]},
    "eventtrackers":[{"event":1,"method":1,"url":"https://e.example/${AUCTION_PRICE:B64}"}]}
    """#

  @Test func `what is shown has values in place of macros`() throws {
    let creative = try ad(Self.markup).ad.creative.filled()
    #expect(creative.title == "For 1.5 EUR, $5 {off}" && creative.callToAction == "d")
    #expect(creative.image?.url == "https://i.example/i.png")
    #expect(creative.link.address == "https://x.example/?s=s%26t&w=")
    #expect(creative.partLinks[.data(.callToAction)]?.address == "https://x.example/r")
    // Trackers keep theirs, until they are due.
    #expect(creative.link.clickTrackers == ["https://c.example/${AUCTION_ID}"])
    #expect(creative.trackers.events.map(\.address) == ["https://e.example/${AUCTION_PRICE:B64}"])
    let macros = creative.trackers.macros
    #expect(creative.trackers.events.map { macros.filled($0.address) } == ["https://e.example/MS41"])
    #expect(creative.trackers.win.flatMap { macros.filled($0) } == "https://x.example/won?a")
  }

  @Test func `the macros of a test auction are an audit`() throws {
    let creative = try ad(Self.markup, test: true).ad.creative
    #expect(creative.trackers.macros.isTest && creative.filled().title == "For AUDIT AUDIT, $5 {off}")
  }

  @Test func `a notice that brings the markup is not due again`() throws {
    let (_, response) = try ad(Self.markup)
    var bid = response.bids[0]
    let markup = try #require(bid.markup)
    func win() -> String? {
      response.ad(of: bid, showing: markup, auctionedAt: .zero, expiringAfter: .zero).creative.trackers.win
    }
    #expect(win() == "https://x.example/won?${AUCTION_ID}")
    bid.markup = nil
    #expect(win() == nil)
  }

  @Test func `a part that grows beyond all bounds is left out`() throws {
    let many = String(repeating: "${AUCTION_SEAT_ID}", count: 300_000)
    let creative = try ad(#"{"assets":[{"id":1,"title":{"text":"\#(many)"}}]}"#).ad.creative
    #expect(creative.title == many && creative.filled().title == nil)
  }
}
