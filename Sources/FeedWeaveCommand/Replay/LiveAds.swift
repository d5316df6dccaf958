import FeedFormats
import FeedWeave
import ListModel
import Placement

/// The ads' side of a list whose feed changes while it is shown: a placer says where ads stand, and this what they look like.
final class LiveAds: WeaverDataSource {
  /// What places the ads, each by its number among them.
  let placer: AdPlacer<Int>
  private let ads: [FeedItem]
  /// Whether the list has asked for ads, which aspects may keep it from.
  private var isAsked = false

  /// Makes the ads' side, which begins to place when it is first told to settle.
  ///
  /// - Throws: ``CommandError/refusedPlan(_:)`` for rules that cannot be kept in any feed.
  init(_ ads: [FeedItem], rules: PlacementRules) throws(CommandError) {
    self.ads = ads
    // What is not wanted at once stays with the source, which has it in order.
    let tenant = AdTenant<Int>(
      name: "ads", rules: rules, source: AdShelf(count: ads.count),
      queue: AdQueuePolicy(stock: 0, batch: AdQueuePolicy.limit, lifetime: nil, timeout: nil))
    let options = AdPlacerOptions(fillPolicy: .outsideDisplayed, lookahead: nil, withdraws: true)
    // Of all that a placer does by the clock nothing is wanted here.
    do throws(AdPlacerError) { placer = try AdPlacer([tenant], options: options) { .zero } } catch {
      throw CommandError(error)
    }
  }

  func weaver(_ weaver: ListWeaver, willLoad userCounts: [Int]) { isAsked = true }

  func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell {
    guard let ad = placer.ad(at: path), let list = weaver.list else { return ListCell(reuseIdentifier: nil) }
    return FeedCell.dequeue(from: list, for: ListPath(path), showing: ads, at: ad.ad.creative)
  }

  /// Tells the rules what the content is tagged with from its next change on.
  func expect(_ items: [FeedItem]) {
    let tags = items.map(\.tags)
    placer.traits = ContentTraits(tags: { tags.indices.contains($0.row) ? tags[$0.row] : [] })
  }

  /// Withdraws and places ads after a change of the content until nothing more is to be done.
  func settle(in weaver: ListWeaver) throws(CommandError) {
    guard isAsked else { return }
    do throws(AdPlacerError) {
      if placer.weaver == nil { try placer.attach(to: weaver) }
      var count: Int
      repeat {
        count = placer.ads.count
        // What has been withdrawn is to be had again.
        placer.resumeRequests()
        try placer.advance()
      } while placer.ads.count > count
    } catch { throw CommandError(error) }
  }
}

/// Ads of which there is one each: those that do not stand in the list are to be had, in their order.
private final class AdShelf: AdSource {
  private let count: Int

  init(count: Int) { self.count = count }

  func placer(_ placer: AdPlacer<Int>, requests request: AdRequest) {
    let taken = Set((placer.ads.map(\.ad) + placer.stock(of: request.tenant)).map(\.creative))
    let free = (0..<count).lazy.filter { !taken.contains($0) }.prefix(request.count)
    placer.answer(request, with: .ads(free.map { Ad(id: "\($0)", creative: $0) }))
  }
}

extension CommandError {
  /// What keeps a placer from placing: the rules, or else what should not be.
  fileprivate init(_ error: AdPlacerError) {
    if case .placement(let refusal) = error { self = .refusedPlan(refusal) } else { self = .internalError("\(error)") }
  }
}
