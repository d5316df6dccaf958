import Foundation

/// Formats the measurements of a soak as a table.
enum SoakReport {
  /// The acts that have a column: each shows the median and the 99th percentile.
  private static let acts: [Act] = [.scroll, .screen, .jump, .page, .edit, .batch, .reload, .ads]

  /// The heading of the table.
  static let heading =
    "times in milliseconds: median / 99th percentile; memory in mebibytes\n"
    + row(["minute", "acts", "rows", "ads", "placed", "seen", "resident"], acts.map(\.rawValue))

  /// Returns the line of an interval.
  static func line(_ interval: SoakInterval) -> String { line(interval, name: minute(interval.end)) }

  /// Returns the line of several intervals, with the sums of what happened in them.
  static func total(_ intervals: [SoakInterval]) -> String { line(SoakInterval.all(intervals), name: "all") }

  /// Returns the lines of what was compared.
  static func lines(_ growth: SoakGrowth) -> [String] {
    growth.figures.map { figure in
      let values = [figure.before, figure.after, figure.bound].map { padded(short($0), 10) }.joined()
      let name = figure.name.padding(toLength: 20, withPad: " ", startingAt: 0)
      return name + values + " \(figure.unit)" + (figure.isAboveBound ? "  ABOVE" : "")
    }
  }

  /// The heading of ``lines(_:)``.
  static let growthHeading =
    String(repeating: " ", count: 20) + ["before", "after", "at most"].map { padded($0, 10) }.joined()
    + "   memory: second and last third; times: first and last third"

  private static func line(_ interval: SoakInterval, name: String) -> String {
    row(
      [
        name, "\(interval.times.count)", "\(interval.rows)", "\(interval.ads)", "\(interval.placed)",
        "\(interval.seen)", interval.resident.map { String(format: "%.1f", $0) } ?? "-",
      ], acts.map { times(of: $0, in: interval) })
  }

  private static func times(of act: Act, in interval: SoakInterval) -> String {
    guard let median = interval.times.quantile(0.5, of: act), let worst = interval.times.quantile(0.99, of: act) else {
      return "-"
    }
    return "\(short(median))/\(short(worst))"
  }

  private static func row(_ figures: [String], _ times: [String]) -> String {
    let widths = [6, 7, 10, 7, 7, 7, 9]
    return (zip(figures, widths).map { padded($0, $1) } + times.map { padded($0, 13) }).joined()
  }

  private static func minute(_ time: Duration) -> String { "\(time.components.seconds / 60)" }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(1, width - text.count)) + text
  }

  /// Returns a number with three digits that count.
  private static func short(_ value: Double) -> String {
    String(format: value < 1 ? "%.3f" : value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value)
  }
}
