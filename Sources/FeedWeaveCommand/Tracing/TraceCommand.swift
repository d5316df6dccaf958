import FeedFormats
import Interception
import ListModel
import Synchronization
import TerminalUI

/// `feedweave trace`: shows the calls on the woven list while it is loaded and drawn.
struct TraceCommand {
  let settings: Settings
  let environment: CommandEnvironment

  /// Displays the list and writes the calls as they end.
  func run() throws(CommandError) {
    let writer = TraceWriter(settings, environment)
    let input = try WovenInput(settings, environment)
    let feed = try PlannedFeed(input)
    _ = try feed.show(input, environment) { show throws(CommandError) in
      // Started here, the trace measures times from when the list is loaded.
      let trace = CallTrace(elapsed: environment.elapsed) { writer.write($0) }
      do throws(AspectError) { try trace.during(feed.list, show) } catch {
        throw .internalError("the list cannot be traced: \(error)")
      }
    }
    try writer.finish()
  }
}

/// Writes calls in the requested form, many at a time.
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
    painter = environment.painter(settings)
  }

  /// Writes a call and those within it; does nothing after a failure.
  func write(_ call: TracedCall) {
    perform { state throws(CommandError) in
      if isText {
        try state.output.add(text.lines(of: call), painter)
      } else {
        try state.output.add { $0 += state.records.lines(of: call) }
      }
    }
  }

  /// Writes the buffered output.
  ///
  /// - Throws: ``CommandError/cannotWrite(reason:)`` if anything could not be written.
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

/// Draws calls as an indented tree: one line per call, with the owner that answered and the time in separate columns.
struct TraceText {
  /// The columns to draw in.
  let columns: Int
  /// Whether to show the class that declares the message.
  let hasClasses: Bool

  /// Returns the lines of a call and of those within it.
  func lines(of call: TracedCall, depth: Int = 0) -> [CardLine] {
    [line(of: call, depth)] + call.calls.flatMap { lines(of: $0, depth: depth + 1) }
  }

  private static let ownerColumns = 7
  private static let timeColumns = 7

  private func line(of call: TracedCall, _ depth: Int) -> CardLine {
    let end = Self.end(of: call)
    let room = max(1, columns - end.width)
    let start = CardLine(start(of: call, depth)).truncated(to: room)
    return CardLine(start.runs + [Self.blank(room - start.width)] + end.runs).truncated(to: columns)
  }

  /// Returns the selector, the arguments with their translation, and the result.
  private func start(of call: TracedCall, _ depth: Int) -> [CardLine.Run] {
    let owner = hasClasses ? "\(call.className)." : ""
    var runs = [Self.blank(2 * depth), .init(SafeText(owner), Style(dim: true)), .init(SafeText(call.selector))]
    for (place, argument) in call.arguments.enumerated() {
      runs += [.init(place == 0 ? "  " : ", "), .init(Self.argument(argument))]
      guard let translated = call.translated?[place], translated != argument else { continue }
      runs += [.init(" -> ", Style(dim: true)), .init(Self.argument(translated), Style(bold: true))]
    }
    if let result = call.result { runs += [.init(" = ", Style(dim: true)), .init(SafeText(result))] }
    return runs
  }

  /// Returns an argument, truncated so that it does not hide the others.
  private static func argument(_ words: String) -> SafeText { SafeText(words).truncated(to: 32) }

  /// Returns the owner that answered, and the duration.
  private static func end(of call: TracedCall) -> CardLine {
    let owner = SafeText(call.owner?.rawValue ?? "")
    let time = SafeText(call.duration.words)
    return CardLine([
      blank(2), .init(owner, Style(foreground: call.owner == .ads ? .accent : nil)),
      blank(ownerColumns - TextWidth.width(of: owner) + 1 + timeColumns - TextWidth.width(of: time)),
      .init(time, Style(dim: true)),
    ])
  }

  private static func blank(_ count: Int) -> CardLine.Run {
    CardLine.Run(SafeText(String(repeating: " ", count: max(0, count))))
  }
}

/// Writes calls as NDJSON: one object per call, each after the call that it was made in.
struct TraceRecords {
  private var count = 0

  /// Returns the lines of a call and of those within it; calls are numbered from 0 over the whole output.
  mutating func lines(of call: TracedCall, parent: Int? = nil, depth: Int = 0) -> [UInt8] {
    let id = count
    count += 1
    var text = JSONText()
    text.append(raw: "{")
    text.append(number: "id", id)
    text.append(optional: "parent", parent)
    text.append(number: "depth", depth)
    text.append(member: "class", call.className)
    text.append(member: "selector", call.selector)
    text.append(strings: "arguments", call.arguments)
    text.append(strings: "translated", call.translated)
    text.append(optional: "owner", call.owner?.rawValue)
    text.append(optional: "result", call.result)
    text.append(number: "start", Int64(call.start / .nanoseconds(1)))
    text.append(number: "nanoseconds", Int64(call.duration / .nanoseconds(1)))
    text.append(raw: "}\n")
    return call.calls.reduce(into: text.bytes) { $0 += lines(of: $1, parent: id, depth: depth + 1) }
  }
}

extension JSONText {
  fileprivate mutating func append(optional name: String, _ number: Int?) {
    appendName(name)
    append(raw: number.map { "\($0)" } ?? "null")
  }

  fileprivate mutating func append(optional name: String, _ value: String?) {
    appendName(name)
    if let value { append(string: value) } else { append(raw: "null") }
  }

  fileprivate mutating func append(strings name: String, _ values: [String]?) {
    guard let values else { return append(optional: name, nil as String?) }
    append(list: name, values) { $0.append(string: $1) }
  }
}
