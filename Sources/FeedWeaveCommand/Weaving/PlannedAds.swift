import FeedFormats
import FeedWeave
import ListModel
import Placement

/// The ads' side of the list: it asks for the rows of a plan, gives their cells, and marks every cell with its place.
final class PlannedAds: WeaverDataSource, WeaverDelegate {
  private let ads: [FeedItem]
  private let places: [Place]
  private let totals: [Int]

  /// Why the plan's rows were refused; nil where they stand in the list.
  private(set) var refusal: PlacementError?

  init(_ ads: [FeedItem], at plan: PlacementPlan) {
    self.ads = ads
    places = Array(plan.places)
    totals = plan.totals
  }

  func weaver(_ weaver: ListWeaver, willLoad userCounts: [Int]) {
    weaver.removeAllInsertions()
    // Insertions are numbered in the order asked for, which is that of the places.
    do throws(PlacementError) { try weaver.insertRows(at: places.map(\.path)) } catch { refusal = error }
  }

  func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell {
    guard case .insertion(let number) = weaver.owner(of: path), let list = weaver.list else {
      return ListCell(reuseIdentifier: nil)
    }
    return FeedCell.dequeue(from: list, for: ListPath(path), showing: ads, at: places[number].ad)
  }

  func weaver(_ weaver: ListWeaver, willDisplay cell: ListCell, forRowAt path: FeedPath, of owner: RowOwner) {
    guard let cell = cell as? FeedCell else { return }
    let side: WovenEntry.Owner =
      switch owner {
      case .content(let user): .content(userRow: user.row)
      case .insertion(let number): .ad(reason: places[number].caption(total: totals[path.section]))
      }
    cell.position = FeedCell.Position(owner: side, section: path.section, row: path.row)
  }
}
