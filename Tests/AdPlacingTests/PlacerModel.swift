import AdPlacing
import AdServing
import FeedWeave
import Interception
import ListModel
import Placement
import TestSupport
import WeavingSupport

/// What a placer may do, judged by what can be seen and heard from outside, and by nothing it keeps.
///
/// It hears of every ad that comes and goes, of every row that is shown and every ad that is counted, and keeps its own account.
final class PlacerModel: AdPlacerDelegate {
  typealias Creative = String

  /// An ad that stands, by its place.
  struct Standing: Equatable {
    var id: String
    var campaign: String
    var tenant: Int
    var isHouseAd: Bool
    var isCounted = false
  }

  private(set) var faults: [String] = []
  private(set) var transcript: [String] = []
  private(set) var standing: [Int: Standing] = [:]
  /// The times at which each campaign was seen.
  private var seen: [String: [Duration]] = [:]
  /// Ads that have come in the place of others, to be judged when all that were replaced with them have been told of.
  private var replacing: [PlacedAd<String>] = []
  /// The articles that have been shown and have not moved since.
  var displayed: Set<String> = []
  private let tenants: [AdTenant<String>]
  private let desk: NewsDesk
  private let clock: TestClock
  private var latest = Duration.zero
  private let policy: FillPolicy
  private unowned let list: ListView

  init(_ tenants: [AdTenant<String>], _ policy: FillPolicy, _ list: ListView, _ desk: NewsDesk, _ clock: TestClock)
    throws
  {
    (self.tenants, self.policy, self.list, self.desk, self.clock) = (tenants, policy, list, desk, clock)
    try list.weaver.hook(ListWeaver.willDisplayRow, .before) { [weak self] call in
      if case .content(let path) = call.arguments.row.owner {
        self?.displayed.insert(desk.articles[path.section][path.row])
      }
    }
    try list.weaver.hook(ListWeaver.willLoad, .before) { [weak self] _ in self?.displayed = [] }
  }

  // MARK: What it is told

  func placer(_ placer: AdPlacer<String>, didPlace ad: PlacedAd<String>) {
    judgeReplacing(in: placer)
    transcript.append("placed \(ad.ad.id) at \(ad.place.number) by \(ad.origin)")
    if standing[ad.place.number] != nil { fault("\(ad.ad.id) is placed where an ad stands") }
    stand(ad)
    guard let path = path(of: ad, in: placer) else { return }
    judge(ad, at: path)
    if policy == .belowDisplayed, let row = firstDisplayed(below: path) {
      fault("\(ad.ad.id) is placed at \(path) above \(row), which has been displayed")
    }
  }

  func placer(_ placer: AdPlacer<String>, didClear ad: PlacedAd<String>, because reason: AdClearing) {
    judgeReplacing(in: placer)
    transcript.append("cleared \(ad.ad.id): \(reason)")
    if standing.removeValue(forKey: ad.place.number)?.id != ad.ad.id { fault("\(ad.ad.id) is cleared where it is not") }
  }

  func placer(_ placer: AdPlacer<String>, didReplace ad: PlacedAd<String>, with other: PlacedAd<String>) {
    transcript.append("replaced \(ad.ad.id) by \(other.ad.id)")
    if standing[ad.place.number]?.id != ad.ad.id { fault("\(ad.ad.id) is replaced where it is not") }
    stand(other)
    if !other.ad.id.hasPrefix("hand") { replacing.append(other) }
  }

  func placer(_ placer: AdPlacer<String>, didCount impression: Impression) {
    judgeReplacing(in: placer)
    transcript.append("counted \(impression.adID) at \(impression.at)")
    seen[impression.campaign, default: []].append(impression.at)
    let number = list.weaver.map.insertionIndex(at: impression.place)
    if let number, standing[number]?.id == impression.adID { standing[number]?.isCounted = true }
  }

  private func stand(_ ad: PlacedAd<String>) {
    standing[ad.place.number] = Standing(
      id: ad.ad.id, campaign: ad.ad.campaign, tenant: tenants.firstIndex { $0.name == ad.tenant } ?? 0,
      isHouseAd: ad.isHouseAd)
  }

  private func path(of ad: PlacedAd<String>, in placer: AdPlacer<String>) -> FeedPath? {
    let path = placer.feedPath(of: ad.place)
    if let path, list.weaver.map.insertionIndex(at: path) != ad.place.number { fault("\(ad.ad.id) is not at \(path)") }
    return path
  }

  func fault(_ text: String) { faults.append(text) }

  // MARK: What it may do

  /// Judges the ads that have come in the place of others.
  func judgeReplacing(in placer: AdPlacer<String>) {
    for ad in replacing where standing[ad.place.number]?.id == ad.ad.id {
      if let path = path(of: ad, in: placer) { judge(ad, at: path) }
    }
    replacing = []
  }

  private func judge(_ ad: PlacedAd<String>, at path: FeedPath) {
    if ad.ad.hasExpired(at: clock.now) { fault("\(ad.ad.id) has expired") }
    judgeRepetition(ad)
    if !ad.isHouseAd { judgeCaps(ad) }
  }

  /// Every row of the feed from the top down: an article, or the number of an ad.
  private var rows: [(article: String?, number: Int?)] {
    let map = list.weaver.map
    return (0..<map.feedSectionCount).flatMap { section in
      (0..<(map.feedCount(inFeedSection: section) ?? 0)).map { row in
        let path = FeedPath(section: section, row: row)
        return (map.userPath(for: path).map { desk.articles[$0.section][$0.row] }, map.insertionIndex(at: path))
      }
    }
  }

  private func judgeRepetition(_ ad: PlacedAd<String>) {
    let rows = rows
    guard let own = standing[ad.place.number], let row = rows.firstIndex(where: { $0.number == ad.place.number }) else {
      return
    }
    for (other, owner) in rows.enumerated() where other != row {
      guard let number = owner.number, let near = standing[number], near.id == own.id else { continue }
      let least = max(tenants[own.tenant].repeatDistance, tenants[near.tenant].repeatDistance)
      if abs(other - row) < least { fault("\(own.id) stands at \(row) and at \(other)") }
    }
  }

  /// The time, which does not go back.
  private var now: Duration {
    latest = max(latest, clock.now)
    return latest
  }

  /// The clock has been set, and everybody knows.
  func correctClock(by change: Duration) { latest = min(latest + change, clock.now) }

  private func judgeCaps(_ ad: PlacedAd<String>) {
    let unseen = standing.values.count { $0.campaign == ad.ad.campaign && !$0.isCounted }
    let tenant = tenants.firstIndex { $0.name == ad.tenant } ?? 0
    let now = now
    for cap in tenants[tenant].caps {
      let times = (seen[ad.ad.campaign] ?? []).filter { time in cap.within.map { now < time + $0 } ?? true }
      if times.count + unseen > cap.most { fault("\(ad.ad.campaign) is beyond \(cap)") }
    }
  }

  private func firstDisplayed(below path: FeedPath) -> String? {
    let map = list.weaver.map
    for section in path.section..<map.feedSectionCount {
      for row
        in (section == path.section ? path.row + 1 : 0)..<max(path.row + 1, map.feedCount(inFeedSection: section) ?? 0)
      {
        guard let user = map.userPath(for: FeedPath(section: section, row: row)) else { continue }
        let article = desk.articles[user.section][user.row]
        if displayed.contains(article) { return article }
      }
    }
    return nil
  }
}
