import Placement

/// What help can be asked for.
enum HelpTopic: Sendable {
  /// The program as a whole.
  case program
  /// The program in a few lines, for who calls it without a word.
  case short
  /// One command.
  case command(Command)
  /// The words of placement rules.
  case rules
  /// The members of ads, rules and weaving plans.
  case formats

  /// The topics that have a name, which `feedweave help` takes.
  static let names = Command.all.map(\.name) + ["rules", "formats"]

  /// The topic of a name.
  static func named(_ name: String) -> HelpTopic? {
    switch name {
    case "rules": .rules
    case "formats": .formats
    default: Command.named(name).map(HelpTopic.command)
    }
  }
}

/// What `feedweave help rules` says: each word of a rule, with an example and the list that it makes.
///
/// The pictures are made by the rules themselves, so that they are true.
enum RuleGuide {
  /// A word, what it does, and an example.
  private struct Entry {
    let form: String
    let meaning: String
    let example: String
    var sections = [14]
    /// Rows of the content that have the tag `news`.
    var tagged: Set<Int> = []
  }

  private static let entries = [
    Entry(form: "at <rows>", meaning: "Ads at these rows of the feed, all ads counted in.", example: "at 1,4"),
    Entry(
      form: "every <n>",
      meaning:
        "An ad at every n-th row, from row n-1 on: 'every 6' puts the first at row 5. n is 2 or more. After 'at' it "
        + "counts from the last of those rows.", example: "every 6"),
    Entry(form: "from <row>", meaning: "The first row of 'every'.", example: "every 6 from 2"),
    Entry(form: "max <n>", meaning: "At most so many ads in a section.", example: "every 3 max 2"),
    Entry(
      form: "max <n> in all", meaning: "At most so many ads in all sections; also written 'maxInAll <n>'.",
      example: "every 3 max 3 in all", sections: [7, 7]),
    Entry(
      form: "gap <n>", meaning: "At least so many content rows between two ads; an ad nearer than that is dropped.",
      example: "at 2,4 every 5 gap 3"),
    Entry(
      form: "before <n>", meaning: "At least so many content rows before the first ad.", example: "every 3 before 4"),
    Entry(form: "after <n>", meaning: "At least so many content rows after the last ad.", example: "every 3 after 3"),
    Entry(
      form: "share <0 to 1>", meaning: "Ads are at most this share of all rows of a section.",
      example: "every 3 share 0.2"),
    Entry(
      form: "trailing", meaning: "An ad may be the very last row, which it may not otherwise.",
      example: "every 8 trailing"),
    Entry(
      form: "sections <numbers>", meaning: "Only these sections have ads, counted from 0; 'sections none' for none.",
      example: "every 4 sections 1", sections: [7, 7]),
    Entry(
      form: "except <numbers>", meaning: "These sections have no ads.", example: "every 4 except 1", sections: [7, 7]),
    Entry(
      form: "avoid <tags>",
      meaning:
        "No ad beside content that has one of these tags. A tag with spaces or commas stands in double quotes, and a "
        + "double quote in it behind a backslash.",
      example: "every 4 avoid news", tagged: [3, 9]),
    Entry(
      form: "seed <number>",
      meaning: "Moves each place of 'every' on by up to (n-1)/2 rows, always the same way for the same number.",
      example: "every 6 seed 2"),
  ]

  /// The words alone, as messages list them.
  static let wordList = entries.map { String($0.form.prefix { $0 != " " }) }.reduce(into: [String]()) { words, word in
    if !words.contains(word) { words.append(word) }
  }.joined(separator: ", ")

  /// The whole guide.
  ///
  /// - Parameter wrap: wraps paragraphs and leaves lines that begin with a space as they are.
  static func text(_ wrap: (String) -> String) -> String {
    var text = wrap(introduction) + "\n"
    for entry in entries {
      text += "\n\(entry.form)\n"
      text += wrap(entry.meaning) + "\n"
      text += "  --rule '\(entry.example)'\n"
      for line in picture(entry) { text += "    \(line)\n" }
    }
    return text + "\n" + wrap(conclusion) + "\n"
  }

