#compdef feedweave
# Completions of feedweave for zsh, as 'feedweave completions zsh' writes them.

_feedweave() {
  # The first word is a command, or an argument of the default command.
  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
    _alternative 'commands:command:_feedweave_commands' 'files:file:_files'
    return
  fi
  case $words[2] in
    view|render|merge|map|trace|replay|validate|add|remove|feeds|config|completions|help)
      local name=$words[2] curcontext=${curcontext%:*}-$words[2]:
      shift words
      (( CURRENT-- ))
      _feedweave_$name
      ;;
    *) _feedweave_view ;;
  esac
}

_feedweave_commands() {
  local -a commands=(
    'view:Show feeds with their ads in an interactive viewer'
    'render:Draw feeds with their ads woven in, or write them as one feed'
    'merge:Merge requests of feeds and ads: a line in, a line out'
    'map:Show whether each row of the woven list is content or an ad'
    'trace:Show the intercepted calls while feeds are loaded and drawn'
    'replay:Show successive versions of a feed as live updates'
    'validate:List the problems of feeds, ads, rules, plans and requests'
    'add:Add feeds to your list, which '\''feedweave'\'' alone shows'
    'remove:Remove feeds from your list'
    'feeds:Show your list of feeds'
    'config:Show which options are in force without being given'
    'completions:Write a script that completes command lines in a shell'
    'help:Show help on a command or a topic'
  )
  _describe -t commands command commands
}

_feedweave_help() {
  local -a topics=(
    'view:Show feeds with their ads in an interactive viewer'
    'render:Draw feeds with their ads woven in, or write them as one feed'
    'merge:Merge requests of feeds and ads: a line in, a line out'
    'map:Show whether each row of the woven list is content or an ad'
    'trace:Show the intercepted calls while feeds are loaded and drawn'
    'replay:Show successive versions of a feed as live updates'
    'validate:List the problems of feeds, ads, rules, plans and requests'
    'add:Add feeds to your list, which '\''feedweave'\'' alone shows'
    'remove:Remove feeds from your list'
    'feeds:Show your list of feeds'
    'config:Show which options are in force without being given'
    'completions:Write a script that completes command lines in a shell'
    'rules:The words of placement rules, with pictures'
    'formats:The formats of feeds, ads, plans and requests'
    'man:The manual page, which '\''feedweave help man | man -l -'\'' shows'
  )
  (( CURRENT == 2 )) && _describe -t topics topic topics
}

# A name, '=' and a file.
_feedweave_named_file() {
  if compset -P 1 '*='; then _files; else _message 'name=feed'; fi
}

_feedweave_view() {
  _arguments -s -S \
    '--ads=[The ads: a JSON Feed, a JSON array, NDJSON or OpenRTB bids]:file:_files' \
    '--rule=[Where to insert ads, such as '\''every 6 from 3 max 8 gap 2'\'']:rule: ' \
    '--at=[Rows at which to insert ads, such as 3,9,27, counted from 0]:rows: ' \
    '--plan=[Where to insert ads, as a JSON file]:file:_files' \
    '--aspects=[A weaving plan as JSON: aspects that are active while the list is shown]:file:_files' \
    '--to=[Cards without or with colours, a JSON Feed, one item per line, or a page of HTML that loads nothing]:text|ansi|json|ndjson|html:(text ansi json ndjson html)' \
    '*--feed=[Add a feed with this name, a file or an address]:name=feed:_feedweave_named_file' \
    '--sections[Show each feed as a section of its own, in order, instead of one timeline, newest first]' \
    '--in-a-row=[Show at most this many items of one feed in a row while other feeds have any]:number: ' \
    '--from=[The format of the feeds: auto, jsonfeed, rss, atom, mastodon, bluesky, ndjson, rssjson]:format:(auto jsonfeed rss atom mastodon bluesky ndjson rssjson)' \
    '--limit=[Read at most this many content items, over all feeds, before weaving]:number: ' \
    '--max-bytes=[The maximum size of a file in bytes]:number: ' \
    '--max-items=[The maximum number of items of a file]:number: ' \
    '--max-depth=[The maximum nesting depth of a file]:number: ' \
    '--partial[Read the items before the end of a truncated document]' \
    '--max-time=[The maximum time for fetching a feed, such as 10s]:time: ' \
    '--refresh=[Fetch addresses again each time that this time has passed, such as 15m]:time: ' \
    '--ascii[Draw with ASCII characters only]' \
    '--screen-reader[Write what is selected or opened as lines of text, one below the other, and draw no screen]' \
    '--no-mouse[Leave the mouse to the terminal, which then selects text with it]' \
    '--impressions=[Add a line of JSON to this file each time that half of an ad has been in view for a second]:file:_files' \
    '--no-state[Neither look up nor remember which items were read, and where one was]' \
    '--size=[Write one screen of the viewer of this size, such as 80x24, instead of all cards]:size: ' \
    '--keys=[Press these keys before the screen of --size is written: characters as they are, others in brackets, such as '\''jj<enter>'\'']:keys: ' \
    '--width=[The columns to draw in]:number: ' \
    '--color=[Whether to draw with colours]:auto|always|never:(auto always never)' \
    '--no-color[The same as --color never]' \
    '--now=[Compute ages relative to this time, such as 2026-07-01T12:00:00Z]:time: ' \
    '(-q --quiet)'{-q,--quiet}'[Don'\''t print findings]' \
    '(-v --verbose)'{-v,--verbose}'[Show next to each card its row in the list and its row in the content]' \
    '--version[Show the version]' \
    '(-h --help)'{-h,--help}'[Show help information]' \
    '*:feed:_files'
}

