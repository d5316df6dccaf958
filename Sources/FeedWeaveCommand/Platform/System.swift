#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(WinSDK)
  import WinSDK
  import ucrt
#endif

/// The calls of the operating system that the program needs; all of them stand here.
enum System {
  /// The words behind the program's name; those that are not UTF-8 as ``ArgumentText`` has them.
  static var arguments: [String] {
    #if canImport(WinSDK)
      return Array(CommandLine.arguments.dropFirst())
    #else
      return (1..<max(Int(CommandLine.argc), 1)).compactMap { place in
        // The words live as long as the process, and nobody changes them.
        guard let word = unsafe CommandLine.unsafeArgv[place] else { return nil }
        let bytes = unsafe UnsafeBufferPointer(start: word, count: strlen(word))
        return unsafe ArgumentText.text(of: bytes.map { UInt8(bitPattern: $0) })
      }
    #endif
  }

  /// Reads standard input or a file, up to its end or until there is more than the limit.
  static func read(_ file: InputFile, limit: Int) throws(InputFailure) -> [UInt8] {
    guard case .path(let path) = file else { return try readAll(0, limit: limit) }
    let descriptor = retrying { openFile(path) }
    guard descriptor >= 0 else { throw InputFailure(reason: lastError()) }
    defer { _ = closeFile(descriptor) }
    return try readAll(descriptor, limit: limit)
  }

  /// Reads what there is of standard input, at most 256 KiB; waits until there is something, or its end.
  static func readInput() throws(InputFailure) -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: 256 << 10)
    let count = retrying { unsafe chunk.withUnsafeMutableBytes { unsafe readSome(0, $0) } }
    guard count >= 0 else { throw InputFailure(reason: lastError()) }
    chunk.removeLast(chunk.count - count)
    return chunk
  }

  /// Waits for a line, on standard input or on the terminal; false where it is `q`, or the input ends.
  ///
  /// It takes one byte after the other, so that what follows the line is left to whoever reads next.
  static func waitForEnter(onTerminal: Bool) throws(InputFailure) -> Bool {
    let descriptor = onTerminal ? retrying { openFile(terminalPath) } : 0
    guard descriptor >= 0 else { throw InputFailure(reason: lastError()) }
    defer { if onTerminal { _ = closeFile(descriptor) } }
    var byte: [UInt8] = [0]
    // As much of the line as it takes to know whether it is `q`.
    var line: [UInt8] = []
    while true {
      let count = retrying { unsafe byte.withUnsafeMutableBytes { unsafe readSome(descriptor, $0) } }
      guard count >= 0 else { throw InputFailure(reason: lastError()) }
      if count == 0 { return false }
      if byte[0] == UInt8(ascii: "\n") { return line != [UInt8(ascii: "q")] }
      if line.count < 2, byte[0] != UInt8(ascii: "\r") { line += byte }
    }
  }

  /// Writes all bytes to a descriptor.
  ///
  /// A reader that went away ends the process as SIGPIPE does, also where that signal was ignored or blocked from the
  /// start.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(OutputFailure) {
    var written = 0
    while written < bytes.count {
      let count = retrying {
        unsafe bytes.withUnsafeBytes { unsafe writeSome(descriptor, UnsafeRawBufferPointer(rebasing: $0[written...])) }
      }
      if count < 0 {
        if errno == EAGAIN, waitUntilWritable(descriptor) { continue }
        if errno == EPIPE { endByBrokenPipe() }
        throw OutputFailure(reason: lastError())
      }
      written += count
    }
  }

  /// The value of a variable of the environment.
  static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// The seconds since 1970.
  static func now() -> Int64 { Int64(time(nil)) }

  private static func readAll(_ descriptor: Int32, limit: Int) throws(InputFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 256 << 10)
    while bytes.count <= limit {
      let count = retrying { unsafe chunk.withUnsafeMutableBytes { unsafe readSome(descriptor, $0) } }
      guard count >= 0 else { throw InputFailure(reason: lastError()) }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return bytes
  }

  /// Repeats a call that a signal interrupted.
  private static func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }

  private static func lastError() -> String { unsafe String(cString: strerror(errno)) }
}

