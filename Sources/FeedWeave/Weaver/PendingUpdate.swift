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
  /// The numbers of the row insertions that go with their section.
  var dropped: [Int] = []
  /// Whether insertions go where their content goes.
  var travel = false
}

/// An update of content or insertions, and what the list is told of it.
struct PlannedUpdate {
  var map: InsertionMap
  var difference: FeedDifference
  var dropped: [Int] = []
}

/// What the content side says between the opening and the end of a batch, in its own coordinates.
struct ContentBatch {
  private(set) var depth = 0
  private var noted = ListUpdates()

  var isOpen: Bool { depth > 0 }

  mutating func open() {
    if depth == 0 { noted = ListUpdates() }
    depth += 1
  }

  mutating func note(_ note: (inout ListUpdates) -> Void) { note(&noted) }

  /// Closes a batch; answers what has been said when it is the outermost.
  mutating func close() -> ListUpdates? {
    guard depth > 0 else { return nil }
    depth -= 1
    return depth == 0 ? noted : nil
  }
}

/// The batches that are open in feed space; the list notes what is said in them.
struct FeedBatch {
  private(set) var depth = 0
  /// Whether anything has been said but to ask for rows anew.
  var hasChanges = false

  var isOpen: Bool { depth > 0 }

  mutating func open() {
    if depth == 0 { hasChanges = false }
    depth += 1
  }

  mutating func close() { depth = max(0, depth - 1) }
}
