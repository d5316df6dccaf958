public import AdServing
public import FeedWeave
import Interception
public import Placement

/// Places ads in a woven list: where the rules allow it, from whoever has one, and only in rows that nobody has seen yet.
///
/// It is an aspect: it hooks what the weaver sends, and leaves the weaver's data source and delegate to others. The data source gives
/// the cells of ads, and asks the placer which ad a row shows.
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
/// The placer asks for ads ahead of time, and fills places within ``AdPlacerOptions/lookahead`` rows below what has been displayed,
/// from the top down, tenants in their order. A place gets the first ad in stock that may stand there: one that has not expired, whose
/// caps allow it once more (ads that stand and have not been seen yet count too), and that does not repeat another one near it.
/// Where there is none a house ad stands in, and gives way to an ad of the source as long as nobody has seen it. Ads that come late
/// are placed only below what has been displayed, so that nothing moves what somebody looks at. Content takes ads along; appending
/// a page leaves all of them where they are.
///
/// A reload of the list places again. Where the list cannot be changed, inside a batch or a callback of an update, work
/// waits until it can: ``isBehind`` says so.
///
/// The insertions of the list are the placer's alone: others are withdrawn when it next changes any. So is the policy of the weaver,
/// which is anchored. A placer lives where its list does, and is no more Sendable than that; it keeps neither list nor weaver alive,
/// and when it goes its hooks go too.
public final class AdPlacer<Creative> {
  /// The name of a place, which it keeps wherever the content takes it.
  public typealias PlaceID = LivePlacement.PlaceID

  /// Who hears what becomes of the ads; not kept alive.
  public weak var delegate: (any AdPlacerDelegate<Creative>)?
  /// What the rules may ask of content rows; set it ahead of each change of the content that changes the answers.
  public var traits = ContentTraits.none
  /// What counts the ads that have been seen.
  public let impressions: ImpressionTracker
  /// The weaver whose list has the ads.
  public internal(set) weak var weaver: ListWeaver?

  var state: AdPlacerState<Creative>
  let sources: [(any AdSource<Creative>)?]
  var tokens: [AspectToken] = []
  /// What the delegate is to be told when it is in force.
  var notices = PlacerNotices<Creative>()
  /// What the placer is doing.
  var activity = PlacerActivity()
  /// What kept the placer from placing, which ``advance()`` throws.
  var fault: AdPlacerError?
  private let clock: () -> Duration
  private var latest = Duration.zero - Duration.latest

  /// Makes a placer for tenants, in order of precedence.
  ///
  /// - Parameters:
  ///   - tenants: those who have ads in the feed, at least one.
  ///   - options: how the placer goes about its work for all of them.
  ///   - now: the time since an origin that the client keeps to; a clock that goes back is taken to stand still.
  /// - Throws: ``AdPlacerError`` for tenants and options that make no sense.
  public init(
    _ tenants: [AdTenant<Creative>], options: AdPlacerOptions = AdPlacerOptions(), now: @escaping () -> Duration
  ) throws(AdPlacerError) {
    try AdPlacer.check(tenants, options)
    state = try AdPlacerState(tenants, options: options)
    sources = tenants.map(\.source)
    clock = now
    let place = AdAtPath<Creative>()
    do throws(AdServingError) {
      impressions = try ImpressionTracker(rule: options.viewability, now: now) { place.placer?.identity(at: $0) }
    } catch { throw .invalidViewability(error) }
    place.placer = self
    impressions.willTell = { [weak self] in self?.count($0) }
  }

  deinit { for token in tokens { token.remove() } }

  /// The time, which never goes back.
  func time() -> Duration {
    latest = max(latest, clock().inRange)
    return latest
  }

  private static func check(_ tenants: [AdTenant<Creative>], _ options: AdPlacerOptions) throws(AdPlacerError) {
    if tenants.isEmpty { throw .noTenant }
    if let lookahead = options.lookahead, lookahead < 0 { throw .invalidLookahead(lookahead) }
    var names: Set<String> = []
    for tenant in tenants where !names.insert(tenant.name).inserted { throw .duplicateTenant(tenant.name) }
  }
}

/// Leads the tracker to a placer that is still being made.
private final class AdAtPath<Creative> {
  weak var placer: AdPlacer<Creative>?
}

/// What a placer does in the same way for all of its tenants.
public struct AdPlacerOptions: Hashable, Sendable {
  /// Where places may be filled, by what has been displayed.
  public var fillPolicy: FillPolicy
  /// How many rows below the last displayed one places are filled; nil for all of them.
  ///
  /// Each place on the way counts as a row, filled or not, so that the distance does not depend on how many ads come in one
  /// answer, and no ad is placed further down than this. What lies further is filled when it comes within reach, with what is
  /// ready then.
  public var lookahead: Int?
  /// Whether an ad is withdrawn, once out of view, when content has moved it to where a rule forbids it.
  ///
  /// The same holds for one that has come too close to the same ad; it is replaced, if another is ready.
  public var withdraws: Bool
  /// When an ad counts as seen.
  public var viewability: ViewabilityRule
  /// What the jitter of the queues depends on.
  public var seed: UInt64

  /// Makes options.
  public init(
    fillPolicy: FillPolicy = .belowDisplayed, lookahead: Int? = 30, withdraws: Bool = false,
    viewability: ViewabilityRule = ViewabilityRule(), seed: UInt64 = 0
  ) {
    self.fillPolicy = fillPolicy
    self.lookahead = lookahead
    self.withdraws = withdraws
    self.viewability = viewability
    self.seed = seed
  }
}

/// Is told what has happened to a placer's ads, once the list shows it.
///
/// Every method is optional. A copy of the feed is kept up to date by ``placer(_:didChange:)``; where an ad stands now is answered
/// by ``AdPlacer/feedPath(of:)``.
public protocol AdPlacerDelegate<Creative>: AnyObject {
  /// What the ads show.
  associatedtype Creative

  /// The list has been told of changes, of ads or of content, and shows them.
  func placer(_ placer: AdPlacer<Creative>, didChange change: FeedChange)
  /// An ad has come into the feed.
  func placer(_ placer: AdPlacer<Creative>, didPlace ad: PlacedAd<Creative>)
  /// An ad is gone from the feed.
  func placer(_ placer: AdPlacer<Creative>, didClear ad: PlacedAd<Creative>, because reason: AdClearing)
  /// Another ad stands where one stood; its row has been reloaded.
  func placer(_ placer: AdPlacer<Creative>, didReplace ad: PlacedAd<Creative>, with other: PlacedAd<Creative>)
  /// An ad counts as seen.
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

/// What a placer is doing, so that what calls it meanwhile waits its turn.
struct PlacerActivity {
  /// Whether it is doing what is due.
  var isSettling = false
  /// Whether the list is being changed.
  var isChangingList = false
  /// Whether something more has come up that may be due.
  var isDue = false
  /// Whether something could not be done because the list could not be changed.
  var isBehind = false
  /// How often the list has been loaded.
  var loads = 0
  /// Calls that came while the list was being changed.
  var waiting: [() -> Void] = []

  /// Has the queues take in once more what sources have answered while the list was being changed, should that be undone.
  var answers: [() -> Void] = []

  /// Whether something is due that nothing keeps from being done, and nobody is about to do.
  var hasMoreToDo: Bool { isDue && !isBehind && !isSettling && !isChangingList }

  /// How often it looks again whether more is due, before it lets whoever waits go on.
  static let mostRounds = 16
}
