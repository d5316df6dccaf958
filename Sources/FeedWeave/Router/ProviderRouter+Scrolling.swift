import Interception
import ListModel

/// The part of ListDelegate that is about scrolling.
extension ProviderRouter {
  func listDidScroll(_ list: ListView) {
    weaver.send(ListWeaver.didScroll)
  }

  func listWillBeginDragging(_ list: ListView) {
    weaver.send(ListWeaver.willBeginDragging)
  }

  func listWillBeginDecelerating(_ list: ListView) {
    weaver.send(ListWeaver.willBeginDecelerating)
  }

  func listDidEndDecelerating(_ list: ListView) {
    weaver.send(ListWeaver.didEndDecelerating)
  }

  func listDidEndScrollingAnimation(_ list: ListView) {
    weaver.send(ListWeaver.didEndScrollingAnimation)
  }

  func listDidScrollToTop(_ list: ListView) {
    weaver.send(ListWeaver.didScrollToTop)
  }

  func list(
    _ list: ListView, willEndDraggingWithVelocity velocity: Double, targetContentOffset target: inout Double
  ) {
    target = weaver.send(ListWeaver.willEndDragging, (velocity: velocity, target: target))
  }

  func listDidEndDragging(_ list: ListView, willDecelerate: Bool) {
    weaver.send(ListWeaver.didEndDragging, willDecelerate)
  }

  func listShouldScrollToTop(_ list: ListView) -> Bool? {
    weaver.send(ListWeaver.shouldScrollToTop)
  }
}
