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
import Synchronization

/// All operating system calls that the program makes.
enum System {
  /// The arguments after the program's name; those that are not UTF-8 are converted by ``ArgumentText``.
  static var arguments: [String] {
    #if canImport(WinSDK)
      return Array(CommandLine.arguments.dropFirst())
    #else
      return (1..<max(Int(CommandLine.argc), 1)).compactMap { place in
        // The arguments live as long as the process and never change.
        guard let word = unsafe CommandLine.unsafeArgv[place] else { return nil }
        let bytes = unsafe UnsafeBufferPointer(start: word, count: strlen(word))
        return unsafe ArgumentText.text(of: bytes.map { UInt8(bitPattern: $0) })
      }
    #endif
  }

  /// Reads standard input or a file up to its end, or until it has read more than the limit.
  static func read(_ file: InputFile, limit: Int) throws(InputFailure) -> [UInt8] {
    let opened = try OpenFile(file)
    return try withExtendedLifetime(opened) { () throws(InputFailure) in
      try readAll(opened.descriptor, limit: limit)
    }
  }

  /// Waits for standard input and reads what is available, at most 64 KiB, as a pipe holds; returns no bytes at the end.
  static func readInput() throws(InputFailure) -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    let count = try checked { unsafe chunk.withUnsafeMutableBytes { unsafe readSome(0, $0) } }
    chunk.removeLast(chunk.count - count)
    return chunk
  }

  /// Opens a file, or standard input, to be read piece by piece; a file is closed when the reader is released.
  static func reader(of file: InputFile) throws(InputFailure) -> ByteReader {
    let opened = try OpenFile(file)
    return { room throws(InputFailure) in
      try checked { unsafe room.withUnsafeMutableBytes { unsafe readSome(opened.descriptor, $0) } }
    }
  }

  /// Opens a regular file to be read at any offset; returns nil for anything else, such as a pipe.
  ///
  /// The file is closed when the last copy of the reader is released.
  static func offsetReader(of file: InputFile) throws(InputFailure) -> OffsetReader? {
    guard case .path = file else { return nil }
    let opened = try OpenFile(file)
    guard isRegular(opened.descriptor) else { return nil }
    return OffsetReader(byteCount: sizeOfFile(opened.descriptor)) { offset, room throws(InputFailure) in
      try checked { unsafe room.withUnsafeMutableBytes { unsafe readAt(opened.descriptor, $0, offset) } }
    }
  }

  /// An open file, which is closed with the object; standard input stays open.
  private final class OpenFile: Sendable {
    let descriptor: Int32
    private let isOwned: Bool

    init(_ file: InputFile) throws(InputFailure) {
      switch file {
      case .standardInput: (descriptor, isOwned) = (0, false)
      case .path(let path): (descriptor, isOwned) = (try System.checked { System.openFile(path) }, true)
      case .address: throw InputFailure(reason: "it was not fetched")
      }
    }

    deinit { if isOwned { _ = closeFile(descriptor) } }
  }

  /// Waits for a line on standard input or on the terminal; returns false if it is `q`, or if the input ends.
  ///
  /// It reads byte by byte, so that what follows the line is left for the next reader.
  static func waitForEnter(onTerminal: Bool) throws(InputFailure) -> Bool {
    let descriptor = try onTerminal ? checked { openFile(terminalPath) } : 0
    defer { if onTerminal { _ = closeFile(descriptor) } }
    var byte: [UInt8] = [0]
    // The beginning of the line, long enough to know whether the line is `q`.
    var line: [UInt8] = []
    while true {
      let count = try checked { unsafe byte.withUnsafeMutableBytes { unsafe readSome(descriptor, $0) } }
      if count == 0 { return false }
      if byte[0] == UInt8(ascii: "\n") { return line != [UInt8(ascii: "q")] }
      if line.count < 2, byte[0] != UInt8(ascii: "\r") { line += byte }
    }
  }

  /// Writes all bytes to a descriptor.
  ///
  /// If the reader has closed the pipe, the process ends as SIGPIPE would end it, even if that signal was ignored or
  /// blocked from the start.
  static func write(_ bytes: RawSpan, to descriptor: Int32) throws(OutputFailure) {
    var written = 0
    while written < bytes.byteCount {
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

  /// Writes all bytes to a descriptor, as the function for a span does.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(OutputFailure) {
    try unsafe write(bytes.span.bytes, to: descriptor)
  }

  /// Adds bytes at the end of a file, which is created if it does not exist.
  static func append(_ bytes: [UInt8], to path: String) throws(OutputFailure) {
    let descriptor = retrying { appendFile(path) }
    guard descriptor >= 0 else { throw OutputFailure(reason: lastError()) }
    defer { _ = closeFile(descriptor) }
    try write(bytes, to: descriptor)
  }

  /// Returns the value of an environment variable.
  static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Returns the current time in seconds since 1970.
  static func now() -> Int64 { Int64(time(nil)) }

  private static func readAll(_ descriptor: Int32, limit: Int) throws(InputFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    // So that a large file is not copied whenever the array grows; a file may claim to be larger than any memory.
    bytes.reserveCapacity(min(max(sizeOfFile(descriptor), 0), limit, 1 << 30) + 1)
    var chunk = [UInt8](repeating: 0, count: 256 << 10)
    while bytes.count <= limit {
      let count = try checked { unsafe chunk.withUnsafeMutableBytes { unsafe readSome(descriptor, $0) } }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return bytes
  }

  /// Repeats a call as long as signals interrupt it.
  static func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }

  /// Returns the result of a call, which is negative if the system refuses it.
  private static func checked<Result: SignedInteger>(_ call: () -> Result) throws(InputFailure) -> Result {
    let result = retrying(call)
    guard result >= 0 else { throw InputFailure(reason: lastError()) }
    return result
  }

  static func lastError() -> String { unsafe String(cString: strerror(errno)) }
}

