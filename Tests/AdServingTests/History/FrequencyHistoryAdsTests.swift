import Foundation
import TestSupport
import Testing

@testable import AdServing
@testable import Placement

@Suite("Caps by campaign, creative and advertiser")
struct FrequencyHistoryAdsTests {
  private static let seeds = Sample.of(UInt64(1)...1_500, few: UInt64(1)...10)

  /// Everything that was seen, for ever.
  private struct Oracle {
    var seen: [(ad: AdIdentity, time: Int)] = []

    func allows(_ ad: AdIdentity, _ caps: [FrequencyCap], _ reserved: [AdIdentity], _ now: Int) -> Bool {
      let all = seen + reserved.map { ($0, now) }
      return caps.allSatisfy { cap in
        names(ad, cap.unit).allSatisfy { name in
          all.count { entry in
            names(entry.ad, cap.unit).contains(name)
              && (cap.within.map { .milliseconds(now) < .milliseconds(entry.time) + $0 } ?? true)
          } < cap.most
        }
      }
    }

    private func names(_ ad: AdIdentity, _ unit: FrequencyCap.Unit) -> Set<String> {
      switch unit {
      case .campaign: [ad.campaign]
      case .creative: [ad.creativeID]
      case .advertiser: Set(ad.advertisers)
      }
    }
  }

  private static func caps(_ random: inout SeededGenerator) throws -> [FrequencyCap] {
    try (0..<Int.random(in: 0...4, using: &random)).map { _ in
      let within = Int.random(in: 0...3, using: &random) == 0 ? nil : Int.random(in: 1...12, using: &random)
      return try FrequencyCap(
        most: Int.random(in: 0...4, using: &random), within: within.map { .milliseconds($0) },
        by: FrequencyCap.Unit.allCases[Int.random(in: 0...2, using: &random)])
    }
  }

  private static func ad(_ number: Int, _ random: inout SeededGenerator) -> Ad<Int> {
    // Names that stand for a campaign, a creative and an advertiser at once are not mixed up.
    let names = ["a", "b", "c"]
    return Ad(
      id: "\(number)", creativeID: names.randomElement(using: &random), campaign: names.randomElement(using: &random),
      advertisers: (0..<Int.random(in: 0...2, using: &random)).map { _ in names.randomElement(using: &random) ?? "" },
      creative: 0)
  }

  @Test func `what is served within caps or withdrawn is as in the list of all`() throws {
    for seed in Self.seeds {
      var random = SeededGenerator(seed: seed)
      let caps = try Self.caps(&random)
      var (history, oracle, now) = (FrequencyHistory(), Oracle(), 0)
      for step in 0..<25 {
        now += Int.random(in: 0...4, using: &random)
        let label: Comment = "seed \(seed), step \(step), \(caps)"
        let ads = (0..<Int.random(in: 0...6, using: &random)).map { Self.ad($0, &random) }
        var allowed: [Ad<Int>] = []
        for ad in ads where oracle.allows(ad.identity, caps, [], now) {
          oracle.seen.append((ad.identity, now))
          allowed.append(ad)
        }
        let served = history.record(ads, within: caps, at: .milliseconds(now))
        #expect(served.allowed == allowed && served.refused == ads.filter { !allowed.contains($0) }, label)
        for ad in allowed where Bool.random(using: &random) {
          history.withdraw(ad.identity, at: .milliseconds(now))
          oracle.seen.remove(at: try #require(oracle.seen.lastIndex { $0.ad == ad.identity && $0.time == now }))
        }
        history.withdraw(AdIdentity(adID: "nobody's"), at: .milliseconds(now))
        let reserved = (0..<Int.random(in: 0...2, using: &random)).map { Self.ad($0, &random) }
        for number in 0..<3 {
          let ad = Self.ad(number, &random).identity
          let allows = history.allows(ad, caps: caps, reserved: ReservedAds(reserved), at: .milliseconds(now))
          let all = reserved.map(\.identity)
          #expect(allows == oracle.allows(ad, caps, all, now), label)
          let next = history.nextAllowed(ad, caps: caps, reserved: ReservedAds(reserved), at: .milliseconds(now))
          if let next, next > .milliseconds(now) {
            #expect(
              !history.allows(ad, caps: caps, reserved: ReservedAds(reserved), at: next - .milliseconds(1)), label)
          }
          if let next { #expect(history.allows(ad, caps: caps, reserved: ReservedAds(reserved), at: next), label) }
          #expect(next == .milliseconds(now) || !allows, label)
        }
        #expect(history.count <= 4 * 3 * FrequencyCap.Unit.allCases.count, label)
        #expect(try JSONDecoder().decode(FrequencyHistory.self, from: JSONEncoder().encode(history)) == history, label)
      }
    }
  }

  @Test func `reserved ads add up and come off`() {
    let shoes = AdIdentity(adID: "1", creativeID: "shoes", campaign: "spring", advertisers: ["x", "x", "y"])
    let hats = AdIdentity(adID: "2", creativeID: "hats", campaign: "spring", advertisers: ["y"])
    var reserved = ReservedAds()
    for ad in [shoes, hats] { reserved.add(ad) }
    #expect(reserved.count("spring") == 2 && reserved.count("shoes", by: .creative) == 1)
    #expect(reserved.count("x", by: .advertiser) == 1 && reserved.count("y", by: .advertiser) == 2)
    let less = reserved.removingOne(ofEachNameOf: ReservedAds(campaigns: ["spring": 9, "autumn": 1]))
    #expect(less.count("spring") == 1 && less.count("autumn") == 0 && less.count("hats", by: .creative) == 1)
    reserved.remove(shoes)
    reserved.remove(shoes)
    reserved.remove(hats)
    #expect(reserved == ReservedAds())
    #expect(ReservedAds(campaigns: ["a": 0, "b": -3]) == ReservedAds())
  }

  @Test func `names that cannot be told apart are not recorded and not allowed`() throws {
    let caps = try FrequencyCap.list("9, 9 by creative, 9 by advertiser")
    let long = String(repeating: "x", count: FrequencyHistory.longestName)
    for (ad, isAllowed) in [
      (AdIdentity(adID: "", creativeID: "a", campaign: "\u{1}a"), false),
      (AdIdentity(adID: "", creativeID: "a", campaign: "\u{2}a"), false),
      (AdIdentity(adID: "", creativeID: "a", campaign: long), true),
      (AdIdentity(adID: "", creativeID: long, campaign: "a"), false),
      (AdIdentity(adID: "", creativeID: "\u{1}", campaign: "\u{3}", advertisers: ["\u{2}"]), true),
      (AdIdentity(adID: "", creativeID: "a", campaign: "a", advertisers: [long]), false),
    ] {
      var history = FrequencyHistory()
      #expect(history.allows(ad, caps: caps, at: .zero) == isAllowed, "\(ad)")
      history.record(ad, caps: caps, at: .zero)
      #expect(history.campaigns.count == (ad.campaign.utf8.first ?? 0 < 3 ? 0 : 1), "\(ad)")
    }
  }
}
