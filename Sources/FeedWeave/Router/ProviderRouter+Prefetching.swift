import Interception
import ListModel

extension ProviderRouter: ListPrefetchDataSource {
  func list(_ list: ListView, prefetchRowsAt paths: [ListPath]) {
    let weaver = weaver
    weaver.send(ListWeaver.prefetchRows, paths.compactMap { weaver.ownedRow(at: $0) })
  }

  func list(_ list: ListView, cancelPrefetchingForRowsAt paths: [ListPath]) {
    let weaver = weaver
    weaver.send(ListWeaver.cancelPrefetchingForRows, paths.compactMap { weaver.ownedRow(at: $0) })
  }
}
