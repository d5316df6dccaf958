/// The interface between a command and the operating system.
///
/// The program uses that of the process; a test passes its own files, a fixed clock and buffers.
struct CommandEnvironment: Sendable {
  /// Returns the value of an environment variable.
  var variable: @Sendable (String) -> String?
  /// Returns the current time in seconds since 1970.
  var now: @Sendable () -> Int64
  /// Returns the time since a fixed moment; it never decreases.
  var elapsed: @Sendable () -> Duration
  /// Whether standard output is a terminal.
  var isTerminal: Bool
  /// Whether standard input is a pipe or a file.
  var isInputPiped = false
  /// Returns the columns of the terminal that standard output is.
  var terminalWidth: @Sendable () -> Int?
  /// Returns whether a path exists.
  var exists: @Sendable (String) -> Bool
  /// Reads a whole file, or slightly more of it than the limit.
  var read: @Sendable (InputFile, _ limit: Int) throws(InputFailure) -> [UInt8]
  /// Returns the next piece of standard input as soon as it is available; an empty one at the end.
  var readInput: @Sendable () throws(InputFailure) -> [UInt8]
  /// Returns the time and size of a file; nil if there is none.
  var stamp: @Sendable (String) -> System.FileStamp?
  /// Whether standard input can be read without waiting.
  var isInputReady: @Sendable () -> Bool
  /// Opens a file, or standard input, to be read piece by piece.
  var open: @Sendable (InputFile) throws(InputFailure) -> ByteReader
  /// Opens a regular file to be read at any offset; returns nil for anything else.
  var openAtOffsets: @Sendable (InputFile) throws(InputFailure) -> OffsetReader?
  /// Waits for a line on standard input or on the terminal; returns false if it is `q`, or if the input ends before
  /// that.
  var waitForEnter: @Sendable (_ onTerminal: Bool) throws(InputFailure) -> Bool
  /// Waits for a duration.
  var sleep: @Sendable (Duration) -> Void
  /// Writes to standard output.
  var write: @Sendable ([UInt8]) throws(OutputFailure) -> Void
  /// Writes to standard output.
  var writeSpan: @Sendable (RawSpan) throws(OutputFailure) -> Void
  /// Adds bytes at the end of a file, which is created if it does not exist.
  var append: @Sendable ([UInt8], _ path: String) throws(OutputFailure) -> Void
  /// Writes a file whole or not at all, with the folders that it needs.
  var replace: @Sendable (_ path: String, _ bytes: [UInt8]) throws(OutputFailure) -> Void
  /// Deletes a file, if there is one.
  var delete: @Sendable (_ path: String) -> Void
  /// Returns the names of what is in a folder.
  var names: @Sendable (_ folder: String) -> [String]
  /// Runs what changes a file while no other run of the program does.
  var lock: @Sendable (_ path: String, _ body: () -> Void) -> Void = { $1() }
  /// Runs another program to its end; returns nil if there is none of that name.
  var run: @Sendable (ProgramCall) -> ProgramOutcome?
  /// Whether standard error is a terminal, on which progress is shown.
  var showsProgress = false
  /// Says how much of its work a command has done that reads and writes little meanwhile.
  var showProgress: @Sendable (_ done: Int, _ total: Int, _ unit: String) -> Void = { _, _, _ in }
  /// Writes to standard error; a failure to do so is ignored.
  var writeError: @Sendable ([UInt8]) -> Void
  /// The messages among what was written there.
  var messages = MessageLog()
}

/// Stores the next bytes of an input, and returns how many; 0 at its end.
typealias ByteReader = @Sendable (inout MutableRawSpan) throws(InputFailure) -> Int

/// Returns the next bytes of an input, at most a number of them; none at its end.
func nextBytes(
  atMost count: Int, _ read: (inout MutableRawSpan) throws(InputFailure) -> Int
) throws(InputFailure) -> ArraySlice<UInt8> {
  var piece = [UInt8](repeating: 0, count: count)
  var span = piece.mutableSpan
  // Every byte is a valid value of the array's elements.
  var room = unsafe span.mutableBytes
  let end = try read(&room)
  return piece[..<end]
}

/// A file that is read at any offset.
struct OffsetReader: Sendable {
  /// The number of bytes that the file had when it was opened.
  let byteCount: Int
  /// Stores bytes from an offset on, and returns how many; 0 at the end.
  let read: @Sendable (_ offset: Int, _ target: inout MutableRawSpan) throws(InputFailure) -> Int
}

/// The reason why something could not be read, in the system's words.
struct InputFailure: Error, Equatable {
  let reason: String
  /// Whether there is an input, but not of the kind that is read.
  var isBadData = false
}

/// The reason why something could not be written, in the system's words.
struct OutputFailure: Error, Equatable {
  let reason: String
}

// MARK: - Process

extension CommandEnvironment {
  /// The environment of the process: its files, clock, variables and terminal.
  static var process: CommandEnvironment {
    let start = ContinuousClock.now
    return CommandEnvironment(
      variable: System.variable,
      now: System.now,
      elapsed: { ContinuousClock.now - start },
      isTerminal: System.isTerminal(1),
      isInputPiped: System.isPiped(0),
      terminalWidth: System.terminalWidth,
      exists: System.exists,
      read: System.read,
      readInput: { () throws(InputFailure) in try System.readInput() },
      stamp: System.stamp,
      isInputReady: { System.isReadable(0) },
      open: System.reader,
      openAtOffsets: System.offsetReader,
      waitForEnter: { onTerminal throws(InputFailure) in try System.waitForEnter(onTerminal: onTerminal) },
      sleep: System.sleep,
      write: { bytes throws(OutputFailure) in try System.write(bytes, to: 1) },
      writeSpan: { bytes throws(OutputFailure) in try System.write(bytes, to: 1) },
      append: { bytes, path throws(OutputFailure) in try System.append(bytes, to: path) },
      replace: System.replaceFile,
      delete: System.delete,
      names: System.names,
      lock: System.lock,
      run: System.run,
      showsProgress: System.isTerminal(2),
      writeError: { bytes in try? System.write(bytes, to: 2) })
  }
}
