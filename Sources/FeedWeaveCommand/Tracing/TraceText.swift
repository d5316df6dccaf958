import Interception
import TerminalUI

/// Draws calls as an indented tree: a line a call, who answered and the time in columns of their own.
struct TraceText {
  /// The columns to draw in.
  let columns: Int
  /// Whether the class is told whose message it is.
  let hasClasses: Bool

  /// The lines of a call and of those within it.
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

  /// What was said, what it became, and what came of it.
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

  /// An argument, cut so that one does not hide the others.
  private static func argument(_ words: String) -> SafeText { SafeText(words).truncated(to: 32) }

  /// Who answered, and how long it took.
  private static func end(of call: TracedCall) -> CardLine {
    let owner = SafeText(call.owner?.rawValue ?? "")
    let time = SafeText(call.duration.words)
    return CardLine([
      blank(2), .init(owner, Style(foreground: call.owner == .ads ? .named(.yellow) : nil)),
      blank(ownerColumns - TextWidth.width(of: owner) + 1 + timeColumns - TextWidth.width(of: time)),
      .init(time, Style(dim: true)),
    ])
  }

  private static func blank(_ count: Int) -> CardLine.Run {
    CardLine.Run(SafeText(String(repeating: " ", count: max(0, count))))
  }
}
