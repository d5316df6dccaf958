import ListModel
import Testing

@Suite struct ListViewDraggingTests {
  let feed = TestFeed(heights: [[4, 4, 4], [4]], height: 40)
  let delegate = InteractionDelegate()
  var list: ListView { feed.list }

  init() {
    for section in 0..<2 {
      feed.sections[section].header = 2
      feed.sections[section].footer = 2
    }
    feed.reload()
    connect(list)
    list.layoutIfNeeded()
    delegate.events = []
  }

  private func connect(_ list: ListView) {
    list.dragDelegate = delegate
    list.dropDelegate = delegate
  }

  /// A point in a row of the first section, below its header.
  private func at(_ row: Int) -> ListPoint { ListPoint(x: 1, y: Double(4 * row) + 4) }

  private func lifted(_ row: Int) throws -> ListDragSession {
    let session = try #require(list.display.lift(at: at(row)))
    _ = delegate.takeEvents()
    return session
  }

  @Test func `lifting asks for items and begins`() throws {
    delegate.parameters = ListPreviewParameters(visibleRect: ListRect(x: 1, y: 1, width: 2, height: 2))
    let session = try #require(list.display.lift(at: at(1)))
    #expect(delegate.takeEvents() == ["items 0:1", "dragPreview 0:1", "allowsMove", "isRestricted", "willBegin 1"])
    #expect(list.hasActiveDrag)
    #expect(session.items.map { $0.localObject as? String } == ["0:1"])
    #expect(session.previews.first?.view === list.cellForRow(at: path(1)))
    #expect(session.previews.first?.parameters == delegate.parameters)
    #expect(list.display.lift(at: at(0)) == nil)
    list.display.cancelDrag()
    #expect(delegate.takeEvents() == ["dragEnd 1"])
    #expect(!list.hasActiveDrag)
    list.display.cancelDrag()
    #expect(delegate.takeEvents() == [])
  }

  @Test func `nothing is lifted where nothing can be dragged`() {
    delegate.drags = { _ in [] }
    #expect(list.display.lift(at: at(1)) == nil)
    #expect(delegate.takeEvents() == ["items 0:1"])
    #expect(list.display.lift(at: ListPoint(x: 1, y: 1)) == nil)
    list.dragInteractionEnabled = false
    #expect(list.display.lift(at: at(1)) == nil)
    list.dragInteractionEnabled = true
    list.dragDelegate = nil
    #expect(list.display.lift(at: at(1)) == nil)
    #expect(delegate.takeEvents() == [])
    #expect(!list.hasActiveDrag && !list.display.addToDrag(at: at(1)))
  }

  @Test func `rows are added to a drag`() throws {
    let session = try lifted(0)
    #expect(list.display.addToDrag(at: at(2)))
    #expect(delegate.takeEvents() == ["add 0:2", "dragPreview 0:2"])
    delegate.adds = { _ in session.items }
    #expect(!list.display.addToDrag(at: at(1)))
    #expect(session.items.map { $0.localObject as? String } == ["0:0", "also 0:2"])
    #expect(session.previews.count == 2)
  }

  @Test func `what is optional has UI kits fallbacks`() throws {
    let silent = SilentInteractions()
    silent.items = [ListDragItem(itemProvider: 7)]
    list.dragDelegate = silent
    list.dropDelegate = silent
    let session = try #require(list.display.lift(at: at(0)))
    #expect(session.allowsMoveOperation && !session.isRestrictedToDraggingApplication)
    #expect(session.previews.first?.parameters == ListPreviewParameters())
    #expect(!list.display.addToDrag(at: at(1)))
    #expect(list.display.drag(session, over: at(1)) == ListDropProposal(operation: .copy))
    #expect(list.display.drop()?.isEmpty == true)
  }

