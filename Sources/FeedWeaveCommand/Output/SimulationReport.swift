import FeedFormats
import Placement
import TerminalUI

/// What rules made of made-up users, as text or as JSON.
struct SimulationReport {
  private let report: PlacementReport

  init(_ report: PlacementReport) { self.report = report }

  /// The figures, a line each.
  func text(_ painter: LinePainter) -> [UInt8] {
    "\(report)".split(separator: "\n", omittingEmptySubsequences: false).reduce(into: []) {
      painter.append(CardLine([.init(SafeText(String($1)))]), to: &$0)
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
    text.append(number: "named", report.namedCount)
    text.append(number: "fillRate", report.fillRate)
    text.append(number: "unfilled", report.unfilledCount)
    text.append(list: "refusals", report.refusals) { text, refusal in
      text.append(raw: "{")
      text.append(member: "reason", "\(refusal.reason)")
      text.append(number: "places", refusal.places)
      text.append(raw: "}")
    }
    text.append(list: "costs", report.costs) { text, cost in
      text.append(raw: "{")
      text.append(member: "rule", cost.rule)
      text.append(number: "ads", cost.ads)
      text.append(number: "users", cost.users)
      text.append(raw: "}")
    }
    text.append(raw: "}\n")
    return text.bytes
  }
}

extension JSONText {
  /// Appends a member whose value is a number, where there is one.
  fileprivate mutating func append(number name: String, _ value: (some Numeric & CustomStringConvertible)?) {
    guard let value else { return }
    appendName(name)
    append(raw: "\(value)")
  }
}
