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