extension System {
  /// The identity of a file, the time of its last change and its size, by which a change is noticed.
  struct FileStamp: Hashable {
    var device: UInt64 = 0
    var number: UInt64 = 0
    var seconds: Int
    var nanoseconds: Int
    var size: Int
    /// Whether it is a file with bytes at offsets, and no pipe or folder.
    var isRegular = true

    /// Whether this is a later state of the same file, to which bytes may have been appended.
    func mayHaveGrown(from former: FileStamp) -> Bool {
      (device, number) == (former.device, former.number) && size > former.size
    }
  }
}

#if canImport(WinSDK)
  extension System {
    /// Returns the stamp of a file; nil, since files are not followed on this system.
    static func stamp(of path: String) -> FileStamp? { nil }

    /// Whether a descriptor can be read without waiting.
    static func isReadable(_ descriptor: Int32) -> Bool { true }

    /// Starts a program; returns nil, since links are not opened on this system.
    static func start(_ words: [String]) -> Int32? { nil }

    /// Returns nil, since no program is started.
    static func exitCode(of child: Int32) -> Int32? { nil }

    /// Returns whether a path exists.
    static func exists(_ path: String) -> Bool { _access(path, 0) == 0 }

    /// Returns whether a descriptor is a terminal.
    static func isTerminal(_ descriptor: Int32) -> Bool { _isatty(descriptor) != 0 }

    static func isPiped(_ descriptor: Int32) -> Bool { false }

    /// The path of the terminal, whatever standard input is.
    private static let terminalPath = "CONIN$"

    /// Returns the columns of the terminal that standard output is.
    static func terminalWidth() -> Int? { window().map { Int($0.Right) - Int($0.Left) + 1 } }

    /// Waits for a duration.
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

    private static func appendFile(_ path: String) -> Int32 {
      var descriptor: Int32 = -1
      let flags = _O_WRONLY | _O_CREAT | _O_APPEND | _O_BINARY
      return unsafe _sopen_s(&descriptor, path, flags, _SH_DENYNO, _S_IREAD | _S_IWRITE) == 0 ? descriptor : -1
    }

    static func closeFile(_ descriptor: Int32) -> Int32 { _close(descriptor) }

    private static func sizeOfFile(_ descriptor: Int32) -> Int { Int(_filelength(descriptor)) }

    private static func isRegular(_ descriptor: Int32) -> Bool {
      _isatty(descriptor) == 0 && sizeOfFile(descriptor) > 0
    }

    private static func readAt(_ descriptor: Int32, _ room: UnsafeMutableRawBufferPointer, _ offset: Int) -> Int {
      _lseeki64(descriptor, Int64(offset), SEEK_SET) < 0 ? -1 : unsafe readSome(descriptor, room)
    }

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
    /// Returns the stamp of a file; nil if there is none.
    static func stamp(of path: String) -> FileStamp? {
      var status = stat()
      guard unsafe stat(cString(path), &status) == 0 else { return nil }
      #if canImport(Darwin)
        let time = status.st_mtimespec
      #else
        let time = status.st_mtim
      #endif
      return FileStamp(
        device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino),
        seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec), size: Int(status.st_size),
        isRegular: status.st_mode & S_IFMT == S_IFREG)
    }

    /// Whether a descriptor can be read without waiting.
    static func isReadable(_ descriptor: Int32) -> Bool {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      return retrying { unsafe poll(&request, 1, 0) } > 0
    }

    /// Starts a program with its arguments, without a shell; returns its number, or nil if there is none of that name.
    ///
    /// The program gets neither the terminal's keys nor its screen, and outlives the viewer.
    static func start(_ words: [String]) -> Int32? {
      guard let program = words.first else { return nil }
      // Those that were started before and have ended are no longer kept by the system.
      linkPrograms.withLock { $0.removeAll { waitpid($0, nil, WNOHANG) != 0 } }
      let child = spawn(program, words.dropFirst(), descriptors: [nil, nil, nil], inGroup: true)
      if let child { linkPrograms.withLock { $0.append(child) } }
      return child
    }

    /// Returns the exit code of a program that was started, or 128 and the signal that ended it; nil while it runs.
    static func exitCode(of child: Int32) -> Int32? {
      var status: Int32 = 0
      guard unsafe waitpid(child, &status, WNOHANG) == child else { return nil }
      return exitCode(status)
    }

    /// Returns the exit code in what the system says of a program that has ended.
    static func exitCode(_ status: Int32) -> Int32 {
      status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }

    /// The programs that were started to open links, and may still run.
    private static let linkPrograms = Mutex<[pid_t]>([])

    /// Returns whether a path exists.
    static func exists(_ path: String) -> Bool { unsafe access(cString(path), F_OK) == 0 }

    /// Returns whether a descriptor is a terminal.
    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Returns whether a descriptor is a pipe or a file, and neither a terminal nor another device.
    static func isPiped(_ descriptor: Int32) -> Bool {
      var status = stat()
      guard unsafe fstat(descriptor, &status) == 0 else { return false }
      return [S_IFIFO, S_IFREG].contains(status.st_mode & S_IFMT)
    }

    /// The path of the terminal, whatever standard input is.
    private static let terminalPath = "/dev/tty"

    /// Returns the columns of the terminal that standard output is.
    static func terminalWidth() -> Int? { window().flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil } }

    /// Waits for a duration, continuing after any signal that does not end the process.
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

    private static func appendFile(_ path: String) -> Int32 {
      unsafe open(cString(path), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    }

    /// Returns the bytes of a path, terminated by a zero.
    static func cString(_ path: String) -> [CChar] {
      ArgumentText.bytes(of: path).map { CChar(bitPattern: $0) } + [0]
    }

    static func closeFile(_ descriptor: Int32) -> Int32 { close(descriptor) }

    /// Returns the size of a file in bytes; 0 for what has none, such as a pipe.
    private static func sizeOfFile(_ descriptor: Int32) -> Int {
      var status = stat()
      return unsafe fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    private static func isRegular(_ descriptor: Int32) -> Bool {
      var status = stat()
      return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    private static func readAt(_ descriptor: Int32, _ room: UnsafeMutableRawBufferPointer, _ offset: Int) -> Int {
      unsafe pread(descriptor, room.baseAddress, room.count, off_t(offset))
    }

    /// Waits until a descriptor is writable: another process that shares it may have made it non-blocking.
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
