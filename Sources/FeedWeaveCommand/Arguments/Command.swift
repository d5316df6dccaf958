/// A command of the program: its name, its help, its options, and the work that it does.
struct Command: Sendable {
  /// The implementation of the command.
  enum Work: Sendable {
    case view, render, merge, map, trace, replay, validate, add, remove, feeds, config, completions
  }

  /// The name on the command line.
  let name: String
  /// A description in one sentence.
  let abstract: String
  /// A detailed description, with examples.
  let discussion: String
  /// The forms of its arguments, for usage.
  let usage: [String]
  /// The name of arguments without dashes.
  var argumentName = "feed"
  /// The help on them; empty if there are none.
  let argument: String
  /// What a shell can offer as arguments.
  var argumentCandidates = ValueCandidates.files
  /// The argument, if it is a word of a closed set and not a file.
  var choice: CommandOption?
  /// The options, except for help and version.
  let options: [CommandOption]
  /// The implementation of the command.
  let work: Work
  /// What other programs call it, or what one may take for its name; an error names the command then.
  var otherNames: [String] = []
}

extension Command {
  /// The commands; the first is the default.
  static let all = [view, render, merge, map, trace, replay, validate, add, remove, feeds, config, completions]

  /// The names as messages list them.
  static let list = (all.map(\.name) + ["help"]).joined(separator: ", ")

  /// Whether there are arguments without dashes.
  var takesArguments: Bool { !argument.isEmpty }

  /// Whether its arguments may be addresses of feeds.
  var takesAddresses: Bool { [.view, .render, .map, .trace, .validate, .add, .remove].contains(work) }

  /// Returns the command with a name.
  static func named(_ name: String) -> Command? { all.first { $0.name == name } }

  private static let feedArgument =
    "A feed of any format that 'feedweave help formats' names, or a list of feeds: a file, an address that is fetched by "
    + "'curl', or '-' for standard input."

  static let view = Command(
    name: "view",
    abstract: "Show feeds with their ads in an interactive viewer.",
    discussion: """
      Standard output must be a terminal that is not dumb; otherwise, or with --to, it does the same as 'render'. The \
      files are watched: a new version is shown as it comes, and what is read stays where it is on the screen. A feed that \
      comes slowly on standard input is shown as it comes; keys are then read from the terminal. Addresses are fetched \
      again with the key R and with --refresh. Without a feed, your list is shown: see 'feedweave help add'.

      Several feeds are one timeline, newest first and under the days of UTC, in which each item names its feed; what is in \
      several feeds is shown once. --sections gives a section to each feed instead.

      The status line has the number of the selected item and of all, and how many rows have come above and below what is \
      in view. With the row numbers of the key m it also has the ads: how many, their share of all rows, and how often one \
      of them has come into view, half of it for a second.

      KEYS:
        j k, arrows         next and previous item; wheel and click work too
        space b ^D ^U g G   a page, half a page, the ends
        Enter h             open the whole item, and go back
        / n N               search, next and previous match; without a search, unread
        & Esc               only items that match (~N: unread), and all again
        U A                 mark as read or unread; all as read
        y Y                 copy the link, the text
        Tab Shift-Tab       next and previous section, or day of a timeline
        ] [                 next and previous ad
        a                   ads shown, dimmed or hidden
        w                   why an ad stands here, or why none does
        m s                 row numbers, from 0; the source beside the merged list
        t                   the calls made for the card
        x z                 hidden characters; what a warning hides
        R                   fetch the addresses again
        f p                 select what is new as it comes; pause updates
        . > v               undo an update, A or U; make it again; what it changed
        :120 :s120 :1:20    go to a row: of the list, of the source, of section 1
        o                   open the link, after showing its host; 3 o opens link 3
        !                   what was left out of the feeds, and why
        ? ^L ^Z q           all keys, draw again, suspend, back or quit

      As in less, space and b turn pages and / searches; as in vim, j and k move, a number repeats a key, and capitals in a \
      search count only where it has some; as in newsboat, Enter opens an item, q and h go back, and J and K open the next \
      and the previous item. In an opened item j, k, space, b, g, G and the wheel move in its text. Where they differ: n is \
      the next match, and the next unread item only without a search.

      EXAMPLES:
        feedweave harbour.json --ads ads.json --rule 'every 6 from 3'
        feedweave view --feed News=news.xml --feed Blog=blog.atom --ads ads.json
        feedweave https://example.org/feed.xml --refresh 15m
        tail -n +1 -f items.ndjson | feedweave -
      """,
    usage: ["[view] [<options>] <feed> ..."],
    argument: feedArgument,
    options: CommandOption.weaving(to: [.text, .ansi, .json, .ndjson, .html], help: cards) + CommandOption.reading
      + [CommandOption.refresh] + CommandOption.viewing + [.noState] + CommandOption.screens
      + CommandOption.drawing(verbose: rowNumbers),
    work: .view, otherNames: ["open", "read", "show"])

