import Interception
import ListModel

/// The part of ListDataSource that is about the index.
extension ProviderRouter {
  func sectionIndexTitles(for list: ListView) -> [String]? {
    let weaver = weaver
    return weaver.send(ListWeaver.sectionIndexTitles)
  }

  func list(_ list: ListView, sectionForSectionIndexTitle title: String, at index: Int) -> Int {
    let weaver = weaver
    return weaver.send(ListWeaver.sectionForSectionIndexTitle, (title: title, index: index))
  }

  func list(_ list: ListView, indexPathForIndexTitle title: String, at index: Int) -> ListPath? {
    let weaver = weaver
    return weaver.send(ListWeaver.indexPathForIndexTitle, (title: title, index: index)).map { ListPath($0) }
  }
}
