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
  /// Ways out of the process, each in a process of its own, whose standard output takes what the terminal would show.
  @Suite("The terminal is given back")
  struct TerminalEndTests {
    @Test
    func `by a fatal signal, which ends the process`() async throws {
      let result = try await #require(
        processExitsWith: .signal(SIGSEGV), observing: [\.standardOutputContent]
      ) {
        let terminal = try holdHere()
        raise(SIGSEGV)
        withExtendedLifetime(terminal) {}
      }
      #expect(shown(result) == "<enter><leave>")
    }

    @Test
    func `by a trap`() async throws {
      let result = try await #require(processExitsWith: .failure, observing: [\.standardOutputContent]) {
        let terminal = try holdHere()
        withExtendedLifetime(terminal) { fatalError("a trap of the test") }
      }
      #expect(shown(result) == "<enter><leave>")
    }

    @Test
    func `by a stack overflow`() async throws {
      let result = try await #require(processExitsWith: .failure, observing: [\.standardOutputContent]) {
        let terminal = try holdHere()
        withExtendedLifetime(terminal) { terminal.write([UInt8(truncatingIfNeeded: depth(of: 0))]) }
      }
      #expect(shown(result) == "<enter><leave>")
    }

    @Test
    func `by a second signal to end, when the first was not noticed`() async throws {
      let result = try await #require(processExitsWith: .signal(SIGTERM), observing: [\.standardOutputContent]) {
        let terminal = try holdHere()
        raise(SIGTERM)
        terminal.write(Array("busy".utf8))
        raise(SIGTERM)
        withExtendedLifetime(terminal) {}
      }
      #expect(shown(result) == "<enter>busy<leave>")
    }

    @Test
    func `by the end of the process without restoring it`() async throws {
      let result = try await #require(processExitsWith: .exitCode(3), observing: [\.standardOutputContent]) {
        let terminal = try holdHere()
        withExtendedLifetime(terminal) { endHere() }
      }
      #expect(shown(result) == "<enter><leave>")
    }

    @Test
    func `by raising the signal that Control-C stands for`() async throws {
      let result = try await #require(processExitsWith: .signal(SIGINT), observing: [\.standardOutputContent]) {
        try holdHere().reraise(Terminal.interrupt)
      }
      #expect(shown(result) == "<enter><leave>")
    }

    /// What the process has written, without what the test runner adds.
    private func shown(_ result: ExitTest.Result) -> String {
      let output = String(decoding: result.standardOutputContent, as: UTF8.self)
      return String(output.drop { $0 != "<" })
    }
  }

  /// Holds a terminal whose screen is standard output.
  private func holdHere() throws -> Terminal {
    let device = TerminalDevice(input: try openTerminal(), output: 1)
    return try Terminal(device, enter: Array("<enter>".utf8), leave: Array("<leave>".utf8))
  }

  /// Opens a terminal that exists as long as the process.
  private func openTerminal() throws -> Int32 {
    let person = try PseudoTerminal()
    unsafe persons.append(person)
    return person.slave
  }

  /// Those who sit at terminals; each process of these tests has one thread that opens them.
  nonisolated(unsafe) private var persons: [PseudoTerminal] = []

  private func endHere() -> Never { exit(3) }

  /// Recurs without an end.
  private func depth(of number: Int) -> Int {
    number == -1 ? 0 : depth(of: number + 1) &+ depth(of: number + 2)
  }
#endif
