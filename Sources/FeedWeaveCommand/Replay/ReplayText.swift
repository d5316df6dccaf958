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
  func block(_ update: FeedUpdate, number: Int, of version: FeedVersion, former: [LiveRow]) -> [CardLine] {
    head(update, number, version) + changes(update, former) + rows(of: update) + [CardLine([])]
  }

  private func head(_ update: FeedUpdate, _ number: Int, _ version: FeedVersion) -> [CardLine] {
    let words = [" · ", version.place, " · ", update.tally.words].joined()
    let title = CardLine.Run(SafeText("version \(number)"), Style(bold: true))
    return [
      CardLine([title, .init(SafeText(words), Style(dim: true))]).truncated(to: columns),
      CardLine([.init(SafeText(update.words))]).truncated(to: columns),
    ]
  }

  // MARK: - Changes

  private func changes(_ update: FeedUpdate, _ former: [LiveRow]) -> [CardLine] {
    let rows = update.feed.rows
    let gone = rows.deletes.map { change(.gone, "\($0)", former, $0) }
    let moved = rows.moves.map { change(.moved, "\($0.from) -> \($0.to)", update.rows, $0.to) }
    let reloaded = zip(rows.reloads, rows.reloadedPlaces).map { change(.reloaded, "\($0)", update.rows, $1) }
    let come = rows.inserts.map { change(.come, "\($0)", update.rows, $0) }
    return gone + moved + reloaded + come
  }

  private func change(_ sign: Sign, _ place: String, _ rows: [LiveRow], _ path: FeedPath) -> CardLine {
    guard rows.indices.contains(path.row) else { return CardLine([]) }
    let row = rows[path.row]
    return CardLine([sign.run, .init(SafeText(" \(place)  "))] + adWord(row) + [.init(Self.title(of: row.item))])
      .truncated(to: columns)
  }

  // MARK: - Rows

  private func rows(of update: FeedUpdate) -> [CardLine] {
    let digits = String(max(0, update.tally.items + update.tally.ads - 1)).count
    let signs = Sign.signs(of: update)
    return update.rows.map { line(of: $0, signs[$0.path], digits) }
  }

  private func line(of row: LiveRow, _ sign: Sign?, _ digits: Int) -> CardLine {
    let number = String(row.path.row)
    let padding = String(repeating: " ", count: digits - number.count)
    var runs = [sign?.run ?? .init(" "), .init(SafeText(" \(padding)\(number)"))]
    if hasGutter { runs.append(.init(SafeText(gutter(of: row, digits)), Style(dim: true))) }
    runs += [.init("  ")] + adWord(row) + [.init(Self.title(of: row.item), Style(bold: row.isContent))]
    let details = details(of: row)
    if !details.isEmpty { runs.append(.init(SafeText(details), Style(dim: true))) }
    return CardLine(runs).truncated(to: columns)
  }

  private func gutter(of row: LiveRow, _ digits: Int) -> String {
    guard case .content(let user) = row.owner else { return String(repeating: " ", count: digits + 3) }
    let number = String(user.row)
    return " ← \(number)" + String(repeating: " ", count: digits - number.count)
  }

  private func adWord(_ row: LiveRow) -> [CardLine.Run] {
    row.isContent ? [] : [.init("ad", Style(foreground: .accent)), .init(" · ", Style(dim: true))]
  }

  /// Returns the title of an item, or else what it is told apart by.
  static func title(of item: FeedItem) -> SafeText {
    let item = item.decoded
    let words = [item.title, item.contentText, item.summary, item.url, item.id].lazy.compactMap { $0 }
    return words.map { SafeText($0) }.first { !$0.string.allSatisfy(\.isWhitespace) } ?? "(no title)"
  }

  /// Returns the authors and the age of an item, or the rule that placed an ad.
  private func details(of row: LiveRow) -> String {
    if case .ad(_, let origin) = row.owner { return " · \(origin)" }
    let age = (row.item.datePublished ?? row.item.dateModified).map { Age.words(from: $0, now: now).string } ?? ""
    return [Card.names(row.item.authors) ?? "", age].filter { !$0.isEmpty }.map { " · \($0)" }.joined()
  }
}

extension LiveRow {
  /// Whether it is a content row.
  var isContent: Bool { if case .content = owner { true } else { false } }
}

/// The change that a sign before a row shows.
enum Sign: String {
  case gone = "-"
  case come = "+"
  case moved = ">"
  case reloaded = "~"

  var run: CardLine.Run { CardLine.Run(SafeText(rawValue), Style(foreground: .named(color))) }

  private var color: Color.Name {
    switch self {
    case .gone: .red
    case .come: .green
    case .moved: .cyan
    case .reloaded: .magenta
    }
  }

  /// Returns the signs of the rows after an update.
  static func signs(of update: FeedUpdate) -> [FeedPath: Sign] {
    let rows = update.feed.rows
    var signs: [FeedPath: Sign] = [:]
    for path in rows.inserts { signs[path] = .come }
    for move in rows.moves { signs[move.to] = .moved }
    for path in rows.reloadedPlaces { signs[path] = .reloaded }
    return signs
  }
}

extension ListChanges<FeedPath> {
  /// The positions after the update of the reloaded rows of a one-section list, in the same order.
  fileprivate var reloadedPlaces: [FeedPath] {
    let shift = PositionShift(
      leaving: (deletes + moves.map(\.from)).map(\.row), coming: (inserts + moves.map(\.to)).map(\.row))
    return reloads.compactMap { path in
      shift.newPosition(of: path.row).map { FeedPath(section: path.section, row: $0) }
    }
  }
}

extension FeedUpdate {
  /// The numbers of changes in words: those of the content, and after them those of the ads.
  var words: String {
    if isLoading { return "loaded" }
    return Self.words(
      content: user.rows, adsGone: feed.rows.deletes.count - user.rows.deletes.count,
      adsCome: feed.rows.inserts.count - user.rows.inserts.count,
      adsMoved: feed.rows.moves.count - user.rows.moves.count)
  }

  /// Returns the numbers of changes in words, first those of the content.
  static func words(content rows: ListChanges<FeedPath>, adsGone: Int, adsCome: Int, adsMoved: Int = 0) -> String {
    let content = words(
      deleted: rows.deletes.count, inserted: rows.inserts.count, moved: rows.moves.count, reloaded: rows.reloads.count)
    let ads = words(deleted: adsGone, inserted: adsCome, moved: adsMoved, reloaded: 0)
    if content.isEmpty, ads.isEmpty { return "unchanged" }
    return [content, ads.isEmpty ? "" : "ads: " + ads].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  private static func words(deleted: Int, inserted: Int, moved: Int, reloaded: Int) -> String {
    [(deleted, "deleted"), (inserted, "inserted"), (moved, "moved"), (reloaded, "reloaded")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }
}

/// Writes versions of a live list as NDJSON, one object per version, from which the next version can be derived.
///
/// Changes are encoded like `SectionedListChanges`. The first version inserts a section into an empty list.
enum ReplayRecords {
  /// Returns the line of a version.
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
  /// Appends a row without its position: its id, link and title, and whether it is an ad.
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
