import AdServing
import Foundation
import Placement
import TestSupport
import Testing

@Suite struct ImpressionInboxTests {
  private static let ad = AdIdentity(adID: "ad", campaign: "c")

  /// An impression of any name, as a client would send it.
  private static func impression(_ device: String, _ stream: Int, _ number: Int, at time: Int = 0) throws -> Impression
  {
    let json =
      #"{"device":"\#(device)","stream":\#(stream),"number":\#(number),"ad":"ad","campaign":"c","#
      + #""place":{"section":0,"row":0},"display":0,"began":[0],"at":[\#(time)]}"#
    return try JSONDecoder().decode(Impression.self, from: Data(json.utf8))
  }

  private static func impressions(_ device: String, _ stream: Int, _ numbers: some Sequence<Int>) throws -> [Impression]
  {
    try numbers.map { try impression(device, stream, $0) }
  }

  @Test func `each is new once`() throws {
    var inbox = ImpressionInbox()
    let first = try Self.impressions("a", 0, [0, 1, 4])
    let receipt = inbox.receive(first, at: .zero)
    #expect(receipt.new == first && receipt.repeatCount == 0 && receipt.refused == [])
    let more = try Self.impressions("a", 0, [1, 2, 4, 3]) + [Self.impression("b", 0, 0), Self.impression("", 0, 0)]
    let again = inbox.receive(more, at: .seconds(1))
    #expect(again.new.map(\.id.description) == ["a/0/2", "a/0/3", "b/0/0"] && again.repeatCount == 2)
    #expect(again.refused.map(\.id) == [more[5].id] && again.refused.map(\.reason) == [.noDevice])
    #expect(again.acknowledgements.map(\.device) == ["a", "b"] && inbox.deviceCount == 2)
  }

