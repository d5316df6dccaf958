public import Placement

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
