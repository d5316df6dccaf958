#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
import Testing

#if !canImport(WinSDK)
  /// A terminal without a screen: the tests are the person who sits at it.
  final class PseudoTerminal {
    /// The descriptor of the person; -1 when it is closed.
    private var master: Int32
    /// The descriptor of the program.
    let slave: Int32

    /// Opens a terminal of 80 columns and 24 rows.
    init() throws {
      master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      let path = try #require(Self.unlockedSlave(of: master))
      slave = unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
      try #require(slave >= 0)
      resize(columns: 80, rows: 24)
    }

    deinit {
      hangUp()
      close(slave)
    }

    /// The settings, as bytes that can be compared.
    var settings: [UInt8] {
      var settings = termios()
      unsafe tcgetattr(slave, &settings)
      return unsafe withUnsafeBytes(of: &settings) { unsafe Array($0) }
    }

    /// Whether keys arrive one by one and without echo, and raise no signals.
    var isRaw: Bool {
      var settings = termios()
      unsafe tcgetattr(slave, &settings)
      return settings.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0
    }

    /// Has the terminal take another size; the kernel sends no signal, as this is not the terminal of the process.
    func resize(columns: UInt16, rows: UInt16) {
      var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
      _ = unsafe ioctl(slave, UInt(TIOCSWINSZ), &size)
    }

    /// Types keys.
    func type(_ keys: String) {
      let bytes = Array(keys.utf8)
      unsafe #expect(write(master, bytes, bytes.count) == bytes.count)
    }

    /// Returns what the program has written since the last call.
    func output() -> String {
      var output: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 4096)
      var request = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      while unsafe poll(&request, 1, 0) > 0 {
        let count = unsafe read(master, &chunk, chunk.count)
        guard count > 0 else { break }
        output += chunk[..<count]
      }
      return String(decoding: output, as: UTF8.self)
    }

    /// Returns the path of the program's end, which may be opened then.
    private static func unlockedSlave(of master: Int32) -> String? {
      #if canImport(Darwin)
        guard grantpt(master) == 0, unlockpt(master) == 0 else { return nil }
        return unsafe ptsname(master).map { unsafe String(cString: $0) }
      #else
        // Swift does not import the functions; the numbers are those of TIOCSPTLCK and TIOCGPTN.
        var lock: Int32 = 0
        var number: UInt32 = 0
        guard unsafe ioctl(master, 0x4004_5431, &lock) == 0 else { return nil }
        guard unsafe ioctl(master, 0x8004_5430, &number) == 0 else { return nil }
        return "/dev/pts/\(number)"
      #endif
    }

    /// Closes the person's end.
    func hangUp() {
      if master >= 0 { close(master) }
      master = -1
    }
  }
#endif