  @Test func `an acknowledgement says what need not be sent again`() throws {
    var inbox = ImpressionInbox()
    _ = inbox.receive(try Self.impressions("a", 3, [0, 1, 5, 6, 9]) + Self.impressions("a", 4, [2]), at: .zero)
    let answer = try #require(inbox.acknowledgement(of: "a"))
    #expect(inbox.acknowledgement(of: "b") == nil)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = #"""
      {"device":"a","streams":[{"below":2,"received":[{"below":7,"from":5},{"below":10,"from":9}],"stream":3},\#
      {"below":0,"received":[{"below":3,"from":2}],"stream":4}]}
      """#
    #expect(String(decoding: try encoder.encode(answer), as: UTF8.self) == json)
    #expect(try JSONDecoder().decode(ImpressionAcknowledgement.self, from: Data(json.utf8)) == answer)
    for (stream, covered) in [(3, [0, 1, 5, 6, 9]), (4, [2]), (2, []), (5, [])] {
      let all = (0...10).filter { answer.covers(ImpressionID(device: "a", stream: stream, number: $0)) }
      #expect(all == covered)
    }
    #expect(!answer.covers(ImpressionID(device: "b", stream: 3, number: 0)))
  }

  @Test func `wrong answers are refused with their path`() {
    for (json, path) in [
      (#"{"device":"a","streams":[{"stream":1,"below":2},{"stream":1,"below":2}]}"#, ""),
      (#"{"device":"a","streams":[{"stream":1,"below":-2}]}"#, "streams.0.below"),
      (#"{"device":"a","streams":[{"stream":1,"below":2,"received":[{"from":2,"below":3}]}]}"#, "streams.0.received"),
      (#"{"device":"a","streams":[{"stream":1,"below":2,"received":[{"from":4,"below":4}]}]}"#, "streams.0.received"),
      (#"{"device":"a","firstStream":-1,"streams":[]}"#, "firstStream"),
    ] {
      let refusal = DecodingRefusal<AdServingError> {
        try JSONDecoder().decode(ImpressionAcknowledgement.self, from: Data(json.utf8))
      }
      #expect(refusal?.path == path, "\(json)")
    }
  }

  @Test func `another gap waits until the oldest may be given up`() throws {
    var inbox = ImpressionInbox()
    let most = ImpressionInbox.gapsPerStream
    // Numbers 0, 3, 6, …: a gap of two before each but the first.
    #expect(inbox.receive(try Self.impressions("a", 0, (0...most).map { 3 * $0 }), at: .zero).new.count == most + 1)
    let another = [try Self.impression("a", 0, 3 * most + 3)]
    let early = inbox.receive(another, at: ImpressionInbox.shortestMemory - .nanoseconds(1))
    #expect(early.new == [] && early.refused.map(\.reason) == [.noMemory])
    #expect(!early.acknowledgements[0].covers(another[0].id) && inbox.forgottenCount == 0)
    #expect(inbox.receive(another, at: ImpressionInbox.shortestMemory).new == another)
    #expect(inbox.forgottenCount == 2)
    let late = inbox.receive(try Self.impressions("a", 0, [0, 1, 2, 3, 4]), at: ImpressionInbox.shortestMemory)
    #expect(late.refused.map(\.id.number) == [0, 1, 2] && late.refused.allSatisfy { $0.reason == .tooOld })
    #expect(late.repeatCount == 1 && late.new.map(\.number) == [4])
    let answer = try #require(inbox.acknowledgement(of: "a"))
    #expect((0...4).allSatisfy { answer.covers(ImpressionID(device: "a", stream: 0, number: $0)) })
  }

  @Test func `only the latest streams are remembered`() throws {
    var inbox = ImpressionInbox()
    let most = ImpressionInbox.streamsPerDevice
    for stream in 1...most { _ = inbox.receive([try Self.impression("a", 2 * stream, 0)], at: .zero) }
    #expect(inbox.receive([try Self.impression("a", 3, 0)], at: .zero).new.isEmpty == false)
    // Stream 2 has made room for 3.
    let old = inbox.receive([try Self.impression("a", 2, 0), try Self.impression("a", 1, 0)], at: .zero)
    #expect(old.new == [] && old.refused.map(\.reason) == [.tooOld, .tooOld])
    let answer = try #require(old.acknowledgements.first)
    #expect(answer.covers(ImpressionID(device: "a", stream: 2, number: 99)))
    #expect(!answer.covers(ImpressionID(device: "a", stream: 4, number: 99)))
  }

  @Test func `the device that is silent for longest makes room and is not counted twice`() throws {
    var inbox = ImpressionInbox(capacity: 2)
    let upload = [try Self.impression("a", 0, 0, at: 10)]
    _ = inbox.receive(upload, at: .seconds(11))
    _ = inbox.receive([try Self.impression("b", 0, 0, at: 5)], at: .seconds(12))
    let third = [try Self.impression("c", 0, 0, at: 20)]
    let early = inbox.receive(third, at: .seconds(11) + ImpressionInbox.shortestMemory - .nanoseconds(1))
    #expect(early.refused.map(\.reason) == [.noMemory] && early.acknowledgements == [] && inbox.horizon == nil)
    #expect(inbox.receive(third, at: .seconds(11) + ImpressionInbox.shortestMemory).new == third)
    #expect(inbox.deviceCount == 2 && inbox.horizon == .seconds(10))
    // The first is not known any more: whether it was received cannot be said, until it is too old.
    let again = inbox.receive(upload, at: .seconds(4_000))
    #expect(again.refused.map(\.reason) == [.noMemory] && again.acknowledgements == [])
    let old = inbox.receive(upload, at: .seconds(10) + ImpressionInbox.longestWait)
    #expect(old.refused.map(\.reason) == [.tooOld] && old.acknowledgements[0].covers(upload[0].id))
    #expect(inbox.receive([try Self.impression("a", 0, 1, at: 30)], at: .seconds(700_000)).new.count == 1)
    inbox.forget(silentSince: .seconds(700_000))
    #expect(inbox.deviceCount == 1 && inbox.horizon == .seconds(20))
  }

  @Test func `a clock far ahead is refused and is remembered until the server is there`() throws {
    var inbox = ImpressionInbox(capacity: 1)
    let day = 86_400
    let upload = [try Self.impression("a", 0, 0, at: day), try Self.impression("a", 0, 1, at: day + 1)]
    let receipt = inbox.receive(upload, at: .zero)
    #expect(receipt.new.map(\.number) == [0] && receipt.refused.map(\.reason) == [.inFuture])
    let other = [try Self.impression("b", 0, 0, at: day + 1)]
    #expect(inbox.receive(other, at: .seconds(day + 3_599)).refused.map(\.reason) == [.noMemory])
    #expect(inbox.receive(other, at: .seconds(day + 3_600)).new == other && inbox.horizon == .seconds(day))
    #expect(inbox.receive(upload, at: .seconds(day + 3_600)).new == [])
  }

  @Test func `an inbox is read as it was written or refused`() throws {
    var inbox = ImpressionInbox(capacity: 3)
    for device in ["a", "b", "c", "d"] {
      // The last makes room for itself.
      let now = Duration.seconds(device == "d" ? 3_601 : 1)
      _ = inbox.receive(try Self.impressions(device, 1, [0, 2, 5]) + Self.impressions(device, 0, [1]), at: now)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(inbox), as: UTF8.self)
    #expect(try JSONDecoder().decode(ImpressionInbox.self, from: Data(text.utf8)) == inbox)
    for (former, new, path) in [
      (#""version":1"#, #""version":2"#, "version"), (#""capacity":3"#, #""capacity":0"#, "capacity"),
      (#""capacity":3"#, #""capacity":2"#, "devices"), (#""device":"c""#, #""device":"b""#, "devices"),
      (#""device":"c""#, #""device":"""#, "devices.1.device"), (#""stream":1"#, #""stream":0"#, "devices.0"),
      (#""below":1"#, #""below":7"#, "devices.0.streams.1.received"), (#""forgotten""#, #""lost""#, nil),
    ] as [(String, String, String?)] {
      let hostile = text.replacing(former, with: new, maxReplacements: 1)
      #expect(hostile != text, "\(former)")
      let refusal = DecodingRefusal<AdServingError> {
        try JSONDecoder().decode(ImpressionInbox.self, from: Data(hostile.utf8))
      }
      #expect(refusal?.path == path, "\(new)")
    }
    for seed in Sample.of(0..<2_000 as Range<UInt64>, few: 0..<200) {
      var random = SeededGenerator(seed: seed)
      let bytes = random.damaged(Array(text.utf8), alphabet: Array(#"0123456789-[]{},:""#.utf8))
      do {
        var read = try JSONDecoder().decode(ImpressionInbox.self, from: Data(bytes))
        _ = read.receive(try Self.impressions("a", 0, 0..<9), at: .seconds(2))
        #expect(read.checkInvariants(), "seed \(seed)")
      } catch { #expect(error is DecodingError, "seed \(seed): \(error)") }
    }
  }
}
