public import Interception

/// How the cells of a kind of item are made and filled, without an identifier.
///
/// ```swift
/// let articles = ListCellRegistration<ArticleCell, Article> { cell, path, article in cell.title = article.title }
/// list.dequeueConfiguredReusableCell(using: articles, for: path, item: article)
/// ```
///
/// Cells are reused among those of one registration, so that it is made once, outside the data source's methods. Its closures
/// belong to whoever made it, so that it is no more Sendable than they are.
public struct ListCellRegistration<Cell: ListCell, Item> {
  // As long as it is alive, and a list that has used it keeps it alive, no other registration has its identifier.
  private final class Identity {}

  private let identity = Identity()
  private let make: (String) -> Cell
  private let handler: (Cell, ListPath, Item) -> Void

  /// Makes a registration of cells that their class makes and `handler` fills.
  public init(handler: @escaping (_ cell: Cell, _ path: ListPath, _ item: Item) -> Void) {
    self.init(maker: { Cell(reuseIdentifier: $0) }, handler: handler)
  }

  /// Makes a registration of cells that `maker` makes, with the identifier that it is given, and `handler` fills.
  public init(
    maker: @escaping (_ identifier: String) -> Cell,
    handler: @escaping (_ cell: Cell, _ path: ListPath, _ item: Item) -> Void
  ) {
    make = maker
    self.handler = handler
  }

  func request(for path: ListPath, _ item: Item?) -> ListConfiguredCellRequest {
    let identity = identity
    let identifier = "\(Cell.self) \(ObjectIdentifier(identity))"
    return ListConfiguredCellRequest(
      identifier: identifier, path: path, make: { [make] in withExtendedLifetime(identity) { make(identifier) } },
      configure: { [handler] cell, path in
        if let cell = cell as? Cell, let item { handler(cell, path, item) }
      })
  }
}

/// A row for which a cell is wanted, and how it is made and filled.
public struct ListConfiguredCellRequest {
  /// The identifier of the registration.
  public let identifier: String
  /// The row.
  public var path: ListPath
  /// Makes a cell.
  let make: () -> ListCell
  /// Fills a cell for a path.
  package var configure: (ListCell, ListPath) -> Void
}

extension ListView {
  /// The message of ``dequeueConfiguredReusableCell(using:for:item:)``.
  public static let dequeueConfiguredReusableCell = Message<ListView, ListConfiguredCellRequest, ListCell>(
    "dequeueConfiguredReusableCell(using:for:item:)"
  ) { list, request in
    if list.cellSupply.cellMaker(for: request.identifier) == nil {
      list.cellSupply.setCellMaker(request.make, for: request.identifier)
    }
    let cell = list.reusedCell(request.identifier) ?? request.make()
    request.configure(cell, request.path)
    return cell
  }

  /// A cell to use for a row, filled: one that is out of sight, or a new one of the registration.
  ///
  /// Without an item the cell is not filled.
  public final func dequeueConfiguredReusableCell<Cell, Item>(
    using registration: ListCellRegistration<Cell, Item>, for path: ListPath, item: Item?
  ) -> Cell {
    let request = registration.request(for: path, item)
    if let cell = send(ListView.dequeueConfiguredReusableCell, request) as? Cell { return cell }
    // An aspect has put a cell of another class in its place.
    let cell = registration.cell(request.identifier)
    request.configure(cell, path)
    return cell
  }
}

extension ListCellRegistration {
  fileprivate func cell(_ identifier: String) -> Cell { make(identifier) }
}