  private static let introduction = """
    RULES: where ads stand.

    A rule is a line of words, each at most once, in any order: --rule 'every 6 from 3 max 8 gap 2'. 'at' or 'every' \
    names the places, and the other words say which of them have an ad. Several numbers or tags stand with commas between \
    them. Rows and sections are counted from 0, and each section begins anew. A place that a word forbids is dropped: it is not moved, and it \
    moves no other. 'feedweave map --rows 20 --rule …' shows what a rule does, and with -v why a place has no ad.

    In the pictures each sign is a row: '·' is content, 'A' is an ad, 'n' is content with the tag 'news'.
    """

  private static let conclusion = """
    With ads and no rule the rule is 'every 6'. --at 3,9 is short for --rule 'at 3,9'. --plan takes the same words from a \
    file: see 'feedweave help formats'.
    """

  /// The rows of each section of the list that the example makes.
  private static func picture(_ entry: Entry) -> [String] {
    let tagged = entry.tagged
    guard let rules = try? PlacementRules(entry.example),
      let plan = try? PlacementPlan(
        rules: rules, userCounts: entry.sections, tags: { tagged.contains($0.row) ? ["news"] : [] }),
      let map = try? plan.map()
    else { return [] }
    return entry.sections.indices.map { section in
      let rows = (0..<entry.sections[section] + plan.totals[section]).map { row -> Character in
        guard let user = map.userPath(for: FeedPath(section: section, row: row)) else { return "A" }
        return tagged.contains(user.row) ? "n" : "·"
      }
      return (entry.sections.count > 1 ? "section \(section): " : "") + String(rows)
    }
  }
}

/// What `feedweave help formats` says: the members of each kind of file.
enum FormatGuide {
  static let text = """
    FORMATS: what files may hold.

    Feeds
    JSON Feed 1.1 and 1.0, RSS 2.0, 0.9x and 1.0, and Atom, found by content.

    Ads (--ads)
    Always JSON: a JSON Feed, an array of items, or an item a line. An ad is an item as JSON Feed has it; all members are \
    optional:
      id              names the ad, in messages and in the output
      title           what the card shows first
      content_text    the text; or content_html, which is reduced to text
      summary         a short text, shown where there is no other
      url             where the ad leads
      image           the address of a picture; kept in the output, not drawn
      authors         [{"name": "…", "url": "…"}]: who advertises
      date_published  when, as in 2026-07-01T12:00:00Z
      tags            ["…"]
      {"id":"a1","title":"The Copper Kettle","url":"https://example.com/kettle"}

    Placement rules (--plan)
    The words of --rule as members, all optional; an unknown member is an error. See 'feedweave help rules'.
      {"at":[3,9],"every":6,"from":12,"max":8,"maxInAll":20,"gap":2,"before":1,
       "after":1,"share":0.2,"trailing":false,"sections":[0,2],"except":[],
       "avoid":["sensitive"],"seed":7}

    Weaving plans (--aspects)
    Groups of aspects on the list and its weaver, at work while the list is shown.
      groups          the groups, in order
        name          the name of the group
        enabled       false to leave the group out; true otherwise
        aspects       what the group installs:
          pointcut    class and selector, '*' for any letters: "ListView.insert*"
          advice      log, count, measure, trace or ignore
          position    before, after, afterReturning, afterThrowing, instead, around
          event       what the call is called in what is logged
          once        true to run in one call only
          priority    a number; the higher comes first
          result      what an 'ignore' gives back: true, 3 or "text"
      {"groups":[{"name":"logging","aspects":[{"pointcut":"ListView.insert*",
       "position":"after","advice":"log","event":"rows inserted"}]}]}

    Versions (replay)
    Documents one after the other: each a whole feed, as a file or as a line of JSON Feed.
    """
}