_feedweave_render() {
  _arguments -s -S \
    '--ads=[The ads: a JSON Feed, a JSON array, NDJSON or OpenRTB bids]:file:_files' \
    '--rule=[Where to insert ads, such as '\''every 6 from 3 max 8 gap 2'\'']:rule: ' \
    '--at=[Rows at which to insert ads, such as 3,9,27, counted from 0]:rows: ' \
    '--plan=[Where to insert ads, as a JSON file]:file:_files' \
    '--aspects=[A weaving plan as JSON: aspects that are active while the list is shown]:file:_files' \
    '--to=[Cards without or with colours, a JSON Feed, one item per line, or a page of HTML that loads nothing]:text|ansi|json|ndjson|html:(text ansi json ndjson html)' \
    '*--feed=[Add a feed with this name, a file or an address]:name=feed:_feedweave_named_file' \
    '--sections[Show each feed as a section of its own, in order, instead of one timeline, newest first]' \
    '--in-a-row=[Show at most this many items of one feed in a row while other feeds have any]:number: ' \
    '--from=[The format of the feeds: auto, jsonfeed, rss, atom, mastodon, bluesky, ndjson, rssjson]:format:(auto jsonfeed rss atom mastodon bluesky ndjson rssjson)' \
    '--limit=[Read at most this many content items, over all feeds, before weaving]:number: ' \
    '--max-bytes=[The maximum size of a file in bytes]:number: ' \
    '--max-items=[The maximum number of items of a file]:number: ' \
    '--max-depth=[The maximum nesting depth of a file]:number: ' \
    '--partial[Read the items before the end of a truncated document]' \
    '--max-time=[The maximum time for fetching a feed, such as 10s]:time: ' \
    '--size=[Write one screen of the viewer of this size, such as 80x24, instead of all cards]:size: ' \
    '--keys=[Press these keys before the screen of --size is written: characters as they are, others in brackets, such as '\''jj<enter>'\'']:keys: ' \
    '--ascii[Draw with ASCII characters only]' \
    '--width=[The columns to draw in]:number: ' \
    '--color=[Whether to draw with colours]:auto|always|never:(auto always never)' \
    '--no-color[The same as --color never]' \
    '--now=[Compute ages relative to this time, such as 2026-07-01T12:00:00Z]:time: ' \
    '(-q --quiet)'{-q,--quiet}'[Don'\''t print findings]' \
    '(-v --verbose)'{-v,--verbose}'[Show next to each card its row in the list and its row in the content]' \
    '--version[Show the version]' \
    '(-h --help)'{-h,--help}'[Show help information]' \
    '*:feed:_files'
}

_feedweave_merge() {
  _arguments -s -S \
    '--ads=[The ads: a JSON Feed, a JSON array, NDJSON or OpenRTB bids]:file:_files' \
    '--rule=[Where to insert ads, such as '\''every 6 from 3 max 8 gap 2'\'']:rule: ' \
    '--at=[Rows at which to insert ads, such as 3,9,27, counted from 0]:rows: ' \
    '--plan=[Where to insert ads, as a JSON file]:file:_files' \
    '--on-error=[What to do with a line that is no valid request: end with 65, write an object with the error in its place, or leave it out with a message]:fail|report|skip:(fail report skip)' \
    '--jobs=[The number of threads]:number: ' \
    '(-q --quiet)'{-q,--quiet}'[Don'\''t print findings]' \
    '--version[Show the version]' \
    '(-h --help)'{-h,--help}'[Show help information]' \
    '*:file:_files'
}

