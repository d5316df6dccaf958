/// How the program ends, in the numbers of `sysexits.h`.
enum ExitCode: Int32, Sendable {
  /// Everything was done, perhaps with findings.
  case done = 0
  /// The command line asks for what does not exist.
  case usage = 64
  /// A file holds what cannot be read.
  case badData = 65
  /// A file does not exist, or cannot be opened.
  case noInput = 66
  /// The program contradicts itself.
  case internalError = 70
  /// The output cannot be written.
  case cannotWrite = 74
}
