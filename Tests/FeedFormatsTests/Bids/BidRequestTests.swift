import AdServing
import Foundation
import Placement
import TestSupport
import Testing

@testable import FeedFormats

@Suite struct BidRequestTests {
  /// An impression that wants something of every kind.
  private var full: WantedImpression {
    var native = NativeRequest(assets: [
      .title(1, atMost: 90), .image(2, .icon, width: 50, height: 50),
      .image(3, .image, width: 600, height: 314, isRequired: true), .data(4, .sponsor, atMost: 25),
      .data(5, .callToAction),
    ])
    var video = WantedAsset()
    var wanted = WantedVideo()
    (wanted.mediaTypes, wanted.leastDuration, wanted.greatestDuration) = (["video/mp4"], 5, 30)
    wanted.protocols = [2, 3]
    (video.id, video.video) = (6, wanted)
    native.assets.append(video)
    native.trackers = [WantedTracker(event: 1, methods: [1]), WantedTracker(event: 2, methods: [1, 2])]
    native.showsPrivacy = true
    var impression = WantedImpression(native: native)
    (impression.frameworks, impression.blockedAttributes) = ([5], [3, 13])
    (impression.tagID, impression.isSecure, impression.expirySeconds) = ("list \"a\"", true, 900)
    return impression
  }

  private func page(_ floors: [String]) throws -> PageRequest<Int> {
    PageRequest(for: 0, currency: "EUR", floors: try floors.map { try Price($0) }, timeout: .milliseconds(120))
  }

  private func request(_ floors: [String], sharesAlike: Bool = false) throws -> BidRequest {
    var request = BidRequest(id: "r\n1", for: try page(floors), wanting: full, sharesAlike: sharesAlike)
    (request.blockedCategories, request.taxonomy, request.blockedAdvertisers) = (["IAB26"], 1, ["rival.example"])
    request.isTest = true
    return request
  }

  @Test func `the request of the fixture is read`() throws {
    let bytes = try #require(ProjectFiles.bytes("Fixtures/bids/harbour-request.json"))
    let (request, findings) = try BidRequest.read(bytes)
    #expect(findings.isEmpty && request.id == "evening-7" && request.impressions.map(\.id) == ["1", "2"])
    #expect(request.timeoutMilliseconds == 120 && request.currencies == ["EUR"] && !request.isTest)
    #expect(request.blockedCategories == ["IAB26"] && request.blockedAdvertisers == ["rival.example"])
    let impression = request.impressions[0]
    #expect(impression.floor == (try Price("0.25 EUR")) && impression.tagID == "wrenhaven-list" && impression.isSecure)
    #expect(impression.expirySeconds == 900 && impression.blockedAttributes == [3, 13])
    let native = try #require(impression.native)
    #expect(native.version == "1.2" && native.context == 1 && native.placement == 1 && native.placeCount == 2)
    #expect(native.assets.map(\.role) == [.title, .icon, .image, .data(.sponsor), .data(.text), .data(.callToAction)])
    #expect(native.assets.map(\.isRequired) == [true, false, false, false, false, false] && native.showsPrivacy)
    #expect(native.trackers == [WantedTracker(event: 1, methods: [1]), WantedTracker(event: 2, methods: [1, 2])])
    #expect(request.impressions[1].native == nil)
    #expect(BidRequestRules.faults(in: bytes).isEmpty)
  }

