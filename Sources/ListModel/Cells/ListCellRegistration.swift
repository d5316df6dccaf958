public import Interception

/// A way to make and configure the cells of one kind of item, without a reuse identifier.
///
/// ```swift
/// let articles = ListCellRegistration<ArticleCell, Article> { cell, path, article in cell.title = article.title }
/// list.dequeueConfiguredReusableCell(using: articles, for: path, item: article)
/// ```
///
/// Cells are reused only within one registration, so make it once, outside the data source's methods. A registration is
/// not Sendable, since its closures need not be.
public struct ListCellRegistration<Cell: ListCell, Item> {
  // Its address is the identifier; it stays alive, and so unique, as long as a list that has used it keeps it alive.
  private final class Identity {}

  private let identity = Identity()
  private let make: (String) -> Cell
  private let handler: (Cell, ListPath, Item) -> Void

  /// Makes a registration whose cells are made by their class and configured by `handler`.
  public init(handler: @escaping (_ cell: Cell, _ path: ListPath, _ item: Item) -> Void) {
    self.init(maker: { Cell(reuseIdentifier: $0) }, handler: handler)
  }

  /// Makes a registration whose cells are made by `maker`, from the identifier passed to it, and configured by
  /// `handler`.
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

/// A request for the cell of a row, with the closures that make and configure it.
public struct ListConfiguredCellRequest {
  /// The identifier of the registration.
  public let identifier: String
  /// The row.
  public var path: ListPath
  /// Makes a cell.
  let make: () -> ListCell
  /// Configures a cell for a path.
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

  /// Returns a configured cell for a row: a reused one, or a new one of the registration.
  ///
  /// The cell is not configured if `item` is nil.
  public final func dequeueConfiguredReusableCell<Cell, Item>(
    using registration: ListCellRegistration<Cell, Item>, for path: ListPath, item: Item?
  ) -> Cell {
    let request = registration.request(for: path, item)
    if let cell = send(ListView.dequeueConfiguredReusableCell, request) as? Cell { return cell }
    // An aspect has returned a cell of another class.
    let cell = registration.cell(request.identifier)
    request.configure(cell, path)
    return cell
  }
}

extension ListCellRegistration {
  fileprivate func cell(_ identifier: String) -> Cell { make(identifier) }
}