  static let render = Command(
    name: "render",
    abstract: "Draw feeds with their ads woven in, or write them as one feed.",
    discussion: """
      Several feeds are one timeline, newest first, in which each item names its feed, and what is in several feeds, by \
      its id or address, is shown once; what has no date stands beside its neighbour in its feed. --sections gives a section to each feed instead, in their order. Nothing is written until everything has been read. --limit \
      counts content items over all feeds, before weaving; with --to json or ndjson every member of an original JSON \
      item is kept as it is.

      EXAMPLES:
        feedweave render harbour.json --ads ads.json --rule 'every 6 from 3'
        feedweave render --feed News=news.xml --feed Blog=blog.atom --ads ads.json
        feedweave render harbour.json --ads ads.json --size 80x24 --keys 'jj<enter>'
        feedweave render https://example.org/feed.json subscriptions.opml --to ndjson
      """,
    usage: ["render [<options>] <feed> ..."],
    argument: feedArgument,
    options: CommandOption.weaving(
      to: [.text, .ansi, .json, .ndjson, .html], help: cards) + CommandOption.reading
      + CommandOption.screens + [.ascii] + CommandOption.drawing(verbose: rowNumbers),
    work: .render)

  private static let cards =
    "Cards without or with colours, a JSON Feed, one item per line, or a page of HTML that loads nothing. Default: cards, coloured as --color says."
  private static let rowNumbers = "Show next to each card its row in the list and its row in the content."

  static let merge = Command(
    name: "merge",
    abstract: "Merge requests of feeds and ads: a line in, a line out.",
    discussion: """
      A request is an object with 'items', or with 'sections' of which each has 'items', and perhaps with 'ads' and \
      'placement'; without these, --ads and --rule, --at or --plan apply, or 'every 6'. The merged line is the same \
      object: its items merged, 'ads' and 'placement' gone, and 'placements' added last. Items, ads and all other \
      members are written byte for byte. See 'feedweave help formats'.

      Blank lines are passed over. The whole line is validated, to a depth of 512. Memory is bounded by the longest line for \
      each of --jobs, and an error leaves no partial line in the output.

      EXAMPLES:
        feedweave merge < requests > merged
        feedweave merge --ads ads.json --rule 'every 6 from 3' --jobs 2 < requests
        feedweave merge --on-error report monday tuesday
      """,
    usage: ["merge [<options>] [<file> ...]"],
    argumentName: "file", argument: "Files with a request a line; none, or '-', for standard input.",
    options: CommandOption.placing + CommandOption.merging + [CommandOption.quiet],
    work: .merge)

  static let map = Command(
    name: "map",
    abstract: "Show whether each row of the woven list is content or an ad.",
    discussion: """
      Without --ads there are as many ads as the rules ask for. With --simulate the rules are tried on made-up users: \
      each has up to 100 content rows and up to 20 ads, and one row of ten bears a tag to be avoided, where the rules \
      avoid any. What is written is how many places they name, how many of these they fill, what refuses the others, \
      and how many more ads there would be without each limit. With --flights it is a day of made-up arrivals, of \
      which 70 % see their ad: what each campaign has delivered by each hour, in one process and in eight that hear of \
      each other every five seconds, and a bar, with a dot where its pace asks for it to end.

      EXAMPLES:
        feedweave map --rows 4 --rule 'every 2'
        feedweave map harbour.json --ads ads.json --at 3,9 --to json
        feedweave map --simulate 1000 --rule 'every 6 from 3 max 8 gap 2'
        feedweave map --simulate 100000 --flights flights.json
      """,
    usage: [
      "map [<options>] --rows <number>", "map [<options>] <feed> ...", "map [<options>] --simulate <number>",
    ],
    argument: feedArgument,
    options: [
      CommandOption.number(
        "--rows", in: 0...10_000_000, help: "Map a list of this many content rows instead of a feed.", \.rows),
      CommandOption.number(
        "--simulate", in: 1...1_000_000, help: "Try the rules on this many simulated users instead of showing a map.",
        \.userCount),
      CommandOption.flights("Simulate the first day of the campaigns in this file, with about that many arrivals."),
    ] + CommandOption.placing + [
      CommandOption.aspects,
      CommandOption.to([.text, .json], help: "One row or figure per line, or one JSON object. Default: text."),
    ]
      + CommandOption.reading + [CommandOption.color, CommandOption.noColor]
      + CommandOption.common(
        verbose: "Also show the places without an ad, and why; and, as text, how dense the ads are."),
    work: .map)

