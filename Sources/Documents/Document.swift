/// A text with structure: blocks, one below the other, and the inlines in them.
///
/// ```swift
/// let document = Document([.paragraph([.text("10"), .styled(.superscript, [.text("6")]), .text(" gulls")])])
/// document.plainText()  // "10⁶ gulls"
/// ```
///
/// A document has no styles, sizes or files, and says nothing of how it is laid out. Its text and its addresses are
/// untrusted: they contain whatever characters the source has, controls included.
public struct Document: Hashable, Sendable {
  /// The blocks in reading order.
  public var blocks: [Block]

  /// Creates a document of blocks.
  public init(_ blocks: [Block] = []) { self.blocks = blocks }

  /// Creates a document of plain text: empty lines separate paragraphs, other line ends are kept.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  public init(text: String) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let paragraphs = lines.split { line in line.allSatisfy(\.isWhitespace) }
    blocks = paragraphs.map { lines in
      .paragraph(Array(lines.map { [.text(String($0))] }.joined(separator: [.lineBreak])))
    }
  }

  /// A part of a document that begins and ends a line.
  public indirect enum Block: Hashable, Sendable {
    /// A heading; the highest level is 1, the lowest 6.
    case heading(level: Int, [Inline])
    /// A paragraph; a picture or a caption is one, too.
    case paragraph([Inline])
    /// Words of somebody else.
    case quotation([Block])
    /// A list; items may contain lists.
    case list([ListItem])
    case table(Table)
    /// Text whose spaces and line ends are kept, such as a program.
    case preformatted([Inline])
    /// A line between two parts of the text.
    case rule
  }

  /// An item of a list.
  public struct ListItem: Hashable, Sendable {
    /// The number before the item, or nil if it has a bullet.
    public var number: Int?

    /// How the number is written.
    public var numeral: Numeral

    /// The content.
    public var blocks: [Block]

    /// Creates an item; without a number, it has a bullet.
    public init(number: Int? = nil, as numeral: Numeral = .decimal, _ blocks: [Block]) {
      self.number = number
      self.numeral = numeral
      self.blocks = blocks
    }

    /// What the item begins with, such as `• `, `3. ` or `c. `.
    package var marker: String { number.map { numeral.words(for: $0) + ". " } ?? "• " }
  }

  /// How numbers are written; the raw values are those of HTML.
  public enum Numeral: String, Hashable, Sendable {
    case decimal = "1"
    case lowerLetter = "a"
    case upperLetter = "A"
    case lowerRoman = "i"
    case upperRoman = "I"

    /// Returns a number, in decimal digits if it cannot be written otherwise.
    fileprivate func words(for number: Int) -> String {
      switch self {
      case .lowerLetter where 1...26 ~= number: String(UnicodeScalar(UInt8(96 + number)))
      case .lowerRoman where 1..<4000 ~= number: Self.roman(number)
      case .upperLetter: Self.lowerLetter.words(for: number).uppercased()
      case .upperRoman: Self.lowerRoman.words(for: number).uppercased()
      case .decimal, .lowerLetter, .lowerRoman: String(number)
      }
    }

    private static func roman(_ number: Int) -> String {
      var (rest, words) = (number, "")
      let digits = [
        (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
        (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
      ]
      for (value, letters) in digits {
        words += String(repeating: letters, count: rest / value)
        rest %= value
      }
      return words
    }
  }

  /// A table: rows of cells, where the *n*th cell of each row is in the *n*th column.
  ///
  /// A cell that covers several columns or rows is in the first of them, and the others have empty cells. Rows may be
  /// shorter than others.
  public struct Table: Hashable, Sendable {
    /// The content of a cell.
    public typealias Cell = [Block]

    /// The rows that name the columns.
    public var header: [[Cell]]

    /// The rows below the header.
    public var rows: [[Cell]]

    /// Creates a table.
    public init(header: [[Cell]] = [], _ rows: [[Cell]]) {
      self.header = header
      self.rows = rows
    }
  }

  /// A part of a paragraph, a heading or a link.
  public indirect enum Inline: Hashable, Sendable {
    /// Text, which has line ends only if it is preformatted.
    case text(String)
    case lineBreak
    case styled(Style, [Inline])
    /// A link with its complete address.
    case link(address: String, [Inline])
    /// A picture by the text that replaces it, with its complete address if that is known.
    case picture(alternative: String, address: String? = nil)
  }

  /// What distinguishes a part of a text from the text around it.
  public enum Style: Hashable, Sendable, CaseIterable {
    case emphasis
    case strong
    /// Words of a program or a machine.
    case code
    /// Words that are no longer valid.
    case struck
    /// Words that were added later.
    case inserted
    case superscript
    case `subscript`
    /// Words of somebody else within a sentence, without quotation marks.
    case speech
  }
}
