import AdPlacing
import AdServing
import FeedFormats
import FeedWeave
import ListModel
import Placement
import Synchronization

/// The ads of a feed that changes: a placer chooses their positions, again after each change.
final class LiveAds: FeedAds {
  let items: [FeedItem]
  /// The rules for their places.
  let rules: PlacementRules
  /// The placer of the ads, which identifies each by its index among the items.
  let placer: AdPlacer<Int>
  private let shelf: AdShelf
  /// Whether the list has requested ads, which aspects may prevent.
  private var isAsked = false

  /// Creates ads, which are placed from the first call of ``placeAds(in:)`` on.
  ///
  /// - Parameters:
  ///   - items: the ads, each of which is used once.
  ///   - rules: the rules for their places.
  ///   - isHuge: whether the content may have far more places than there are ads, so that only some places are kept
  ///     beyond those that the ads need.
  ///   - now: returns the time since a fixed moment, for counting what is seen; by default it stands still.
  /// - Throws: ``CommandError/refusedPlan(_:)`` for rules that cannot be satisfied in any feed.
  init(
    _ items: [FeedItem], rules: PlacementRules, isHuge: Bool = false, now: @escaping () -> Duration = { .zero }
  ) throws(CommandError) {
    self.items = items
    // Where content between two ads is deleted, their places come near each other; those that are less than half the
    // interval apart, or at the top, have no ad then.
    var rules = rules
    if isHuge { rules.maxInAll = min(rules.maxInAll ?? .max, 2 * items.count + Self.sparePlaces) }
    if rules.gap == 0, rules.at.isEmpty, rules.every ?? 0 > 1 {
      rules.gap = max(1, ((rules.every ?? 0) - 1) / 2)
      if rules.from != 0 { rules.before = max(1, rules.before) }
    }
    self.rules = rules
    // Ads that are not needed at once remain in the source, which keeps them in order.
    shelf = AdShelf(count: items.count)
    let tenant = AdTenant<Int>(
      name: "ads", rules: rules, source: shelf,
      queue: AdQueuePolicy(stock: 0, batch: AdQueuePolicy.limit, lifetime: nil, timeout: nil))
    let options = AdPlacerOptions(fillPolicy: .outsideDisplayed, lookahead: nil, withdraws: true)
    do throws(AdPlacerError) { placer = try AdPlacer([tenant], options: options, now: now) } catch {
      throw CommandError(error)
    }
  }

  /// The places kept for ads that a rule withdraws from others.
  private static let sparePlaces = 64

  func willLoad(_ weaver: ListWeaver) { isAsked = true }

  func ad(at path: FeedPath, in map: InsertionMap) -> (index: Int, origin: PlaceOrigin)? {
    placer.ad(at: path).map { ($0.ad.creative, $0.origin) }
  }

  func caption(at path: FeedPath, in map: InsertionMap) -> String {
    guard let origin = placer.ad(at: path)?.origin else { return "" }
    let rows = map.insertedRows(inFeedSection: path.section)
    guard let rank = rows.firstIndex(of: path.row) else { return "\(origin)" }
    return "\(origin) · \(Place.ordinalWord(rank + 1)) of \(rows.count)"
  }

  /// Removes all ads, and offers those of which a function is true when the list is loaded again.
  func offer(_ isOffered: @escaping (FeedItem) -> Bool) {
    shelf.isOffered = { [items] in isOffered(items[$0]) }
    placer.recall(AdShelf.all)
    placer.readmit(AdShelf.all)
  }

  /// Sets the content whose tags the rules use from its next change on.
  ///
  /// Tags are read when a rule asks for them, which most rules do not.
  ///
  /// - Parameter sections: the sections, of which lines of files are as they are now.
  /// - Parameter items: the items of the sections after the change.
  func expect(_ items: [[FeedItem]], in sections: [FeedSection]) {
    let lines = LineTags(sections.map(\.lines))
    placer.traits = ContentTraits(tags: { path in
      guard items.indices.contains(path.section), items[path.section].indices.contains(path.row) else {
        return lines.tags(at: path)
      }
      return items[path.section][path.row].tags
    })
  }

  /// Whether there are ads that have no place.
  var hasMore: Bool { placer.ads.count < items.count }

  /// Withdraws and places ads after a change of the content until nothing more changes.
  func placeAds(in weaver: ListWeaver) throws(CommandError) {
    guard isAsked else { return }
    do throws(AdPlacerError) {
      if placer.weaver == nil { try placer.attach(to: weaver) }
      var count: Int
      repeat {
        count = placer.ads.count
        // Withdrawn ads are available again.
        placer.resumeRequests()
        try placer.advance()
      } while placer.ads.count > count
    } catch { throw CommandError(error) }
  }
}

/// A source with one of each ad, which provides those that are not in the list, in order.
private final class AdShelf: AdSource {
  private let count: Int
  /// Returns whether an ad is provided.
  var isOffered: (Int) -> Bool = { _ in true }
  /// The name that all ads bear.
  static let all = AdName.advertiser(advertiser)
  private static let advertiser = "any"

  init(count: Int) { self.count = count }

  func placer(_ placer: AdPlacer<Int>, requests request: AdRequest) {
    let taken = Set((placer.ads.map(\.ad) + placer.stock(of: request.tenant)).map(\.creative))
    let free = (0..<count).lazy.filter { !taken.contains($0) && self.isOffered($0) }.prefix(request.count)
    placer.answer(request, with: .ads(free.map { Ad(id: "\($0)", advertisers: [Self.advertiser], creative: $0) }))
  }
}

extension CommandError {
  /// Converts an error of a placer: rules that cannot be applied, or else an internal error.
  fileprivate init(_ error: AdPlacerError) {
    if case .placement(let refusal) = error { self = .refusedPlan(refusal) } else { self = .internalError("\(error)") }
  }
}

/// Reads the tags of lines of files when rules ask for them.
private final class LineTags: Sendable {
  private let lines: Mutex<[FileLines?]>

  /// Makes copies of the lines of sections, which share the memory of what has been found.
  init(_ lines: [FileLines?]) { self.lines = Mutex(lines) }

  /// Returns the tags of a line; none for a row that is no line.
  func tags(at path: UserPath) -> [String] {
    lines.withLock { lines in
      lines.indices.contains(path.section) ? lines[path.section]?.item(at: path.row).item.tags : nil
    } ?? []
  }
}
