/// What guarding arrays hands back; the way to take the guard off.
public final class ArrayGuard: Sendable {
  private let exchanges: VisibleMutex<[ExchangeToken]>

  init(_ exchanges: [ExchangeToken]) {
    self.exchanges = VisibleMutex(exchanges)
  }

  /// Takes the guard off; answers true once, when nothing of it is left.
  ///
  /// A message of which someone has put another implementation in place since stays as it is, and the answer is false; the rest
  /// is taken off. When that change has been undone, this can be asked again.
  @discardableResult
  public func remove() -> Bool {
    let standing = exchanges.withLock { exchanges in
      defer { exchanges.removeAll() }
      return exchanges
    }
    let left = standing.filter { !$0.restore() }
    exchanges.withLock { $0 += left }
    return !standing.isEmpty && left.isEmpty
  }
}
