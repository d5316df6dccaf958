import FeedFormats
import Synchronization
import TestSupport

@testable import FeedWeaveCommand

/// A world for the program: files in memory, fixed clocks, and what was written.
///
/// It belongs to one test, and what is hooked for it runs where its own list is used.
final class TestWorld: @unchecked Sendable {
  var files: [String: [UInt8]] = [:]
  /// The files that are pipes.
  var pipes: Set<String> = []
  var standardInput: [UInt8] = []
  var variables: [String: String] = [:]
  var isTerminal = false
  var isInputPiped = false
  var terminalWidth: Int?
  var outputFailure: OutputFailure?
  /// Why nothing can be added to files.
  var appendFailure: OutputFailure?
  /// Why no file can be replaced.
  var replaceFailure: OutputFailure?
  private(set) var output: [UInt8] = []
  private(set) var messages: [UInt8] = []
  /// The bytes of each writing.
  private(set) var writings: [Int] = []
  private(set) var readings: [(file: InputFile, limit: Int)] = []

  /// The pieces that standard input comes in where it is read as it comes; nil for all of it at once.
  var pieces: [[UInt8]]?
  /// The most bytes that a file which is opened gives at once.
  var pieceSize = 256 << 10
  /// How often somebody will press Enter; then the input ends.
  var enters = 0
  var enterFailure: InputFailure?
  /// What was waited for, and where: `output` is how much had been written by then.
  private(set) var waits: [(onTerminal: Bool, output: Int)] = []
  private(set) var sleeps: [Duration] = []
  /// How many seconds have passed since `now`.
  var secondsPassed: Int64 = 0
  /// The time that has passed besides the microseconds between looks at the clock.
  var timePassed = Duration.zero
  /// What happens while time passes.
  var whileSleeping: () -> Void = {}
  /// How much had been written when a piece of standard input was asked for.
  private(set) var asked: [Int] = []

  private var ticks = 0
  private var messageLog = MessageLog()
  /// Held by whoever reads or writes files, since feeds are fetched on several threads.
  private let lock = Mutex(())

  /// 2026-07-01T12:00:00Z, the time that the fixtures count from.
  static let now: Int64 = 1_782_907_200

  /// Stands in for other programs.
  var program: @Sendable (ProgramCall) -> ProgramOutcome? = { _ in nil }

  /// Runs the program; what was written before is forgotten.
  func run(_ words: [String]) -> ExitCode {
    output = []
    messages = []
    writings = []
    ticks = 0
    messageLog = MessageLog()
    (waits, sleeps, asked) = ([], [], [])
    return CommandLineTool(environment).run(words)
  }

  func run(_ words: String...) -> ExitCode { run(words) }

  var text: String { String(decoding: output, as: UTF8.self) }
  var said: String { String(decoding: messages, as: UTF8.self) }
  var saidLines: [String] { said.split(separator: "\n").map(String.init) }

  var environment: CommandEnvironment {
    CommandEnvironment(
      variable: { self.variables[$0] },
      now: { Self.now + self.secondsPassed },
      elapsed: {
        // A microsecond passes from one look at the clock to the next.
        self.ticks += 1
        return .microseconds(self.ticks) + self.timePassed
      },
      isTerminal: isTerminal,
      isInputPiped: isInputPiped,
      terminalWidth: { self.terminalWidth },
      exists: { path in self.lock.withLock { _ in self.bytes(of: path) != nil } },
      read: { file, limit throws(InputFailure) in try self.read(file, limit) },
      readInput: {
        self.asked.append(self.output.count)
        if self.pieces == nil { self.pieces = [self.standardInput] }
        return self.pieces?.isEmpty == false ? self.pieces?.removeFirst() ?? [] : []
      },
      stamp: { path in
        self.files[path].map { bytes in
          System.FileStamp(
            seconds: bytes.hashValue, nanoseconds: 0, size: bytes.count, isRegular: !self.pipes.contains(path))
        }
      },
      isInputReady: { self.pieces?.isEmpty == false },
      open: { file throws(InputFailure) in
        let rest = Shared(try self.read(file, .max)[...])
        return { room throws(InputFailure) in
          rest.change { rest in
            let piece = rest.prefix(min(room.byteCount, self.pieceSize))
            for (place, byte) in piece.enumerated() { room.storeBytes(of: byte, toByteOffset: place, as: UInt8.self) }
            rest = rest.dropFirst(piece.count)
            return piece.count
          }
        }
      },
      openAtOffsets: { file throws(InputFailure) in
        guard case .path = file else { return nil }
        let size = try self.read(file, .max).count
        return OffsetReader(byteCount: size) { offset, target throws(InputFailure) in
          ItemLines.bytes(try self.read(file, .max))(offset, &target)
        }
      },
      waitForEnter: { onTerminal throws(InputFailure) in
        if let failure = self.enterFailure { throw failure }
        self.waits.append((onTerminal, self.output.count))
        self.enters -= 1
        return self.enters >= 0
      },
      sleep: {
        self.sleeps.append($0)
        self.whileSleeping()
        self.ticks += Int($0 / .microseconds(1))
      },
      write: { bytes throws(OutputFailure) in
        if let failure = self.outputFailure { throw failure }
        self.output += bytes
        self.writings.append(bytes.count)
      },
      writeSpan: { bytes throws(OutputFailure) in
        if let failure = self.outputFailure { throw failure }
        self.output += unsafe bytes.withUnsafeBytes { unsafe Array($0) }
        self.writings.append(bytes.byteCount)
      },
      append: { bytes, path throws(OutputFailure) in
        if let failure = self.appendFailure { throw failure }
        self.files[path, default: []] += bytes
      },
      replace: { path, bytes throws(OutputFailure) in
        if let failure = self.replaceFailure { throw failure }
        self.lock.withLock { _ in self.files[path] = bytes }
      },
      delete: { path in self.lock.withLock { _ in self.files[path] = nil } },
      names: { folder in
        self.files.keys.filter { $0.hasPrefix("\(folder)/") }.map { String($0.dropFirst(folder.count + 1)) }
      },
      run: { self.program($0) },
      writeError: { self.messages += $0 },
      messages: messageLog)
  }

  private func read(_ file: InputFile, _ limit: Int) throws(InputFailure) -> [UInt8] {
    let read: [UInt8]? = lock.withLock { _ in
      readings.append((file, limit))
      // To read a file takes a millisecond.
      ticks += 1000
      guard case .path(let path) = file else { return standardInput }
      return bytes(of: path)
    }
    guard let bytes = read else { throw InputFailure(reason: "No such file or directory") }
    return bytes
  }

  /// Files of the test's own, else those of the package.
  private func bytes(of path: String) -> [UInt8]? {
    files[path] ?? (path.hasPrefix("Fixtures/") ? ProjectFiles.bytes(path) : nil)
  }
}

extension TestWorld {
  /// Adds a JSON Feed whose items are called `a0`, `a1`, ….
  func addFeed(_ name: String, count: Int, title: String? = nil) {
    let stem = name.prefix { $0.isASCII && $0.isLetter }.prefix(1)
    let items = (0..<count).map { #"{"id":"\#(stem)\#($0)","title":"\#(stem)\#($0)","content_text":"-"}"# }
    let title = title.map { #""title":"\#($0)","# } ?? ""
    files[name] = Array(
      #"{"version":"https://jsonfeed.org/version/1.1",\#(title)"items":[\#(items.joined(separator: ","))]}"#.utf8)
  }
}
