import FeedFormats
import FeedWeave
import ListModel
import Placement

/// The ads' side of a list whose feed changes while it is shown: ads travel with their items, and new ones come below.
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
    do throws(PlacementError) { _ = try place([], firstNew: 0, in: weaver) } catch { refusal = error }
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
  /// - Parameter firstNew: the content row that is new, with all behind it.
  func replace(firstNew: Int, in weaver: ListWeaver) throws(CommandError) {
    guard isAsked else { return }
    let hasChanges: Bool
    do throws(PlacementError) {
      hasChanges = try place(visible(in: weaver.map), firstNew: firstNew, in: weaver)
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
    _ visible: [AdPlacing.Ad], firstNew: Int, in weaver: ListWeaver
  ) throws(PlacementError) -> Bool {
    let placing = try AdPlacing(visible, rules, tags: tags, firstNew: firstNew, adCount: ads.count)
    let present = Dictionary(uniqueKeysWithValues: zip(visible.map(\.number), AdPlacing.rows(of: visible)))
    var staying: [Int: Standing] = [:]
    var asked: [(row: Int, ad: Standing)] = []
    for (ad, row) in zip(placing.kept, AdPlacing.rows(of: placing.kept)) {
      guard var known = standing[ad.number] else { continue }
      known.content = ad.content
      // Behind one that is withdrawn an ad stands before the same item only if it is asked for anew, a row higher.
      if present[ad.number] == row { staying[ad.number] = known } else { asked.append((row, known)) }
    }
    let used = Set(staying.values.map(\.ad)).union(asked.map(\.ad.ad))
    asked += zip(placing.places, ads.indices.filter { !used.contains($0) }).map { ($0.path.row, stand($1, at: $0)) }
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

  private func stand(_ ad: Int, at place: Place) -> Standing {
    nextSerial += 1
    let origin =
      switch place.origin {
      case .fixed: place.origin
      // The interval as it was asked for, wherever it goes on.
      case .repeated(let every, _): PlaceOrigin.repeated(every: every, from: rules.from)
      }
    return Standing(ad: ad, origin: origin, serial: nextSerial, content: place.content.row)
  }
}
