# Completions of feedweave for bash, as 'feedweave completions bash' writes them.

_feedweave() {
  local current=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]}
  local command=view options='' arguments='files' value='' word
  COMPREPLY=()

  # Bash splits '--color=auto' at the sign.
  if [[ $current == '=' ]]; then
    current=''
  elif [[ $option == '=' && $COMP_CWORD -gt 2 ]]; then
    option=${COMP_WORDS[COMP_CWORD - 2]}
  fi

  # The first word is a command, or an argument of the default command.
  if [[ $COMP_CWORD -eq 1 && $current != -* ]]; then
    _feedweave_offer 'view render merge map trace replay validate add remove feeds config completions help' "$current"
    if [[ ${#COMPREPLY[@]} -eq 0 ]]; then
      _feedweave_offer files "$current"
    elif [[ -n $current ]]; then
      while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current")
    fi
    return
  fi
  case ${COMP_WORDS[1]} in
  view | render | merge | map | trace | replay | validate | add | remove | feeds | config | completions | help) command=${COMP_WORDS[1]} ;;
  esac

  # After '--' there are files only.
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [[ $word == -- ]]; then
      _feedweave_offer files "$current"
      return
    fi
  done

  case $command in
  view)
    options='--ads --rule --at --plan --aspects --to --feed --sections --in-a-row --from --limit --max-bytes --max-items --max-depth --partial --max-time --refresh --ascii --screen-reader --no-mouse --impressions --no-state --size --keys --width --color --no-color --now -q --quiet -v --verbose --version -h --help'
    case $option in
    --ads | --plan | --aspects | --impressions) value='files' ;;
    --rule | --at | --feed | --in-a-row | --limit | --max-bytes | --max-items | --max-depth | --max-time | --refresh | --size | --keys | --width | --now) value='none' ;;
    --to) value='text ansi json ndjson html' ;;
    --from) value='auto jsonfeed rss atom mastodon bluesky ndjson rssjson' ;;
    --color) value='auto always never' ;;
    esac
    ;;
  render)
    options='--ads --rule --at --plan --aspects --to --feed --sections --in-a-row --from --limit --max-bytes --max-items --max-depth --partial --max-time --size --keys --ascii --width --color --no-color --now -q --quiet -v --verbose --version -h --help'
    case $option in
    --ads | --plan | --aspects) value='files' ;;
    --rule | --at | --feed | --in-a-row | --limit | --max-bytes | --max-items | --max-depth | --max-time | --size | --keys | --width | --now) value='none' ;;
    --to) value='text ansi json ndjson html' ;;
    --from) value='auto jsonfeed rss atom mastodon bluesky ndjson rssjson' ;;
    --color) value='auto always never' ;;
    esac
    ;;
  merge)
    options='--ads --rule --at --plan --on-error --jobs -q --quiet --version -h --help'
    case $option in
    --ads | --plan) value='files' ;;
    --rule | --at | --jobs) value='none' ;;
    --on-error) value='fail report skip' ;;
    esac
    ;;
  map)
    options='--rows --simulate --flights --ads --rule --at --plan --aspects --to --feed --sections --in-a-row --from --limit --max-bytes --max-items --max-depth --partial --max-time --color --no-color -q --quiet -v --verbose --version -h --help'
    case $option in
    --rows | --simulate | --rule | --at | --feed | --in-a-row | --limit | --max-bytes | --max-items | --max-depth | --max-time) value='none' ;;
    --flights | --ads | --plan | --aspects) value='files' ;;
    --to) value='text json' ;;
    --from) value='auto jsonfeed rss atom mastodon bluesky ndjson rssjson' ;;
    --color) value='auto always never' ;;
    esac
    ;;
  trace)
    options='--ads --rule --at --plan --aspects --to --feed --sections --in-a-row --from --limit --max-bytes --max-items --max-depth --partial --max-time --width --color --no-color --now -q --quiet -v --verbose --version -h --help'
    case $option in
    --ads | --plan | --aspects) value='files' ;;
    --rule | --at | --feed | --in-a-row | --limit | --max-bytes | --max-items | --max-depth | --max-time | --width | --now) value='none' ;;
    --to) value='text ndjson' ;;
    --from) value='auto jsonfeed rss atom mastodon bluesky ndjson rssjson' ;;
    --color) value='auto always never' ;;
    esac
    ;;
  replay)
    options='--ads --rule --at --plan --aspects --to --rate --step --from --limit --max-bytes --max-items --max-depth --partial --ascii --screen-reader --no-mouse --impressions --width --color --no-color --now -q --quiet -v --verbose --version -h --help'
    case $option in
    --ads | --plan | --aspects | --impressions) value='files' ;;
    --rule | --at | --rate | --limit | --max-bytes | --max-items | --max-depth | --width | --now) value='none' ;;
    --to) value='text ndjson' ;;
    --from) value='auto jsonfeed rss atom mastodon bluesky ndjson rssjson' ;;
    --color) value='auto always never' ;;
    esac
    ;;
  validate)
    options='--ads --rule --at --plan --aspects --flights --from --max-bytes --max-items --max-depth --max-time -q --quiet --version -h --help'
    case $option in
    --ads | --plan | --aspects | --flights) value='files' ;;
    --rule | --at | --max-bytes | --max-items | --max-depth | --max-time) value='none' ;;
    --from) value='auto jsonfeed rss atom mastodon bluesky ndjson rssjson' ;;
    esac
    ;;
  add)
    options='--name --max-time --max-bytes -q --quiet --version -h --help'
    case $option in
    --name | --max-time | --max-bytes) value='none' ;;
    esac
    ;;
  remove)
    options='-q --quiet --version -h --help'
    arguments='none'
    ;;
  feeds)
    options='--opml -q --quiet --version -h --help'
    arguments='none'
    ;;
  config)
    options='-q --quiet --version -h --help'
    arguments='none'
    ;;
  completions)
    options='--version -h --help'
    arguments='bash zsh fish'
    ;;
  help)
    arguments='view render merge map trace replay validate add remove feeds config completions rules formats man'
    ;;
  esac

  if [[ -n $value ]]; then
    _feedweave_offer "$value" "$current"
  elif [[ $current == -* ]]; then
    _feedweave_offer "$options" "$current"
  elif [[ $arguments == files || $COMP_CWORD -eq 2 ]]; then
    _feedweave_offer "$arguments" "$current"
  fi
}

# Offers words, 'files' or 'none' for what has been typed.
_feedweave_offer() {
  local IFS=$' \t\n' word
  case $1 in
  none) ;;
  files)
    compopt -o default 2>/dev/null && return
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$2")
    ;;
  *) COMPREPLY=($(compgen -W "$1" -- "$2")) ;;
  esac
}

complete -F _feedweave feedweave
