/// Counts the ads that have been seen, each once for the time that it is in view, and keeps what is counted until it is fetched.
///
/// It is told what comes into view, how much of it, and when; it has no clock and no list. A display is one time of an ad being in
/// view, from coming to leaving; it bears a number that the caller gives, greater than all before it. The ad is counted when
/// enough of it has been in view for long enough without a break, at most once in a display, and dated at the moment at which the
/// rule was met, whenever the ledger hears of it.
///
/// ```swift
/// var ledger = try ImpressionLedger()
/// ledger.begin(0, AdIdentity(adID: "shoes"), place: FeedPath(section: 0, row: 3), at: .seconds(5))
/// ledger.show(0, share: 0.8, at: .seconds(5))
/// ledger.nextDeadline                      // 6 seconds
/// ledger.advance(to: .seconds(9))          // one impression, at 6 seconds
/// ```
///
/// What is told holds until something else is told. Time is a duration since an origin that the caller keeps to; a clock that goes
/// back is taken to stand still. Telling an event again changes nothing, nor does telling of a display that is over: however often
/// a history is repeated, nothing is counted twice.
///
/// What is counted waits in ``pending``, under a number that is never given again. A ledger is saved and read as a whole; see
/// ``merge(_:)`` and ``startStream(_:)`` for states that have parted ways.
public struct ImpressionLedger: Hashable, Sendable {
  /// When an ad counts as seen.
  public let rule: ViewabilityRule
  /// The history to which what is counted now belongs.
  public internal(set) var stream: Int
  /// What has been counted and not been fetched, in the order of counting.
  public internal(set) var pending: [Impression] = []
  /// How many impressions were given up, the oldest first, because more than ``capacity`` of them waited to be fetched.
  public internal(set) var lostCount = 0
  /// Whether nothing can be seen; see ``pause(at:)``.
  public internal(set) var isPaused = false
  /// The number that the next display may have, greater than that of any before.
  public internal(set) var nextDisplay = 0
  /// How many numbers each stream has given, as far as is known here; by stream, the ledger's own among them.
  var streams: [StreamMark]
  /// The latest time that was told.
  var clock: Duration?
  /// What is in view, by number.
  var displays: [AdDisplay] = []

  /// The most impressions that wait to be fetched.
  public static let capacity = 1 << 14
  /// The most displays at one time; more are not followed.
  public static let mostDisplays = 1 << 12
  /// The most streams that one ledger knows.
  public static let mostStreams = 1 << 8
  /// The greatest stream, and the greatest number of a display.
  static let mostNumber = 1 << 52

  /// Makes a ledger that has counted nothing.
  ///
  /// - Parameters:
  ///   - rule: when an ad counts as seen.
  ///   - stream: the history that is begun, from 0 to 2⁵²; ledgers whose impressions come together need different ones.
  /// - Throws: ``PlacementError/invalidValue(word:value:expected:column:)``, which names the value.
  public init(rule: ViewabilityRule = ViewabilityRule(), stream: Int = 0) throws(PlacementError) {
    try rule.validate()
    self.rule = rule
    self.stream = stream
    streams = [StreamMark(stream: stream, count: 0)]
    try ImpressionLedger.check(stream: stream)
  }

  /// How many displays are followed at this moment.
  public var displayCount: Int { displays.count }

  static func check(stream: Int) throws(PlacementError) {
    guard 0...mostNumber ~= stream else {
      throw .invalidValue(word: "stream", value: "\(stream)", expected: "a number from 0 to \(mostNumber)", column: nil)
    }
  }
}
