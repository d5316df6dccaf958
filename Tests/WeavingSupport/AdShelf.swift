package import FeedWeave
package import ListModel
import Placement

/// An insertions' side whose rows show ads by name, and which says which ad a row shows.
package final class AdShelf: WeaverDataSource, WeaverDelegate {
  /// Where its rows are asked for, and what they show.
  package var ads: [(place: FeedPath, name: String)]
  package var height: (String) -> Double = { _ in 2 }
  private var names: [Int: String] = [:]

  package init(_ ads: [(place: FeedPath, name: String)]) {
    self.ads = ads
  }

  /// Asks for the rows, and for no others.
  package func ask(_ weaver: ListWeaver) {
    weaver.removeAllInsertions()
    names = [:]
    for (number, ad) in ads.enumerated() {
      names[number] = ad.name
      _ = try? weaver.insertRows(at: [ad.place])
    }
  }

  /// Has a row show another ad from now on, of which the list does not know.
  package func rename(_ number: Int, to name: String) {
    names[number] = name
    ads[number].name = name
  }

  package func name(_ weaver: ListWeaver, at path: FeedPath) -> String? {
    guard case .insertion(let number) = weaver.owner(of: path) else { return nil }
    return names[number]
  }

  package func weaver(_ weaver: ListWeaver, willLoad userCounts: [Int]) { ask(weaver) }

  package func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell {
    let cell = TextCell(reuseIdentifier: "ad")
    cell.text = "AD " + (name(weaver, at: path) ?? "?")
    return cell
  }

  package func weaver(_ weaver: ListWeaver, heightForRowAt path: FeedPath) -> Double? {
    name(weaver, at: path).map { height($0) }
  }

  package func weaver(_ weaver: ListWeaver, layout: ListLayout, sizeForRowAt path: FeedPath) -> ListSize? {
    ListSize(width: 4, height: name(weaver, at: path).map { height($0) } ?? 1)
  }
}
