/// Why ``Terminal/wait(until:watching:)`` returned; all values are empty when the deadline has passed.
public struct Wakeup: Hashable, Sendable {
  /// The bytes that the terminal has sent, at most 64 KiB.
  public var input: [UInt8] = []
  /// Those watched descriptors that can be read without waiting, or that have ended or failed.
  public var readable: [Int32] = []
  /// Whether the terminal has another size.
  public var isResized = false
  /// Whether the process was stopped by others and continued; the terminal is held again, and has to be redrawn.
  public var isContinued = false
  /// Whether the process was asked to stop; the caller calls ``Terminal/suspend()``.
  public var isStopRequested = false
  /// Whether the terminal no longer exists, or its input has ended; the caller ends.
  public var isHungUp = false
  /// The number of the signal that asks the process to end; the caller calls ``Terminal/reraise(_:)``.
  public var endSignal: Int32?

  /// Makes a wakeup without a reason.
  public init() {}
}
