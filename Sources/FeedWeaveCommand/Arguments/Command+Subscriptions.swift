// The commands that keep the user's list of feeds.
extension Command {
  static let add = Command(
    name: "add",
    abstract: "Add feeds to your list, which 'feedweave' alone shows.",
    discussion: """
      The list is feeds.opml in $XDG_CONFIG_HOME/feedweave, or else in ~/.config/feedweave; a list that another feed \
      reader has exported can be put there. Each feed is fetched once, for its title; what is no feed is not added.

      EXAMPLES:
        feedweave add https://example.org/feed.xml
        feedweave
      """,
    usage: ["add [<options>] <address> ..."],
    argumentName: "address", argument: "Addresses of feeds, http or https.", argumentCandidates: .none,
    options: [CommandOption.maxTime, CommandOption.maxBytes, quietly], work: .add)

  static let remove = Command(
    name: "remove",
    abstract: "Remove feeds from your list.",
    discussion: """
      EXAMPLES:
        feedweave remove https://example.org/feed.xml
      """,
    usage: ["remove [<options>] <address> ..."],
    argumentName: "address", argument: "Addresses or names, as 'feedweave feeds' shows them.",
    argumentCandidates: .none, options: [quietly], work: .remove)

  static let feeds = Command(
    name: "feeds",
    abstract: "Show your list of feeds.",
    discussion: """
      Each feed is a line: its address, a tab, and its name. 'feedweave help add' says where the list is kept.

      EXAMPLES:
        feedweave feeds
      """,
    usage: ["feeds [<options>]"], argument: "", argumentCandidates: .none, options: [quietly], work: .feeds)

  private static let quietly = CommandOption.flag("-q", "--quiet", help: "Don't print what was done.", \.isQuiet)
}
