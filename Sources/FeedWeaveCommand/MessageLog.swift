import Synchronization

/// The messages that were written to standard error, for the viewer to show again.
final class MessageLog: Sendable {
  private let state = Mutex((kept: [Message](), count: 0, failure: Message?.none))
  /// The maximum number of messages that are kept, the first of all.
  private static let limit = 1_000

  /// Keeps a message, unless there are too many.
  func add(_ message: Message, isFailure: Bool = false) {
    state.withLock { state in
      state.count += 1
      if isFailure { state.failure = state.failure ?? message }
      if state.kept.count < Self.limit { state.kept.append(message) }
    }
  }

  /// The messages, and how many there were in all.
  var all: (kept: [Message], count: Int) { state.withLock { ($0.kept, $0.count) } }

  /// What was said of the first feed that could not be read while others were; nil if all were read.
  var failure: Message? { state.withLock { $0.failure } }
}
