/// What becomes of content in one update, as its owner numbers sections and rows.
///
/// What leaves its place is numbered as before the update, what comes to a place as after it; a move is both. So
/// ``InsertionMap/apply(_:policy:)`` learns where insertions go.
public struct ContentUpdate: Hashable, Sendable {
  /// For each section after the update, the one that it was before; nil for a new one.
  public var origins: [Int?]

  /// The rows of each section after the update.
  public var userCounts: [Int]

  /// The sections that leave their place: deleted ones, and those that move.
  public var leavingSections: [Int] = []

  /// The sections that come to a place: new ones, and those that have moved.
  public var comingSections: [Int] = []

  /// The sections, as before, of whose rows nothing is known but how many there are.
  public var reloadedSections: Set<Int> = []

  /// The rows that leave their place: deleted ones, and those that move.
  public var leavingRows: [UserPath] = []

  /// The rows that come to a place: new ones, and those that have moved.
  public var comingRows: [UserPath] = []

  /// Makes an update in which sections come from others, and have so many rows.
  public init(origins: [Int?], userCounts: [Int]) {
    self.origins = origins
    self.userCounts = userCounts
  }
}
