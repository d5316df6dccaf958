public import AdServing
public import FeedWeave
import Interception
public import Placement

/// Places the ads of its tenants in a woven list, by rules, and only in rows that nobody has seen yet.
///
/// A placer is an aspect: it hooks the weaver's messages and leaves the weaver's data source and delegate to the
/// client. The data source makes the cells of ads, and asks the placer for the ad of a row.
///
/// ```swift
/// let placer = try AdPlacer([AdTenant(name: "sales", rules: rules, source: server)], now: clock.now)
/// try placer.attach(to: list.weaver)
///
/// // in WeaverDataSource.weaver(_:cellForRowAt:)
/// cell.show(placer.ad(at: path)?.ad.creative)
///
/// // whenever something may be due
/// let deadline = try placer.advance()
/// ```
///
/// The placer requests ads ahead of time. It fills places within ``AdPlacerOptions/lookahead`` rows below the displayed
/// ones, several at a time while the list is scrolled, from the top down, for the tenants in their order. A place gets
/// the first ad in stock that fits: it has not expired, its caps allow it once more (placed ads that have not been seen
/// yet count too), and the same ad is not near. If there is none, a house ad is placed, and an ad of the source may
/// replace it as long as nobody has seen it. Ads that arrive late are placed only below the displayed rows, so that no
/// visible row moves. Ads move with their content; appending a page leaves all of them where they are.
///
/// A reload of the list places ads again, unless the same ads would be at the same places: then they stay, and nobody is
/// told of them. Where the list can't be changed, inside a batch or a callback of an update,
/// work waits; see ``isBehind``.
///
/// A placer needs all insertions of its list to itself: it withdraws others when it next changes any. It also sets the
/// weaver's policy to anchored. Use a placer on the thread that uses its list: it isn't `Sendable` any more than the
/// list is. It holds list and weaver weakly, and its hooks end with it.
public final class AdPlacer<Creative> {
  /// The identifier of a place, which it keeps when it moves with the content.
  public typealias PlaceID = LivePlacement.PlaceID

  /// Receives notifications about ads.
  ///
  /// It is held weakly.
  public weak var delegate: (any AdPlacerDelegate<Creative>)?
  /// Properties of content rows that rules refer to.
  ///
  /// Set them before each change of the content that changes them.
  public var traits = ContentTraits.none
  /// Counts the ads that have been seen.
  public let impressions: ImpressionTracker
  /// The weaver whose list has the ads.
  public internal(set) weak var weaver: ListWeaver?

  var state: AdPlacerState<Creative>
  let sources: [(any AdSource<Creative>)?]
  var tokens: [AspectToken] = []
  /// Notifications that wait for the delegate.
  var notices = PlacerNotices<Creative>()
  /// What the placer is doing at present.
  var activity = PlacerActivity()
  /// The error that kept the placer from placing.
  ///
  /// ``advance()`` throws it.
  var fault: AdPlacerError?
  private let clock: () -> Duration
  private var latest = Duration.zero - Duration.latest

  /// Makes a placer for tenants, in order of precedence.
  ///
  /// - Parameters:
  ///   - tenants: The owners of ads in the feed, at least one.
  ///   - options: The options for all tenants.
  ///   - now: Returns the time since an origin that the client chooses. If it goes back, the placer's time stands
  ///     still, unless ``correctClock(by:)`` is called.
  /// - Throws: ``AdPlacerError`` for invalid tenants or options.
  public init(
    _ tenants: [AdTenant<Creative>], options: AdPlacerOptions = AdPlacerOptions(), now: @escaping () -> Duration
  ) throws(AdPlacerError) {
    try AdPlacer.check(tenants, options)
    state = try AdPlacerState(tenants, options: options)
    sources = tenants.map(\.source)
    clock = now
    let place = AdAtPath<Creative>()
    do throws(AdServingError) {
      impressions = try ImpressionTracker(rule: options.viewability, others: options.otherRules, now: now) {
        place.placer?.identity(at: $0)
      }
    } catch { throw .invalidViewability(error) }
    place.placer = self
    impressions.willReport = { [weak self] in if $0.rule == options.viewability.name { self?.count($0) } }
  }

  deinit { for token in tokens { token.remove() } }

  /// Returns the time, which never goes back.
  func time() -> Duration {
    latest = max(latest, clock().inRange)
    return latest
  }

