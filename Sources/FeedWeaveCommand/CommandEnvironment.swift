/// All that a command learns of the world, and all that it does to it.
///
/// The program is handed the process's own; a test hands in files of its own, a fixed clock and buffers.
struct CommandEnvironment {
  /// Looks up a variable.
  var variable: (String) -> String?
  /// The seconds since 1970.
  var now: () -> Int64
  /// Whether standard output is a terminal.
  var isTerminal: Bool
  /// The columns of the terminal that standard output is.
  var terminalWidth: () -> Int?
  /// Whether a path leads to something.
  var exists: (String) -> Bool
  /// Reads a file whole, or a little more of it than the limit.
  var read: (InputFile, _ limit: Int) throws(InputFailure) -> [UInt8]
  /// Writes to standard output.
  var write: ([UInt8]) throws(OutputFailure) -> Void
  /// Writes to standard error; when that fails there is nobody to tell.
  var complain: ([UInt8]) -> Void
}

/// Why something could not be read, in the system's words.
struct InputFailure: Error, Equatable {
  let reason: String
}

/// Why something could not be written, in the system's words.
struct OutputFailure: Error, Equatable {
  let reason: String
}