_feedweave_map() {
  _arguments -s -S \
    '--rows=[Map a list of this many content rows instead of a feed]:number: ' \
    '--simulate=[Try the rules on this many simulated users instead of showing a map]:number: ' \
    '--flights=[Simulate the first day of the campaigns in this file, with about that many arrivals]:file:_files' \
    '--ads=[The ads: a JSON Feed, a JSON array, NDJSON or OpenRTB bids]:file:_files' \
    '--rule=[Where to insert ads, such as '\''every 6 from 3 max 8 gap 2'\'']:rule: ' \
    '--at=[Rows at which to insert ads, such as 3,9,27, counted from 0]:rows: ' \
    '--plan=[Where to insert ads, as a JSON file]:file:_files' \
    '--aspects=[A weaving plan as JSON: aspects that are active while the list is shown]:file:_files' \
    '--to=[One row or figure per line, or one JSON object]:text|json:(text json)' \
    '*--feed=[Add a feed with this name, a file or an address]:name=feed:_feedweave_named_file' \
    '--sections[Show each feed as a section of its own, in order, instead of one timeline, newest first]' \
    '--in-a-row=[Show at most this many items of one feed in a row while other feeds have any]:number: ' \
    '--from=[The format of the feeds: auto, jsonfeed, rss, atom, mastodon, bluesky, ndjson, rssjson]:format:(auto jsonfeed rss atom mastodon bluesky ndjson rssjson)' \
    '--limit=[Read at most this many content items, over all feeds, before weaving]:number: ' \
    '--max-bytes=[The maximum size of a file in bytes]:number: ' \
    '--max-items=[The maximum number of items of a file]:number: ' \
    '--max-depth=[The maximum nesting depth of a file]:number: ' \
    '--partial[Read the items before the end of a truncated document]' \
    '--max-time=[The maximum time for fetching a feed, such as 10s]:time: ' \
    '--color=[Whether to draw with colours]:auto|always|never:(auto always never)' \
    '--no-color[The same as --color never]' \
    '(-q --quiet)'{-q,--quiet}'[Don'\''t print findings]' \
    '(-v --verbose)'{-v,--verbose}'[Also show the places without an ad, and why]' \
    '--version[Show the version]' \
    '(-h --help)'{-h,--help}'[Show help information]' \
    '*:feed:_files'
}

_feedweave_trace() {
  _arguments -s -S \
    '--ads=[The ads: a JSON Feed, a JSON array, NDJSON or OpenRTB bids]:file:_files' \
    '--rule=[Where to insert ads, such as '\''every 6 from 3 max 8 gap 2'\'']:rule: ' \
    '--at=[Rows at which to insert ads, such as 3,9,27, counted from 0]:rows: ' \
    '--plan=[Where to insert ads, as a JSON file]:file:_files' \
    '--aspects=[A weaving plan as JSON: aspects that are active while the list is shown]:file:_files' \
    '--to=[An indented tree, or one object per call]:text|ndjson:(text ndjson)' \
    '*--feed=[Add a feed with this name, a file or an address]:name=feed:_feedweave_named_file' \
    '--sections[Show each feed as a section of its own, in order, instead of one timeline, newest first]' \
    '--in-a-row=[Show at most this many items of one feed in a row while other feeds have any]:number: ' \
    '--from=[The format of the feeds: auto, jsonfeed, rss, atom, mastodon, bluesky, ndjson, rssjson]:format:(auto jsonfeed rss atom mastodon bluesky ndjson rssjson)' \
    '--limit=[Read at most this many content items, over all feeds, before weaving]:number: ' \
    '--max-bytes=[The maximum size of a file in bytes]:number: ' \
    '--max-items=[The maximum number of items of a file]:number: ' \
    '--max-depth=[The maximum nesting depth of a file]:number: ' \
    '--partial[Read the items before the end of a truncated document]' \
    '--max-time=[The maximum time for fetching a feed, such as 10s]:time: ' \
    '--width=[The columns to draw in]:number: ' \
    '--color=[Whether to draw with colours]:auto|always|never:(auto always never)' \
    '--no-color[The same as --color never]' \
    '--now=[Compute ages relative to this time, such as 2026-07-01T12:00:00Z]:time: ' \
    '(-q --quiet)'{-q,--quiet}'[Don'\''t print findings]' \
    '(-v --verbose)'{-v,--verbose}'[Also show the classes]' \
    '--version[Show the version]' \
    '(-h --help)'{-h,--help}'[Show help information]' \
    '*:feed:_files'
}

