#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

#if !canImport(WinSDK)
  /// Keeps what is written to standard error while the terminal is held, and shows it when that is given back.
  ///
  /// Otherwise a message, such as that of a trap, would be written over the screen, and would vanish with it. The
  /// messages are kept in a file without a name; without room for one they are not diverted.
  struct DivertedMessages {
    /// The descriptor that messages are written to; -1 if they are not diverted.
    private var descriptor: Int32 = -1
    /// A copy of the descriptor, from before the diversion.
    private var original: Int32 = -1
    /// The file.
    private var file: Int32 = -1

    /// Diverts nothing.
    init() {}

    /// Diverts what is written to a descriptor.
    init(_ descriptor: Int32) {
      original = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
      file = Self.temporaryFile()
      if original >= 0, file >= 0, dup2(file, descriptor) >= 0 { self.descriptor = descriptor }
    }

    /// Ends the diversion, and shows the last 64 KiB of what was written; only calls that a signal handler may make.
    func end(through room: inout FixedBytes) {
      guard descriptor >= 0 else { return }
      dup2(original, descriptor)
      let size = lseek(file, 0, SEEK_END)
      guard lseek(file, max(0, size - (64 << 10)), SEEK_SET) >= 0 else { return }
      while room.read(from: file) { room.write(to: descriptor) }
    }

    /// Closes the file, after the diversion has ended.
    func close() {
      if original >= 0 { closeDescriptor(original) }
      if file >= 0 { closeDescriptor(file) }
    }

    private static func temporaryFile() -> Int32 {
      let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
      var path = Array("\(folder)/feedweave-XXXXXX".utf8CString)
      let file = unsafe mkstemp(&path)
      guard file >= 0 else { return -1 }
      unsafe unlink(path)
      _ = fcntl(file, F_SETFD, FD_CLOEXEC)
      return file
    }
  }

  private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }
#endif
