import AdServing
import Foundation
import Placement
import TestSupport
import Testing

@Suite struct ImpressionLedgerCodableTests {
  private func read(_ text: String) throws -> ImpressionLedger {
    try JSONDecoder().decode(ImpressionLedger.self, from: Data(text.utf8))
  }

  /// A ledger with something of everything, as it is written.
  private func sample() throws -> (ledger: ImpressionLedger, text: String) {
    var ledger = try ImpressionLedger(stream: 3)
    for display in 0..<3 {
      ledger.begin(
        display, AdIdentity(adID: "ad \(display)"), place: FeedPath(section: 0, row: display), at: .seconds(1))
      ledger.show(display, share: 1, at: .seconds(1 + display))
    }
    ledger.advance(to: .milliseconds(3500))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (ledger, String(decoding: try encoder.encode(ledger), as: UTF8.self))
  }

  @Test func `a ledger is read as it was written`() throws {
    for seed in 0..<100 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var ledger = try ImpressionLedger(rule: ViewabilityRule(duration: .milliseconds(300)))
      for _ in 0..<40 {
        let event = LedgerEvent.random(displays: 0..<8, using: &generator)
        _ = event.tell(
          &ledger,
          at: Duration(
            secondsComponent: .random(in: -2...2, using: &generator),
            attosecondsComponent: .random(in: 0..<1_000_000_000_000_000_000, using: &generator)))
      }
      let copy = try JSONDecoder().decode(ImpressionLedger.self, from: JSONEncoder().encode(ledger))
      #expect(copy == ledger, "seed \(seed)")
    }
  }

  /// A reader whose every number is a Double hands back what it got.
  @Test func `every number that is written is exact in a double`() throws {
    let (_, text) = try sample()
    let numbers = text.split { !($0.isNumber || $0 == "-") }.compactMap { Int(String($0)) }
    #expect(numbers.count > 20 && numbers.allSatisfy { Int(exactly: Double($0)) == $0 })
  }

  @Test func `what no history leads to is refused by name`() throws {
    let (_, text) = try sample()
    #expect(
      text.contains(#""nextDisplay":3"#) && text.contains(#""since":[3]"#) && text.contains(#""clock":[3,500000000]"#),
      "\(text)")
    let wrong: [(String, String, String)] = [
      (#""version":1"#, #""version":2"#, "version 2 is not known"),
      (#""nextDisplay":3"#, #""nextDisplay":2"#, "'nextDisplay' is 2, which is not above every display"),
      (#""nextDisplay":3"#, #""nextDisplay":-1"#, "'nextDisplay' is -1, which is not above every display"),
      (
        #""nextDisplay":3"#, #""nextDisplay":\#(Int.max)"#,
        "'nextDisplay' is \(Int.max), which is not above every display"
      ),
      (#""lost":0"#, #""lost":-4"#, "'lost' is -4, which is not within 0 and \(1 << 52)"),
      (#""since":[3]"#, #""since":[4]"#, "display 2 is later than the clock"),
      (#""clock":[3,500000000]"#, #""clock":[]"#, "[] is no time"),
      (#""clock":[3,500000000]"#, #""clock":[3,-1]"#, "[3, -1] is no time"),
      (#""clock":[3,500000000]"#, #""clock":[\#(Int.max)]"#, "[\(Int.max)] is no time"),
      (#""rule":{"#, #""others":[{"name":"a"}],"rule":{"#, "display 0 is not counted by the rules of the ledger"),
      (#""rule":{"#, #""rule":{"start":"loading","#, "display 2 cannot be in sight since 3.0 seconds"),
      (#""clock":[3,500000000]"#, #""clock":[0]"#, "display 0 is later than the clock"),
      (#""paused":false"#, #""paused":true"#, "display 2 is in sight, though all is paused"),
      (#""streams":[{"count":2,"stream":3}]"#, #""streams":[]"#, "'streams' lacks its own, which is 3"),
      (
        #""streams":[{"count":2,"stream":3}]"#, #""streams":[{"count":1,"stream":3}]"#,
        "impression 1 of stream 3 cannot be pending"
      ),
      (
        #""streams":[{"count":2,"stream":3}]"#, #""streams":[{"count":2,"stream":3},{"count":2,"stream":3}]"#,
        "'streams' has 3 after 3"
      ),
      (#""number":1,"#, #""number":0,"#, "impression 0 of stream 3 cannot be pending"),
      (#""number":1,"#, #""number":-1,"#, "'number' is -1, which is not within 0 and \(1 << 52)"),
    ]
    for (former, new, fault) in wrong {
      let hostile = text.replacing(former, with: new, maxReplacements: 1)
      #expect(hostile != text, "\(former)")
      #expect(DecodingRefusal { try read(hostile) }?.reason == AdServingError.invalidLedger(fault), "\(new)")
    }
    for (former, new, path) in [
      (#""clock":[3,500000000]"#, #""clock":[]"#, "clock"), (#""number":1,"#, #""number":-1,"#, "pending.1.number"),
      (#""began":[1]"#, #""began":[9,0]"#, "displays.0.began"),
      (#""duration":"1s""#, #""duration":"1w""#, "rule.duration"),
    ] {
      let hostile = text.replacing(former, with: new, maxReplacements: 1)
      #expect(DecodingRefusal<AdServingError> { try read(hostile) }?.path == path, "\(new)")
    }
  }

  @Test func `a ledger of a device names its impressions and refuses others`() throws {
    var ledger = try ImpressionLedger(rule: ViewabilityRule(duration: .zero), device: "phone", stream: 3)
    ledger.begin(0, AdIdentity(adID: "ad"), place: FeedPath(section: 0, row: 0), at: .zero)
    ledger.show(0, share: 1, at: .zero)
    #expect(ledger.pending.map(\.id) == [ImpressionID(device: "phone", stream: 3, number: 0)])
    let text = String(decoding: try JSONEncoder().encode(ledger), as: UTF8.self)
    #expect(try read(text) == ledger && text.ranges(of: #""device":"phone""#).count == 2)
    let other = text.replacing(#""device":"phone""#, with: #""device":"other""#, maxReplacements: 1)
    let refusals = ["impression phone/3/0 is of another device", "impression other/3/0 is of another device"]
    guard case .invalidLedger(let fault) = DecodingRefusal<AdServingError>({ try read(other) })?.reason else {
      Issue.record("it is read")
      return
    }
    #expect(refusals.contains(fault))
    let long = String(repeating: "é", count: 64)
    #expect(try ImpressionLedger(device: long).device == long)
    let tooLong = AdServingError.invalidValue(
      word: "device", value: "\(long.prefix(16))…", expected: "at most 128 bytes of UTF-8", column: nil)
    #expect(throws: tooLong) { try ImpressionLedger(device: long + "e") }
    let longer = text.replacing(#""device":"phone""#, with: #""device":"\#(long)e""#)
    #expect(DecodingRefusal { try read(longer) }?.reason == tooLong)
  }

  @Test func `damaged text is read or refused and never traps or leads to an impossible ledger`() throws {
    let (_, text) = try sample()
    for seed in 0..<2000 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var bytes = Array(text.utf8)
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let index = Int.random(in: bytes.indices, using: &generator)
        bytes[index] = Array("0123456789-[]{}e.".utf8).randomElement(using: &generator) ?? 0
      }
      guard var ledger = try? JSONDecoder().decode(ImpressionLedger.self, from: Data(bytes)) else { continue }
      #expect(ledger.checkInvariants(), "seed \(seed)")
      ledger.begin(ledger.nextDisplay, AdIdentity(adID: ""), place: FeedPath(section: 0, row: 0), at: .seconds(9))
      ledger.advance(to: .seconds(99))
      #expect(ledger.checkInvariants(), "seed \(seed)")
    }
  }

  @Test func `lists that are too long are given up`() throws {
    let (_, text) = try sample()
    let many = (0...ImpressionLedger.mostStreams).map { #"{"count":0,"stream":\#($0)}"# }.joined(separator: ",")
    let hostile = text.replacing(#""streams":[{"count":2,"stream":3}]"#, with: #""streams":[\#(many)]"#)
    let fault = "'streams' has more than \(ImpressionLedger.mostStreams) elements"
    let refusal = DecodingRefusal<AdServingError> { try read(hostile) }
    #expect(refusal?.reason == .invalidLedger(fault) && refusal?.path == "streams")
  }
}
