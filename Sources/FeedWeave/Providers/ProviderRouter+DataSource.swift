import ListModel
import Placement

extension ProviderRouter: ListDataSource {
  func numberOfSections(in list: ListView) -> Int {
    weaver.countedMap(of: list).feedSectionCount
  }

  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int {
    (weaver.pendingUpdate?.map ?? weaver.map).feedCount(inFeedSection: section) ?? 0
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
}
