/// All that a command learns of the world, and all that it does to it.
///
/// The program is handed the process's own; a test hands in files of its own, a fixed clock and buffers.
struct CommandEnvironment: Sendable {
  /// Looks up a variable.
  var variable: @Sendable (String) -> String?
  /// The seconds since 1970.
  var now: @Sendable () -> Int64
  /// The time since a moment that stays the same; it never goes back.
  var elapsed: @Sendable () -> Duration
  /// Whether standard output is a terminal.
  var isTerminal: Bool
  /// The columns of the terminal that standard output is.
  var terminalWidth: @Sendable () -> Int?
  /// The lines of the terminal that standard output is.
  var terminalHeight: @Sendable () -> Int?
  /// Whether a path leads to something.
  var exists: @Sendable (String) -> Bool
  /// Reads a file whole, or a little more of it than the limit.
  var read: @Sendable (InputFile, _ limit: Int) throws(InputFailure) -> [UInt8]
  /// The next piece of standard input, as soon as there is one; an empty one at its end.
  var readInput: @Sendable () throws(InputFailure) -> [UInt8]
  /// Waits for a line, on standard input or on the terminal itself; false where it is `q`, or the input ends before that.
  var waitForEnter: @Sendable (_ onTerminal: Bool) throws(InputFailure) -> Bool
  /// Lets time pass.
  var sleep: @Sendable (Duration) -> Void
  /// Writes to standard output.
  var write: @Sendable ([UInt8]) throws(OutputFailure) -> Void
  /// Writes to standard error; when that fails there is nobody to tell.
  var complain: @Sendable ([UInt8]) -> Void
}

/// Why something could not be read, in the system's words.
struct InputFailure: Error, Equatable {
  let reason: String
}

/// Why something could not be written, in the system's words.
struct OutputFailure: Error, Equatable {
  let reason: String
}

// MARK: - Process

extension CommandEnvironment {
  /// The process's own files, clock, variables and terminal.
  static var process: CommandEnvironment {
    let start = ContinuousClock.now
    return CommandEnvironment(
      variable: System.variable,
      now: System.now,
      elapsed: { ContinuousClock.now - start },
      isTerminal: System.isTerminal(1),
      terminalWidth: System.terminalWidth,
      terminalHeight: System.terminalHeight,
      exists: System.exists,
      read: System.read,
      readInput: { () throws(InputFailure) in try System.readInput() },
      waitForEnter: { onTerminal throws(InputFailure) in try System.waitForEnter(onTerminal: onTerminal) },
      sleep: System.sleep,
      write: { bytes throws(OutputFailure) in try System.write(bytes, to: 1) },
      complain: { bytes in try? System.write(bytes, to: 2) })
  }
}
