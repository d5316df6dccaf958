public import Foundation

extension CommandProcess {
  /// Whether there is a Python to run scripts.
  public static let hasPython = (try? shell("command -v python3", ProjectFiles.root).code) == 0

  /// Runs a shell command that asks a question per line of its output, one at a time, and writes the answers to its
  /// input.
  ///
  /// - Parameter answer: Returns the answer to a line; nil if it is no question, and belongs to the outcome's output.
  public static func converse(_ command: String, answer: (Data) throws -> Data?) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = ProjectFiles.root
    process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"]
    let messages = FileManager.default.temporaryDirectory.appending(path: "feedweave-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: messages.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: messages) }
    let (questions, answers) = (Pipe(), Pipe())
    // Not the pipe, which would close this end of it: an answer to a program that has ended would raise a signal.
    process.standardInput = answers.fileHandleForReading
    process.standardOutput = questions
    process.standardError = try FileHandle(forWritingTo: messages)
    try unblockingSignals { try process.run() }
    defer {
      process.terminate()
      process.waitUntilExit()
    }
    var (output, unread) = ([UInt8](), Data())
    while case let piece = questions.fileHandleForReading.availableData, !piece.isEmpty {
      unread += piece
      while let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Data(unread[..<end])
        unread = Data(unread[(end + 1)...])
        if let answer = try answer(line) {
          try answers.fileHandleForWriting.write(contentsOf: answer + [UInt8(ascii: "\n")])
        } else {
          output += line
        }
      }
    }
    process.waitUntilExit()
    return Outcome(
      code: process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0), output: output,
      messages: String(decoding: try Data(contentsOf: messages), as: UTF8.self))
  }
}
