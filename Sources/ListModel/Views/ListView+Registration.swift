public import Interception

/// What makes the cells, headers and footers of an identifier.
extension ListView {
  /// The message of ``register(_:forCellReuseIdentifier:)``.
  public static let registerCell = Message<ListView, (type: ListCell.Type?, identifier: String), Void>(
    "register(_:forCellReuseIdentifier:)"
  ) { list, request in
    list.setCellMaker(maker(of: request.type), for: request.identifier, keeping: request.type)
  }

  /// Has a class make the cells of an identifier; nil for none, which lets those that are kept for it go.
  public final func register(_ type: ListCell.Type?, forCellReuseIdentifier identifier: String) {
    send(ListView.registerCell, (type: type, identifier: identifier))
  }

  /// The message of ``register(maker:forCellReuseIdentifier:)``.
  public static let registerCellMaker = Message<
    ListView, (maker: ((String) -> ListCell)?, identifier: String), Void
  >("register(maker:forCellReuseIdentifier:)") { list, request in
    list.setCellMaker(request.maker, for: request.identifier)
  }

  /// Has a function make the cells of an identifier, which it is given; nil for none.
  public final func register(maker: ((String) -> ListCell)?, forCellReuseIdentifier identifier: String) {
    send(ListView.registerCellMaker, (maker: maker, identifier: identifier))
  }

  /// The message of ``register(_:forHeaderFooterViewReuseIdentifier:)``.
  public static let registerHeaderFooter = Message<ListView, (type: ListCell.Type?, identifier: String), Void>(
    "register(_:forHeaderFooterViewReuseIdentifier:)"
  ) { list, request in
    list.setHeaderFooterMaker(maker(of: request.type), for: request.identifier, keeping: request.type)
  }

  /// Has a class make the headers and footers of an identifier; nil for none, which lets those that are kept for it go.
  public final func register(_ type: ListCell.Type?, forHeaderFooterViewReuseIdentifier identifier: String) {
    send(ListView.registerHeaderFooter, (type: type, identifier: identifier))
  }

  /// The message of ``register(maker:forHeaderFooterViewReuseIdentifier:)``.
  public static let registerHeaderFooterMaker = Message<
    ListView, (maker: ((String) -> ListCell)?, identifier: String), Void
  >("register(maker:forHeaderFooterViewReuseIdentifier:)") { list, request in
    list.setHeaderFooterMaker(request.maker, for: request.identifier)
  }

  /// Has a function make the headers and footers of an identifier, which it is given; nil for none.
  public final func register(maker: ((String) -> ListCell)?, forHeaderFooterViewReuseIdentifier identifier: String) {
    send(ListView.registerHeaderFooterMaker, (maker: maker, identifier: identifier))
  }

  /// The message of ``dequeueReusableHeaderFooterView(withIdentifier:)``.
  public static let dequeueReusableHeaderFooterView = Message<ListView, String, ListCell?>(
    "dequeueReusableHeaderFooterView(withIdentifier:)"
  ) { list, identifier in
    if let view = list.reusePool.take(identifier, asHeaderFooter: true) {
      view.prepareForReuse()
      return view
    }
    let view = list.headerFooterMakers[identifier]?()
    view?.isHeaderFooter = true
    return view
  }

  /// A header or footer to use: one that is out of sight, or a new one of what is registered; nil where there is neither.
  public final func dequeueReusableHeaderFooterView(withIdentifier identifier: String) -> ListCell? {
    send(ListView.dequeueReusableHeaderFooterView, identifier)
  }

  private static func maker(of type: ListCell.Type?) -> ((String) -> ListCell)? {
    type.map { type in { type.init(reuseIdentifier: $0) } }
  }

  private final func setCellMaker(
    _ make: ((String) -> ListCell)?, for identifier: String, keeping type: ListCell.Type? = nil
  ) {
    cellMakers[identifier] = make.map { make in { make(identifier) } }
    reusePool.removeAll(identifier, asHeaderFooter: false, but: type)
  }

  private final func setHeaderFooterMaker(
    _ make: ((String) -> ListCell)?, for identifier: String, keeping type: ListCell.Type? = nil
  ) {
    headerFooterMakers[identifier] = make.map { make in { make(identifier) } }
    reusePool.removeAll(identifier, asHeaderFooter: true, but: type)
  }
}