  @Test func `every plan becomes a request as the tables have it`() throws {
    for line in ["every 2", "at 0,3 every 4 gap 2", "every 3 nearest", "at 1 max 1"] {
      for count in [0, 1, 7, 40] {
        let places = Array(try PlacementPlan(rules: PlacementRules(line), userCounts: [count, 3]).places)
        for floors in [["0.00 EUR"], ["0.50 EUR", "1.00 EUR"], ["0.30 EUR", "0.20 EUR", "0.000001 EUR"]] {
          for sharesAlike in [false, true] {
            let request = try request(places.indices.map { floors[$0 % floors.count] }, sharesAlike: sharesAlike)
            let label = "'\(line)' over \(count) rows, \(floors), \(sharesAlike)"
            #expect(
              BidRequestRules.faults(in: request.json) == (places.isEmpty ? ["$.imp: array([])"] : []), "\(label)")
            let (again, findings) = try BidRequest.read(request.json)
            #expect(again == request && findings.isEmpty, "\(label)")
            #expect(request.impressions.reduce(0) { $0 + ($1.native?.placeCount ?? 1) } == places.count, "\(label)")
          }
        }
      }
    }
  }

  @Test func `requests that exchanges refuse are found by the tables`() {
    func asking(_ native: String) -> String {
      #"{"id":"r","imp":[{"id":"1","native":{"request":"\#(native.replacing("\"", with: "\\\""))"}}]}"#
    }
    let native = #""native":{"request":"{\"assets\":[{\"id\":1,\"title\":{\"len\":9}}]}"}"#
    func wanting(_ imp: String) -> String { #"{"id":"r","imp":[{"id":"1",\#(native),\#(imp)}]}"# }
    func parts(_ parts: String) -> String { asking(#"{"assets":[\#(parts)]}"#) }
    func besides(_ members: String) -> String { asking(#"{"assets":[{"id":1,"title":{"len":9}}],\#(members)}"#) }
    let cases = [
      ("", "$: no JSON"), (#"{"imp":[{"id":"1",\#(native)}]}"#, "$.id: missing"),
      (#"{"id":"","imp":[{"id":"1",\#(native)}]}"#, "$.id"), (#"{"id":7,"imp":[{"id":"1",\#(native)}]}"#, "$.id"),
      (#"{"id":"r"}"#, "$.imp: missing"), (#"{"id":"r","imp":[]}"#, "$.imp"),
      (#"{"id":"r","imp":[{\#(native)}]}"#, "imp.id: missing"), (#"{"id":"r","imp":[{"id":"1"}]}"#, "imp: no kind"),
      (#"{"id":"r","imp":[{"id":"1",\#(native)},{"id":"1",\#(native)}]}"#, "imp.id"),
      (#"{"id":"r","tmax":-1,"imp":[{"id":"1",\#(native)}]}"#, "$.tmax"),
      (#"{"id":"r","cur":"EUR","imp":[{"id":"1",\#(native)}]}"#, "$.cur"),
      (wanting(#""bidfloor":-0.5"#), "imp.bidfloor"), (wanting(#""bidfloor":"1""#), "imp.bidfloor"),
      (wanting(#""secure":2"#), "imp.secure"), (wanting(#""secure":true"#), "imp.secure"),
      (wanting(#""floor":1"#), "imp.floor: unknown"),
      (#"{"id":"r","imp":[{"id":"1","native":{"ver":"1.2"}}]}"#, "native.request: missing"),
      (#"{"id":"r","imp":[{"id":"1","native":{"request":{"assets":[]}}}]}"#, "native.request"),
      (asking("<x/>"), "native.request: no string of JSON"), (asking("[]"), "request: no object"),
      (asking("{}"), "request.assets: missing"), (parts(""), "request.assets"),
      (parts(#"{"title":{"len":9}}"#), "assets.id: missing"), (parts(#"{"id":1}"#), "assets: 0 kinds"),
      (parts(#"{"id":1,"title":{"len":9},"data":{"type":2}}"#), "assets: 2 kinds"),
      (parts(#"{"id":1,"title":{"len":9}},{"id":1,"data":{"type":2}}"#), "assets.id"),
      (parts(#"{"id":1,"required":2,"title":{"len":9}}"#), "assets.required"),
      (parts(#"{"id":1,"title":{}}"#), "title.len: missing"), (parts(#"{"id":1,"title":{"len":"9"}}"#), "title.len"),
      (parts(#"{"id":1,"img":{"type":4}}"#), "img.type"), (parts(#"{"id":1,"img":{"wmin":-1}}"#), "img.wmin"),
      (parts(#"{"id":1,"data":{"len":9}}"#), "data.type: missing"),
      (parts(#"{"id":1,"data":{"type":13}}"#), "data.type"),
      (parts(#"{"id":1,"video":{"minduration":1,"maxduration":9,"protocols":[2]}}"#), "video.mimes: missing"),
      (parts(#"{"id":1,"video":{"minduration":1,"maxduration":9,"protocols":[],"mimes":["x"]}}"#), "video.protocols"),
      (besides(#""context":4"#), "request.context"), (besides(#""plcmttype":0"#), "request.plcmttype"),
      (besides(#""plcmtcnt":0"#), "request.plcmtcnt"),
      (besides(#""eventtrackers":[{"methods":[1]}]"#), "eventtrackers.event: missing"),
      (besides(#""eventtrackers":[{"event":1}]"#), "eventtrackers.methods: missing"),
      (besides(#""eventtrackers":[{"event":1,"methods":[]}]"#), "eventtrackers.methods"),
      (besides(#""eventtrackers":[{"event":5,"methods":[1]}]"#), "eventtrackers.event"),
      (besides(#""eventtrackers":[{"event":1,"methods":[3]}]"#), "eventtrackers.methods"),
    ]
    for (request, fault) in cases {
      let faults = BidRequestRules.faults(in: Array(request.utf8))
      #expect(faults.count == 1 && faults.first?.hasPrefix(fault) == true, "\(request): \(faults)")
    }
    let own = besides(#""context":500,"plcmttype":501,"eventtrackers":[{"event":500,"methods":[1,777]}]"#)
    #expect(BidRequestRules.faults(in: Array(own.utf8)).isEmpty)
  }

  @Test func `places that are alike share an impression if asked`() throws {
    let floors = ["0.50 EUR", "1.00 EUR", "0.50 EUR"]
    let each = try request(floors)
    #expect(
      each.impressions.map(\.id) == ["1", "2", "3"] && each.impressions.map(\.native?.placeCount) == [nil, nil, nil])
    #expect(each.impressions.map { $0.floor?.description } == floors && each.timeoutMilliseconds == 120)
    let shared = try request(floors, sharesAlike: true)
    #expect(shared.impressions.map(\.id) == ["1", "2"] && shared.impressions.map(\.native?.placeCount) == [2, nil])
  }

  @Test func `the native request is a string of JSON`() throws {
    let text = String(decoding: try request(["0.50 EUR"]).json, as: UTF8.self)
    #expect(
      text.hasPrefix(
        #"{"id":"r\n1","imp":[{"id":"1","native":{"request":"{\"ver\":\"1.2\",\"context\":1,\"plcmttype\":1,"#))
    #expect(
      text.hasSuffix(
        #"""
        "ver":"1.2","api":[5],"battr":[3,13]},"tagid":"list \"a\"","bidfloor":0.5,"bidfloorcur":"EUR","secure":1,"exp":900}],\#
        "test":1,"tmax":120,"cur":["EUR"],"bcat":["IAB26"],"cattax":1,"badv":["rival.example"]}
        """#))
  }

  @Test func `older and odd spellings of a request are read`() throws {
    let spellings = [
      #""{\"native\":{\"assets\":[{\"id\":7,\"title\":{\"len\":9}}]}}""#, #"{"assets":[{"id":7,"title":{"len":9}}]}"#,
      #"{"native":{"assets":[{"id":7,"title":{"len":9}}]}}"#,
    ]
    for spelling in spellings {
      let text = #"{"id":1,"imp":[{"id":"1","native":{"request":\#(spelling)},"bidfloorcur":"JPY"}]}"#
      let (request, findings) = try BidRequest.read(Array(text.utf8))
      #expect(request.impressions.first?.native?.assets.map(\.id) == [7] && request.id == "1", "\(spelling)")
      #expect(findings.map(\.problem) == ["a bid request's id is a number, not a string"])
    }
    let broken = try BidRequest.read(Array(#"{"imp":[{"native":{"request":"{"}}]}"#.utf8))
    #expect(broken.request.impressions.map(\.native) == [nil])
    #expect(
      broken.findings.map(\.description) == [
        "1:32: an imp's request is not JSON: the text ends too early, within an object; left out"
      ])
    for text in ["", "[]", "{", "<x/>"] { #expect(throws: FeedError.self) { try BidRequest.read(Array(text.utf8)) } }
  }

  @Test func `a time that no exchange grants is bounded`() throws {
    for (timeout, milliseconds) in [(Duration.seconds(Int64.max), 86_400_000), (.seconds(-1), 0)] {
      let page = PageRequest(for: 0, places: 1, floor: try Price("0.00 USD"), timeout: timeout)
      #expect(BidRequest(id: "r", for: page, wanting: full).timeoutMilliseconds == milliseconds)
    }
  }
}
