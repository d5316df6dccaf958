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
