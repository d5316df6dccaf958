import FeedFormats
import Placement
import TerminalUI

/// What rules made of made-up users, as text or as JSON.
struct SimulationReport {
  private let report: PlacementReport

  init(_ report: PlacementReport) { self.report = report }

  /// The figures, a line each.
  func text(_ painter: LinePainter) -> [UInt8] {
    "\(report)".split(separator: "\n", omittingEmptySubsequences: false).flatMap {
      painter.bytes(of: CardLine([.init(SafeText(String($0)))]))
    }
  }

  /// The figures as one JSON object on a line.
  var json: [UInt8] {
    var text = JSONText()
    text.append(raw: "{")
    text.append(member: "rule", "\(report.rules)")
    text.append(number: "users", report.userCount)
    text.append(number: "usersWithoutAds", report.emptyUserCount)
    text.append(number: "content", report.contentCount)
    text.append(number: "ads", report.adCount)
    text.append(number: "share", report.share)
    text.append(number: "smallestGap", report.smallestGap)
    text.append(number: "longestContentRun", report.longestContentRun)
    text.appendName("costs")
    text.append(raw: "[")
    for (place, cost) in report.costs.enumerated() {
      if place > 0 { text.append(raw: ",") }
      text.append(cost)
    }
    text.append(raw: "]}\n")
    return text.bytes
  }
}

extension JSONText {
  fileprivate mutating func append(_ cost: PlacementReport.Cost) {
    append(raw: "{")
    append(member: "rule", cost.rule)
    append(number: "ads", cost.ads)
    append(number: "users", cost.users)
    append(raw: "}")
  }

  /// Appends a member whose value is a number, where there is one.
  fileprivate mutating func append(number name: String, _ value: (some Numeric & CustomStringConvertible)?) {
    guard let value else { return }
    appendName(name)
    append(raw: "\(value)")
  }
}
