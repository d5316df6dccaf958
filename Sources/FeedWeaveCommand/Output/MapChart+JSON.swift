import FeedFormats
import Placement

extension MapChart {
  /// Writes the chart as one JSON object on a line.
  ///
  /// - Parameter hasRefusals: whether the places that the rules refused are told too.
  func writeJSON(hasRefusals: Bool, to output: inout CommandOutput) throws(CommandError) {
    var rows = rows
    var refusals = refusals
    try output.add { $0 += #"{"sections":["#.utf8 }
    for section in plan.userCounts.indices {
      try output.add { $0 += "\(section > 0 ? "," : ""){\(counts(ofSection: section)),\"insertions\":".utf8 }
      var insertions = insertedRows(inSection: section).makeIterator()
      try output.addList({ insertions.next() }, of: { $1 += String($0).utf8 })
      try output.add { $0 += #","rows":"#.utf8 }
      try output.addList({ rows.next(inSection: section) }, of: Self.append)
      if hasRefusals {
        try output.add { $0 += #","refused":"#.utf8 }
        try output.addList({ refusals.next(inSection: section) }, of: Self.append)
      }
      try output.add { $0 += "}".utf8 }
    }
    try output.add { $0 += "]}\n".utf8 }
  }

  private func counts(ofSection section: Int) -> String {
    let tally = tally(ofSection: section)
    return "\"user\":\(tally.items),\"feed\":\(tally.items + tally.ads)"
  }

  /// Appends a row as an object; the words of a rule hold nothing that JSON would have to escape.
  private static func append(_ row: Row, to bytes: inout [UInt8]) {
    bytes += #"{"feed":"#.utf8
    switch row {
    case .content(let feed, let user):
      bytes += String(feed).utf8
      bytes += #","user":"#.utf8
      bytes += String(user).utf8
      bytes += "}".utf8
    case .ad(let feed, let place): bytes += "\(feed),\"insertion\":\(place.ad),\"rule\":\"\(place.origin)\"}".utf8
    }
  }

  /// Appends a refused place as an object; its reason may name a tag, in which anything may stand.
  private static func append(_ place: RefusedPlace, to bytes: inout [UInt8]) {
    var text = JSONText()
    text.append(raw: "{\"feed\":\(place.path.row)")
    text.append(member: "rule", "\(place.origin)")
    text.append(member: "reason", "\(place.reason)")
    text.append(raw: "}")
    bytes += text.bytes
  }
}

extension CommandOutput {
  /// Takes the elements of a JSON array, one after the other.
  fileprivate mutating func addList<Element>(
    _ next: () -> Element?, of append: (Element, inout [UInt8]) -> Void
  ) throws(CommandError) {
    try add { $0 += "[".utf8 }
    var isFirst = true
    while let element = next() {
      try add { bytes in
        if !isFirst { bytes += ",".utf8 }
        append(element, &bytes)
      }
      isFirst = false
    }
    try add { $0 += "]".utf8 }
  }
}
