# Completions of feedweave for fish, as 'feedweave completions fish' writes them.

# Whether the command in use is one of the arguments; if the first word is no command, it is the default one.
function __feedweave_uses
  set -l words (commandline -opc)
  set -l command view
  if contains -- "$words[2]" view render merge map trace replay validate add remove feeds config completions help
    set command $words[2]
  end
  contains -- $command $argv
end

# Whether as many words as the argument says are before the one to complete.
function __feedweave_follows
  test (count (commandline -opc)) -eq $argv[1]
end

complete -c feedweave -n '__feedweave_follows 1' -a view -d 'Show feeds with their ads in an interactive viewer'
complete -c feedweave -n '__feedweave_follows 1' -a render -d 'Draw feeds with their ads woven in, or write them as one feed'
complete -c feedweave -n '__feedweave_follows 1' -a merge -d 'Merge requests of feeds and ads: a line in, a line out'
complete -c feedweave -n '__feedweave_follows 1' -a map -d 'Show whether each row of the woven list is content or an ad'
complete -c feedweave -n '__feedweave_follows 1' -a trace -d 'Show the intercepted calls while feeds are loaded and drawn'
complete -c feedweave -n '__feedweave_follows 1' -a replay -d 'Show successive versions of a feed as live updates'
complete -c feedweave -n '__feedweave_follows 1' -a validate -d 'List the problems of feeds, ads, rules, plans and requests'
complete -c feedweave -n '__feedweave_follows 1' -a add -d 'Add feeds to your list, which \'feedweave\' alone shows'
complete -c feedweave -n '__feedweave_follows 1' -a remove -d 'Remove feeds from your list'
complete -c feedweave -n '__feedweave_follows 1' -a feeds -d 'Show your list of feeds'
complete -c feedweave -n '__feedweave_follows 1' -a config -d 'Show which options are in force without being given'
complete -c feedweave -n '__feedweave_follows 1' -a completions -d 'Write a script that completes command lines in a shell'
complete -c feedweave -n '__feedweave_follows 1' -a help -d 'Show help on a command or a topic'

complete -c feedweave -n '__feedweave_uses help remove feeds config completions' -f
complete -c feedweave -n '__feedweave_follows 2; and __feedweave_uses help' -a view -d 'Show feeds with their ads in an interactive viewer'
complete -c feedweave -n '__feedweave_follows 2; and __feedweave_uses help' -a render -d 'Draw feeds with their ads woven in, or write them as one feed'
complete -c feedweave -n '__feedweave_follows 2; and __feedweave_uses help' -a merge -d 'Merge requests of feeds and ads: a line in, a line out'
complete -c feedweave -n '__feedweave_follows 2; and __feedweave_uses help' -a map -d 'Show whether each row of the woven list is content or an ad'
complete -c feedweave -n '__feedweave_follows 2; and __feedweave_uses help' -a trace -d 'Show the intercepted calls while feeds are loaded and drawn'
complete -c feedweave -n '__feedweave_follows 2; and __feedweave_uses help' -a replay -d 'Show successive versions of a feed as live updates'
complete -c feedweave -n '__feedweave_follows 2; and __feedweave_uses help' -a validate -d 'List the problems of feeds, ads, rules, plans and requests'
complete -c feedweave -n '__feedweave_follows 2; and __feedweave_uses help' -a add -d 'Add feeds to your list, which \'feedweave\' alone shows'
complete -c feedweave -n '__feedweave_follows 2; and __feedweave_uses help' -a remove -d 'Remove feeds from your list'
complete -c feedweave -n '__feedweave_follows 2; and __feedweave_uses help' -a feeds -d 'Show your list of feeds'
complete -c feedweave -n '__feedweave_follows 2; and __feedweave_uses help' -a config -d 'Show which options are in force without being given'
complete -c feedweave -n '__feedweave_follows 2; and __feedweave_uses help' -a completions -d 'Write a script that completes command lines in a shell'
complete -c feedweave -n '__feedweave_follows 2; and __feedweave_uses help' -a rules -d 'The words of placement rules, with pictures'
complete -c feedweave -n '__feedweave_follows 2; and __feedweave_uses help' -a formats -d 'The formats of feeds, ads, plans and requests'
complete -c feedweave -n '__feedweave_follows 2; and __feedweave_uses help' -a man -d 'The manual page, which \'feedweave help man | man -l -\' shows'