_feedweave_replay() {
  _arguments -s -S \
    '--ads=[The ads: a JSON Feed, a JSON array, NDJSON or OpenRTB bids]:file:_files' \
    '--rule=[Where to insert ads, such as '\''every 6 from 3 max 8 gap 2'\'']:rule: ' \
    '--at=[Rows at which to insert ads, such as 3,9,27, counted from 0]:rows: ' \
    '--plan=[Where to insert ads, as a JSON file]:file:_files' \
    '--aspects=[A weaving plan as JSON: aspects that are active while the list is shown]:file:_files' \
    '--to=[Lines of text, or one object per version]:text|ndjson:(text ndjson)' \
    '--rate=[How many versions are shown in a second, such as 0.5]:number: ' \
    '--step[Wait for Enter before each further version, on standard input, or on the terminal where a file is '\''-'\'']' \
    '--from=[The format of the feeds: auto, jsonfeed, rss, atom, mastodon, bluesky, ndjson, rssjson]:format:(auto jsonfeed rss atom mastodon bluesky ndjson rssjson)' \
    '--limit=[Read at most this many content items of a version, before weaving]:number: ' \
    '--max-bytes=[The maximum size of a file in bytes]:number: ' \
    '--max-items=[The maximum number of items of a file]:number: ' \
    '--max-depth=[The maximum nesting depth of a file]:number: ' \
    '--partial[Read the items before the end of a truncated document]' \
    '--ascii[Draw with ASCII characters only]' \
    '--screen-reader[Write what is selected or opened as lines of text, one below the other, and draw no screen]' \
    '--no-mouse[Leave the mouse to the terminal, which then selects text with it]' \
    '--impressions=[Add a line of JSON to this file each time that half of an ad has been in view for a second]:file:_files' \
    '--width=[The columns to draw in]:number: ' \
    '--color=[Whether to draw with colours]:auto|always|never:(auto always never)' \
    '--no-color[The same as --color never]' \
    '--now=[Compute ages relative to this time, such as 2026-07-01T12:00:00Z]:time: ' \
    '(-q --quiet)'{-q,--quiet}'[Don'\''t print findings]' \
    '(-v --verbose)'{-v,--verbose}'[Show next to each content row its row in the content]' \
    '--version[Show the version]' \
    '(-h --help)'{-h,--help}'[Show help information]' \
    '*:feed:_files'
}

_feedweave_validate() {
  _arguments -s -S \
    '--ads=[The ads: a JSON Feed, a JSON array, NDJSON or OpenRTB bids]:file:_files' \
    '--rule=[Where to insert ads, such as '\''every 6 from 3 max 8 gap 2'\'']:rule: ' \
    '--at=[Rows at which to insert ads, such as 3,9,27, counted from 0]:rows: ' \
    '--plan=[Where to insert ads, as a JSON file]:file:_files' \
    '--aspects=[A weaving plan as JSON: aspects that are active while the list is shown]:file:_files' \
    '--flights=[Validate a file of flights]:file:_files' \
    '--from=[The format of the feeds: auto, jsonfeed, rss, atom, mastodon, bluesky, ndjson, rssjson]:format:(auto jsonfeed rss atom mastodon bluesky ndjson rssjson)' \
    '--max-bytes=[The maximum size of a file in bytes]:number: ' \
    '--max-items=[The maximum number of items of a file]:number: ' \
    '--max-depth=[The maximum nesting depth of a file]:number: ' \
    '--max-time=[The maximum time for fetching a feed, such as 10s]:time: ' \
    '(-q --quiet)'{-q,--quiet}'[Don'\''t print how many findings there are]' \
    '--version[Show the version]' \
    '(-h --help)'{-h,--help}'[Show help information]' \
    '*:file:_files'
}

_feedweave_add() {
  _arguments -s -S \
    '--name=[Call the feed by this name instead of its title]:name: ' \
    '--max-time=[The maximum time for fetching a feed, such as 10s]:time: ' \
    '--max-bytes=[The maximum size of a file in bytes]:number: ' \
    '(-q --quiet)'{-q,--quiet}'[Don'\''t print what was done]' \
    '--version[Show the version]' \
    '(-h --help)'{-h,--help}'[Show help information]' \
    '*:address:_files'
}

_feedweave_remove() {
  _arguments -s -S \
    '(-q --quiet)'{-q,--quiet}'[Don'\''t print what was done]' \
    '--version[Show the version]' \
    '(-h --help)'{-h,--help}'[Show help information]' \
    '*:address: '
}

_feedweave_feeds() {
  _arguments -s -S \
    '--opml[Write the list in OPML, which other feed readers import]' \
    '(-q --quiet)'{-q,--quiet}'[Don'\''t print what was done]' \
    '--version[Show the version]' \
    '(-h --help)'{-h,--help}'[Show help information]'
}

_feedweave_config() {
  _arguments -s -S \
    '(-q --quiet)'{-q,--quiet}'[Don'\''t print what was done]' \
    '--version[Show the version]' \
    '(-h --help)'{-h,--help}'[Show help information]'
}

_feedweave_completions() {
  _arguments -s -S \
    '--version[Show the version]' \
    '(-h --help)'{-h,--help}'[Show help information]' \
    '1:shell:(bash zsh fish)'
}

# Read as a function of $fpath, it completes; read by 'source', it registers itself.
if [[ $funcstack[1] == _feedweave ]]; then _feedweave "$@"; else compdef _feedweave feedweave; fi
