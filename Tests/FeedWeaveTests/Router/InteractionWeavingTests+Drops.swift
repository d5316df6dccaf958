import FeedWeave
import Interception
import ListModel
import Placement
import Testing
import WeavingSupport

/// What is dragged out of a woven list, and what is dropped on it.
extension InteractionWeavingTests {
  @Test func `items of a row are its owners`() throws {
    let session = try #require(list.display.lift(at: at(1)))
    #expect(
      ads.takeLog() == [
        "items feed 0:1 of 5", "drag preview feed 0:1 of 5", "moves of 5", "restricts of 5", "begins of 5",
      ])
    #expect(desk.takeLog() == [])
    #expect(!session.allowsMoveOperation && session.isRestrictedToDraggingApplication)
    #expect(!list.hasActiveDrag && list.weaver.rawList.perform { $0.hasActiveDrag } == true)
    #expect(list.display.addToDrag(at: at(2)))
    #expect(desk.takeLog() == ["adds 0:1 of 3", "drag preview 0:1 of 3"])
    list.display.cancelDrag()
    #expect(ads.takeLog() == ["drag ends of 5"])
    list.display.lift(at: at(0))
    #expect(list.hasActiveDrag)
    #expect(list.display.addToDrag(at: at(4)))
    #expect(ads.takeLog() == ["adds feed 0:4 of 5", "drag preview feed 0:4 of 5"])
    list.display.cancelDrag()
    #expect(desk.takeLog().last == "drag ends false of 3")
    #expect(ads.takeLog() == [])
  }

  @Test func `a drop on an insertion is one on the row that it stands for`() throws {
    let session = try #require(list.display.lift(at: at(0)))
    for (row, place) in [(0, path(0, 0)), (1, path(0, 1)), (2, path(0, 1)), (3, path(0, 2)), (4, path(0, 3))] {
      _ = desk.takeLog()
      list.display.drag(session, over: at(row))
      #expect(desk.takeLog().last == "over \(place) of 3", "\(row)")
    }
    let footer = list.rectForFooter(inSection: 0)
    list.display.drag(session, over: ListPoint(x: 0, y: footer.minY + 0.5))
    #expect(desk.takeLog().last == "over 0:3 of 3")
    #expect(ads.takeLog() == [])
  }

  @Test func `the content side does not hear which insertion is dropped`() throws {
    let session = try #require(list.display.lift(at: at(2)))
    list.display.addToDrag(at: at(4))
    list.display.drag(session, over: at(1))
    _ = desk.takeLog()
    _ = ads.takeLog()
    let landings = try #require(list.display.drop())
    #expect(
      desk.takeLog() == [
        "dropped [\"0:1\", \"elsewhere\"] at 0:1 of 3", "drop preview 0:1 of 3", "drop ends of 3",
        "drag ends false of 3",
      ])
    #expect((landings.first?.target?.view as? TextCell)?.text == "free1 0:1")
    #expect(ads.takeLog() == [])
  }

  @Test func `a drop near an inserted section has a place in the content`() throws {
    let desk = ActionDesk([["free0"], ["free0"]])
    let list = makeList(desk)
    let ads = AdDesk([feed(0, 0), feed(2, 0), feed(4, 0)])
    ads.sections = [0, 2, 4]
    list.weave(ads)
    let session = try #require(list.display.lift(at: middle(list, path(0, 0))))
    for (section, place) in [(0, path(0, 0)), (2, path(1, 0)), (4, path(1, 1))] {
      _ = desk.takeLog()
      let rect = list.weaver.rawList.rectForRow(at: feed(section, 0))
      list.display.drag(session, over: ListPoint(x: 0, y: rect.minY + 0.5))
      #expect(desk.takeLog().last == "over \(place) of 1", "\(section)")
    }
  }

  @Test func `without a drop delegate of the content nothing is taken`() throws {
    list.dropDelegate = nil
    let session = try #require(list.display.lift(at: at(0)))
    #expect(list.display.drag(session, over: at(1)) == nil)
    #expect(list.dropDelegate == nil && list.dragDelegate === desk)
    list.dropDelegate = desk
    list.display.cancelDrag()
    let other = try #require(list.display.lift(at: at(0)))
    #expect(list.display.drag(other, over: at(1)) != nil)
  }

  @Test func `delegates that are set while woven stay when the weaver goes`() {
    let other = ActionDesk([[]])
    list.kept.append(other)
    list.dragDelegate = other
    list.dropDelegate = other
    #expect(list.dragDelegate === other && list.dropDelegate === other)
    #expect(list.display.lift(at: ListPoint(x: 0, y: 900)) == nil)
    list.weaver.remove()
    #expect(list.dragDelegate === other && list.dropDelegate === other)
    #expect(list.actualClass === list.statedClass)
  }

  @Test func `a drag of an insertion ends for its owner when the weaver goes`() {
    list.display.lift(at: at(1))
    _ = ads.takeLog()
    list.weaver.remove()
    #expect(ads.takeLog().filter { $0.hasPrefix("drag ends") }.count == 1)
    #expect(desk.takeLog().filter { $0.hasPrefix("drag ends") } == [])
    #expect(!list.hasActiveDrag)
    let session = list.display.lift(at: middle(list, path(0, 0)))
    #expect(session != nil && list.hasActiveDrag)
  }

  @Test func `a drag of the content goes on when the weaver comes and goes`() throws {
    let session = try #require(list.display.lift(at: at(0)))
    list.weaver.remove()
    #expect(list.hasActiveDrag)
    list.weaver.dataSource = ads
    #expect(list.hasActiveDrag)
    #expect(list.display.drag(session, over: at(2)) != nil)
    #expect(list.display.drop() != nil)
    #expect(desk.takeLog().filter { $0.hasPrefix("drag ends") }.count == 1)
    #expect(!list.hasActiveDrag && !list.hasActiveDrop)
  }
}
