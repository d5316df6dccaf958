#if canImport(WinSDK)
  /// The terminal that a person sits at; on Windows none can be held.
  public final class Terminal {
    /// Throws ``TerminalUIError/terminalsNotSupported``.
    public init(enter: [UInt8], leave: [UInt8]) throws(TerminalUIError) { throw .terminalsNotSupported }

    /// The size of the screen.
    public var size: ScreenSize { ScreenSize(columns: 80, rows: 24) }

    /// Waits for keys, signals and other input.
    public func wait(until deadline: ContinuousClock.Instant? = nil, watching descriptors: [Int32] = []) -> Wakeup {
      Wakeup()
    }

    /// Writes bytes.
    public func write(_ bytes: [UInt8]) {}

    /// Stops the process group.
    public func suspend() {}

    /// Gives the terminal back for good.
    public func restore() {}

    /// Ends the process by a signal.
    public func reraise(_ signal: Int32) -> Never { fatalError("terminals are not supported on this system") }

    /// The signal that Control-C stands for.
    public static var interrupt: Int32 { 2 }

    /// The signal that Control-\ stands for.
    public static var quit: Int32 { 3 }

    /// The signal that says that a terminal no longer exists.
    public static var hangUp: Int32 { 1 }
  }
#endif
