import ListModel

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
