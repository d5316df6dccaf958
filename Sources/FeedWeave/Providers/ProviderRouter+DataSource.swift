import ListModel
import Placement

extension ProviderRouter: ListDataSource {
  func numberOfSections(in list: ListView) -> Int {
    if weaver.pendingMap == nil { weaver.load(list) }
    return counted.feedSectionCount
  }

  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int {
    counted.feedCount(inFeedSection: section) ?? 0
  }

  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell {
    ask(
      path, content: { weaver.contentSource?.list(list, cellForRowAt: $0) },
      insertion: { weaver.dataSource?.weaver(weaver, cellForRowAt: $0) }) ?? ListCell(reuseIdentifier: nil)
  }

  func list(_ list: ListView, titleForHeaderInSection section: Int) -> String? {
    ask(
      section: section, content: { weaver.contentSource?.list(list, titleForHeaderInSection: $0) },
      insertion: { weaver.dataSource?.weaver(weaver, titleForHeaderInSection: section) })
  }

  func list(_ list: ListView, titleForFooterInSection section: Int) -> String? {
    ask(
      section: section, content: { weaver.contentSource?.list(list, titleForFooterInSection: $0) },
      insertion: { weaver.dataSource?.weaver(weaver, titleForFooterInSection: section) })
  }

  func list(_ list: ListView, modelForRowAt path: ListPath) -> Any? {
    ask(
      path, content: { weaver.contentSource?.list(list, modelForRowAt: $0) },
      insertion: { weaver.dataSource?.weaver(weaver, modelForRowAt: $0) })
  }

  /// The map by which the list counts: the one that an update under way leads to, or the one in force.
  private var counted: InsertionMap { weaver.pendingMap ?? weaver.map }
}

extension ListWeaver {
  /// Asks the content for its counts, lets the insertions' side place, and puts the map in force by which the list is shown.
  func load(_ list: ListView) {
    let counts = contentCounts(of: list)
    loadingCounts = counts
    defer { loadingCounts = nil }
    inFeedSpace { dataSource?.weaver(self, willLoad: counts) }
    map = makeMap(userCounts: counts)
  }

  /// The counts that the content's data source gives now.
  func contentCounts(of list: ListView) -> [Int] {
    inUserSpace {
      guard let contentSource else { return [] }
      return (0..<contentSource.numberOfSections(in: list)).map {
        contentSource.list(list, numberOfRowsInSection: $0)
      }
    }
  }
}
