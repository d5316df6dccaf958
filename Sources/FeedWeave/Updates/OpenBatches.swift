import Interception
import ListModel

/// What the content side says between the opening and the end of a batch, in its own coordinates.
struct ContentBatch {
  private(set) var depth = 0
  private var noted = ListUpdates()
  private var animations: [Selector: ListRowAnimation] = [:]

  var isOpen: Bool { depth > 0 }

  mutating func open() {
    if depth == 0 {
      noted = ListUpdates()
      animations = [:]
    }
    depth += 1
  }

  /// Notes a change, and how changes of its kind are shown.
  mutating func note(
    _ kind: Selector, with animation: ListRowAnimation, _ note: (inout ListUpdates) -> Void
  ) {
    note(&noted)
    animations[kind] = animations[kind, default: animation] == animation ? animation : .automatic
  }

  /// How the changes of a kind are shown: as was said, or, where that was not the same for all, as the screen sees fit.
  func animation(of kind: Selector) -> ListRowAnimation { animations[kind] ?? .automatic }

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