complete -c feedweave -n '__feedweave_follows 2; and __feedweave_uses completions' -a 'bash zsh fish' -d shell
complete -c feedweave -n '__feedweave_uses view render merge map trace replay validate' -l ads -r -F -d 'The ads: a JSON Feed, a JSON array, NDJSON or OpenRTB bids'
complete -c feedweave -n '__feedweave_uses view render merge map trace replay validate' -l rule -x -d 'Where to insert ads, such as \'every 6 from 3 max 8 gap 2\''
complete -c feedweave -n '__feedweave_uses view render merge map trace replay validate' -l at -x -d 'Rows at which to insert ads, such as 3,9,27, counted from 0'
complete -c feedweave -n '__feedweave_uses view render merge map trace replay validate' -l plan -r -F -d 'Where to insert ads, as a JSON file'
complete -c feedweave -n '__feedweave_uses view render map trace replay validate' -l aspects -r -F -d 'A weaving plan as JSON: aspects that are active while the list is shown'
complete -c feedweave -n '__feedweave_uses view render' -l to -x -a 'text ansi json ndjson html' -d 'Cards without or with colours, a JSON Feed, one item per line, or a page of HTML that loads nothing'
complete -c feedweave -n '__feedweave_uses view render map trace' -l feed -r -F -d 'Add a feed with this name, a file or an address'
complete -c feedweave -n '__feedweave_uses view render map trace' -l sections -d 'Show each feed as a section of its own, in order, instead of one timeline, newest first'
complete -c feedweave -n '__feedweave_uses view render map trace' -l in-a-row -x -d 'Show at most this many items of one feed in a row while other feeds have any'
complete -c feedweave -n '__feedweave_uses view render map trace replay validate' -l from -x -a 'auto jsonfeed rss atom mastodon bluesky ndjson rssjson' -d 'The format of the feeds: auto, jsonfeed, rss, atom, mastodon, bluesky, ndjson, rssjson'
complete -c feedweave -n '__feedweave_uses view render map trace' -l limit -x -d 'Read at most this many content items, over all feeds, before weaving'
complete -c feedweave -n '__feedweave_uses view render map trace replay validate add' -l max-bytes -x -d 'The maximum size of a file in bytes'
complete -c feedweave -n '__feedweave_uses view render map trace replay validate' -l max-items -x -d 'The maximum number of items of a file'
complete -c feedweave -n '__feedweave_uses view render map trace replay validate' -l max-depth -x -d 'The maximum nesting depth of a file'
complete -c feedweave -n '__feedweave_uses view render map trace replay' -l partial -d 'Read the items before the end of a truncated document'
complete -c feedweave -n '__feedweave_uses view render map trace validate add' -l max-time -x -d 'The maximum time for fetching a feed, such as 10s'
complete -c feedweave -n '__feedweave_uses view' -l refresh -x -d 'Fetch addresses again each time that this time has passed, such as 15m'
complete -c feedweave -n '__feedweave_uses view render replay' -l ascii -d 'Draw with ASCII characters only'
complete -c feedweave -n '__feedweave_uses view replay' -l screen-reader -d 'Write what is selected or opened as lines of text, one below the other, and draw no screen'
complete -c feedweave -n '__feedweave_uses view replay' -l no-mouse -d 'Leave the mouse to the terminal, which then selects text with it'
complete -c feedweave -n '__feedweave_uses view replay' -l impressions -r -F -d 'Add a line of JSON to this file each time that half of an ad has been in view for a second'
complete -c feedweave -n '__feedweave_uses view' -l no-state -d 'Neither look up nor remember which items were read, and where one was'
complete -c feedweave -n '__feedweave_uses view render' -l size -x -d 'Write one screen of the viewer of this size, such as 80x24, instead of all cards'
complete -c feedweave -n '__feedweave_uses view render' -l keys -x -d 'Press these keys before the screen of --size is written: characters as they are, others in brackets, such as \'jj<enter>\''
complete -c feedweave -n '__feedweave_uses view render trace replay' -l width -x -d 'The columns to draw in'
complete -c feedweave -n '__feedweave_uses view render map trace replay' -l color -x -a 'auto always never' -d 'Whether to draw with colours'
complete -c feedweave -n '__feedweave_uses view render map trace replay' -l no-color -d 'The same as --color never'
complete -c feedweave -n '__feedweave_uses view render trace replay' -l now -x -d 'Compute ages relative to this time, such as 2026-07-01T12:00:00Z'
complete -c feedweave -n '__feedweave_uses view render merge map trace replay' -s q -l quiet -d 'Don\'t print findings'
complete -c feedweave -n '__feedweave_uses view render' -s v -l verbose -d 'Show next to each card its row in the list and its row in the content'
complete -c feedweave -n '__feedweave_uses view render merge map trace replay validate add remove feeds config completions' -l version -d 'Show the version'
complete -c feedweave -n '__feedweave_uses view render merge map trace replay validate add remove feeds config completions' -s h -l help -d 'Show help information'
complete -c feedweave -n '__feedweave_uses merge' -l on-error -x -a 'fail report skip' -d 'What to do with a line that is no valid request: end with 65, write an object with the error in its place, or leave it out with a message'
complete -c feedweave -n '__feedweave_uses merge' -l jobs -x -d 'The number of threads'
complete -c feedweave -n '__feedweave_uses map' -l rows -x -d 'Map a list of this many content rows instead of a feed'
complete -c feedweave -n '__feedweave_uses map' -l simulate -x -d 'Try the rules on this many simulated users instead of showing a map'
complete -c feedweave -n '__feedweave_uses map' -l flights -r -F -d 'Simulate the first day of the campaigns in this file, with about that many arrivals'
complete -c feedweave -n '__feedweave_uses map' -l to -x -a 'text json' -d 'One row or figure per line, or one JSON object'
complete -c feedweave -n '__feedweave_uses map' -s v -l verbose -d 'Also show the places without an ad, and why'
complete -c feedweave -n '__feedweave_uses trace' -l to -x -a 'text ndjson' -d 'An indented tree, or one object per call'
complete -c feedweave -n '__feedweave_uses trace' -s v -l verbose -d 'Also show the classes'
complete -c feedweave -n '__feedweave_uses replay' -l to -x -a 'text ndjson' -d 'Lines of text, or one object per version'
complete -c feedweave -n '__feedweave_uses replay' -l rate -x -d 'How many versions are shown in a second, such as 0.5'
complete -c feedweave -n '__feedweave_uses replay' -l step -d 'Wait for Enter before each further version, on standard input, or on the terminal where a file is \'-\''
complete -c feedweave -n '__feedweave_uses replay' -l limit -x -d 'Read at most this many content items of a version, before weaving'
complete -c feedweave -n '__feedweave_uses replay' -s v -l verbose -d 'Show next to each content row its row in the content'
complete -c feedweave -n '__feedweave_uses validate' -l flights -r -F -d 'Validate a file of flights'
complete -c feedweave -n '__feedweave_uses validate' -s q -l quiet -d 'Don\'t print how many findings there are'
complete -c feedweave -n '__feedweave_uses add' -l name -x -d 'Call the feed by this name instead of its title'
complete -c feedweave -n '__feedweave_uses add remove feeds config' -s q -l quiet -d 'Don\'t print what was done'
complete -c feedweave -n '__feedweave_uses feeds' -l opml -d 'Write the list in OPML, which other feed readers import'
