#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
import Testing

@testable import TerminalUI

#if !canImport(WinSDK)
  /// The way out of the process is what `Tests/Terminal/drive-viewer` checks on the whole program.
  @Suite("Terminal", .serialized)
  struct TerminalTests {
    private let person: PseudoTerminal

    init() throws { person = try PseudoTerminal() }

    private func hold(messages: Int32? = nil) throws -> Terminal {
      let device = TerminalDevice(input: person.slave, output: person.slave, messages: messages)
      return try Terminal(device, enter: Array("<enter>".utf8), leave: Array("<leave>".utf8))
    }

    @Test
    func `Holding it sets raw mode and writes the first bytes, and restoring it undoes both exactly once`() throws {
      let before = person.settings
      let terminal = try hold()
      #expect(person.isRaw)
      #expect(person.output() == "<enter>")
      terminal.restore()
      #expect(person.settings == before)
      #expect(person.output() == "<leave>")
      terminal.restore()
      terminal.write([65])
      #expect(person.output() == "")
    }

    @Test
    func `Releasing it restores it`() throws {
      let before = person.settings
      do { _ = try hold() }
      #expect(person.settings == before)
      #expect(person.output() == "<enter><leave>")
    }

    @Test
    func `What is typed ahead is not left for the shell`() throws {
      let terminal = try hold()
      person.type("rm -r *\r")
      terminal.restore()
      var request = pollfd(fd: person.slave, events: Int16(POLLIN), revents: 0)
      #expect(unsafe poll(&request, 1, 0) == 0)
    }

    @Test
    func `The actions of signals are as before after it is restored`() throws {
      let watched = [SIGWINCH, SIGCONT, SIGTSTP, SIGHUP, SIGINT, SIGTERM, SIGSEGV, SIGILL, SIGTRAP, SIGQUIT, SIGPIPE]
      let before = watched.map(handler(of:))
      let terminal = try hold()
      #expect(watched.map(handler(of:)) != before)
      terminal.restore()
      #expect(watched.map(handler(of:)) == before)
    }

    @Test
    func `An ignored signal stays ignored`() throws {
      let previous = signal(SIGHUP, SIG_IGN)
      defer { signal(SIGHUP, previous) }
      let ignored = handler(of: SIGHUP)
      let terminal = try hold()
      #expect(handler(of: SIGHUP) == ignored)
      terminal.restore()
    }

    @Test
    func `It has the size that the terminal tells`() throws {
      let terminal = try hold()
      #expect(terminal.size == ScreenSize(columns: 80, rows: 24))
      person.resize(columns: 132, rows: 50)
      #expect(terminal.size == ScreenSize(columns: 132, rows: 50))
    }

    @Test
    func `Waiting returns the keys as they were typed, also those that otherwise raise signals`() throws {
      let terminal = try hold()
      person.type("j\u{3}\u{1A}\u{1C}\r")
      var expected = Wakeup()
      expected.input = [0x6A, 0x03, 0x1A, 0x1C, 0x0D]
      #expect(terminal.wait() == expected)
    }

    @Test
    func `Waiting returns nothing when the deadline has passed`() throws {
      let terminal = try hold()
      let deadline = ContinuousClock.now + .milliseconds(5)
      #expect(terminal.wait(until: deadline) == Wakeup())
      #expect(ContinuousClock.now >= deadline)
      #expect(terminal.wait(until: .now - .seconds(1)) == Wakeup())
      person.type("k")
      #expect(terminal.wait(until: .now - .seconds(1)).input == [0x6B])
    }

    @Test
    func `Waiting tells which of the watched descriptors are readable`() throws {
      let terminal = try hold()
      let (silent, other) = (try PseudoTerminal(), try PseudoTerminal())
      other.type("line\r")
      var expected = Wakeup()
      expected.readable = [other.slave]
      #expect(terminal.wait(watching: [silent.slave, other.slave]) == expected)
    }

    @Test
    func `Signals wake it, each once`() throws {
      let terminal = try hold()
      var expected = Wakeup()
      raise(SIGWINCH)
      raise(SIGWINCH)
      expected.isResized = true
      #expect(terminal.wait() == expected)
      raise(SIGTSTP)
      raise(SIGTERM)
      raise(SIGHUP)
      expected = Wakeup()
      expected.isStopRequested = true
      expected.endSignal = SIGHUP
      #expect(terminal.wait() == expected)
      #expect(terminal.wait(until: .now) == Wakeup())
    }

    @Test
    func `After a stop that it could not see, the terminal is held again`() throws {
      let before = person.settings
      let terminal = try hold()
      let raw = person.settings
      // As a shell sets it while the process is stopped.
      var settings = termios()
      unsafe tcgetattr(person.slave, &settings)
      settings.c_lflag |= tcflag_t(ICANON | ECHO | ISIG)
      unsafe tcsetattr(person.slave, TCSANOW, &settings)
      _ = person.output()
      raise(SIGCONT)
      #expect(terminal.wait().isContinued)
      #expect(person.settings == raw)
      #expect(person.output() == "<enter>")
      terminal.restore()
      #expect(person.settings == before)
    }

    @Test
    func `A terminal that has hung up is reported once, and does not wake it again`() throws {
      let terminal = try hold()
      person.hangUp()
      var expected = Wakeup()
      expected.isHungUp = true
      #expect(terminal.wait() == expected)
      #expect(terminal.wait(until: .now + .milliseconds(1)) == Wakeup())
      terminal.write([65])
      terminal.restore()
    }

    @Test
    func `Writing to a terminal that has hung up is reported by the next wait`() throws {
      let terminal = try hold()
      person.hangUp()
      terminal.write([65])
      #expect(terminal.wait().isHungUp)
    }

    @Test
    func `Messages do not appear on the screen, and follow it when the terminal is given back`() throws {
      let messages = dup(person.slave)
      defer { close(messages) }
      let terminal = try hold(messages: messages)
      let text = Array("a message\n".utf8)
      unsafe #expect(write(messages, text, text.count) == text.count)
      #expect(person.output() == "<enter>")
      terminal.restore()
      #expect(person.output() == "<leave>a message\r\n")
      unsafe #expect(write(messages, text, text.count) == text.count)
      #expect(person.output() == "a message\r\n")
    }

    @Test
    func `What is no terminal is refused, and nothing is changed`() throws {
      var ends: [Int32] = [-1, -1]
      unsafe pipe(&ends)
      defer { for end in ends { close(end) } }
      let before = handler(of: SIGTERM)
      #expect(throws: TerminalUIError.self) {
        try Terminal(TerminalDevice(input: ends[0], output: ends[1]), enter: [65], leave: [])
      }
      #expect(handler(of: SIGTERM) == before)
      var request = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
      #expect(unsafe poll(&request, 1, 0) == 0)
      let error = TerminalUIError.noTerminal(reason: "No such device")
      #expect("\(error)" == "there is no terminal to use: No such device")
    }

    @Test
    func `Holding two at once traps`() async {
      await #expect(processExitsWith: .failure) {
        let person = try PseudoTerminal()
        let device = TerminalDevice(input: person.slave, output: person.slave)
        let first = try Terminal(device, enter: [], leave: [])
        let second = try Terminal(device, enter: [], leave: [])
        withExtendedLifetime((first, second)) {}
      }
    }

    private func handler(of number: Int32) -> Int {
      var action = sigaction()
      unsafe sigaction(number, nil, &action)
      #if canImport(Glibc)
        return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      #elseif canImport(Musl)
        return unsafe unsafeBitCast(action.__sa_handler.sa_handler, to: Int.self)
      #else
        return unsafe unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
      #endif
    }
  }
#endif
