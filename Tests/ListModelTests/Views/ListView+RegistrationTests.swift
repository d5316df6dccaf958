import Interception
import Testing

@testable import ListModel

@Suite struct ListViewRegistrationTests {
  private final class OtherCell: ListCell {}

  private let list = ListView(size: ListSize(width: 10, height: 4))

  @Test func `headers and footers have identifiers of their own`() {
    list.register(TagCell.self, forCellReuseIdentifier: "x")
    list.register(OtherCell.self, forHeaderFooterViewReuseIdentifier: "x")
    #expect(list.dequeueReusableCell(withIdentifier: "x") is TagCell)
    let view = list.dequeueReusableHeaderFooterView(withIdentifier: "x")
    #expect(view is OtherCell && view?.reuseIdentifier == "x")
    #expect(list.dequeueReusableHeaderFooterView(withIdentifier: "y") == nil)
  }

  @Test func `functions make cells and views`() {
    list.register(maker: { TagCell(reuseIdentifier: $0) }, forCellReuseIdentifier: "cell")
    list.register(maker: { OtherCell(reuseIdentifier: $0) }, forHeaderFooterViewReuseIdentifier: "view")
    #expect(list.dequeueReusableCell(withIdentifier: "cell", for: path(0)) is TagCell)
    #expect(list.dequeueReusableHeaderFooterView(withIdentifier: "view")?.reuseIdentifier == "view")
    list.register(maker: nil, forCellReuseIdentifier: "cell")
    list.register(maker: nil, forHeaderFooterViewReuseIdentifier: "view")
    #expect(list.dequeueReusableCell(withIdentifier: "cell") == nil)
    #expect(list.dequeueReusableHeaderFooterView(withIdentifier: "view") == nil)
  }

  @Test func `no class ends a registration and another one takes its place`() {
    list.register(TagCell.self, forCellReuseIdentifier: "x")
    let cell = ListCell(reuseIdentifier: "x")
    list.recycle(cell)
    list.register(nil, forCellReuseIdentifier: "x")
    #expect(list.dequeueReusableCell(withIdentifier: "x") == nil)
    list.register(OtherCell.self, forCellReuseIdentifier: "x")
    #expect(list.dequeueReusableCell(withIdentifier: "x") is OtherCell)
    list.register(OtherCell.self, forHeaderFooterViewReuseIdentifier: "x")
    list.register(nil, forHeaderFooterViewReuseIdentifier: "x")
    #expect(list.dequeueReusableHeaderFooterView(withIdentifier: "x") == nil)
  }

  /// Gives headers of its own making, and footers that are registered.
  private final class Headed: ListDataSource, ListDelegate {
    var isMaking = true
    func numberOfSections(in list: ListView) -> Int { 40 }
    func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { 0 }
    func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell { ListCell(reuseIdentifier: nil) }
    func list(_ list: ListView, viewForHeaderInSection section: Int) -> ListCell? {
      list.dequeueReusableHeaderFooterView(withIdentifier: "mine")
        ?? (isMaking ? TagCell(reuseIdentifier: "mine") : nil)
    }
    func list(_ list: ListView, viewForFooterInSection section: Int) -> ListCell? {
      list.dequeueReusableHeaderFooterView(withIdentifier: "footer")
    }
    func list(_ list: ListView, heightForHeaderInSection section: Int) -> Double? { 1 }
    func list(_ list: ListView, heightForFooterInSection section: Int) -> Double? { 1 }
  }

  @Test func `views out of sight are used again as what they were`() {
    let headed = Headed()
    list.register(TagCell.self, forHeaderFooterViewReuseIdentifier: "footer")
    list.dataSource = headed
    list.delegate = headed
    var seen: Set<ObjectIdentifier> = []
    var kept: [ListCell] = []
    for offset in 0..<70 {
      list.contentOffset = Double(offset)
      for element in list.display.elements where seen.insert(ObjectIdentifier(element.view)).inserted {
        kept.append(element.view)
      }
    }
    #expect(kept.count <= 8)
    #expect(list.dequeueReusableCell(withIdentifier: "mine") == nil)
    #expect(list.dequeueReusableCell(withIdentifier: "footer") == nil)
  }

  @Test func `a registration makes and fills cells`() {
    var filled: [String] = []
    let tags = ListCellRegistration<TagCell, Int> { cell, path, item in
      cell.tag = item
      filled.append("\(path) \(item)")
    }
    let others = ListCellRegistration<OtherCell, Int>(maker: { OtherCell(reuseIdentifier: $0) }) { _, _, _ in }
    let cell = list.dequeueConfiguredReusableCell(using: tags, for: path(3), item: 7)
    #expect(cell.tag == 7 && filled == ["0:3 7"])
    list.recycle(cell)
    _ = list.dequeueConfiguredReusableCell(using: others, for: path(3), item: 7)
    let again = list.dequeueConfiguredReusableCell(using: tags, for: path(4), item: nil)
    #expect(again === cell && again.tag == -1 && again.preparations == 1 && filled == ["0:3 7"])
    let alike = ListCellRegistration<TagCell, Int> { _, _, _ in }
    list.recycle(again)
    #expect(list.dequeueConfiguredReusableCell(using: alike, for: path(4), item: 1) !== cell)
  }

  @Test func `an aspects cell of another class is not handed on`() throws {
    let tags = ListCellRegistration<TagCell, Int> { cell, _, item in cell.tag = item }
    try list.hook(ListView.dequeueConfiguredReusableCell, .instead) { _ in ListCell(reuseIdentifier: nil) }
    #expect(list.dequeueConfiguredReusableCell(using: tags, for: path(0), item: 5).tag == 5)
  }
}
