extension Command {
  static let replay = Command(
    name: "replay",
    abstract: "Show successive versions of a feed as live updates.",
    discussion: """
      The versions stand in the order of their time. A file that is one document, such as a JSON Feed or an RSS file, \
      is one version; in any other file each line is one, a JSON document. Lines of standard input are taken as they \
      come. A version that cannot be read is told and passed over; when none can be read, the program ends with 65.

      What changes from one version to the next is made known to the list as one batch of deletions, insertions, moves \
      and reloads by the side of the content, which knows of no ads. Items are told apart by id, else link, else title; \
      those of one name by their order. Ads travel with the items that they stand before, and are withdrawn where a \
      rule forbids that; new ones come above and below what has been in view before, not within.

      For each version there are a line about it, what has changed, by rows of the list (before the change for what goes, \
      moves or is reloaded, after it for what comes), and all rows. On a terminal that is cut to the screen, and what is \
      left out is counted; --to text leaves nothing out. With --to ndjson there is an object a version: \
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
    options: CommandOption.placing + [
      CommandOption.aspects,
      CommandOption.to([.text, .ndjson], help: "Lines of text, or an object a version. Default: text."),
    ] + CommandOption.replaying + CommandOption.readingVersions + CommandOption.drawing
      + CommandOption.common(verbose: "Show beside each row of the content its own row."),
    work: .replay)
}
