// The commands for what a user has chosen: the list of feeds, and the options of the viewer.
extension Command {
  static let add = Command(
    name: "add",
    abstract: "Add feeds to your list, which 'feedweave' alone shows.",
    discussion: """
      The list is feeds.opml in $XDG_CONFIG_HOME/feedweave, or else in ~/.config/feedweave. Each feed is fetched once, \
      for its title; what is no feed is not added. A list that another feed reader has exported, in OPML, is added with \
      its names, and nothing of it is fetched.

      EXAMPLES:
        feedweave add https://example.org/feed.xml
        feedweave add --name 'Harbour news' https://example.org/feed.xml
        feedweave add subscriptions.opml
        feedweave
      """,
    usage: ["add [<options>] <address> ..."],
    argumentName: "address", argument: "Addresses of feeds, http or https, or files with lists of feeds.",
    options: [feedName, CommandOption.maxTime, CommandOption.maxBytes, quietly], work: .add,
    otherNames: ["import", "sub", "subscribe"])

  static let remove = Command(
    name: "remove",
    abstract: "Remove feeds from your list.",
    discussion: """
      EXAMPLES:
        feedweave remove https://example.org/feed.xml
      """,
    usage: ["remove [<options>] <address> ..."],
    argumentName: "address", argument: "Addresses or names, as 'feedweave feeds' shows them.",
    argumentCandidates: .none, options: [quietly], work: .remove, otherNames: ["del", "delete", "rm", "unsubscribe"])

  static let feeds = Command(
    name: "feeds",
    abstract: "Show your list of feeds.",
    discussion: """
      Each feed is a line: its address, a tab, and its name. 'feedweave help add' says where the list is kept.

      EXAMPLES:
        feedweave feeds
        feedweave feeds --opml > subscriptions.opml
      """,
    usage: ["feeds [<options>]"], argument: "", argumentCandidates: .none,
    options: [
      CommandOption.flag("--opml", help: "Write the list in OPML, which other feed readers import.", \.isOPML), quietly,
    ], work: .feeds, otherNames: ["export", "list", "ls"])

  static let config = Command(
    name: "config",
    abstract: "Show which options are in force without being given.",
    discussion: """
      Each is a line: the option or variable, a tab, and where it stands. Options that you always give to the viewer stand \
      in the file config in $XDG_CONFIG_HOME/feedweave, or else in ~/.config/feedweave, one a line as on the command line; \
      a line that begins with # says nothing. An option of the command line replaces those of the file that it repeats or \
      excludes. The file can have all options of 'feedweave help view' but --feed, --to, --size and --keys; only the viewer \
      on a terminal reads it.

      EXAMPLES:
        --refresh 15m
        --ads ~/feeds/ads.json
        --rule 'every 6 from 3 max 8'
      """,
    usage: ["config [<options>]"], argument: "", argumentCandidates: .none, options: [quietly], work: .config)

  private static let feedName = CommandOption(
    "--name", value: "name", help: "Call the feed by this name instead of its title; one of your list gets it, too."
  ) { settings, value throws(CommandError) in
    settings.feedName = value.asFeedName
    guard settings.feedName == nil else { return }
    throw .invalidValue(option: "--name", value: value, expected: "a name with a letter, a digit or a sign", near: nil)
  }

  private static let quietly = CommandOption.flag("-q", "--quiet", help: "Don't print what was done.", \.isQuiet)
}

extension String {
  /// The words of a name or a title, as the list of feeds has them; nil if there are none.
  var asFeedName: String? {
    let words = split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(200)
    return words.isEmpty ? nil : String(words)
  }
}
