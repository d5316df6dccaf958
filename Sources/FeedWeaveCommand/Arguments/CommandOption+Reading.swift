import FeedFormats
import Placement

extension CommandOption {
  /// The options that say which feeds there are and how much of them is read.
  static let reading = [feed, from, limit(ofItems: "content items, over all feeds")] + caps

  /// The options that say how much is read of the versions of one feed.
  static let readingVersions = [from, limit(ofItems: "content items of a version")] + caps

  private static let caps = [maxBytes, maxItems, maxDepth, partial]

  private static let feed = CommandOption(
    "--feed", value: "name=file", help: "A feed whose section has this name. May be given several times."
  ) { settings, value throws(CommandError) in
    guard let sign = value.firstIndex(of: "="), sign != value.startIndex, value[sign...].count > 1 else {
      throw .invalidValue(option: "--feed", value: value, expected: "a name, '=' and a file", near: nil)
    }
    let name = String(value[..<sign])
    let file = try InputFile(local: String(value[sign...].dropFirst()), place: "--feed NAME=-")
    settings.feeds.append(Settings.Feed(name: name, file: file))
  }

  private static let from = choice(
    "--from", value: "format", of: formats,
    help: "The format of the feeds: \(formats.map(\.word).joined(separator: ", ")). Default: auto.", \.reading.format)

  private static let formats: [(word: String, value: FeedFormat?)] =
    [("auto", nil)] + FeedFormat.allCases.map { ($0.rawValue, $0) }

  private static let defaults = FeedReader.Options()

  private static func limit(ofItems items: String) -> CommandOption {
    number("--limit", in: 0...RowMap.limit, help: "The most \(items), before weaving.", \.limit)
  }

  private static let maxBytes = number(
    "--max-bytes", in: 1...1 << 40, help: "The most bytes of a file. Default: \(defaults.maxBytes).",
    \.reading.maxBytes)

  private static let maxItems = number(
    "--max-items", in: 0...RowMap.limit, help: "The most items of a file. Default: \(defaults.maxItems).",
    \.reading.maxItems)

  private static let maxDepth = number(
    "--max-depth", in: 1...1 << 20, help: "The deepest nesting of a file. Default: \(defaults.maxDepth).",
    \.reading.maxDepth)

  private static let partial = flag(
    "--partial", help: "Take what there is of a document that ends too early.", \.reading.partial)
}
