import Foundation
import TestSupport
import Testing

@testable import AdServing
@testable import Placement

@Suite struct HistoryTextTests {
  private static let names = [
    "a", "ab", "abc", "b", "campaign-1", "campaign-10", "campaign-2", "é", "e\u{301}x", "ü", "🇩🇪",
  ]

  /// A history of any shape, also with times that no cap would keep.
  private static func random(_ random: inout SeededGenerator) -> FrequencyHistory {
    var history = FrequencyHistory()
    let origin = Int64.random(in: 0...(1 << Int64.random(in: 1...50, using: &random)), using: &random)
    let spread = Int64(1) << Int64.random(in: 0...40, using: &random)
    let retentions = [1, 1_000, 86_400_000, SeenTime.forever - 1, SeenTime.forever].shuffled(using: &random)
      .prefix(Int.random(in: 1...5, using: &random))
    for name in Self.names.shuffled(using: &random).prefix(Int.random(in: 0...8, using: &random)) {
      var times: [SeenTime] = []
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        let time = SeenTime(
          time: origin + Int64.random(in: 0..<spread, using: &random),
          retention: retentions.randomElement(using: &random) ?? 1)
        let copies = times.contains { $0.time == time.time } ? 0 : Int.random(in: 1...2, using: &random)
        times += Array(repeating: time, count: copies)
      }
      history.keep(OneOrMore(times.sorted { $0.time < $1.time }), of: name)
    }
    return history
  }

  @Test func `any history is read as it was written and has one text`() throws {
    for seed in Sample.of(UInt64(1)...2_000, few: UInt64(1)...200) {
      var random = SeededGenerator(seed: seed)
      let history = Self.random(&random)
      let text = history.packed
      let copy = try FrequencyHistory(packed: text)
      #expect(copy == history && copy.count == history.count && copy.packed == text, "seed \(seed)")
      var other = FrequencyHistory()
      for name in history.campaigns.shuffled(using: &random) { other.keep(history.seen[name], of: name) }
      #expect(other.packed == text, "seed \(seed)")
    }
  }

  /// A text is refused, or it is the one text of the history that is read.
  private func isRefused(_ text: String, _ label: Comment) -> Bool {
    do {
      let history = try FrequencyHistory(packed: text)
      #expect(history.packed == text && history.count <= FrequencyHistory.limit && history.checkInvariants(), label)
      return false
    } catch {
      guard case .invalidHistory = error else {
        Issue.record("\(error)")
        return true
      }
      return true
    }
  }

  @Test func `a damaged text is refused or is the text of another history`() {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    var refused = 0
    let rounds = Sample.of(UInt64(100_000), few: 1_500)
    for seed in 1...rounds {
      var random = SeededGenerator(seed: seed)
      let damaged = random.damaged(Array(Self.random(&random).packed.utf8), alphabet: alphabet)
      if isRefused(String(decoding: damaged, as: UTF8.self), "seed \(seed)") { refused += 1 }
    }
    #expect(refused > rounds / 2)
  }

  @Test func `every flipped bit is refused or gives another history`() throws {
    var history = FrequencyHistory()
    let caps = try FrequencyCap.list("3 per 1d, 9 per 7d")
    for (time, name) in Self.names.enumerated() { history.record(name, caps: caps, at: .seconds(time * 977)) }
    history.record("a", caps: try FrequencyCap.list("2"), at: .seconds(5))
    let bytes = try #require(Base64URL.bytes(of: history.packed))
    for bit in 0..<8 * bytes.count {
      var flipped = bytes
      flipped[bit / 8] ^= 0x80 >> UInt8(bit % 8)
      _ = isRefused(Base64URL.text(of: flipped), "bit \(bit)")
      #expect(isRefused(Base64URL.text(of: Array(bytes.prefix(bit / 8))), "\(bit / 8) bytes"))
    }
  }

  /// The bits of a text: numbers, and words with their widths.
  private func text(_ parts: [(word: Int, width: Int?)]) -> String {
    var bits = BitWriter()
    for part in parts {
      if let width = part.width { bits.write(UInt64(part.word), width: width) } else { bits.write(number: part.word) }
    }
    return bits.text
  }

  @Test func `what no history is written as is named`() {
    // One campaign "a", seen once at 7 and kept for 5 ms.
    let head: [(Int, Int?)] = [(1, nil), (1, nil), (4, nil), (7, nil), (0, nil)]
    let a: [(Int, Int?)] = [(0, nil), (0, nil), (97, 8), (0, nil)]
    let whole = head + a
    #expect((try? FrequencyHistory(packed: text(whole)))?.times(of: "a") == [.milliseconds(7)])
    func changed(_ changes: [Int: Int], then rest: [(Int, Int?)] = []) -> String {
      text(whole.enumerated().map { (changes[$0.offset] ?? $0.element.0, $0.element.1) } + rest)
    }
    let limit = FrequencyHistory.limit
    let wrong: [(String, String)] = [
      ("", "'times' ends too early"), ("A", "'times' is not canonical base64url"),
      ("gA=", "'times' is not canonical base64url"), ("gB", "'times' is not canonical base64url"),
      ("g+", "'times' is not canonical base64url"), ("gAA", "bits follow its last campaign"),
      ("wA", "bits follow its last campaign"),
      (changed([0: limit + 1]), "its number of campaigns is 4097, which is not within 0 and 4096"),
      (changed([1: 0]), "its number of retentions is 0, which is not within 1 and 4096"),
      (
        changed([2: 1 << 53]), "its number of retention is 9007199254740992, which is not within 0 and 9007199254740991"
      ),
      (
        changed([3: 1 << 53]),
        "its number of oldest time is 9007199254740992, which is not within 0 and 9007199254740991"
      ),
      (changed([4: 54]), "its number of width is 54, which is not within 0 and 53"),
      (changed([5: 1]), "its number of bytes of a name is 1, which is not within 0 and 0"),
      (changed([6: 257]), "its number of bytes of a name is 257, which is not within 0 and 256"),
      (changed([7: 0xFF]), "a name is not UTF-8"),
      (changed([8: limit]), "with 'a' it has 4097 times, and 4096 is the most"),
      (
        text([(1, nil), (1, nil), (4, nil), (7, nil), (1, nil)] + a + [(0, 1)]), "its head is not the one of its times"
      ),
      (
        text([(1, nil), (1, nil), (4, nil), (7, nil), (1, nil)] + a + [(1, 1)]), "its head is not the one of its times"
      ),
      (
        text([(1, nil), (2, nil), (4, nil), (0, nil), (7, nil), (0, nil)] + a + [(0, 1)]),
        "its head is not the one of its times"
      ),
      (
        text([(1, nil), (1, nil), (4, nil), (1 << 53 - 1, nil), (1, nil)] + a + [(1, 1)]),
        "a time of 'a' is out of range"
      ),
      (
        text([(1, nil), (3, nil), (4, nil), (0, nil), (0, nil), (7, nil), (0, nil)] + a + [(3, 2)]),
        "a time of 'a' is out of range"
      ),
      (
        text([(1, nil), (1, nil), (4, nil), (7, nil), (1, nil)] + a.dropLast() + [(1, nil), (1, 1), (0, 1)]),
        "the times of 'a' are not in order"
      ),
      (
        text(
          [(1, nil), (2, nil), (4, nil), (0, nil), (7, nil), (0, nil)] + a.dropLast() + [(1, nil), (0, 1), (1, 1)]),
        "the times of 'a' are not in order"
      ),
      (
        text([(2, nil)] + head.dropFirst() + a + [(1, nil), (0, nil), (97, 8), (0, nil)]),
        "its campaigns are not in order"
      ),
      (
        text([(2, nil)] + head.dropFirst() + a + [(1, nil), (0, nil), (96, 8), (0, nil)]),
        "its campaigns are not in order"
      ),
      (
        text(
          [(2, nil)] + head.dropFirst() + [(0, nil), (255, nil)] + Array(repeating: (97, 8), count: 256) + [(0, nil)]
            + [(0, nil), (0, nil), (97, 8), (0, nil)]),
        "the name 'aaaaaaaaaaaaaaaa…' has 257 bytes, and 256 is the most"
      ),
      (
        text(
          [(2, nil)] + head.dropFirst() + [(0, nil), (2, nil), (0x65, 8), (0xCC, 8), (0x81, 8), (0, nil)]
            + [(3, nil), (1, nil), (0xC3, 8), (0xA9, 8), (0, nil)]),
        "'é' stands there twice"
      ),
    ]
    for (text, fault) in wrong {
      #expect(throws: AdServingError.invalidHistory(fault), "\(text)") { try FrequencyHistory(packed: text) }
    }
  }

  /// The bound of the design: every campaign that there can be, once a week.
  @Test func `a full history takes forty kilobytes at most`() throws {
    let caps = try ["1 per 7d", "2 per 24h, 5 per 8d", "3 per 14d", "1"].map { try FrequencyCap.list($0) }
    var history = FrequencyHistory()
    for number in 0..<FrequencyHistory.limit {
      let time = Duration.milliseconds(1_700_000_000_000 + number * 147_600 + number * 7_919 % 1_000)
      history.record("campaign-\(number)", caps: caps[number % 4], at: time)
    }
    #expect(history.count == FrequencyHistory.limit)
    let data = try JSONEncoder().encode(history)
    #expect(data.count < 32_000)
    #expect(try JSONDecoder().decode(FrequencyHistory.self, from: data) == history)
  }

  @Test func `a history of long names is bounded in memory`() throws {
    let caps = try FrequencyCap.list("1")
    var history = FrequencyHistory()
    for number in 0..<FrequencyHistory.limit {
      history.record(String(repeating: "n", count: 250) + "\(number)", caps: caps, at: .zero)
    }
    #expect(history.packed.utf8.count < 20_000)
    #expect(try FrequencyHistory(packed: history.packed) == history)
  }
}
