import Documents

/// What an element of HTML means for the document.
enum HTMLElement {
  /// It is a paragraph, or has empty lines before and after it.
  case paragraph
  /// It begins and ends a line.
  case lines
  case heading(level: Int)
  case quotation
  case list(isNumbered: Bool)
  case listItem
  case table
  case tablePart(TableBuilder.Part)
  case caption
  case row
  case cell(isHeader: Bool)
  case preformatted
  case rule
  case lineBreak
  case link
  case picture
  case formula
  /// A word with its pronunciation, which is in parentheses also if they are not written.
  case ruby
  case rubyText
  case rubyParenthesis
  case input
  case style(Document.Style)
  /// Its content up to its end tag is ignored, whatever it is.
  case raw
  /// Its content is ignored up to its end tag or the first element that cannot be in a head.
  case head
  /// It may be in a head.
  case headPart
  /// It is part of a line and looks like the text around it, as does everything that is not known.
  case inline

  /// Creates the meaning of an element; the name is in lower case, without a prefix.
  init(name: String) { self = Self.named[name] ?? .inline }

  private static let named: [String: HTMLElement] = {
    var named: [String: HTMLElement] = [:]
    for (element, names) in all { for name in names.split(separator: " ") { named[String(name)] = element } }
    for level in 1...6 { named["h\(level)"] = .heading(level: level) }
    return named
  }()

  private static let all: KeyValuePairs<HTMLElement, String> = [
    .paragraph: "p dl figure",
    .lines: """
    address article aside body center dd details dialog div dt fieldset figcaption footer form header html legend main \
    nav optgroup option section summary
    """,
    .quotation: "blockquote",
    .list(isNumbered: true): "ol",
    .list(isNumbered: false): "ul menu dir",
    .listItem: "li",
    .table: "table",
    .tablePart(.head): "thead",
    .tablePart(.body): "tbody",
    .tablePart(.foot): "tfoot",
    .caption: "caption",
    .row: "tr",
    .cell(isHeader: true): "th",
    .cell(isHeader: false): "td",
    .preformatted: "pre listing xmp",
    .rule: "hr",
    .lineBreak: "br",
    .link: "a",
    .picture: "img",
    .formula: "math",
    .ruby: "ruby",
    .rubyText: "rt",
    .rubyParenthesis: "rp",
    .input: "input",
    .style(.emphasis): "em i cite dfn var",
    .style(.strong): "strong b",
    .style(.code): "code kbd samp tt",
    .style(.struck): "del s strike",
    .style(.inserted): "ins",
    .style(.superscript): "sup",
    .style(.subscript): "sub",
    .style(.speech): "q",
    .raw: """
    audio canvas iframe noembed noframes script select style svg template textarea title video
    """,
    .head: "head",
    .headPart: "meta base link noscript",
  ]

  /// Returns how deep an element whose end tag may be missing is within others of its kind: a row 2, a cell 3.
  ///
  /// It is 0 for other elements that contain blocks, which need an end tag, and nil for the rest.
  static func level(of name: String) -> Int? {
    switch name {
    case "tbody", "tfoot", "thead": 1
    case "tr": 2
    case "td", "th": 3
    case "dd", "dt", "li": 4
    case "p", "hr": levelOfParagraphs
    default:
      switch HTMLElement(name: name) {
      case .caption, .heading, .lines, .list, .paragraph, .preformatted, .quotation, .table: 0
      default: nil
      }
    }
  }

  /// The level of what ends before any block.
  static let levelOfParagraphs = 5

  /// Elements that are markup in a title if they are closed: parts of a line with text.
  static let partsOfTitles = Set(
    """
    a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd mark nobr q rb rp rt rtc ruby s samp small span \
    strike strong sub sup time tt u var
    """.split(separator: " ").map(String.init))

  /// Elements without content, which are markup in a title if they end with `/`.
  static let emptyPartsOfTitles: Set<String> = ["br", "img", "wbr"]
}
