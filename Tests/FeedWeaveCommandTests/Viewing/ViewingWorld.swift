import FeedFormats
import Placement
import TerminalUI

@testable import FeedWeaveCommand

extension TestWorld {
  /// Makes the list that a command line shows.
  func viewedFeed(_ words: String...) throws -> ViewedFeed {
    let settings = try ArgumentParser.parse(words[...], for: .view)
    return try ViewedFeed(WovenInput(settings, environment), now: environment.now, elapsed: environment.elapsed)
  }

  /// Makes the viewer that a command line shows, 40 columns wide and 12 lines high.
  func viewer(
    _ words: String..., size: ScreenSize = ScreenSize(columns: 40, rows: 12), memory: ReaderMemory? = nil
  ) throws -> ViewerSession {
    let settings = try ArgumentParser.parse(words[...], for: .view)
    return try ViewerSession(WovenInput(settings, environment), nil, settings, environment, size: size, memory: memory)
  }

  /// Makes the viewer of a replay.
  func replayViewer(_ words: String...) throws -> ViewerSession {
    let settings = try ArgumentParser.parse(words[...], for: .replay)
    let replay = try ViewerReplay(settings, environment)
    let input = try WovenInput(
      settings, environment,
      sections: [FeedSection(file: settings.feeds[0].file, name: nil, document: replay.version.document)])
    return try ViewerSession(input, replay, settings, environment, size: ScreenSize(columns: 60, rows: 20))
  }

  /// The items of a version.
  static func items(of version: [VersionItem]) throws -> [FeedItem] {
    try FeedReader().read(Array(versionLine(version).utf8)).items
  }

  /// The items of a version whose items are called as the letters of a word.
  static func items(_ letters: String) throws -> [FeedItem] {
    try FeedReader().read(Array(versionLine(letters).utf8)).items
  }
}

extension ViewerSession {
  /// Presses keys, as `--keys` writes them, and returns the lines of the screen.
  @discardableResult
  func press(_ keys: String) throws -> [String] {
    for event in try KeyScript(keys).events { _ = handle(event) }
    return lines
  }

  /// The lines of the screen, without spaces at their ends.
  var lines: [String] {
    frame.lines.map { line in
      let text = line.string
      return String(text[..<(text.lastIndex { $0 != " " }.map { text.index(after: $0) } ?? text.startIndex)])
    }
  }

  /// The first line of the selected card, without the mark before it.
  var selectedTitle: String? { lines.first { $0.hasPrefix("▌") }.map { String($0.dropFirst(2)) } }

  /// The title of the selected item, which is opened for it and closed again.
  func openedTitle() throws -> String {
    defer { _ = handle(.key(.left)) }
    return try press("<enter>").first.map { String($0.drop { $0 == " " }) } ?? ""
  }

  /// The line of the status or of a message, without what the keys are.
  var status: String {
    let line = lines.last ?? ""
    let end = line.firstRange(of: "   ")?.lowerBound ?? line.endIndex
    return String(line[..<end].drop { $0 == " " })
  }
}
