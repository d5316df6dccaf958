#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
import Synchronization

#if !canImport(WinSDK)
  /// The terminal that this process holds, as the handlers of signals see it.
  ///
  /// Everything here is called from signal handlers too: it allocates nothing, takes no lock, and makes only system
  /// calls that POSIX calls async-signal-safe.
  enum HeldTerminal {
    /// Whether a terminal is held.
    static var isHeld: Bool { isHeldFlag.load(ordering: .acquiring) }

    /// The settings that the terminal had before it was held.
    static var settings: termios { unsafe state.pointee.settings }

    /// Notes what gives a terminal back; the first step of holding it, outside of any handler.
    ///
    /// - Precondition: No other terminal is held, and there are at most 256 bytes of `leave`.
    static func hold(_ device: TerminalDevice, settings: termios, leave: [UInt8], program: String) {
      precondition(!isHeld, "a process holds one terminal at a time")
      precondition(leave.count <= FixedBytes.capacity, "more than \(FixedBytes.capacity) bytes give the terminal back")
      unsafe state.pointee.device = device
      unsafe state.pointee.settings = settings
      unsafe state.pointee.leave.set(leave)
      unsafe state.pointee.notice.set(Array("\(program.prefix(60)): ended by signal ".utf8))
      unsafe state.pointee.messages = device.messages.map { DivertedMessages($0) } ?? DivertedMessages()
      isHeldFlag.store(true, ordering: .releasing)
    }

    /// Gives the terminal back if it is held: what it shows, its settings, and the messages that were diverted.
    static func giveBack() {
      guard isHeld else { return }
      unsafe state.pointee.leave.write(to: state.pointee.device.output)
      unsafe restoreSettings(state.pointee.device.input)
      unsafe state.pointee.messages.end(through: &state.pointee.room)
      // Last: a signal in between has it done again, which is better than having it not done.
      isHeldFlag.store(false, ordering: .releasing)
    }

    /// Closes what holding has opened; outside of any handler, after the terminal was given back.
    static func release() { unsafe state.pointee.messages.close() }

    /// The handler of signals that end the process: gives the terminal back, says so, and ends by the signal.
    static let endBySignal: @convention(c) (Int32) -> Void = { signal in
      let wasHeld = isHeld
      giveBack()
      if wasHeld { writeNotice(signal) }
      resetAction(signal)
      // The signal is blocked until the handler returns; then the process ends.
      raise(signal)
    }

    /// Gives the settings back, unless another process has the terminal and has set it for itself.
    private static func restoreSettings(_ input: Int32) {
      // Otherwise a process in the background would be stopped here.
      var stopping = sigset_t()
      var mask = sigset_t()
      unsafe sigemptyset(&stopping)
      unsafe sigaddset(&stopping, SIGTTOU)
      unsafe pthread_sigmask(SIG_BLOCK, &stopping, &mask)
      let foreground = tcgetpgrp(input)
      if foreground < 0 || foreground == getpgrp() {
        // What was typed ahead, or pasted, or sent by the mouse, is not meant for the shell.
        tcflush(input, TCIFLUSH)
        unsafe tcsetattr(input, TCSANOW, &state.pointee.settings)
      }
      unsafe pthread_sigmask(SIG_SETMASK, &mask, nil)
    }

    private static func writeNotice(_ signal: Int32) {
      guard let messages = unsafe state.pointee.device.messages else { return }
      if signal >= 10 { unsafe state.pointee.notice.append(48 + UInt8(signal / 10 % 10)) }
      unsafe state.pointee.notice.append(48 + UInt8(signal % 10))
      unsafe state.pointee.notice.append(10)
      unsafe state.pointee.notice.write(to: messages)
    }

    private static func resetAction(_ number: Int32) { signal(number, SIG_DFL) }
  }

  private struct State {
    var device = TerminalDevice(input: -1, output: -1)
    var settings = termios()
    var leave = FixedBytes()
    var messages = DivertedMessages()
    var notice = FixedBytes()
    var room = FixedBytes()
  }

  private let isHeldFlag = Atomic(false)

  // Handlers know no object, so this is global. It is allocated once and never freed, since a handler may run on any
  // thread at any time; it is changed only while the flag is false, or by the thread that owns the terminal.
  nonisolated(unsafe) private let state: UnsafeMutablePointer<State> = {
    let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
    unsafe state.initialize(to: State())
    return unsafe state
  }()
#endif
