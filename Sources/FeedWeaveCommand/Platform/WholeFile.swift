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

// Files that are written whole or not at all.
extension System {
  /// Writes a file, in place of one that there may be, with the folders that it needs.
  ///
  /// Who reads it sees the former content or the new one, never a part, even if the program or the system ends within.
  /// Only the user can read what is created. A symbolic link stays, and the file that it names is written.
  static func replaceFile(at path: String, with bytes: [UInt8]) throws(OutputFailure) {
    let path = target(of: path)
    let parent = path.lastIndex { $0 == "/" }.map { path[..<$0] } ?? "."
    try createFolder(parent)
    let temporary = "\(path).\(getpid()).\(fileNumber.add(1, ordering: .relaxed).newValue).tmp"
    let descriptor = retrying { createFile(temporary) }
    guard descriptor >= 0 else { throw OutputFailure(reason: lastError()) }
    do throws(OutputFailure) {
      do throws(OutputFailure) {
        try write(bytes, to: descriptor)
        guard synchronize(descriptor) == 0 else { throw OutputFailure(reason: lastError()) }
      } catch {
        _ = closeFile(descriptor)
        throw error
      }
      guard closeFile(descriptor) == 0, renameFile(temporary, path) == 0 else {
        throw OutputFailure(reason: lastError())
      }
    } catch {
      delete(temporary)
      throw error
    }
  }

  /// Runs what reads and replaces a file while no other process does in its folder; without a lock if there can be none.
  static func lock(_ path: String, _ body: () -> Void) {
    let path = target(of: path)
    let parent = path.lastIndex { $0 == "/" }.map { path[..<$0] } ?? "."
    try? createFolder(parent)
    let descriptor = lockFolder(String(parent))
    body()
    if descriptor >= 0 { _ = closeFile(descriptor) }
  }

  /// Makes the names of temporary files different in one process.
  private static let fileNumber = Atomic(0)

  /// Creates a folder, and those around it, where they do not exist.
  private static func createFolder(_ path: Substring) throws(OutputFailure) {
    guard !path.isEmpty, !exists(String(path)) else { return }
    if let slash = path.lastIndex(where: { $0 == "/" }) { try createFolder(path[..<slash]) }
    guard makeFolder(String(path)) == 0 || exists(String(path)) else { throw OutputFailure(reason: lastError()) }
  }
}

#if canImport(WinSDK)
  extension System {
    private static func target(of path: String) -> String { path }

    private static func getpid() -> Int32 { _getpid() }

    private static func createFile(_ path: String) -> Int32 {
      var descriptor: Int32 = -1
      let flags = _O_WRONLY | _O_CREAT | _O_EXCL | _O_BINARY
      return unsafe _sopen_s(&descriptor, path, flags, _SH_DENYNO, _S_IREAD | _S_IWRITE) == 0 ? descriptor : -1
    }

    private static func synchronize(_ descriptor: Int32) -> Int32 { _commit(descriptor) }

    private static func renameFile(_ path: String, _ target: String) -> Int32 {
      unsafe MoveFileExA(path, target, DWORD(MOVEFILE_REPLACE_EXISTING)) ? 0 : -1
    }

    /// Deletes a file, if there is one.
    static func delete(_ path: String) { _ = unsafe _unlink(path) }

    /// Returns the names of what is in a folder; none, since folders are not read on this system.
    static func names(in folder: String) -> [String] { [] }

    private static func makeFolder(_ path: String) -> Int32 { unsafe _mkdir(path) }

    private static func lockFolder(_ path: String) -> Int32 { -1 }
  }
#else
  extension System {
    /// Returns the path of the file that a symbolic link names; any other path as it is.
    private static func target(of path: String) -> String {
      guard let resolved = unsafe realpath(cString(path), nil) else { return path }
      defer { unsafe free(resolved) }
      let bytes = unsafe UnsafeBufferPointer(start: resolved, count: strlen(resolved))
      return unsafe ArgumentText.text(of: bytes.map { UInt8(bitPattern: $0) })
    }

    private static func createFile(_ path: String) -> Int32 {
      unsafe open(cString(path), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }

    private static func synchronize(_ descriptor: Int32) -> Int32 { retrying { fsync(descriptor) } }

    private static func renameFile(_ path: String, _ target: String) -> Int32 {
      unsafe rename(cString(path), cString(target))
    }

    /// Deletes a file, if there is one.
    static func delete(_ path: String) { _ = unsafe unlink(cString(path)) }

    /// Returns the names of what is in a folder; none if it cannot be read.
    static func names(in folder: String) -> [String] {
      guard let stream = unsafe opendir(cString(folder)) else { return [] }
      defer { unsafe closedir(stream) }
      var names: [String] = []
      while let entry = unsafe readdir(stream) {
        let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
        names.append(ArgumentText.text(of: name))
      }
      return names
    }

    private static func makeFolder(_ path: String) -> Int32 { unsafe mkdir(cString(path), 0o700) }

    /// Opens a folder and waits until no other process has it locked; it is unlocked when it is closed.
    private static func lockFolder(_ path: String) -> Int32 {
      let descriptor = retrying { unsafe open(cString(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
      if descriptor >= 0 { _ = retrying { flock(descriptor, LOCK_EX) } }
      return descriptor
    }
  }
#endif
