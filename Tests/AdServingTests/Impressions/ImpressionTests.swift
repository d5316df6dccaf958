import AdServing
import Foundation
import Placement
import TestSupport
import Testing

@Suite struct ImpressionTests {
  /// Counts as many impressions as the device and its streams have, each in a process of its own.
  private static func counted(_ device: String, streams: Range<Int>, count: Int) throws -> [Impression] {
    try streams.flatMap { stream in
      var ledger = try ImpressionLedger(rule: ViewabilityRule(duration: .zero), device: device, stream: stream)
      for display in 0..<count {
        ledger.begin(display, AdIdentity(adID: "ad"), place: FeedPath(section: 0, row: display), at: .zero)
        ledger.show(display, share: 1, at: .zero)
      }
      return ledger.pending
    }
  }

  @Test func `no two impressions of any users have the same name`() throws {
    let all = try ["ann's phone", "ann's tablet", "bob's phone"].flatMap { device in
      try Self.counted(device, streams: 0..<3, count: 4)
    }
    #expect(all.count == 36 && Set(all.map(\.id)).count == 36)
    #expect(Set(all.map(\.number)) == [0, 1, 2, 3])
    var inbox = ImpressionInbox()
    let receipt = inbox.receive(all + all, at: .zero)
    #expect(receipt.new == all && receipt.repeatCount == 36)
  }

  @Test func `a damaged impression in an upload is a decoding error with its path`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let impressions = try Self.counted("phone", streams: 3..<4, count: 2)
    let text = String(decoding: try encoder.encode(["upload": impressions]), as: UTF8.self)
    func read(_ text: String) throws -> [Impression]? {
      try JSONDecoder().decode([String: [Impression]].self, from: Data(text.utf8))["upload"]
    }
    #expect(try read(text) == impressions)
    let number = "is -1, which is not within 0 and \(1 << 52)"
    for (former, new, path, fault) in [
      (#""number":1"#, #""number":-1"#, "number", "'number' \(number)"),
      (#""display":1"#, #""display":-1"#, "display", "'display' \(number)"),
      (#""row":1"#, #""row":-1"#, "place", "'place' is feed 0:-1, where no row can stand"),
    ] {
      let refusal = DecodingRefusal<AdServingError> { try read(text.replacing(former, with: new)) }
      #expect(refusal?.path == "upload.1.\(path)" && refusal?.reason == .invalidLedger(fault), "\(new)")
    }
  }
}
