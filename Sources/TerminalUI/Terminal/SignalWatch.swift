#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
import Synchronization

#if !canImport(WinSDK)
  /// Watches the signals that concern a terminal, from when it is made until it is stopped, on one thread.
  ///
  /// Signals that were ignored before, as `nohup` has it, stay ignored.
  final class SignalWatch {
    /// The signals that ``takePending()`` returns.
    private static let noted = [SIGWINCH, SIGCONT, SIGTSTP, SIGHUP, SIGINT, SIGTERM]
    /// The signals that end the process at once, after the terminal was given back.
    private static let fatal = [
      SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS, SIGQUIT, SIGPIPE, SIGXCPU, SIGXFSZ,
      SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF,
    ]

    /// Readable when a signal has come.
    let descriptor: Int32
    private let writeEnd: Int32
    private var previousActions: [(signal: Int32, action: sigaction)] = []
    private var previousMask = sigset_t()
    private var stack: AlternateStack? = AlternateStack()

    /// Starts watching.
    init() throws(TerminalUIError) {
      var ends: [Int32] = [-1, -1]
      guard unsafe pipe(&ends) == 0 else { throw .noTerminal(reason: unsafe String(cString: strerror(errno))) }
      (descriptor, writeEnd) = (ends[0], ends[1])
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
      pending.store(0, ordering: .relaxed)
      wakeDescriptor.store(writeEnd, ordering: .releasing)
      for signal in Self.noted { handle(signal, with: noteSignal, flags: Self.isEnding(signal) ? 0 : SA_RESTART) }
      for signal in Self.fatal { handle(signal, with: HeldTerminal.endBySignal, flags: SA_ONSTACK) }
      unblock()
    }

    /// Puts the previous actions back; called once, on the thread that has made the watch.
    func stop() {
      for (signal, action) in previousActions {
        var action = action
        unsafe sigaction(signal, &action, nil)
      }
      previousActions = []
      wakeDescriptor.store(-1, ordering: .releasing)
      unsafe pthread_sigmask(SIG_SETMASK, &previousMask, nil)
      stack = nil
      close(descriptor)
      close(writeEnd)
    }

    /// Returns the signals that have come since the last call.
    func takePending() -> SignalSet {
      var room = [UInt8](repeating: 0, count: 256)
      while unsafe read(descriptor, &room, room.count) == room.count {}
      return SignalSet(bits: pending.exchange(0, ordering: .acquiringAndReleasing))
    }

    /// Forgets that signals have come.
    func forget(_ signals: Int32...) {
      for signal in signals { pending.bitwiseAnd(~bit(of: signal), ordering: .acquiringAndReleasing) }
    }

    /// Whether a signal that asks the process to end has come, and was not taken yet.
    var isEndPending: Bool { SignalSet(bits: pending.load(ordering: .acquiring)).endSignal != nil }

    /// Whether a signal is handled here.
    func isWatching(_ signal: Int32) -> Bool { previousActions.contains { $0.signal == signal } }

    /// Stops all processes of this process group, and returns when this one is continued.
    ///
    /// The system does not stop a group that has no shell to continue it; then this returns at once.
    func stopProcessGroup() {
      var current = sigaction()
      var ignoring = action(SIG_IGN, flags: 0)
      var stopping = action(SIG_DFL, flags: 0)
      unsafe sigaction(SIGTSTP, &ignoring, &current)
      kill(0, SIGTSTP)
      unsafe sigaction(SIGTSTP, &stopping, nil)
      // A signal to this thread, unlike one to the process, stops it before the call returns.
      raise(SIGTSTP)
      unsafe sigaction(SIGTSTP, &current, nil)
    }

    /// Whether a signal asks the process to end.
    static func isEnding(_ signal: Int32) -> Bool { SignalSet(bits: bit(of: signal)).endSignal != nil }

    private func handle(_ signal: Int32, with handler: @escaping @convention(c) (Int32) -> Void, flags: Int32) {
      var previous = sigaction()
      unsafe sigaction(signal, nil, &previous)
      if isIgnored(previous) { return }
      var action = action(handler, flags: flags)
      unsafe sigaction(signal, &action, nil)
      previousActions.append((signal, previous))
    }

    /// A process may be started with blocked signals.
    private func unblock() {
      var signals = sigset_t()
      unsafe sigemptyset(&signals)
      for (signal, _) in previousActions { unsafe sigaddset(&signals, signal) }
      unsafe pthread_sigmask(SIG_UNBLOCK, &signals, &previousMask)
    }
  }

  /// A set of signals.
  struct SignalSet {
    /// A bit for the number of each signal.
    let bits: UInt64

    /// Whether a signal is in the set.
    func contains(_ signal: Int32) -> Bool { bits & bit(of: signal) != 0 }

    /// The signal of the set that asks the process to end; one that says that the terminal is gone comes first.
    var endSignal: Int32? {
      if contains(SIGHUP) { return SIGHUP }
      if contains(SIGTERM) { return SIGTERM }
      return contains(SIGINT) ? SIGINT : nil
    }
  }

  /// Ends this process by a signal, with its default action.
  func endProcess(by number: Int32) -> Never {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, number)
    signal(number, SIG_DFL)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
    exit(128 + number)
  }

  private func bit(of signal: Int32) -> UInt64 { 1 << UInt64(signal) }

  // The state of the handler: handlers know no object, so it is global.
  private let pending = Atomic<UInt64>(0)
  private let wakeDescriptor = Atomic<Int32>(-1)

  /// The handler of signals that the owner of the terminal asks for.
  private let noteSignal: @convention(c) (Int32) -> Void = { signal in
    let error = errno
    defer { errno = error }
    let before = pending.bitwiseOr(bit(of: signal), ordering: .acquiringAndReleasing).oldValue
    if SignalWatch.isEnding(signal), SignalSet(bits: before).contains(signal) {
      // The owner of the terminal has not taken the first one: it does not get to it.
      return HeldTerminal.endBySignal(signal)
    }
    var byte: UInt8 = 0
    _ = unsafe write(wakeDescriptor.load(ordering: .acquiring), &byte, 1)
  }

  private func action(_ handler: (@convention(c) (Int32) -> Void)?, flags: Int32) -> sigaction {
    var action = sigaction()
    #if canImport(Glibc)
      unsafe action.__sigaction_handler.sa_handler = handler
    #elseif canImport(Musl)
      unsafe action.__sa_handler.sa_handler = handler
    #else
      unsafe action.__sigaction_u.__sa_handler = handler
    #endif
    action.sa_flags = flags
    unsafe sigfillset(&action.sa_mask)
    return action
  }

  private func isIgnored(_ action: sigaction) -> Bool {
    #if canImport(Glibc)
      let handler = unsafe action.__sigaction_handler.sa_handler
    #elseif canImport(Musl)
      let handler = unsafe action.__sa_handler.sa_handler
    #else
      let handler = unsafe action.__sigaction_u.__sa_handler
    #endif
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
#endif