  @Test func `a drop is tracked and performed in order`() throws {
    let session = try lifted(0)
    #expect(!list.hasActiveDrop)
    #expect(list.display.drag(session, over: at(1)) == delegate.proposal)
    #expect(list.hasActiveDrop)
    list.display.drag(session, over: at(2))
    list.display.dragLeaves()
    #expect(!list.hasActiveDrop)
    #expect(list.display.drop() == nil)
    list.display.drag(session, over: at(2))
    #expect(
      delegate.takeEvents() == ["canHandle 1", "enter", "update 0:1", "update 0:2", "exit", "enter", "update 0:2"])
    delegate.onDrop = { coordinator in
      coordinator.drop(coordinator.items[0].dragItem, toRowAt: path(2))
      coordinator.drop(coordinator.items[0].dragItem, intoRowAt: path(1), rect: .zero)
      coordinator.drop(ListDragItem(), toRowAt: path(0))
    }
    let landings = try #require(list.display.drop())
    #expect(delegate.takeEvents() == ["drop [\"0:0\"] at 0:2", "dropPreview 0:2", "dropEnd", "dragEnd 1"])
    #expect(landings.map { $0.target?.view === list.cellForRow(at: path(2)) } == [true, false])
    #expect(landings.last?.target?.parameters.visibleRect == .zero)
    #expect(!list.hasActiveDrag && !list.hasActiveDrop)
  }

  @Test func `the destination is the row at the point or the end of its section`() throws {
    let session = try lifted(0)
    let places: [(Double, ListPath?)] = [
      (1, path(0)), (2, path(0)), (13.5, path(2)), (14, path(3)), (15.5, path(3)), (16, path(0, 1)), (19, path(0, 1)),
      (23, path(1, 1)), (24, nil), (1000, nil), (-1, nil),
    ]
    for (y, place) in places {
      let proposal = list.display.drag(session, over: ListPoint(x: 1, y: y))
      #expect(delegate.takeEvents().last == "update \(place?.description ?? "nowhere")", "\(y)")
      #expect(proposal?.intent == (place == nil ? .unspecified : .insertAtDestinationIndexPath), "\(y)")
    }
  }

  @Test func `a list that cannot take a drag hears nothing more of it`() throws {
    let session = try lifted(0)
    delegate.handles = false
    #expect(list.display.drag(session, over: at(1)) == nil)
    #expect(list.display.drag(session, over: at(2)) == nil)
    list.display.dragLeaves()
    #expect(list.display.drop() == nil)
    #expect(!list.hasActiveDrop)
    list.display.cancelDrag()
    #expect(delegate.takeEvents() == ["canHandle 1", "dragEnd 1"])
    list.dropDelegate = nil
    #expect(try list.display.drag(lifted(0), over: at(1)) == nil)
  }

  @Test func `only copies and moves are dropped`() throws {
    for operation in [ListDropProposal.Operation.cancel, .forbidden] {
      let session = try lifted(0)
      delegate.proposal.operation = operation
      list.display.drag(session, over: at(1))
      _ = delegate.takeEvents()
      #expect(list.display.drop() == nil)
      #expect(delegate.takeEvents() == ["dropEnd", "dragEnd 1"])
    }
    delegate.proposal.operation = .move
    delegate.allowsMove = false
    #expect(try list.display.drag(lifted(0), over: at(1))?.operation == .cancel)
  }

  @Test func `sources follow their rows and are forgotten in a reload`() throws {
    let session = try lifted(1)
    list.display.addToDrag(at: at(2))
    try feed.change { () throws(ListUpdateError) in
      feed.sections[0].rows.remove(at: 2)
      feed.sections[0].rows.insert(TestFeed.Row(tag: 90, height: 4), at: 0)
      try list.performBatchUpdates { () throws(ListUpdateError) in
        try list.insertRows(at: [path(0)])
        try list.deleteRows(at: [path(2)])
      }
    }
    list.display.drag(session, over: at(0))
    list.display.drop()
    #expect(delegate.events.contains("drop [\"0:2\", \"elsewhere\"] at 0:0"))
    let other = try lifted(0)
    list.reloadData()
    list.display.drag(other, over: at(0))
    list.display.drop()
    #expect(delegate.events.contains("drop [\"elsewhere\"] at 0:0"))
  }

  @Test func `a drag goes from one list to another`() throws {
    let other = TestFeed(heights: [[4]])
    let taker = InteractionDelegate()
    other.list.dropDelegate = taker
    let session = try lifted(0)
    list.display.drag(session, over: at(1))
    list.display.dragLeaves()
    other.list.display.drag(session, over: point(inRow: 0))
    _ = delegate.takeEvents()
    #expect(other.list.display.drop() != nil)
    #expect(taker.takeEvents() == ["canHandle 1", "enter", "update 0:0", "drop [\"elsewhere\"] at 0:0", "dropEnd"])
    #expect(delegate.takeEvents() == ["dropEnd", "dragEnd 1"])
  }

  @Test func `another application sees no local objects and moves nothing`() throws {
    let other = TestFeed(heights: [[4]])
    let taker = InteractionDelegate()
    other.list.dropDelegate = taker
    delegate.drags = { _ in [ListDragItem(itemProvider: "text", localObject: "here")] }
    let session = try lifted(0)
    let proposal = other.list.display.drag(session, over: point(inRow: 0), fromOtherApplication: true)
    #expect(proposal?.operation == .cancel)
    taker.proposal.operation = .copy
    other.list.display.drag(session, over: point(inRow: 0), fromOtherApplication: true)
    taker.onDrop = { coordinator in
      #expect(coordinator.session.localDragSession == nil)
      #expect(coordinator.items.map { $0.dragItem.itemProvider as? String } == ["text"])
      #expect(coordinator.items.allSatisfy { $0.dragItem.localObject == nil })
    }
    #expect(other.list.display.drop() != nil)
    delegate.isRestricted = true
    let restricted = try lifted(0)
    #expect(other.list.display.drag(restricted, over: point(inRow: 0), fromOtherApplication: true) == nil)
    #expect(other.list.display.drag(restricted, over: point(inRow: 0)) != nil)
  }

  @Test func `another drag ends the one before it`() throws {
    let other = TestFeed(heights: [[4]])
    other.list.dragDelegate = delegate
    list.display.drag(try lifted(0), over: at(0))
    let second = try #require(other.list.display.lift(at: point(inRow: 0)))
    _ = delegate.takeEvents()
    list.display.drag(second, over: at(0))
    #expect(delegate.takeEvents() == ["dropEnd", "canHandle 1", "enter", "update 0:0"])
  }

  @Test func `a callback that reloads keeps a row from being lifted`() {
    for word in ["items", "dragPreview"] {
      delegate.onEvent = { [unowned list] event in
        if event.hasPrefix(word) { list.reloadData() }
      }
      #expect(list.display.lift(at: at(1)) == nil, "\(word)")
      #expect(!list.hasActiveDrag)
    }
  }

  @Test func `a callback may lift and drop again`() throws {
    delegate.onEvent = { [unowned delegate, unowned list] event in
      guard event == "items 0:1" else { return }
      delegate.onEvent = nil
      #expect(list.display.lift(at: ListPoint(x: 1, y: 4)) != nil)
    }
    #expect(list.display.lift(at: at(1)) == nil)
    #expect(list.display.drag?.items.first?.localObject as? String == "0:0")
    _ = delegate.takeEvents()
    delegate.onDrop = { [unowned list] _ in
      #expect(list.display.drop() == nil)
      #expect(list.display.drag.flatMap { list.display.drag($0, over: ListPoint(x: 1, y: 4)) } == nil)
      list.display.cancelDrag()
    }
    list.display.drag(try #require(list.display.drag), over: at(1))
    list.display.drop()
    #expect(
      delegate.takeEvents() == ["canHandle 1", "enter", "update 0:1", "drop [\"0:0\"] at 0:1", "dropEnd", "dragEnd 1"])
  }

  @Test func `a delegate is not kept alive`() {
    list.dragDelegate = SilentInteractions()
    list.dropDelegate = SilentInteractions()
    #expect(list.dragDelegate == nil && list.dropDelegate == nil)
  }
}
