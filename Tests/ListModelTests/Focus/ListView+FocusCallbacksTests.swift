@testable import ListModel
import Testing

/// What is asked and done along with a movement of the focus, and what callbacks may do.
extension ListViewFocusTests {
  @Test func `the selection follows the focus where it is to`() {
    display.focusPreferred()
    #expect(!delegate.takeEvents().contains("follows 0:0"))
    list.selectionFollowsFocus = true
    display.moveFocus(.down)
    #expect(
      delegate.takeEvents() == [
        "canFocus 0:1", "should 0:0>0:1 down", "did 0:0>0:1 down [0:1]", "follows 0:1", "willSelect 0:1",
        "didSelect 0:1",
      ])
    delegate.follows = { _ in false }
    display.moveFocus(.down)
    #expect(list.indexPathForFocusedRow == path(2))
    #expect(list.indexPathsForSelectedRows == [path(1)])
    // A row that is selected stays so, also where a touch would deselect it.
    delegate.follows = { _ in true }
    list.allowsMultipleSelection = true
    display.moveFocus(.up)
    #expect(list.indexPathsForSelectedRows == [path(1)])
    list.delegate = SilentDelegate()
    display.moveFocus(.up)
    #expect(list.indexPathsForSelectedRows == [path(1), path(0)])
  }

  @Test func `the focused row is touched by a key`() {
    #expect(!display.selectFocused())
    display.focus(at: ListPoint(x: 1, y: 5))
    _ = delegate.takeEvents()
    #expect(display.selectFocused())
    #expect(delegate.takeEvents() == ["willSelect 0:1", "didSelect 0:1", "canPerform 0:1", "perform 0:1"])
  }

  @Test func `what goes along with a movement runs when the delegate has been told`() {
    var ran: [String] = []
    var kept: ListFocusAnimationCoordinator?
    list.selectionFollowsFocus = true
    delegate.onEvent = { _, event in ran.append(event) }
    delegate.coordinate = { coordinator in
      kept = coordinator
      coordinator.addCoordinatedAnimations({ ran.append("first") }, completion: { ran.append("end of the first") })
      coordinator.addCoordinatedAnimations(nil)
      coordinator.addCoordinatedAnimations {
        ran.append("second")
        coordinator.addCoordinatedAnimations({ ran.append("third") }, completion: { ran.append("end of the third") })
      }
    }
    display.focusPreferred()
    #expect(
      ran == [
        "preferred", "canFocus 0:0", "should ->0:0 none", "did ->0:0 none [0:0]", "first", "second", "third",
        "end of the third", "end of the first", "follows 0:0", "willSelect 0:0", "didSelect 0:0",
      ])
    kept?.addCoordinatedAnimations { ran.append("late") }
    #expect(ran.last == "late")
  }

  @Test func `a callback that reloads ends the movement`() {
    for name in ["canFocus", "should", "did", "follows", "preferred"] {
      list.selectionFollowsFocus = true
      display.focusPreferred()
      display.endFocus()
      _ = delegate.takeEvents()
      delegate.onEvent = { list, event in
        guard event.hasPrefix(name) else { return }
        feed.sections = []
        list.reloadData()
      }
      display.focusPreferred()
      #expect(delegate.events.last?.hasPrefix(name) == true, "\(name): \(delegate.events)")
      #expect(list.indexPathForFocusedRow == nil, "\(name)")
      #expect(list.indexPathsForSelectedRows == [])
      delegate.onEvent = nil
      feed.sections = TestFeed(heights: [[4, 4, 4]]).sections
      list.reloadData()
    }
  }

  @Test func `a callback that moves the focus does nothing`() {
    var answers: [Bool] = []
    delegate.onEvent = { list, _ in
      answers += [list.display.moveFocus(.down), list.display.focusPreferred(), list.display.endFocus()]
      list.setNeedsFocusUpdate()
      list.updateFocusIfNeeded()
    }
    #expect(display.focusPreferred())
    #expect(answers.count == 12)
    #expect(!answers.contains(true))
    #expect(list.indexPathForFocusedRow == path(0))
  }
}
