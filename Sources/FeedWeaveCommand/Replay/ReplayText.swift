import FeedFormats
import Placement
import TerminalUI

/// Draws a version of a live list: its heading, its changes, and its rows.
struct ReplayText {
  /// The columns to draw in.
  let columns: Int
  /// The time that ages are counted from, in seconds since 1970.
  let now: Int64
  /// Whether each content row shows its row number in the content.
  let hasGutter: Bool

  /// Returns the lines of a version, with a blank line at the end.
  func block(_ update: FeedUpdate, _ rows: [FeedRow], number: Int, of version: FeedVersion) -> [CardLine] {
    let digits = String(max(0, rows.count - 1)).count
    return head(update, number, version) + update.changes.map(line)
      + rows.map { line(of: $0, update.signs[$0.path], digits) } + [CardLine([])]
  }

  private func head(_ update: FeedUpdate, _ number: Int, _ version: FeedVersion) -> [CardLine] {
    let words = [" · ", version.place, " · ", update.after.map.tally.words].joined()
    let title = CardLine.Run(SafeText("version \(number)"), Style(bold: true))
    return [
      CardLine([title, .init(SafeText(words), Style(dim: true))]).truncated(to: columns),
      CardLine([.init(SafeText(update.words))]).truncated(to: columns),
    ]
  }

  private func line(_ change: FeedUpdate.Change) -> CardLine {
    let place = [change.from, change.sign == .reloaded ? nil : change.to].compactMap { $0.map { "\($0)" } }
    let words = " \(place.joined(separator: " -> "))  "
    return CardLine(
      [change.sign.run, .init(SafeText(words))] + adWord(change.row) + [.init(Self.title(of: change.row.item))]
    ).truncated(to: columns)
  }

  private func line(of row: FeedRow, _ sign: Sign?, _ digits: Int) -> CardLine {
    let number = String(row.path.row)
    let padding = String(repeating: " ", count: digits - number.count)
    var runs = [sign?.run ?? .init(" "), .init(SafeText(" \(padding)\(number)"))]
    if hasGutter { runs.append(.init(SafeText(gutter(of: row, digits)), Style(dim: true))) }
    runs += [.init("  ")] + adWord(row) + [.init(Self.title(of: row.item), Style(bold: row.isContent))]
    let details = details(of: row)
    if !details.isEmpty { runs.append(.init(SafeText(details), Style(dim: true))) }
    return CardLine(runs).truncated(to: columns)
  }

  private func gutter(of row: FeedRow, _ digits: Int) -> String {
    guard case .content(let user) = row.owner else { return String(repeating: " ", count: digits + 3) }
    let number = String(user.row)
    return " ← \(number)" + String(repeating: " ", count: digits - number.count)
  }

  private func adWord(_ row: FeedRow) -> [CardLine.Run] {
    row.isContent ? [] : [.init("ad", Style(foreground: .accent)), .init(" · ", Style(dim: true))]
  }

  /// Returns the title of an item, or else what it is told apart by.
  static func title(of item: FeedItem) -> SafeText {
    let item = item.decoded
    let words = [item.title, item.contentText, item.summary, item.url, item.id].lazy.compactMap { $0 }
    return words.map { SafeText($0) }.first { !$0.string.allSatisfy(\.isWhitespace) } ?? "(no title)"
  }

  /// Returns the authors and the age of an item, or the rule that placed an ad.
  private func details(of row: FeedRow) -> String {
    if case .ad(_, let origin) = row.owner { return " · \(origin)" }
    let age = row.item.date.map { Age.words(from: $0, now: now).string } ?? ""
    return [Card.names(row.item.authors) ?? "", age].filter { !$0.isEmpty }.map { " · \($0)" }.joined()
  }
}

/// Writes versions of a live list as NDJSON, one object per version, from which the next version can be derived.
///
/// Changes are encoded like `SectionedListChanges`. The first version inserts a section into an empty list.
enum ReplayRecords {
  /// Returns the line of a version.
  static func line(_ update: FeedUpdate, _ rows: [FeedRow], number: Int, of version: FeedVersion) -> [UInt8] {
    var text = JSONText()
    text.append(raw: "{")
    text.appendName("version")
    text.append(raw: "\(number)")
    text.append(member: "source", version.place)
    text.append(changes: "user", update.content)
    text.append(changes: "feed", update.feed)
    text.appendName("sections")
    text.append(raw: "[{\"user\":\(version.items.count),\"feed\":\(rows.count)")
    text.append(list: "rows", rows) { $0.append($1) }
    text.append(raw: "}]}\n")
    return text.bytes
  }
}

extension JSONText {
  /// Appends a row without its position: its id, link and title, and whether it is an ad.
  fileprivate mutating func append(_ row: FeedRow) {
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
