internal import Documents
public import ListModel

/// The cell of a row that a ``Viewer`` draws as a card.
///
/// A subclass returns the card of the item that it shows. The height of the row is that of the card and of a blank line
/// below it.
open class CardCell: ListCell {
  private var drawn: (columns: Int, lines: [CardLine], headingCount: Int, isUnread: Bool)?
  /// How often the cell has been reused for another row.
  private(set) final var reuseCount = 0

  /// The card; nil for a row that shows nothing.
  open var card: Card? { nil }

  /// Whether the row is hidden: it has no height, and cannot be selected.
  open var isHidden: Bool { false }

  /// The page of the item when it is opened; by default the card, with the summary as its text.
  open var page: ItemPage? { card.map { ItemPage($0, body: Document(text: $0.summary.string)) } }

  /// Discards the lines drawn so far; to be called when the card has changed.
  public final func setNeedsDisplay() { drawn = nil }

  /// Discards the lines of the former row; a subclass calls it from its own.
  open override func prepareForReuse() {
    setNeedsDisplay()
    reuseCount += 1
  }

  /// Returns the height of the card and of the blank line below it; 0 if the row is hidden.
  public final override func fittingHeight(forWidth width: Double) -> Double? {
    isHidden ? 0 : Double(lines(columns: Int(width)).count + 1)
  }

  /// Returns the lines of the card, which are laid out once for a width.
  final func lines(columns: Int) -> [CardLine] {
    if let drawn, drawn.columns == columns { return drawn.lines }
    let card = card
    let lines = card?.lines(columns: columns) ?? []
    drawn = (columns, lines, card?.headingLines(columns).count ?? 0, card?.isUnread == true)
    return lines
  }

  /// The number of lines drawn last that are the heading.
  final var headingCount: Int { drawn?.headingCount ?? 0 }

  /// Whether the card drawn last is that of an unread item.
  final var isUnread: Bool { drawn?.isUnread == true }
}

/// The header of a section as a ``Viewer`` draws it: a line.
///
/// It is asked for what it shows whenever it is drawn, so that a subclass can return what is true then.
open class SectionHeaderCell: ListCell {
  /// What the header shows.
  open var header = SectionHeader(title: "")

  /// Returns 1.
  public final override func fittingHeight(forWidth width: Double) -> Double? { 1 }
}
