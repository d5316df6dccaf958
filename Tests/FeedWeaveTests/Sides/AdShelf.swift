import FeedWeave
import ListModel
import Placement

/// An insertions' side whose rows show ads by name, and which says which ad a row shows.
final class AdShelf: WeaverDataSource, WeaverDelegate {
  /// Where its rows are asked for, and what they show.
  var ads: [(place: FeedPath, name: String)]
  var height: (String) -> Double = { _ in 2 }
  private var names: [Int: String] = [:]

  init(_ ads: [(place: FeedPath, name: String)]) {
    self.ads = ads
  }

  /// Asks for the rows, and for no others.
  func ask(_ weaver: ListWeaver) {
    weaver.removeAllInsertions()
    names = [:]
    for (number, ad) in ads.enumerated() {
      names[number] = ad.name
      _ = try? weaver.insertRows(at: [ad.place])
    }
  }

  /// Has a row show another ad from now on, of which the list does not know.
  func rename(_ number: Int, to name: String) {
    names[number] = name
    ads[number].name = name
  }

  func name(_ weaver: ListWeaver, at path: FeedPath) -> String? {
    guard case .insertion(let number) = weaver.owner(of: path) else { return nil }
    return names[number]
  }

  func weaver(_ weaver: ListWeaver, willLoad userCounts: [Int]) { ask(weaver) }

  func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell {
    let cell = TextCell(reuseIdentifier: "ad")
    cell.text = "AD " + (name(weaver, at: path) ?? "?")
    return cell
  }

  func weaver(_ weaver: ListWeaver, heightForRowAt path: FeedPath) -> Double? {
    name(weaver, at: path).map { height($0) }
  }

  func weaver(_ weaver: ListWeaver, layout: ListLayout, sizeForRowAt path: FeedPath) -> ListSize? {
    ListSize(width: 4, height: name(weaver, at: path).map { height($0) } ?? 1)
  }
}
