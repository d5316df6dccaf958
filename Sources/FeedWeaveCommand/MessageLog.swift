import Synchronization

/// The messages that were written to standard error, for the viewer to show again.
final class MessageLog: Sendable {
  private let state = Mutex((kept: [Message](), count: 0))
  /// The maximum number of messages that are kept, the first of all.
  private static let limit = 1_000

  /// Keeps a message, unless there are too many.
  func add(_ message: Message) {
    state.withLock { state in
      state.count += 1
      if state.kept.count < Self.limit { state.kept.append(message) }
    }
  }

  /// The messages, and how many there were in all.
  var all: (kept: [Message], count: Int) { state.withLock { $0 } }
}
