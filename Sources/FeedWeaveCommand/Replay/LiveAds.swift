import FeedFormats
import FeedWeave
import ListModel
import Placement

/// The ads' side of a list whose feed changes while it is shown: ads travel with their items, and new ones come above and below.
final class LiveAds: WeaverDataSource {
  /// An ad in the list.
  struct Standing: Hashable {
    /// Which of the ads it is.
    let ad: Int
    /// The rule that put it there.
    let origin: PlaceOrigin
    /// Tells it from the same ad at another place, earlier or later.
    let serial: Int
    /// The content row that it stood before when ads were last placed.
    var content: Int
  }

  /// The tags of the content's rows, which the rules may ask for.
  var tags: [[String]] = []
  /// Why the rules were refused when the list was loaded; nil where they fit.
  private(set) var refusal: PlacementError?

  private let ads: [FeedItem]
  private let rules: PlacementRules
  /// Whether the list has asked for ads, which aspects may keep it from.
  private var isAsked = false
  private var standing: [Int: Standing] = [:]
  private var nextNumber = 0
  private var nextSerial = 0

  init(_ ads: [FeedItem], rules: PlacementRules) {
    self.ads = ads
    self.rules = rules
  }

  func weaver(_ weaver: ListWeaver, willLoad userCounts: [Int]) {
    isAsked = true
    weaver.removeAllInsertions()
    standing = [:]
    nextNumber = 0
    do throws(PlacementError) { _ = try place([], .nothing, in: weaver) } catch { refusal = error }
  }

  func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell {
    guard let ad = ad(at: path, in: weaver.map), let list = weaver.list else { return ListCell(reuseIdentifier: nil) }
    return FeedCell.dequeue(from: list, for: ListPath(path), showing: ads[ad.ad])
  }

  /// The ad at a row of the feed; nil for a row of the content.
  func ad(at path: FeedPath, in map: InsertionMap) -> Standing? {
    map.insertionIndex(at: path).flatMap { standing[$0] }
  }

  /// Withdraws and places ads after a change of the feed, which has taken along those that stand.
  ///
  /// - Parameter seen: the content rows that were there before.
  func replace(_ seen: AdPlacing.Seen, in weaver: ListWeaver) throws(CommandError) {
    guard isAsked else { return }
    let hasChanges: Bool
    do throws(PlacementError) {
      hasChanges = try place(visible(in: weaver.map), seen, in: weaver)
    } catch { throw .refusedPlan(error) }
    guard hasChanges else { return }
    do throws(ListUpdateError) { try weaver.updateInsertions() } catch { throw .internalError("\(error)") }
  }

  private func visible(in map: InsertionMap) -> [AdPlacing.Ad] {
    map.insertedRows(inFeedSection: 0).enumerated().compactMap { rank, row in
      guard let number = map.insertionIndex(at: FeedPath(section: 0, row: row)), let ad = standing[number] else {
        return nil
      }
      return AdPlacing.Ad(number: number, content: row - rank, formerContent: ad.content)
    }
  }

  /// Asks for ads where they are to stand; answers whether anything is asked for that is not there, or withdrawn.
  private func place(
    _ visible: [AdPlacing.Ad], _ seen: AdPlacing.Seen, in weaver: ListWeaver
  ) throws(PlacementError) -> Bool {
    let placing = try AdPlacing(visible, rules, tags: tags, seen: seen, adCount: ads.count)
    let kept = Set(placing.spots.compactMap { $0.ad.flatMap { standing[$0.number]?.ad } })
    var free = ads.indices.lazy.filter { !kept.contains($0) }.makeIterator()
    let present = Dictionary(uniqueKeysWithValues: visible.enumerated().map { ($1.number, $1.content + $0) })
    var staying: [Int: Standing] = [:]
    var asked: [(row: Int, ad: Standing)] = []
    for (rank, spot) in placing.spots.enumerated() {
      guard let ad = stand(spot, &free) else { continue }
      // With other ads above it than before an ad stands before the same item only if it is asked for anew.
      if let number = spot.ad?.number, present[number] == spot.content + rank {
        staying[number] = ad
      } else {
        asked.append((spot.content + rank, ad))
      }
    }
    let withdrawn = standing.keys.filter { staying[$0] == nil }
    weaver.removeInsertions(withdrawn)
    try weaver.insertRows(at: asked.map { FeedPath(section: 0, row: $0.row) })
    standing = staying
    for (_, ad) in asked {
      standing[nextNumber] = ad
      nextNumber += 1
    }
    return !(withdrawn.isEmpty && asked.isEmpty)
  }

  /// The ad of a spot: the one that stands there, or the next that is free.
  private func stand(_ spot: AdPlacing.Spot, _ free: inout some IteratorProtocol<Int>) -> Standing? {
    if let number = spot.ad?.number {
      standing[number]?.content = spot.content
      return standing[number]
    }
    nextSerial += 1
    return free.next().map { Standing(ad: $0, origin: spot.origin, serial: nextSerial, content: spot.content) }
  }
}