#if canImport(WinSDK)
  extension System {
    /// Whether a path leads to something.
    static func exists(_ path: String) -> Bool { _access(path, 0) == 0 }

    /// Whether a descriptor is a terminal.
    static func isTerminal(_ descriptor: Int32) -> Bool { _isatty(descriptor) != 0 }

    /// The terminal, whatever standard input is.
    static let terminalPath = "CONIN$"

    /// The columns of the terminal that standard output is.
    static func terminalWidth() -> Int? { window().map { Int($0.Right) - Int($0.Left) + 1 } }

    /// The lines of the terminal that standard output is.
    static func terminalHeight() -> Int? { window().map { Int($0.Bottom) - Int($0.Top) + 1 } }

    /// Lets time pass.
    static func sleep(_ duration: Duration) {
      let (seconds, rest) = duration.components
      Sleep(UInt32(clamping: seconds * 1000 + rest / 1_000_000_000_000_000))
    }

    private static func window() -> SMALL_RECT? {
      var info = CONSOLE_SCREEN_BUFFER_INFO()
      guard unsafe GetConsoleScreenBufferInfo(GetStdHandle(STD_OUTPUT_HANDLE), &info) else { return nil }
      return info.srWindow
    }

    private static func openFile(_ path: String) -> Int32 {
      var descriptor: Int32 = -1
      return unsafe _sopen_s(&descriptor, path, _O_RDONLY | _O_BINARY, _SH_DENYNO, 0) == 0 ? descriptor : -1
    }

    private static func closeFile(_ descriptor: Int32) -> Int32 { _close(descriptor) }

    private static func readSome(_ descriptor: Int32, _ room: UnsafeMutableRawBufferPointer) -> Int {
      unsafe Int(_read(descriptor, room.baseAddress, UInt32(room.count)))
    }

    private static func writeSome(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
      // Text mode would write a carriage return before each line feed.
      _ = _setmode(descriptor, _O_BINARY)
      return unsafe Int(_write(descriptor, bytes.baseAddress, UInt32(min(bytes.count, 1 << 20))))
    }

    private static func waitUntilWritable(_ descriptor: Int32) -> Bool { false }

    private static func endByBrokenPipe() { exit(141) }
  }
#else
  extension System {
    /// Whether a path leads to something.
    static func exists(_ path: String) -> Bool { unsafe access(cString(path), F_OK) == 0 }

    /// Whether a descriptor is a terminal.
    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// The terminal, whatever standard input is.
    static let terminalPath = "/dev/tty"

    /// The columns of the terminal that standard output is.
    static func terminalWidth() -> Int? { window().flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil } }

    /// The lines of the terminal that standard output is.
    static func terminalHeight() -> Int? { window().flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } }

    /// Lets time pass, through any signal that does not end the process.
    static func sleep(_ duration: Duration) {
      let (seconds, rest) = duration.components
      var time = timespec()
      time.tv_sec = time_t(seconds)
      time.tv_nsec = Int(rest / 1_000_000_000)
      var left = timespec()
      while unsafe nanosleep(&time, &left) != 0, errno == EINTR { time = left }
    }

    private static func window() -> winsize? {
      var size = winsize()
      return unsafe ioctl(1, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
    }

    private static func openFile(_ path: String) -> Int32 { unsafe open(cString(path), O_RDONLY | O_CLOEXEC) }

    /// The bytes of a path, with the zero that ends them.
    private static func cString(_ path: String) -> [CChar] {
      ArgumentText.bytes(of: path).map { CChar(bitPattern: $0) } + [0]
    }

    private static func closeFile(_ descriptor: Int32) -> Int32 { close(descriptor) }

    /// Waits where standard output was made non-blocking by whoever shares it.
    private static func waitUntilWritable(_ descriptor: Int32) -> Bool {
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      return retrying { unsafe poll(&request, 1, -1) } > 0
    }

    private static func endByBrokenPipe() {
      signal(SIGPIPE, SIG_DFL)
      var signals = sigset_t()
      unsafe sigemptyset(&signals)
      unsafe sigaddset(&signals, SIGPIPE)
      unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      raise(SIGPIPE)
    }
  }

  // Inside `System` the names `read` and `write` mean its own methods.
  private func readSome(_ descriptor: Int32, _ room: UnsafeMutableRawBufferPointer) -> Int {
    unsafe read(descriptor, room.baseAddress, room.count)
  }

  private func writeSome(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    unsafe write(descriptor, bytes.baseAddress, bytes.count)
  }
#endif

/// Ends the process.
func endProcess(_ code: ExitCode) -> Never { exit(code.rawValue) }
