/// Hears of scrolling.
///
/// Part of ``ListDelegate``; every method is optional, and its default leaves the matter to the list.
public protocol ListScrollDelegate: AnyObject {
  /// The content has been scrolled, by whomever.
  func listDidScroll(_ list: ListView)
  /// A person has begun to drag the content.
  func listWillBeginDragging(_ list: ListView)
  /// A person lets go; the offset at which the content would come to rest can be changed.
  func list(_ list: ListView, willEndDraggingWithVelocity velocity: Double, targetContentOffset target: inout Double)
  /// A person has let go, and the content stays or moves on by itself.
  func listDidEndDragging(_ list: ListView, willDecelerate: Bool)
  /// The content moves on by itself.
  func listWillBeginDecelerating(_ list: ListView)
  /// The content has come to rest.
  func listDidEndDecelerating(_ list: ListView)
  /// Scrolling that was asked for with animation is over.
  func listDidEndScrollingAnimation(_ list: ListView)
  /// Whether a person may go to the top at once; nil to leave it to the list, which allows it.
  func listShouldScrollToTop(_ list: ListView) -> Bool?
  /// A person has gone to the top at once.
  func listDidScrollToTop(_ list: ListView)
}

extension ListScrollDelegate {
  /// Does nothing.
  public func listDidScroll(_ list: ListView) {}
  /// Does nothing.
  public func listWillBeginDragging(_ list: ListView) {}
  /// Leaves the target as it is.
  public func list(
    _ list: ListView, willEndDraggingWithVelocity velocity: Double, targetContentOffset target: inout Double
  ) {}
  /// Does nothing.
  public func listDidEndDragging(_ list: ListView, willDecelerate: Bool) {}
  /// Does nothing.
  public func listWillBeginDecelerating(_ list: ListView) {}
  /// Does nothing.
  public func listDidEndDecelerating(_ list: ListView) {}
  /// Does nothing.
  public func listDidEndScrollingAnimation(_ list: ListView) {}
  /// Leaves it to the list.
  public func listShouldScrollToTop(_ list: ListView) -> Bool? { nil }
  /// Does nothing.
  public func listDidScrollToTop(_ list: ListView) {}
}
