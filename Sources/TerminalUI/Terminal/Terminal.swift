#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

#if !canImport(WinSDK)
  /// The terminal that a person sits at, held from when this is made until it is restored.
  ///
  /// While it is held, each key arrives as bytes, also those that otherwise raise a signal. It is given back on every
  /// way out: by ``restore()``, by ``suspend()``, when this is released, when the process exits, and when a signal ends
  /// the process, such as that of a trap or of a stack overflow. Messages on standard error are kept back meanwhile if
  /// they would appear on the screen, and shown when the terminal is given back.
  ///
  /// It is used on the thread that has made it, and a process holds one terminal at a time. A stack overflow on another
  /// thread is the one fault that leaves the terminal as it is.
  ///
  /// ```swift
  /// let terminal = try Terminal(enter: enter, leave: leave)
  /// terminal.write(firstFrame)
  /// while true {
  ///   let wakeup = terminal.wait()
  ///   if let signal = wakeup.endSignal { terminal.reraise(signal) }
  ///   // …
  /// }
  /// ```
  public final class Terminal {
    private let device: TerminalDevice
    private let signals: SignalWatch
    private let enter: [UInt8]
    private let leave: [UInt8]
    private var isHungUp = false
    private var isHangUpReported = false
    private var isRestored = false

    /// Holds the terminal of this process: that of standard input and output, or else the controlling one.
    ///
    /// - Parameter enter: The bytes that are written when the terminal is taken, also after a stop.
    /// - Parameter leave: The bytes that are written when it is given back, at most 256.
    /// - Throws: ``TerminalUIError/noTerminal(reason:)`` if the process has no terminal.
    public convenience init(enter: [UInt8], leave: [UInt8]) throws(TerminalUIError) {
      try self.init(TerminalDevice(), enter: enter, leave: leave)
    }

    /// Holds a terminal.
    init(_ device: TerminalDevice, enter: [UInt8], leave: [UInt8]) throws(TerminalUIError) {
      self.device = device
      self.enter = enter
      self.leave = leave
      do throws(TerminalUIError) {
        _ = try device.settings()
        signals = try SignalWatch()
      } catch {
        device.close()
        throw error
      }
      giveBackAtExit()
      do throws(TerminalUIError) { try take() } catch {
        restore()
        throw error
      }
    }

    deinit { restore() }

    /// The size of the screen, which is 80 columns by 24 rows where neither the terminal nor the environment tells it.
    public var size: ScreenSize {
      device.size
        ?? ScreenSize(columns: numberInEnvironment("COLUMNS") ?? 80, rows: numberInEnvironment("LINES") ?? 24)
    }

    /// Waits for keys, signals and other input; returns an empty wakeup when the deadline has passed.
    ///
    /// Once the terminal is hung up, its input is not waited for any more.
    ///
    /// - Parameter deadline: When to return at the latest; nil to wait without a limit.
    /// - Parameter descriptors: Other descriptors to wait for until they are readable.
    public func wait(
      until deadline: ContinuousClock.Instant? = nil, watching descriptors: [Int32] = []
    ) -> Wakeup {
      precondition(!isRestored, "a restored terminal is not waited for")
      while true {
        // A hang-up that a write has met is reported at once.
        let limit = isHungUp && !isHangUpReported ? .now : deadline
        let ready = waitForDescriptors(
          [isHungUp ? -1 : device.input, signals.descriptor] + descriptors, until: limit)
        var wakeup = Wakeup()
        if ready.contains(device.input) { wakeup.input = read() }
        if ready.contains(signals.descriptor) { note(signals.takePending(), in: &wakeup) }
        wakeup.readable = descriptors.filter { ready.contains($0) }
        if isHungUp, !isHangUpReported { (wakeup.isHungUp, isHangUpReported) = (true, true) }
        if wakeup != Wakeup() || hasPassed(deadline) { return wakeup }
      }
    }

    /// Writes bytes, with one system call if the terminal takes them at once.
    ///
    /// A terminal that no longer exists is reported by the next ``wait(until:watching:)``. The rest of the bytes is
    /// dropped if the terminal does not take them and the process is asked to end; all are while it is not held.
    public func write(_ bytes: [UInt8]) {
      guard HeldTerminal.isHeld, !isHungUp, !bytes.isEmpty else { return }
      if !device.write(bytes, unless: { signals.isEndPending }) { isHungUp = true }
    }

    /// Gives the terminal back, stops the process group, and holds the terminal again when it is continued.
    ///
    /// The caller redraws afterwards, at the ``size`` that the terminal then has. Where stops are ignored, as under a
    /// shell without job control, nothing happens.
    public func suspend() {
      guard !isRestored, signals.isWatching(SIGTSTP) else { return }
      giveBack()
      signals.stopProcessGroup()
      // Being continued is known here, and not reported.
      signals.forget(SIGTSTP, SIGCONT)
      do throws(TerminalUIError) { try take() } catch { isHungUp = true }
    }

    /// Gives the terminal back for good; later calls do nothing.
    public func restore() {
      guard !isRestored else { return }
      isRestored = true
      giveBack()
      signals.stop()
      device.close()
    }

    /// Gives the terminal back, and ends the process by a signal, so that a shell sees the exit status 128 + `signal`.
    ///
    /// - Parameter signal: A signal that ends a process, such as ``interrupt``.
    public func reraise(_ signal: Int32) -> Never {
      restore()
      endProcess(by: signal)
    }

    /// The signal that Control-C stands for.
    public static var interrupt: Int32 { SIGINT }

    /// The signal that Control-\ stands for.
    public static var quit: Int32 { SIGQUIT }

    /// The signal that says that a terminal no longer exists.
    public static var hangUp: Int32 { SIGHUP }

    private func take() throws(TerminalUIError) {
      let settings = try device.settings()
      HeldTerminal.hold(device, settings: settings, leave: leave, program: Self.programName)
      try device.makeRaw(settings)
      write(enter)
    }

    private func giveBack() {
      guard HeldTerminal.isHeld else { return }
      HeldTerminal.giveBack()
      HeldTerminal.release()
    }

    private func read() -> [UInt8] {
      switch device.read() {
      case .bytes(let bytes): return bytes
      case .end:
        isHungUp = true
        return []
      }
    }

    private func note(_ signals: SignalSet, in wakeup: inout Wakeup) {
      wakeup.isResized = signals.contains(SIGWINCH)
      wakeup.isStopRequested = signals.contains(SIGTSTP)
      wakeup.endSignal = signals.endSignal
      guard signals.contains(SIGCONT) else { return }
      wakeup.isContinued = true
      // The process was stopped by SIGSTOP, and its shell has set the terminal for itself.
      do throws(TerminalUIError) { try device.makeRaw(HeldTerminal.settings) } catch { isHungUp = true }
      write(enter)
    }

    private func hasPassed(_ deadline: ContinuousClock.Instant?) -> Bool { deadline.map { $0 <= .now } ?? false }

    private static let programName: String = {
      let path = CommandLine.arguments.first ?? ""
      return SafeText(path.split(separator: "/").last.map(String.init) ?? "program").description
    }()
  }

  /// Waits until descriptors can be read without waiting, or have ended or failed, and returns those.
  ///
  /// Returns none when a signal has come, or the deadline has passed. Negative numbers are no descriptors.
  private func waitForDescriptors(_ descriptors: [Int32], until deadline: ContinuousClock.Instant?) -> [Int32] {
    var requests = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let count = unsafe poll(&requests, nfds_t(requests.count), deadline.map(milliseconds(until:)) ?? -1)
    precondition(count >= 0 || errno != EINVAL, "more than \(requests.count - 1) descriptors are not watched at once")
    return count > 0 ? requests.filter { $0.revents != 0 }.map(\.fd) : []
  }

  /// The time until a deadline, rounded up so that it has passed then.
  private func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
    // A wakeup once a day, where the deadline is further away, does no harm.
    let left = min(max(.zero, ContinuousClock.now.duration(to: deadline)), .seconds(86_400))
    return Int32((left / .milliseconds(1)).rounded(.up))
  }

  private func giveBackAtExit() { _ = registration }

  private let registration: Void = { _ = atexit { HeldTerminal.giveBack() } }()
#endif
