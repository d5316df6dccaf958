import FeedFormats
import Placement

/// Writes versions of a live list as NDJSON: an object a version, from which the next can be followed.
///
/// Changes are written as `SectionedListChanges` is coded. The first version makes a section of a list that has none.
enum ReplayRecords {
  /// The line of a version.
  static func line(_ update: FeedUpdate, number: Int, of version: FeedVersion) -> [UInt8] {
    var text = JSONText()
    text.append(raw: "{")
    text.appendName("version")
    text.append(raw: "\(number)")
    text.append(member: "source", version.place)
    text.append(changes: "user", update.user)
    text.append(changes: "feed", update.feed)
    text.appendName("sections")
    text.append(raw: "[{\"user\":\(update.tally.items),\"feed\":\(update.tally.items + update.tally.ads)")
    text.append(list: "rows", update.rows) { $0.append($1) }
    text.append(raw: "}]}\n")
    return text.bytes
  }
}

extension JSONText {
  /// Appends a row as it is, wherever it stands: what it is called, and whether it is an ad.
  fileprivate mutating func append(_ row: LiveRow) {
    append(raw: "{")
    if case .ad(let ad, let origin) = row.owner {
      appendName("ad")
      append(raw: "\(ad)")
      append(member: "rule", "\(origin)")
    }
    append(member: "id", row.item.id)
    append(member: "url", row.item.url)
    append(member: "title", row.item.title)
    append(raw: "}")
  }

  fileprivate mutating func append(changes name: String, _ changes: SectionedListChanges) {
    appendName(name)
    append(raw: "{")
    if !changes.sections.isEmpty { append(changes: "sections", changes.sections) { "\($0)" } }
    if !changes.rows.isEmpty {
      append(changes: "rows", changes.rows) { "{\"section\":\($0.section),\"row\":\($0.row)}" }
    }
    append(raw: "}")
  }

  private mutating func append<Position>(
    changes name: String, _ changes: ListChanges<Position>, _ json: (Position) -> String
  ) {
    appendName(name)
    append(raw: "{")
    append(changes: "deletes", changes.deletes, json)
    append(changes: "inserts", changes.inserts, json)
    append(changes: "moves", changes.moves) { "{\"from\":\(json($0.from)),\"to\":\(json($0.to))}" }
    append(changes: "reloads", changes.reloads, json)
    append(raw: "}")
  }

  private mutating func append<Change>(changes name: String, _ changes: [Change], _ json: (Change) -> String) {
    if !changes.isEmpty { append(list: name, changes) { $0.append(raw: json($1)) } }
  }
}