  static let trace = Command(
    name: "trace",
    abstract: "Show the intercepted calls while feeds are loaded and drawn.",
    discussion: """
      The list is loaded and drawn as 'render' does it with the same options; --now, which matters to cards only, is \
      taken too. There is a line for every call on the list and for everything that the list asks: what was said, what \
      it became in the coordinates of whom it reached, who answered, the result, and the time. Calls that were made \
      within another one stand below it. They are written as they end.

      EXAMPLES:
        feedweave trace harbour.json --ads ads.json --rule 'every 6 from 3' --limit 9
        feedweave trace harbour.json --ads ads.json --to ndjson
      """,
    usage: ["trace [<options>] <feed> ..."],
    argument: feedArgument,
    options: CommandOption.weaving(
      to: [.text, .ndjson], help: "An indented tree, or one object per call. Default: text.")
      + CommandOption.reading
      + CommandOption.drawing(verbose: "Also show the classes."),
    work: .trace)
}

// MARK: - Validate and replay

extension Command {
  static let validate = Command(
    name: "validate",
    abstract: "List the problems of feeds, ads, rules, plans and requests.",
    discussion: """
      What a file is, is found by its content: a feed, versions of a feed (a JSON Feed per line), placement rules, a \
      weaving plan, or requests to merge (an object with 'items' or 'sections' per line), which are read as a stream of \
      any size. Ads are named with --ads, and flights with --flights. A weaving plan must fit the program's own list, as with --aspects.

      Each finding is a line on standard output: FILE:LINE:COLUMN: what is wrong; how it is read. Columns count bytes. In \
      feeds and ads, findings are also the characters that other commands replace or remove when they draw them, such as \
      controls, bidirectional controls and invisible characters, and the links that they don't draw: each kind once per \
      item, at the item's position. Items are counted from 0. A reader lists at most 1000 findings of a feed, and so do \
      the checks of characters and links; what is beyond that is said in one more finding.

      All files are validated, and the exit code is the highest one: 0 without findings, 1 with findings, 65 if a file is \
      none of these, 66 if it cannot be opened.

      EXAMPLES:
        feedweave validate harbour.json news.xml blog.atom
        feedweave validate --ads ads.json --plan rules.json --aspects plan.json
        feedweave validate https://example.org/feed.json
      """,
    usage: ["validate [<options>] <file> ..."],
    argumentName: "file",
    argument: "Feeds, rules, plans or requests: files, addresses of feeds, or '-' for standard input.",
    options: CommandOption.placing + [CommandOption.aspects, CommandOption.flights("Validate a file of flights.")]
      + CommandOption.validating + [CommandOption.quietSummary],
    work: .validate)

  static let replay = Command(
    name: "replay",
    abstract: "Show successive versions of a feed as live updates.",
    discussion: """
      The versions must be in chronological order. A file that is one document, such as a JSON Feed or an RSS file, \
      is one version; in any other file each line is one, a JSON document. Lines of standard input are taken as they \
      come. A version that is no feed is reported and skipped; if none can be read, the exit code is 65, and 66 if a file cannot \
      be opened.

      What changes from one version to the next is made known to the list as one batch of deletions, insertions, moves \
      and reloads by the side of the content, which knows of no ads. Items are told apart by id, else link, else title; \
      those of one name by their order. Ads stay with the items around them, while items that move leave them behind, and \
      are withdrawn where a rule forbids that; new ones come above and below what has been in view before, not within.

      On a terminal, versions are shown in the viewer (see 'feedweave help view'), and signs before the titles say what the \
      last one has changed: + has come, > has moved, ~ was reloaded; v lists that, and what has gone. The key > shows the \
      next version, and '.' goes back; with --rate they follow by themselves, and p pauses.

      Elsewhere, and with --to text, there are for each version a line about it, what has changed, by rows of the list \
      (before the change for what goes, moves or is reloaded, after it for what comes), and all rows. With --to ndjson there is an object a version: \
      'user' are the changes as the content side told them, 'feed' those of the list with its ads, and 'sections' the \
      rows afterwards; 'feed', applied to the rows before, gives the rows afterwards.

      EXAMPLES:
        feedweave replay versions.ndjson --ads ads.json --rule 'every 6 from 3'
        feedweave replay monday.xml tuesday.xml wednesday.xml --ads ads.json --step
        feedweave replay versions.ndjson --rate 2
        tail -f versions.ndjson | feedweave replay - --to ndjson
      """,
    usage: ["replay [<options>] <feed> ..."],
    argument: "Versions of one feed, oldest first: files, or '-' for standard input.",
    options: CommandOption.weaving(
      to: [.text, .ndjson], help: "Lines of text, or one object per version. Default: text.")
      + CommandOption.replaying + CommandOption.readingVersions + CommandOption.viewing
      + CommandOption.drawing(verbose: "Show next to each content row its row in the content."),
    work: .replay)
}
