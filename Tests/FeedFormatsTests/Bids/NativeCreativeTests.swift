import AdServing
import TestSupport
import Testing

@testable import FeedFormats

@Suite struct NativeCreativeTests {
  private func ads(
    _ bid: String, seat: String = "s", expiringAfter expiry: Duration = .seconds(600)
  ) -> [Ad<NativeCreative>] {
    let text = #"{"id":"a","seatbid":[{"seat":"\#(seat)","bid":[{"id":"b","price":1,\#(bid)}]}]}"#
    return BidReader().read(Array(text.utf8)).ads(auctionedAt: .seconds(100), expiringAfter: expiry)
  }

  private func creative(_ markup: String) throws -> NativeCreative {
    try #require(ads(#""adm":\#(markup)"#).first).creative
  }

  @Test func `a bid becomes an ad`() throws {
    let bytes = try #require(ProjectFiles.bytes("Fixtures/bids/harbour-response.json"))
    let request = try BidRequest.read(try #require(ProjectFiles.bytes("Fixtures/bids/harbour-request.json"))).request
    let response = BidReader(request: request).read(bytes)
    let ads = response.ads(auctionedAt: .seconds(100), expiringAfter: .seconds(600))
    #expect(ads.map(\.id) == ["evening-7/north/b1", "evening-7/north/b2", "evening-7//17"])
    #expect(ads.map(\.creativeID) == ["north/kettle%2F7", "north/oar", "evening-7//17"])
    #expect(ads.map(\.campaign) == ["north/tea", "north/oar", "evening-7//17"])
    #expect(ads.map(\.advertisers) == [["kettle.example", "teas.example"], ["boats.example"], []])
    #expect(ads.map(\.expires) == [.seconds(400), .seconds(700), .seconds(700)])
    #expect(ads.map { $0.price?.description } == ["1.25 EUR", "0.50 EUR", nil])
    let tea = ads[0].creative
    #expect(tea.title == "The Copper Kettle: “first pot” free" && tea.text == "Tea, scones and a dry chair.")
    #expect(tea.sponsor == "The Copper Kettle" && tea.callToAction == "Book a chair" && tea.details == [.rating: "4.5"])
    #expect(tea.icon == NativeImage(url: "https://img.example/kettle.png", width: 96, height: 96))
    #expect(tea.image == NativeImage(url: "https://img.example/quay.jpg", width: 1200, height: 627))
    #expect(
      tea.link == AdLink(address: "https://kettle.example/", clickTrackers: ["https://count.example/click"]))
    #expect(
      tea.partLinks == [
        .data(.callToAction): AdLink(
          address: "https://kettle.example/book", clickTrackers: ["https://count.example/book"])
      ])
    #expect(
      tea.trackers
        == AdTrackers(
          events: [
            AdTracker(address: "https://count.example/seen?p=${AUCTION_PRICE}"),
            AdTracker(event: 2, method: 2, address: "https://count.example/half.js"),
            AdTracker(event: 500, method: 501, address: "", customData: #"{"key":"k1"}"#),
            AdTracker(address: "https://count.example/old"),
          ],
          scripts: ["<script>count()</script>"], win: "https://count.example/win",
          billing: "https://count.example/bill", loss: "https://count.example/lost",
          macros: response.macros(of: response.bids[0])))
    #expect(tea.categories == [AdCategory(name: "IAB8"), AdCategory(name: "IAB8-5")] && tea.language == "en")
    #expect(tea.privacy == "https://kettle.example/privacy" && tea.transparency?.payer == "Kettle Ltd")
    let boats = ads[1].creative
    #expect(boats.link == AdLink(address: "https://boats.example/course/6", deepLink: "boats://course/6"))
    #expect(boats.icon?.width == 64 && boats.image?.width == 600 && boats.video == #"<VAST version="3.0"/>"#)
    #expect(boats.sponsor == "Bootshaus" && boats.text?.hasPrefix("Small boats") == true)
  }

  @Test func `only addresses of the web are used`() throws {
    let good = [
      "http://a.example", "HTTPS://A.example/x?y=${AUCTION_ID}", "https://a.example/<m>", "https://[::1]/x y",
    ]
    let bad = [
      "a.example", "//a.example", "http:///x", "http: //a.example", "https://", "https:a.example", "http://a b/",
      "javascript:alert(1)", "data:text/html,x", "https://a.example/\\u0007", "ftp://a.example/",
    ]
    for address in good {
      let made = try creative(#"{"assets":[{"img":{"url":"\#(address)"}}],"link":{"url":"\#(address)"}}"#)
      #expect(made.image?.url == address && made.link == AdLink(address: address), "\(address)")
    }
    for address in bad {
      let made = try creative(
        #"""
        {"assets":[{"img":{"url":"\#(address)"}}],"link":{"url":"https://l.example","fallback":"\#(address)",
        "clicktrackers":["\#(address)"]},"imptrackers":["\#(address)"],"privacy":"\#(address)"}
        """#)
      #expect(made.image == nil && made.privacy == nil && made.trackers.events.isEmpty, "\(address)")
      #expect(made.link == AdLink(address: "https://l.example"), "\(address)")
    }
  }

  @Test func `a deep link is kept apart and its fallback is the link`() throws {
    let links = [
      (#"{"url":"shop://7","fallback":"https://shop.example/7"}"#, "https://shop.example/7", "shop://7"),
      (#"{"url":"shop:7"}"#, nil, "shop:7"),
      (#"{"url":"https://a.example","fallback":"https://b.example"}"#, "https://a.example", nil),
      (#"{"url":"a.example","fallback":"https://b.example"}"#, "https://b.example", nil),
      (#"{"url":"JavaScript:x"}"#, nil, nil), (#"{"url":"data:x"}"#, nil, nil), (#"{"url":"http: //x"}"#, nil, nil),
      (#"{"url":"7a:x"}"#, nil, nil), (#"{"url":"shop:"}"#, nil, nil), ("{}", nil, nil),
    ]
    for (link, address, deepLink) in links {
      let made = try creative(#"{"assets":[],"link":\#(link)}"#).link
      #expect(made == AdLink(address: address, deepLink: deepLink), "\(link)")
    }
  }

  @Test func `advertisers are named by their domains`() {
    let domains = [
      ("example.com", "example.com"), ("https://advertiser.example.com", "advertiser.example.com"),
      ("WWW.Example.COM", "example.com"), ("http://www.example.com:80/x?y#z", "example.com"),
      ("//example.com", "example.com"),
      ("https://ann@example.com", "example.com"), ("example.com.", "example.com"), (" example.com ", "example.com"),
      ("www.com", "www.com"), ("", nil), ("https://", nil), ("...", nil), ("two words", nil),
    ]
    for (text, domain) in domains { #expect(AdvertiserDomain.normalized(text) == domain, "\(text)") }
  }

  @Test func `names of ads, creatives and campaigns have their seat`() throws {
    let ad = try #require(ads(#""adm":{"assets":[]},"crid":7,"cid":"c%/d""#, seat: "n/s").first)
    #expect(ad.id == "a/n%2Fs/b" && ad.creativeID == "n%2Fs/7" && ad.campaign == "n%2Fs/c%25%2Fd")
  }

  @Test func `an ad expires in bounded time`() {
    for (exp, expires) in [("0", 100), ("9223372036854775000", 315_360_100), ("-1", 700), (#""9""#, 700)] {
      #expect(ads(#""adm":{"assets":[]},"exp":\#(exp)"#).map(\.expires) == [.seconds(expires)], "\(exp)")
    }
  }
}
