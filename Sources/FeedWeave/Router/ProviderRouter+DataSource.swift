import Interception
import ListModel
import Placement

extension ProviderRouter: ListDataSource {
  func numberOfSections(in list: ListView) -> Int {
    weaver.send(ListWeaver.numberOfSections)
  }

  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int {
    let weaver = weaver
    guard let section = weaver.ownedSection(section, in: weaver.counting.map) else { return 0 }
    return weaver.send(ListWeaver.numberOfRows, section)
  }

  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell {
    send(ListWeaver.cellForRow, path).flatMap { $0 } ?? ListCell(reuseIdentifier: nil)
  }

  func list(_ list: ListView, titleForHeaderInSection section: Int) -> String? {
    send(ListWeaver.titleForHeader, section) ?? nil
  }

  func list(_ list: ListView, titleForFooterInSection section: Int) -> String? {
    send(ListWeaver.titleForFooter, section) ?? nil
  }

  func list(_ list: ListView, modelForRowAt path: ListPath) -> Any? {
    send(ListWeaver.modelForRow, path) ?? nil
  }
}
