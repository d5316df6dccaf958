import Synchronization

/// The messages that were written to standard error, and those to be written at the end, for the viewer to show again.
final class MessageLog: Sendable {
  private struct State {
    var kept: [Message] = []
    var count = 0
    var failure: Message?
    var troubles: [(file: InputFile, messages: [Message])] = []
  }

  private let state = Mutex(State())
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

  /// Keeps what is wrong with a file by now, in place of what was wrong with it before.
  func set(_ troubles: [Message], of file: InputFile) {
    state.withLock { state in
      state.troubles.removeAll { $0.file == file }
      if !troubles.isEmpty { state.troubles.append((file, troubles)) }
    }
  }

  /// What is wrong with files by now, and is not on standard error.
  var troubles: [Message] { state.withLock { $0.troubles.flatMap(\.messages) } }

  /// The messages on standard error, and how many there were in all.
  var all: (kept: [Message], count: Int) { state.withLock { ($0.kept, $0.count) } }

  /// What was said of the first feed that could not be read while others were; nil if all were read.
  var failure: Message? { state.withLock { $0.failure } }
}
