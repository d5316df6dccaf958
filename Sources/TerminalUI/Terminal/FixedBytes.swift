#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

#if !canImport(WinSDK)
  /// At most 256 bytes at an address that never changes, for the handlers of signals, which may not allocate.
  @safe
  struct FixedBytes {
    /// The number of bytes that there is room for.
    static let capacity = 256

    // Never freed: a handler may run on any thread at any time. There are a few per process.
    private let memory = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 1)
    private var count = 0

    /// Makes room, without bytes.
    init() {}

    /// Keeps the first 256 of some bytes; not for handlers.
    mutating func set(_ bytes: [UInt8]) {
      count = 0
      for byte in bytes.prefix(Self.capacity) { append(byte) }
    }

    /// Adds a byte if there is room for it.
    mutating func append(_ byte: UInt8) {
      guard count < Self.capacity else { return }
      unsafe memory.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
      count += 1
    }

    /// Reads bytes in place of the previous ones, and returns false at the end.
    mutating func read(from descriptor: Int32) -> Bool {
      count = max(0, unsafe readSome(descriptor, memory, Self.capacity))
      return count > 0
    }

    /// Writes the bytes; the rest is dropped when the descriptor takes none for half a second.
    func write(to descriptor: Int32) {
      var written = 0
      while written < count {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        let ready = unsafe poll(&request, 1, 500)
        guard ready > 0 || (ready < 0 && errno == EINTR) else { return }
        let more = unsafe writeSome(descriptor, memory.advanced(by: written), count - written)
        guard more > 0 || (more < 0 && (errno == EINTR || errno == EAGAIN)) else { return }
        written += max(more, 0)
      }
    }
  }

  // Inside `FixedBytes` the names `read` and `write` mean its own methods.
  private func readSome(_ descriptor: Int32, _ room: UnsafeMutableRawPointer, _ count: Int) -> Int {
    unsafe read(descriptor, room, count)
  }

  private func writeSome(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
    unsafe write(descriptor, bytes, count)
  }
#endif
