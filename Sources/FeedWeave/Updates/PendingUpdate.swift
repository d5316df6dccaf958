import ListModel
import Placement

/// A change of the list that is under way: it counts by the map after, while its rows are still known by the map before.
struct PendingUpdate {
  /// The map after; nil until the list counts, where it is said in feed space.
  var map: InsertionMap?
  /// What the map after shows of what has been asked for.
  var mark: RequestMark
  /// How many updates the list had carried out.
  let updateCount: Int
  /// Whether the list has asked for its counts, which it does once, when it changes.
  var isCounted = false
  /// Whether the map after is in force.
  var isInForce = false
  /// What becomes of the content; nil where that is not said.
  var content: ContentUpdate?
  /// The numbers of the row insertions that go with their section.
  var dropped: [Int] = []
  /// The numbers of the row insertions that stay though their section is deleted.
  var stayed: [Int] = []
  /// Whether insertions go where their content goes.
  var travel = false
}

/// An update of content or insertions, and what the list is told of it.
struct PlannedUpdate {
  var map: InsertionMap
  var difference: FeedDifference
  /// What becomes of the content; nil where it stays.
  var content: ContentUpdate?
  var dropped: [Int] = []
  /// The numbers of the row insertions that stay though their section is deleted.
  var stayed: [Int] = []
}
