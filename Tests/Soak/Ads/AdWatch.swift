import AdPlacing
import AdServing
import FeedWeave

/// Counts what a placer says of its ads, and checks each placed ad against the caps by a count of its own.
final class AdWatch: AdPlacerDelegate {
  typealias Creative = Int

  private(set) var placedCount = 0
  private(set) var clearedCount = 0
  private(set) var seenCount = 0
  /// The impressions that have been counted since the last call of ``takeCounted()``.
  private var counted = 0
  /// The first fault that was found.
  private(set) var fault: SoakFault?
  private let clock: SoakClock
  private let caps: [String: [FrequencyCap]]
  /// The times at which each campaign was seen, as far as a cap may need them.
  private var times: [String: [Duration]] = [:]

  private static let longestWindow = Duration.seconds(3_600)

  /// Makes a watch for the caps of each tenant.
  init(_ caps: [String: [FrequencyCap]], clock: SoakClock) { (self.caps, self.clock) = (caps, clock) }

  /// Returns how many impressions have been counted since the last call.
  func takeCounted() -> Int {
    defer { counted = 0 }
    return counted
  }

  func placer(_ placer: AdPlacer<Int>, didPlace ad: PlacedAd<Int>) {
    placedCount += 1
    check(ad)
  }

  func placer(_ placer: AdPlacer<Int>, didReplace ad: PlacedAd<Int>, with other: PlacedAd<Int>) {
    placedCount += 1
    clearedCount += 1
    check(other)
  }

  func placer(_ placer: AdPlacer<Int>, didClear ad: PlacedAd<Int>, because reason: AdClearing) { clearedCount += 1 }

  func placer(_ placer: AdPlacer<Int>, didCount impression: Impression) {
    seenCount += 1
    counted += 1
    let recent = (times[impression.campaign] ?? []).filter { $0 + AdWatch.longestWindow > clock.now }
    times[impression.campaign] = recent + [impression.at]
  }

  /// Checks that an ad could be placed now.
  private func check(_ placed: PlacedAd<Int>) {
    if placed.ad.hasExpired(at: clock.now) { note("\(placed.ad.id) was placed though it has expired") }
    if placed.isHouseAd { return }
    for cap in caps[placed.tenant] ?? [] {
      let seen = (times[placed.ad.campaign] ?? []).count { time in cap.within.map { time + $0 > clock.now } ?? true }
      if seen >= cap.most { note("\(placed.ad.id) was placed though its campaign was seen \(seen) times, cap \(cap)") }
    }
  }

  private func note(_ words: String) { fault = fault ?? SoakFault(words) }
}
