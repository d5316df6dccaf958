// The code of the article "Carrying code over"; a test compares the lines and runs them.
import FeedWeave
import Interception
import ListModel
import Placement
import Synchronization

enum CarryingCodeOverExample {
  final class InboxList: ListView {
    static let layouts = Atomic(0)

    static func overrideMethods() throws {
      let inbox = ClassObject.of(InboxList.self)
      try inbox.override(ListView.layoutIfNeeded) { call in
        call.callSuper()
        layouts.add(1, ordering: .relaxed)
      }
      try inbox.override(ListView.insertRows) { call throws(ListUpdateError) in
        try call.callSuper((paths: call.arguments.paths, animation: .fade))
      }
      try inbox.override(ListView.contentOffset.setter) { call in
        call.callSuper(call.arguments.rounded())  // whole lines only
      }
    }
  }

  final class Ads: WeaverDataSource {
    func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell {
      guard let list = weaver.list else { return ListCell(reuseIdentifier: nil) }
      return list.dequeueReusableCell(withIdentifier: "ad", for: ListPath(path))  // in feed coordinates here
    }
  }

  static func askForAds(_ weaver: ListWeaver) throws -> [FeedPath] {
    let place = FeedPath(section: 0, row: 1)
    let ads = try weaver.insertRows(at: [place, place])
    return ads.map(\.resolved)  // feed 0:1 and, the next that is free, feed 0:2
  }

  static func act(on list: ListView) {
    list.setEditing(true, animated: false)
    list.display.tapEditingControl(at: ListPoint(x: 0, y: 0))  // reveals the actions of the row in line 0
    list.display.performSwipeAction(0)  // the data source is asked to delete the row
    list.display.beginMovement(at: ListPoint(x: 0, y: 0))
    list.display.updateMovement(to: ListPoint(x: 0, y: 3))
    list.display.endMovement()  // the data source is asked to move it
  }

  static let openedAds = Atomic(0)

  static func countOpenedAds() throws -> AspectToken {
    try ListWeaver.didSelectRow.hook(.after) { call in
      guard call.receiver.list is InboxList, call.arguments.owner.isInsertion else { return }
      openedAds.add(1, ordering: .relaxed)
    }
  }

  static func traceSelections(of list: ListView, _ print: @escaping (String) -> Void) throws -> AspectToken {
    let token = try list.weaver.hook(ListWeaver.didSelectRow, .before) { call in print("\(call.arguments)") }
    print(list.weaver.explain(ListWeaver.didSelectRow))  // before ListWeaver.list(_:didSelectRowAt:), object
    return token
  }
}
