import Synchronization

/// The messages that were written to standard error, for the viewer to show again.
final class MessageLog: Sendable {
  private let state = Mutex((kept: [Message](), count: 0, failure: Failure?.none))
  /// The maximum number of messages that are kept, the first of all.
  private static let limit = 1_000

  /// What was said of the first input that could not be read while others were, and the exit code for it.
  typealias Failure = (message: Message, exitCode: ExitCode)

  /// Keeps a message, unless there are too many.
  func add(_ message: Message, endingWith code: ExitCode? = nil) {
    state.withLock { state in
      state.count += 1
      if let code { state.failure = state.failure ?? (message, code) }
      if state.kept.count < Self.limit { state.kept.append(message) }
    }
  }

  /// The messages, and how many there were in all.
  var all: (kept: [Message], count: Int) { state.withLock { ($0.kept, $0.count) } }

  /// The first input that could not be read while others were; nil if all were read.
  var failure: Failure? { state.withLock { $0.failure } }
}
