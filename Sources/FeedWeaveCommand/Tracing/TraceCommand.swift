import Interception
import ListModel
import Synchronization
import TerminalUI

/// `feedweave trace`: the calls on the woven list while it is loaded and drawn.
struct TraceCommand {
  private let settings: Settings
  private let environment: CommandEnvironment

  init(_ settings: Settings, _ environment: CommandEnvironment) {
    self.settings = settings
    self.environment = environment
  }

  /// Shows the list, and writes the calls as they end.
  func run() throws(CommandError) {
    let writer = TraceWriter(settings, environment)
    let trace = CallTrace(elapsed: environment.elapsed) { writer.write($0) }
    _ = try WovenFeed(settings, environment) { list, show throws(CommandError) in
      do throws(AspectError) { try trace.during(list, show) } catch {
        throw .internalError("the list cannot be traced: \(error)")
      }
    }
    try writer.finish()
  }
}

/// Writes calls in the form asked for, many at a time.
final class TraceWriter: Sendable {
  private struct State {
    var records = TraceRecords()
    var bytes: [UInt8] = []
    var failure: OutputFailure?
  }

  private let state = Mutex(State())
  private let environment: CommandEnvironment
  private let isText: Bool
  private let text: TraceText
  private let painter: LinePainter

  init(_ settings: Settings, _ environment: CommandEnvironment) {
    self.environment = environment
    isText = settings.form != .ndjson
    text = TraceText(columns: environment.columns(settings.width), hasClasses: settings.isVerbose)
    painter = LinePainter(depth: settings.form == nil ? environment.depth(settings.color) : .plain)
  }

  /// Writes a call and those within it.
  func write(_ call: TracedCall) {
    state.withLock { state in
      if isText { append(text.lines(of: call), &state.bytes) } else { state.bytes += state.records.lines(of: call) }
      if state.bytes.count >= Self.enough { flush(&state) }
    }
  }

  /// Writes what is left.
  ///
  /// - Throws: ``CommandError/cannotWrite(reason:)`` where anything could not be written.
  func finish() throws(CommandError) {
    let failure = state.withLock { state in
      flush(&state)
      return state.failure
    }
    if let failure { throw .cannotWrite(reason: failure.reason) }
  }

  private static let enough = 64 << 10

  private func append(_ lines: [CardLine], _ bytes: inout [UInt8]) {
    painter.paint(lines) { line in
      for index in line.indices { bytes.append(line[index]) }
    }
  }

  private func flush(_ state: inout State) {
    defer { state.bytes.removeAll(keepingCapacity: true) }
    guard state.failure == nil, !state.bytes.isEmpty else { return }
    do throws(OutputFailure) { try environment.write(state.bytes) } catch { state.failure = error }
  }
}
