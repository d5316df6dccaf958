#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

#if !canImport(WinSDK)
  /// The descriptors of a terminal, and the system calls on them.
  struct TerminalDevice {
    /// What is read from a terminal.
    enum Input: Equatable {
      /// Bytes, of which there may be none.
      case bytes([UInt8])
      /// The terminal no longer exists, or its input has ended.
      case end
    }

    /// The descriptor that keys are read from.
    let input: Int32
    /// The descriptor that is written to.
    let output: Int32
    /// The descriptor of messages, if they would appear on the screen.
    let messages: Int32?
    /// Whether the descriptors were opened here, and are closed by ``close()``.
    private let ownsInput: Bool
    private let ownsOutput: Bool

    /// Uses descriptors of the caller.
    init(input: Int32, output: Int32, messages: Int32? = nil) {
      self.input = input
      self.output = output
      self.messages = messages
      ownsInput = false
      ownsOutput = false
    }

    /// Uses standard input and output where they are terminals, and the controlling terminal in place of the others.
    init() throws(TerminalUIError) {
      ownsInput = isatty(0) != 1
      ownsOutput = isatty(1) != 1
      messages = isatty(2) == 1 ? 2 : nil
      input = ownsInput ? try Self.openControlling(O_RDONLY) : 0
      guard ownsOutput else {
        output = 1
        return
      }
      do throws(TerminalUIError) { output = try Self.openControlling(O_WRONLY) } catch {
        if ownsInput { closeDescriptor(input) }
        throw error
      }
    }

    /// Closes the descriptors that were opened here.
    func close() {
      if ownsInput { closeDescriptor(input) }
      if ownsOutput { closeDescriptor(output) }
    }

    /// The size that the terminal tells, or nil.
    var size: ScreenSize? {
      var size = winsize()
      guard unsafe ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
      return ScreenSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// Returns the current settings.
    func settings() throws(TerminalUIError) -> termios {
      var settings = termios()
      guard unsafe tcgetattr(input, &settings) == 0 else { throw .noTerminal(reason: lastError()) }
      return settings
    }

    /// Has every byte arrive at once and as it is, without echo; no key raises a signal.
    func makeRaw(_ settings: termios) throws(TerminalUIError) {
      var raw = settings
      unsafe cfmakeraw(&raw)
      unsafe withUnsafeMutableBytes(of: &raw.c_cc) {
        unsafe $0[Int(VMIN)] = 1
        unsafe $0[Int(VTIME)] = 0
      }
      let result = retrying { unsafe tcsetattr(input, TCSADRAIN, &raw) }
      guard result == 0 else { throw .noTerminal(reason: lastError()) }
    }

    /// Reads what has arrived, after a poll has said that there is something.
    func read() -> Input {
      var chunk = [UInt8](repeating: 0, count: 64 << 10)
      let count = unsafe chunk.withUnsafeMutableBytes { unsafe readSome(input, $0) }
      if count < 0 { return [EINTR, EAGAIN].contains(errno) ? .bytes([]) : .end }
      if count == 0 { return .end }
      chunk.removeLast(chunk.count - count)
      return .bytes(chunk)
    }

    /// Writes all bytes; returns false if the terminal no longer exists.
    ///
    /// The rest is dropped when the terminal does not take it and `isCancelled` returns true.
    func write(_ bytes: [UInt8], unless isCancelled: () -> Bool) -> Bool {
      var written = 0
      while written < bytes.count {
        let count = unsafe bytes.withUnsafeBytes { unsafe writeSome(output, .init(rebasing: $0[written...])) }
        if count >= 0 {
          written += count
          if written < bytes.count, isCancelled() { return true }
        } else if errno == EINTR || errno == EAGAIN {
          if isCancelled() { return true }
          if errno == EAGAIN { waitUntilWritable() }
        } else {
          return false
        }
      }
      return true
    }

    private func waitUntilWritable() {
      var request = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
      _ = unsafe poll(&request, 1, -1)
    }

    private static func openControlling(_ mode: Int32) throws(TerminalUIError) -> Int32 {
      let descriptor = retrying { unsafe open("/dev/tty", mode | O_CLOEXEC) }
      guard descriptor >= 0 else { throw .noTerminal(reason: lastError()) }
      return descriptor
    }
  }

  /// Returns the value of an environment variable that is a number above 0.
  func numberInEnvironment(_ name: String) -> Int? {
    unsafe getenv(name).flatMap { unsafe Int(String(cString: $0)) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Repeats a call as long as signals interrupt it.
  private func retrying(_ call: () -> Int32) -> Int32 {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }

  private func lastError() -> String { unsafe String(cString: strerror(errno)) }

  // Inside `TerminalDevice` the names `close`, `read` and `write` mean its own methods.
  private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

  private func readSome(_ descriptor: Int32, _ room: UnsafeMutableRawBufferPointer) -> Int {
    unsafe read(descriptor, room.baseAddress, room.count)
  }

  private func writeSome(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    unsafe write(descriptor, bytes.baseAddress, bytes.count)
  }
#endif
