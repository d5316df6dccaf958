import Interception
import ListModel
import Synchronization
import TerminalUI

/// `feedweave trace`: the calls on the woven list while it is loaded and drawn.
struct TraceCommand {
  let settings: Settings
  let environment: CommandEnvironment

  /// Shows the list, and writes the calls as they end.
  func run() throws(CommandError) {
    let writer = TraceWriter(settings, environment)
    _ = try WovenFeed(settings, environment) { list, show throws(CommandError) in
      // Begun here, its times count from when the list is loaded.
      let trace = CallTrace(elapsed: environment.elapsed) { writer.write($0) }
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
    var output: CommandOutput
    var failure: CommandError?
  }

  private let state: Mutex<State>
  private let isText: Bool
  private let text: TraceText
  private let painter: LinePainter

  init(_ settings: Settings, _ environment: CommandEnvironment) {
    state = Mutex(State(output: CommandOutput(environment)))
    isText = settings.form != .ndjson
    text = TraceText(columns: environment.columns(settings.width), hasClasses: settings.isVerbose)
    painter = LinePainter(depth: settings.form == nil ? environment.depth(settings.color) : .plain)
  }

  /// Writes a call and those within it; after a failure nothing more.
  func write(_ call: TracedCall) {
    perform { state throws(CommandError) in
      if isText {
        try state.output.add(text.lines(of: call), painter)
      } else {
        try state.output.add { $0 += state.records.lines(of: call) }
      }
    }
  }

  /// Writes what is left.
  ///
  /// - Throws: ``CommandError/cannotWrite(reason:)`` where anything could not be written.
  func finish() throws(CommandError) {
    perform { state throws(CommandError) in try state.output.flush() }
    if let failure = state.withLock(\.failure) { throw failure }
  }

  private func perform(_ work: (inout sending State) throws(CommandError) -> Void) {
    state.withLock { state in
      guard state.failure == nil else { return }
      do throws(CommandError) { try work(&state) } catch { state.failure = error }
    }
  }
}
