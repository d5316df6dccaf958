import Synchronization

/// A line on the terminal of standard error that says how far a command has come, once it has worked for a second.
///
/// It counts what is read and written through its environment, so that no command has to know of it. The line is taken
/// away before anything else is written; when standard output is a terminal, there is none after output has begun.
final class ProgressLine: Sendable {
  private struct State {
    /// The bytes that have been read.
    var readCount = 0
    /// The bytes of all files that have been opened; nil if one of them has no size.
    var inputSize: Int? = 0
    var writtenCount = 0
    /// When the line is shown next.
    var nextTime: Duration
    var isShown = false
  }

  private let environment: CommandEnvironment
  private let start: Duration
  private let state: Mutex<State>

  /// The time that a command works before the line is shown.
  private static let delay = Duration.seconds(1)
  /// The time between two lines.
  private static let interval = Duration.milliseconds(200)

  init(_ environment: CommandEnvironment) {
    self.environment = environment
    start = environment.elapsed()
    state = Mutex(State(nextTime: start + Self.delay))
  }

  /// The environment whose reading and writing is counted.
  var watching: CommandEnvironment {
    var environment = environment
    let outer = self.environment
    environment.read = { file, limit throws(InputFailure) in
      let bytes = try outer.read(file, limit)
      self.add(read: bytes.count, of: bytes.count)
      return bytes
    }
    environment.open = { file throws(InputFailure) in
      let reader = try outer.open(file)
      self.add(read: 0, of: outer.size(of: file))
      return { room throws(InputFailure) in
        let count = try reader(&room)
        self.add(read: count, of: 0)
        return count
      }
    }
    environment.write = { bytes throws(OutputFailure) in
      self.add(written: bytes.count)
      try outer.write(bytes)
    }
    environment.writeSpan = { bytes throws(OutputFailure) in
      self.add(written: bytes.byteCount)
      try outer.writeSpan(bytes)
    }
    environment.writeError = { bytes in
      self.clear()
      outer.writeError(bytes)
    }
    environment.showProgress = { done, total, unit in self.show { _ in "\(done) of \(total) \(unit)" } }
    return environment
  }

  /// Takes the line away.
  func clear() {
    state.withLock { state in
      if state.isShown { environment.writeError(Array("\r\u{1B}[K".utf8)) }
      state.isShown = false
    }
  }

  private func add(read count: Int, of size: Int?) {
    state.withLock { state in
      state.readCount += count
      state.inputSize = size.flatMap { size in state.inputSize.map { $0 + size } }
    }
    show { self.words(for: $0) }
  }

  private func add(written count: Int) {
    let mixes = environment.isTerminal
    if mixes { clear() }
    state.withLock { state in
      state.writtenCount += count
      // Lines within a line of output cannot be read.
      if mixes { state.nextTime = .seconds(Int64.max) }
    }
    show { self.words(for: $0) }
  }

  /// Shows what `words` returns, if it is time to.
  private func show(_ words: (State) -> String) {
    state.withLock { state in
      let now = environment.elapsed()
      guard now >= state.nextTime else { return }
      state.nextTime = now + Self.interval
      state.isShown = true
      environment.writeError(Array("\r\(words(state))\u{1B}[K".utf8))
    }
  }

  /// The bytes that have been read, or if all have, those that have been written, and how fast.
  private func words(for state: State) -> String {
    let isReadWhole = state.inputSize.map { state.readCount >= $0 } ?? false
    let (verb, count) =
      isReadWhole && state.writtenCount > 0 ? ("written", state.writtenCount) : ("read", state.readCount)
    let whole = isReadWhole ? nil : state.inputSize
    let seconds = (environment.elapsed() - start) / .seconds(1)
    let speed = Self.megabytes(Int(Double(count) / max(seconds, 0.001)))
    let amount = whole.map { "\(Self.megabytes(count)) of \(Self.megabytes($0))" } ?? Self.megabytes(count)
    return "\(amount) MB \(verb), \(speed) MB/s"
  }

  private static func megabytes(_ count: Int) -> String {
    let tenths = count / 100_000
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(tenths / 10)"
  }
}

extension CommandEnvironment {
  /// The bytes of a regular file; nil for anything else.
  fileprivate func size(of file: InputFile) -> Int? {
    guard case .path(let path) = file, let stamp = stamp(path), stamp.isRegular else { return nil }
    return Int(stamp.size)
  }
}
