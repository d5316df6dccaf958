/// What an element does to the text around and within it.
enum HTMLElement {
  /// It stands on a line of its own.
  case block
  /// It stands between empty lines.
  case paragraph
  case lineBreak
  /// It stands between empty lines, and its items are numbered.
  case numberedList
  /// It stands between empty lines, and its items have bullets.
  case list
  case listItem
  case cell
  case preformatted
  case link
  case image
  /// It holds no text that is meant to be read, up to its end tag, whatever stands within.
  case raw
  /// It holds no text, up to its end tag or the first element that cannot be in a head.
  case head
  /// It may stand in a head.
  case headPart
  case inline

  /// What an element of that name does; the name is in lower case, without a prefix.
  init(name: String) { self = Self.named[name] ?? .inline }

  private static let named: [String: HTMLElement] = {
    var named: [String: HTMLElement] = [:]
    for (element, names) in all { for name in names.split(separator: " ") { named[String(name)] = element } }
    return named
  }()

  private static let all: KeyValuePairs<HTMLElement, String> = [
    .paragraph: "p h1 h2 h3 h4 h5 h6 blockquote dl table figure hr",
    .block: """
    address article aside body caption center dd details dialog dir div dt fieldset figcaption footer form header \
    html legend main menu nav optgroup option section summary tbody tfoot thead tr
    """,
    .lineBreak: "br",
    .numberedList: "ol",
    .list: "ul",
    .listItem: "li",
    .cell: "td th",
    .preformatted: "pre listing xmp",
    .link: "a",
    .image: "img",
    .raw: "script style title iframe noembed noframes textarea template svg math object select",
    .head: "head",
    .headPart: "meta base link noscript",
  ]
}