  /// Moves the placer's time forward or back, and that of ``impressions``, when the clock has been set.
  ///
  /// What is due after a time is due after the same time, as `AdQueue.correctClock(by:)` says; the expiries of ads are judged
  /// by the corrected clock, and the deadline that ``advance()`` has returned does not hold any more. The times in
  /// ``frequency`` stay; if the clock was ahead, `FrequencyHistory.forget(after:)` removes those in the future.
  /// - Parameter change: How much later the clock shows than it would have.
  public func correctClock(by change: Duration) {
    whenChanged { [weak self] in
      guard let self else { return }
      let former = latest
      // A time that was asked for since the clock was set is right already.
      latest = min(former + change.inRange, clock()).inRange
      for tenant in state.tenants.indices { state.tenants[tenant].queue?.correctClock(by: latest - former) }
      impressions.correctClock(by: change)
      doDueWork()
    }
  }

  private static func check(_ tenants: [AdTenant<Creative>], _ options: AdPlacerOptions) throws(AdPlacerError) {
    if tenants.isEmpty { throw .noTenant }
    if let lookahead = options.lookahead, lookahead < 0 { throw .invalidLookahead(lookahead) }
    var names: Set<String> = []
    for tenant in tenants where !names.insert(tenant.name).inserted { throw .duplicateTenant(tenant.name) }
  }
}

/// Gives the tracker access to a placer that is still being initialized.
private final class AdAtPath<Creative> {
  weak var placer: AdPlacer<Creative>?
}

/// The options of a placer for all of its tenants.
public struct AdPlacerOptions: Hashable, Sendable {
  /// Which places may be filled, in relation to the displayed rows.
  public var fillPolicy: FillPolicy
  /// The number of rows below the last displayed one in which places are filled; nil for no limit.
  ///
  /// Each place in between counts as a row, filled or not, so the reach does not depend on how many ads arrive in one
  /// answer. Other places are filled when they come within reach, with the ads that are ready then. If scrolling down
  /// brings one within reach, those in as many rows more are filled with it, and no ad is placed further down.
  public var lookahead: Int?
  /// Whether an ad out of view is withdrawn when content has moved it to a place that a rule forbids.
  ///
  /// The same applies to an ad that is now too close to the same ad. It is replaced if another ad is ready.
  public var withdraws: Bool
  /// The rule for counting an ad as seen.
  public var viewability: ViewabilityRule
  /// Further rules by which impressions are counted, beside caps and for the client alone.
  public var otherRules: [ViewabilityRule]
  /// The seed for the random jitter of the queues' requests.
  public var seed: UInt64

  /// Makes options.
  public init(
    fillPolicy: FillPolicy = .belowDisplayed, lookahead: Int? = 30, withdraws: Bool = false,
    viewability: ViewabilityRule = ViewabilityRule(), otherRules: [ViewabilityRule] = [], seed: UInt64 = 0
  ) {
    self.fillPolicy = fillPolicy
    self.lookahead = lookahead
    self.withdraws = withdraws
    self.viewability = viewability
    self.otherRules = otherRules
    self.seed = seed
  }
}

/// Receives notifications about a placer's ads, once the list shows the change.
///
/// Every method is optional. To keep a copy of the feed, use ``placer(_:didChange:)``; for an ad's present position,
/// call ``AdPlacer/feedPath(of:)``. The methods run in feed space; see `ListWeaver.asContent(_:)`.
public protocol AdPlacerDelegate<Creative>: AnyObject {
  /// The contents of the ads.
  associatedtype Creative

  /// The list has made changes of ads or content, and shows them.
  func placer(_ placer: AdPlacer<Creative>, didChange change: FeedChange)
  /// An ad was placed in the feed.
  func placer(_ placer: AdPlacer<Creative>, didPlace ad: PlacedAd<Creative>)
  /// An ad was removed from the feed.
  func placer(_ placer: AdPlacer<Creative>, didClear ad: PlacedAd<Creative>, because reason: AdClearing)
  /// An ad was replaced by another; its row has been reloaded.
  func placer(_ placer: AdPlacer<Creative>, didReplace ad: PlacedAd<Creative>, with other: PlacedAd<Creative>)
  /// An ad was counted as seen.
  func placer(_ placer: AdPlacer<Creative>, didCount impression: Impression)
}

extension AdPlacerDelegate {
  /// Does nothing.
  public func placer(_ placer: AdPlacer<Creative>, didChange change: FeedChange) {}
  /// Does nothing.
  public func placer(_ placer: AdPlacer<Creative>, didPlace ad: PlacedAd<Creative>) {}
  /// Does nothing.
  public func placer(_ placer: AdPlacer<Creative>, didClear ad: PlacedAd<Creative>, because reason: AdClearing) {}
  /// Does nothing.
  public func placer(_ placer: AdPlacer<Creative>, didReplace ad: PlacedAd<Creative>, with other: PlacedAd<Creative>) {}
  /// Does nothing.
  public func placer(_ placer: AdPlacer<Creative>, didCount impression: Impression) {}
}
