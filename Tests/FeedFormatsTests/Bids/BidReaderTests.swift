import AdServing
import TestSupport
import Testing

@testable import FeedFormats

@Suite struct BidReaderTests {
  private func response(of bids: String, request: BidRequest? = nil) -> BidResponse {
    BidReader(request: request).read(Array(#"{"id":"a","seatbid":[{"seat":"s","bid":[\#(bids)]}]}"#.utf8))
  }

  /// The bid of a response with markup, which has no quotes that are escaped.
  private func bid(_ markup: String, _ members: String = "", request: BidRequest? = nil) -> BidResponse {
    response(of: #"{"id":"b","impid":"1","price":1,"adm":\#(markup)\#(members)}"#, request: request)
  }

  /// A request whose impression wants some assets.
  private func request(_ assets: [WantedAsset]) -> BidRequest {
    var request = BidRequest()
    request.impressions = [WantedImpression(native: NativeRequest(assets: assets))]
    return request
  }

  // MARK: - Whole responses

  @Test func `a response is read by its request without loss`() throws {
    let request = try BidRequest.read(try #require(ProjectFiles.bytes("Fixtures/bids/harbour-request.json"))).request
    let response = BidReader(request: request).read(
      try #require(ProjectFiles.bytes("Fixtures/bids/harbour-response.json")))
    #expect(response.id == "evening-7" && response.bidID == "answer-1" && response.currency == "EUR")
    #expect(response.bids.map(\.id) == ["b1", "b2", "later", "17"])
    #expect(response.bids.map(\.seat) == ["north", "north", nil, nil])
    #expect(response.bids.map(\.isOfGroup) == [true, true, false, false])
    #expect(response.bids.map { $0.price?.description } == ["1.25 EUR", "0.50 EUR", "0.333333 EUR", nil])
    #expect(
      response.findings.map(\.problem) == [
        #"a tracker in the markup of the bid "b1" lacks its event, method or url"#,
        #"data's value is a number, not a string"#,
        #"a link's clicktrackers is not an http or https address: "ftp://count.example/""#,
        #"a native ad's ver is a number, not a string"#, #"the bid "banner" is no native ad but a banner"#,
        #"the markup of the bid "html" is not JSON: expected a value"#,
        #"the markup of the bid "untitled" lacks the asset 1, which the request requires"#,
        #"a bid's price has more than six decimals; the rest is cut off"#,
        #"the bid "stray" is for no impression of the request: "8""#,
        #"the bid "for-banner" is for an impression that wants no native ad"#,
        #"a bid's id is a number, not a string"#, #"a bid's price is a string, not a number"#,
        #"a bid is a string, not an object"#,
      ])
    let bid = response.bids[0]
    #expect(bid.winAddress == "https://count.example/win" && bid.billingAddress == "https://count.example/bill")
    #expect(bid.lossAddress == "https://count.example/lost" && bid.creativeID == "kettle/7" && bid.campaignID == "tea")
    #expect(bid.domains == ["https://www.Kettle.example/tea", "kettle.example", "Teas.example."])
    #expect(bid.categories == ["IAB8", "IAB8-5"] && bid.taxonomy == 1 && bid.attributes == [2] && bid.kind == 4)
    #expect(bid.expirySeconds == 300 && bid.width == 1200 && bid.height == 627 && bid.language == "en")
    #expect(bid.dealID == "d1" && bid.bundle == "app.kettle" && bid.transparency?.payer == "Kettle Ltd")
    #expect(bid.transparency?.behalf == "The Copper Kettle" && bid.transparency?.isRendered == 1)
    #expect(bid.transparency?.parties.map(\.domain) == ["count.example"])
    #expect(bid.transparency?.parties.map(\.parameters) == [[1, 2]])
    let markup = try #require(bid.markup)
    #expect(
      markup.assets.map(\.id) == [1, 2, 3, 4, 5, 6, nil] && markup.assets.map(\.isRequired)[0...1] == [true, false])
    #expect(
      markup.assets.map(\.role) == [
        .title, .icon, .image, .data(.sponsor), .data(.text), .data(.callToAction), .data(.rating),
      ])
    #expect(markup.trackers.map(\.event) == [1, 2, 500] && markup.trackers.map(\.method) == [1, 2, 501])
    #expect(markup.trackers[2].customData == #"{"key":"k1"}"# && markup.script == "<script>count()</script>")
    #expect(markup.privacy == "https://kettle.example/privacy" && markup.version == "1.2")
    #expect(response.bids[3].markup?.dynamicURL == "https://count.example/assets")
  }

  @Test func `without a request nothing is asked of a bid`() throws {
    let bytes = try #require(ProjectFiles.bytes("Fixtures/bids/harbour-response.json"))
    let bids = BidReader().read(bytes).bids
    #expect(bids.map(\.id) == ["b1", "b2", "untitled", "later", "stray", "for-banner", "17"])
    #expect(bids[0].markup?.assets[3].role == .data(.sponsor))
  }

  @Test func `a response without bids says why`() {
    let response = BidReader().read(Array(#"{"id":"a","nbr":2,"cur":"gbp"}"#.utf8))
    #expect(
      response.noBidReason == 2 && response.bids.isEmpty && response.findings.isEmpty && response.currency == "GBP")
    let other = BidReader().read(
      Array(#"{"cur":"£","seatbid":[{"bid":[{"id":"b","price":1,"adm":{"assets":[]}}]}]}"#.utf8))
    #expect(other.bids.map(\.price) == [nil])
    #expect(other.findings.map(\.problem) == [#"the response's cur is no currency: "£"; its bids have no prices"#])
  }

  // MARK: - Damage

  @Test func `what is cut off is a finding and the bids before it are read`() throws {
    let bytes = try #require(ProjectFiles.bytes("Fixtures/bids/harbour-response.json"))
    let whole = BidReader().read(bytes)
    var most = 0
    for length in stride(from: 0, to: bytes.count - 2, by: 37) {
      let response = BidReader().read(Array(bytes[..<length]))
      #expect(response.findings.contains { $0.remedy == .restLeftOut }, "\(length) bytes")
      #expect(
        response.bids.count >= most && response.bids.map(\.id) == whole.bids.prefix(response.bids.count).map(\.id))
      most = response.bids.count
    }
    #expect(most == whole.bids.count)
  }

  @Test func `any bytes are read`() throws {
    let bytes = try #require(ProjectFiles.bytes("Fixtures/bids/harbour-response.json"))
    for seed in 0..<Sample.of(2000, few: 100) as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let damaged = random.damaged(bytes, alphabet: Array("{}[]\",:\\u01e-. adm".utf8))
      let response = BidReader().read(damaged)
      let order = zip(response.findings, response.findings.dropFirst())
      #expect(order.allSatisfy { $0.position <= $1.position }, "seed \(seed)")
      _ = response.ads(auctionedAt: .zero, expiringAfter: .seconds(60))
    }
  }

  @Test func `what is no response is a finding`() {
    let texts = [
      ("", "1:1: the document is empty; the rest left out"),
      ("<x/>", "1:1: a bid response is an object, not \"<x/>\"; the rest left out"),
      ("{", "1:2: the document ends too early, within an object; the rest left out"),
      (#"{"seatbid":{}}"#, "1:12: seatbid is an object, not an array; left out"),
      (#"{"seatbid":[1]}"#, "1:13: an element of seatbid is a number, not an object; left out"),
      (#"{"seatbid":[{"bid":7}]}"#, "1:20: bid is a number, not an array; left out"),
      (#"{"seatbid":[]} x"#, "1:16: expected the end of the document; the rest left out"),
    ]
    for (text, finding) in texts {
      #expect(BidReader().read(Array(text.utf8)).findings.map(\.description) == [finding])
    }
  }

  @Test func `a bid with invalid bytes is left out alone`() {
    let bytes =
      Array(#"{"id":"über","seatbid":[{"bid":[{"id":"x"#.utf8) + [0xFF]
      + Array(#""},{"id":"b","price":1,"adm":{"assets":[]}}]}]}"#.utf8)
    let response = BidReader().read(bytes)
    #expect(response.bids.map(\.id) == ["b"])
    #expect(response.findings.map(\.description) == ["1:42: invalid UTF-8; item left out"])
  }

  @Test func `deep markup and many bids keep the limits`() {
    let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
    #expect(
      bid(#""{\"assets\":\#(deep)}""#).findings.map(\.problem) == [
        #"the markup of the bid "b" is nested deeper than 512"#
      ])
    #expect(bid(#"{"assets":\#(deep)}"#).findings.map(\.problem) == ["nested deeper than 512"])
    var options = FeedReader.Options()
    options.maxItems = 1
    let bids = String(repeating: #"{"id":"b","price":1,"adm":{"assets":[]}},"#, count: 3).dropLast()
    let response = BidReader(options: options).read(Array(#"{"seatbid":[{"bid":[\#(bids)]}]}"#.utf8))
    #expect(response.bids.count == 1 && response.findings.map(\.remedy) == [.restLeftOut])
  }

  // MARK: - Markup

  @Test func `a fault in markup has its place in the file`() {
    let markup = #""{\"assets\":[],\"link\":{\"url\":\"x\u002fy\"}}""#
    let text = #"{"id":"a","seatbid":[{"seat":"s","bid":[{"id":"b","impid":"1","price":1,"adm":"#
    let column = text.utf8.count + #""{\"assets\":[],\"link\":{\"url\":"#.utf8.count + 1
    #expect(
      bid(markup).findings.map(\.description) == [
        #"1:\#(column): a link's url is not an http or https address: "x/y"; left out"#
      ])
    #expect(bid(#""{\"assets\":[]\u0020 ]""#).findings.map(\.position.column) == [text.utf8.count + 23])
  }

  @Test func `what is no native markup is left out by name`() {
    let cases = [
      (#""<VAST/>""#, "is not JSON: expected a value"), ("7", "is a number, not an object of native markup"),
      (#""[]""#, "is an array, not an object of native markup"), ("{}", "has no assets"),
      (#""{\"native\":\"x\"}""#, "has a native that is a string, not an object"),
      (#""{\"native\":{\"ver\":\"1.2\"}}""#, "has no assets"),
      (#""{\"assets\":[]""#, "is not JSON: the text ends too early, within an object"),
    ]
    for (markup, problem) in cases {
      let response = bid(markup)
      #expect(response.bids.isEmpty && response.findings.map(\.remedy) == [.itemLeftOut], "\(markup)")
      #expect(response.findings.map(\.problem) == [#"the markup of the bid "b" \#(problem)"#])
    }
    for (members, problem) in [
      ("", "a bid has no id"), (#""id":"b","price":1,"adm":"""#, #"the bid "b" has no markup"#),
    ] {
      #expect(response(of: "{\(members)}").findings.map(\.problem) == [problem])
    }
  }

  @Test func `the kind of a bid is its mtype before that of its impression`() {
    var request = BidRequest()
    request.impressions = [WantedImpression()]
    request.impressions[0].id = "1"
    #expect(bid(#"{"assets":[]}"#, request: request).bids.isEmpty)
    #expect(bid(#"{"assets":[]}"#, #","mtype":4"#, request: request).bids.count == 1)
    for mtype in [1, 2, 3, 5] { #expect(bid(#"{"assets":[]}"#, #","mtype":\#(mtype)"#).bids.isEmpty) }
  }

  @Test func `an asset is what the request says before what it says itself`() {
    let markup =
      #"{"assets":[{"id":1,"img":{"url":"https://i.example/a","type":3}},{"id":2,"data":{"value":"x","type":2}}]}"#
    func roles(_ assets: [WantedAsset]) -> [NativeRole?]? {
      bid(markup, request: request(assets)).bids.first?.markup?.assets.map(\.role)
    }
    #expect(roles([]) == [.image, .data(.text)])
    #expect(roles([.image(1, .icon, width: 1, height: 1), .data(2, .sponsor)]) == [.icon, .data(.sponsor)])
    #expect(
      roles([.title(1, atMost: 9, isRequired: false), .image(2, .icon, width: 1, height: 1)]) == [.image, .data(.text)])
    #expect(roles([.title(1, atMost: 9)]) == nil)
    #expect(roles([.title(3, atMost: 9)]) == nil)
  }

  @Test func `an asset of no known type is judged by its size`() {
    let cases: [(String, NativeRole?)] = [
      (#""img":{"w":256,"h":256}"#, .icon), (#""img":{"w":257,"h":257}"#, .image), (#""img":{"w":0,"h":0}"#, .image),
      (#""img":{"w":120,"h":100}"#, .image), (#""img":{}"#, .image), (#""img":{"w":90,"h":90,"type":3}"#, .image),
      (#""img":{"type":2}"#, .icon), (#""data":{"value":"1234567890123456789012345"}"#, .data(.sponsor)),
      (#""data":{"value":"12345678901234567890123456"}"#, .data(.text)), (#""data":{"type":12}"#, .data(.callToAction)),
      (#""video":{"vasttag":"<VAST/>"}"#, .video), (#""title":{"text":"t"}"#, .title), (#""id":1"#, nil),
    ]
    for (asset, role) in cases {
      #expect(bid(#"{"assets":[{\#(asset)}]}"#).bids.first?.markup?.assets.map(\.role) == [role], "\(asset)")
    }
  }

  @Test func `assets that are fetched may have what is required`() throws {
    let request = request([.title(1, atMost: 90)])
    #expect(bid(#"{"assets":[],"link":{}}"#, request: request).bids.isEmpty)
    for name in ["assetsurl", "dcourl"] {
      let rest = #""link":{"url":"https://b.example/"},"imptrackers":["https://c.example/"]"#
      var later = try #require(bid(#"{"\#(name)":"https://a.example/",\#(rest)}"#, request: request).bids.first)
      let reader = BidReader(request: request)
      let assets = #"[{"id":1,"title":{"text":"t"}}]"#
      for (answer, link) in [
        (assets, "https://b.example/"), (#"{"assets":\#(assets)}"#, "https://b.example/"),
        (#"{"native":{"assets":\#(assets),"link":{"url":"https://d.example/"}}}"#, "https://d.example/"),
      ] {
        let (markup, findings) = reader.markup(Array(answer.utf8), for: later)
        #expect(markup?.assets.map(\.role) == [.title] && markup?.assets.first?.title == "t" && findings.isEmpty)
        #expect(markup?.link?.url == link && markup?.impressionTrackers == ["https://c.example/"], "\(answer)")
        #expect(markup.map { $0.assetsURL == nil && $0.dynamicURL == nil } == true)
      }
      for answer in ["[]", #"[{"id":2,"title":{"text":"t"}}]"#, #"{"assets":[]}"#] {
        let (missing, reasons) = reader.markup(Array(answer.utf8), for: later)
        #expect(missing == nil && reasons.map(\.position.column) == [1], "\(answer)")
      }
      #expect(reader.markup(Array("<VAST/>".utf8), for: later).findings.map(\.remedy) == [.restLeftOut])
      // The answer to a nurl is all of the markup.
      later.markup = nil
      #expect(reader.markup(Array(assets.utf8), for: later).markup == nil)
    }
  }
}
