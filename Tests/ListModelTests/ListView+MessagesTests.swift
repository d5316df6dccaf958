import Interception
import ListModel
import Synchronization
import TestSupport
import Testing

/// A class of its own, so that hooking it touches no other test.
private final class HookedListView: ListView {}

/// The selectors of the calls that have been seen.
private final class Seen: Sendable {
  let selectors = Mutex<[String]>([])

  func note(_ selector: Selector) { selectors.withLock { $0.append(selector.name) } }

  func take() -> [String] {
    selectors.withLock { selectors in
      defer { selectors = [] }
      return selectors
    }
  }
}

@Suite struct ListViewMessagesTests {
  private func watch<Arguments, Result, Failure>(
    _ message: ThrowingMessage<ListView, Arguments, Result, Failure>, _ seen: Seen
  ) throws -> AspectToken {
    try message.hook(on: HookedListView.self, .before) { _ in seen.note(message.selector) }
  }

  private func watchAll(_ seen: Seen) throws -> [AspectToken] {
    [
      try watch(ListView.getDataSource, seen), try watch(ListView.setDataSource, seen),
      try watch(ListView.getDelegate, seen), try watch(ListView.setDelegate, seen),
      try watch(ListView.numberOfSections, seen), try watch(ListView.numberOfRows, seen),
      try watch(ListView.contentSize, seen), try watch(ListView.rectForSection, seen),
      try watch(ListView.rectForHeader, seen), try watch(ListView.rectForFooter, seen),
      try watch(ListView.rectForRow, seen), try watch(ListView.indexPathForRowAtPoint, seen),
      try watch(ListView.indexPathsForRows, seen), try watch(ListView.cellForRow, seen),
      try watch(ListView.visibleCells, seen), try watch(ListView.indexPathsForVisibleRows, seen),
      try watch(ListView.indexPathForCell, seen), try watch(ListView.headerView, seen),
      try watch(ListView.footerView, seen), try watch(ListView.setContentOffset, seen),
      try watch(ListView.scrollToRow, seen), try watch(ListView.indexPathForSelectedRow, seen),
      try watch(ListView.indexPathsForSelectedRows, seen), try watch(ListView.selectRow, seen),
      try watch(ListView.deselectRow, seen), try watch(ListView.reloadData, seen),
      try watch(ListView.layoutIfNeeded, seen), try watch(ListView.dequeueReusableCell, seen),
      try watch(ListView.dequeueReusableCellForPath, seen), try watch(ListView.insertRows, seen),
      try watch(ListView.deleteRows, seen), try watch(ListView.reloadRows, seen), try watch(ListView.moveRow, seen),
      try watch(ListView.insertSections, seen), try watch(ListView.deleteSections, seen),
      try watch(ListView.reloadSections, seen), try watch(ListView.beginUpdates, seen),
      try watch(ListView.endUpdates, seen), try watch(ListView.performBatchUpdates, seen),
    ]
  }

  @Test func everyMethodIsAMessage() throws {
    let seen = Seen()
    let tokens = try watchAll(seen)
    defer { for token in tokens { token.remove() } }
    let list = HookedListView(size: ListSize(width: 9, height: 9))
    list.register(ListCell.self, forCellReuseIdentifier: "x")
    let cell = ListCell(reuseIdentifier: nil)
    let row = path(0)
    let rows = ListRect(x: 0, y: 0, width: 9, height: 9)
    let calls: [(String, () throws -> Void)] = [
      ("dataSource", { _ = list.dataSource }), ("setDataSource(_:)", { list.dataSource = nil }),
      ("delegate", { _ = list.delegate }), ("setDelegate(_:)", { list.delegate = nil }),
      ("numberOfSections", { _ = list.numberOfSections }),
      ("numberOfRows(inSection:)", { _ = list.numberOfRows(inSection: 0) }),
      ("contentSize", { _ = list.contentSize }), ("rect(forSection:)", { _ = list.rect(forSection: 0) }),
      ("rectForHeader(inSection:)", { _ = list.rectForHeader(inSection: 0) }),
      ("rectForFooter(inSection:)", { _ = list.rectForFooter(inSection: 0) }),
      ("rectForRow(at:)", { _ = list.rectForRow(at: row) }),
      ("indexPathForRow(at:)", { _ = list.indexPathForRow(at: ListPoint(x: 0, y: 0)) }),
      ("indexPathsForRows(in:)", { _ = list.indexPathsForRows(in: rows) }),
      ("cellForRow(at:)", { _ = list.cellForRow(at: row) }), ("visibleCells", { _ = list.visibleCells }),
      ("indexPathsForVisibleRows", { _ = list.indexPathsForVisibleRows }),
      ("indexPath(for:)", { _ = list.indexPath(for: cell) }),
      ("headerView(forSection:)", { _ = list.headerView(forSection: 0) }),
      ("footerView(forSection:)", { _ = list.footerView(forSection: 0) }),
      ("setContentOffset(_:)", { list.contentOffset = 1 }),
      ("scrollToRow(at:at:animated:)", { list.scrollToRow(at: row, at: .top) }),
      ("indexPathForSelectedRow", { _ = list.indexPathForSelectedRow }),
      ("indexPathsForSelectedRows", { _ = list.indexPathsForSelectedRows }),
      ("selectRow(at:animated:scrollPosition:)", { list.selectRow(at: row) }),
      ("deselectRow(at:animated:)", { list.deselectRow(at: row) }), ("reloadData()", { list.reloadData() }),
      ("layoutIfNeeded()", { list.layoutIfNeeded() }),
      ("dequeueReusableCell(withIdentifier:)", { _ = list.dequeueReusableCell(withIdentifier: "x") }),
      ("dequeueReusableCell(withIdentifier:for:)", { _ = list.dequeueReusableCell(withIdentifier: "x", for: row) }),
      ("insertRows(at:with:)", { try list.insertRows(at: []) }),
      ("deleteRows(at:with:)", { try list.deleteRows(at: []) }),
      ("reloadRows(at:with:)", { try list.reloadRows(at: []) }),
      ("moveRow(at:to:)", { try? list.moveRow(at: row, to: row) }),
      ("insertSections(_:with:)", { try list.insertSections([]) }),
      ("deleteSections(_:with:)", { try list.deleteSections([]) }),
      ("reloadSections(_:with:)", { try list.reloadSections([]) }),
      ("beginUpdates()", { list.beginUpdates() }), ("endUpdates()", { try list.endUpdates() }),
      ("performBatchUpdates(_:)", { try list.performBatchUpdates {} }),
    ]
    #expect(calls.count == tokens.count)
    for (name, call) in calls {
      try call()
      #expect(seen.take() == [name])
    }
  }

  @Test func theClassListsEveryMessageThatIsDeclared() throws {
    let declarations = try ProjectFiles.swiftSources(in: "Sources/ListModel").flatMap { text in
      text.matches(of: /static let \w+ =\s+(?:Throwing|Rows|Sections)?Message[<(]/)
    }
    let listed = ClassObject.of(ListView.self).messages
    #expect(listed.count == declarations.count)
    #expect(ClassObject.of(HookedListView.self).messages.isEmpty)
    let tokens = try watchAll(Seen())
    defer { for token in tokens { token.remove() } }
    #expect(listed.map(\.selector) == tokens.map(\.aspect.selector).sorted { $0.name < $1.name })
  }
}
