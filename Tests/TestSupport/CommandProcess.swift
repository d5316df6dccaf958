public import Foundation

/// The built program, run as a process of its own.
public struct CommandProcess {
  /// How it ended, and what it wrote.
  public struct Outcome: Sendable {
    /// The exit code, or 128 and the signal, as a shell counts.
    public let code: Int32
    /// What it wrote to standard output.
    public let output: [UInt8]
    /// What it wrote to standard error.
    public let messages: String
  }

  /// The program beside the tests that were built with it; nil where it was not built.
  public static let program: URL? = {
    let places = CommandLine.arguments.filter { $0.contains(".xctest") } + [CommandLine.arguments[0]]
    let folders = places.map { place in
      let end = place.range(of: ".xctest").map { place[..<$0.lowerBound] } ?? place[...]
      return URL(filePath: String(end)).deletingLastPathComponent()
    }
    return folders.map { $0.appending(path: "feedweave") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }()

  /// Runs a shell command in which `$FEEDWEAVE` is the program, in the root of the package.
  public static func shell(_ command: String, _ program: URL) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = ProjectFiles.root
    process.environment = ["FEEDWEAVE": program.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
    let folder = FileManager.default.temporaryDirectory.appending(path: "feedweave-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files, not pipes: nobody has to read while the program runs.
    let (output, messages) = (folder.appending(path: "out"), folder.appending(path: "err"))
    for file in [output, messages] { _ = FileManager.default.createFile(atPath: file.path, contents: nil) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: messages)
    try unblockingSignals { try process.run() }
    process.waitUntilExit()
    return Outcome(
      code: process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0),
      output: Array(try Data(contentsOf: output)),
      messages: String(decoding: try Data(contentsOf: messages), as: UTF8.self))
  }

  /// Tests run on threads that block signals, which a process would inherit.
  static func unblockingSignals(_ body: () throws -> Void) rethrows {
    #if os(Windows)
      try body()
    #else
      var none = sigset_t()
      var saved = sigset_t()
      unsafe sigemptyset(&none)
      unsafe pthread_sigmask(SIG_SETMASK, &none, &saved)
      defer { unsafe pthread_sigmask(SIG_SETMASK, &saved, nil) }
      try body()
    #endif
  }
}
