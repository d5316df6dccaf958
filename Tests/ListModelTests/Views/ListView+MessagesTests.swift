import Interception
@testable import ListModel
import TestSupport
import Testing

@Suite struct ListViewMessagesTests {
  @Test func `every method is a message`() throws {
    let watch = try MessageWatch()
    watch.list.register(ListCell.self, forCellReuseIdentifier: "x")
    let cell = ListCell(reuseIdentifier: nil)
    let registration = ListCellRegistration<TagCell, Int> { _, _, _ in }
    let row = path(0)
    let rows = ListRect(x: 0, y: 0, width: 9, height: 9)
    let messages =
      ListView.providerMessages + ListView.countMessages + ListView.rectangleMessages + ListView.visibleMessages
      + ListView.scrollingMessages + ListView.selectionMessages + ListView.registrationMessages + ListView.reuseMessages
      + ListView.updateMessages + ListView.batchMessages
    let calls: [MessageWatch.Call] = [
      ("getter:dataSource", { list in _ = list.dataSource }), ("setter:dataSource", { list in list.dataSource = nil }),
      ("getter:delegate", { list in _ = list.delegate }), ("setter:delegate", { list in list.delegate = nil }),
      ("numberOfSections", { list in _ = list.numberOfSections }),
      ("numberOfRows(inSection:)", { list in _ = list.numberOfRows(inSection: 0) }),
      ("getter:contentSize", { list in _ = list.contentSize }),
      ("setter:contentSize", { list in list.send(ListView.contentSize, .init(width: 1, height: 1)) }),
      ("rect(forSection:)", { list in _ = list.rect(forSection: 0) }),
      ("rectForHeader(inSection:)", { list in _ = list.rectForHeader(inSection: 0) }),
      ("rectForFooter(inSection:)", { list in _ = list.rectForFooter(inSection: 0) }),
      ("rectForRow(at:)", { list in _ = list.rectForRow(at: row) }),
      ("indexPathForRow(at:)", { list in _ = list.indexPathForRow(at: ListPoint(x: 0, y: 0)) }),
      ("indexPathsForRows(in:)", { list in _ = list.indexPathsForRows(in: rows) }),
      ("cellForRow(at:)", { list in _ = list.cellForRow(at: row) }),
      ("visibleCells", { list in _ = list.visibleCells }),
      ("indexPathsForVisibleRows", { list in _ = list.indexPathsForVisibleRows }),
      ("indexPath(for:)", { list in _ = list.indexPath(for: cell) }),
      ("headerView(forSection:)", { list in _ = list.headerView(forSection: 0) }),
      ("footerView(forSection:)", { list in _ = list.footerView(forSection: 0) }),
      ("getter:contentOffset", { list in _ = list.contentOffset }),
      ("setter:contentOffset", { list in list.contentOffset = 1 }),
      ("setContentOffset(_:animated:)", { list in list.setContentOffset(1, animated: true) }),
      ("scrollToRow(at:at:animated:)", { list in list.scrollToRow(at: row, at: .top) }),
      ("indexPathForSelectedRow", { list in _ = list.indexPathForSelectedRow }),
      ("getter:indexPathsForSelectedRows", { list in _ = list.indexPathsForSelectedRows }),
      ("setter:indexPathsForSelectedRows", { list in list.send(ListView.indexPathsForSelectedRows, []) }),
      ("selectRow(at:animated:scrollPosition:)", { list in list.selectRow(at: row) }),
      ("deselectRow(at:animated:)", { list in list.deselectRow(at: row) }),
      ("reloadData()", { list in list.reloadData() }),
      ("layoutIfNeeded()", { list in list.layoutIfNeeded() }),
      ("dequeueReusableCell(withIdentifier:)", { list in _ = list.dequeueReusableCell(withIdentifier: "x") }),
      (
        "dequeueReusableCell(withIdentifier:for:)",
        { list in _ = list.dequeueReusableCell(withIdentifier: "x", for: row) }
      ),
      ("register(_:forCellReuseIdentifier:)", { list in list.register(TagCell.self, forCellReuseIdentifier: "x") }),
      ("register(maker:forCellReuseIdentifier:)", { list in list.register(maker: nil, forCellReuseIdentifier: "x") }),
      (
        "register(_:forHeaderFooterViewReuseIdentifier:)",
        { list in list.register(TagCell.self, forHeaderFooterViewReuseIdentifier: "x") }
      ),
      (
        "register(maker:forHeaderFooterViewReuseIdentifier:)",
        { list in list.register(maker: nil, forHeaderFooterViewReuseIdentifier: "x") }
      ),
      (
        "dequeueReusableHeaderFooterView(withIdentifier:)",
        { list in _ = list.dequeueReusableHeaderFooterView(withIdentifier: "x") }
      ),
      (
        "dequeueConfiguredReusableCell(using:for:item:)",
        { list in _ = list.dequeueConfiguredReusableCell(using: registration, for: row, item: 1) }
      ),
      ("insertRows(at:with:)", { list in try list.insertRows(at: []) }),
      ("deleteRows(at:with:)", { list in try list.deleteRows(at: []) }),
      ("reloadRows(at:with:)", { list in try list.reloadRows(at: []) }),
      ("moveRow(at:to:)", { list in try? list.moveRow(at: row, to: row) }),
      ("moveRows(_:)", { list in try list.moveRows([]) }),
      ("insertSections(_:with:)", { list in try list.insertSections([]) }),
      ("moveSection(_:toSection:)", { list in try? list.moveSection(0, toSection: 0) }),
      ("moveSections(_:)", { list in try list.moveSections([]) }),
      ("deleteSections(_:with:)", { list in try list.deleteSections([]) }),
      ("reloadSections(_:with:)", { list in try list.reloadSections([]) }),
      ("beginUpdates()", { list in list.beginUpdates() }), ("endUpdates()", { list in try list.endUpdates() }),
      ("performBatchUpdates(_:completion:)", { list in try list.performBatchUpdates {} }),
      ("hasUncommittedUpdates", { list in _ = list.hasUncommittedUpdates }),
      ("reconfigureRows(at:)", { list in try list.reconfigureRows(at: []) }),
    ]
    try watch.expect(calls, toSend: messages)
  }

  @Test func `the class lists every message that is declared`() throws {
    // Four that are the weaver's alone are declared as `: Message<…>`, and not listed.
    let declarations = try ProjectFiles.swiftSources(in: "Sources/ListModel").flatMap { text in
      text.matches(of: /static let \w+(?: =\s+\w*|: (?:Throwing|Rows|Sections))Message[< (]/)
    }
    let properties = try ProjectFiles.swiftSources(in: "Sources/ListModel").flatMap { text in
      text.matches(of: /static let \w+ = Property</)
    }
    #expect(ClassObject.of(ListView.self).messages.count == declarations.count + 2 * properties.count)
  }
}
