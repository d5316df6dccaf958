import FeedWeave
import ListModel
import Placement

/// A list that is woven, with both its sides, which it keeps alive.
func wovenList(_ desk: NewsDesk, _ ads: AdDesk, height: Double = 1000) -> DeskList {
  let list = makeList(desk, height: height)
  list.kept.append(ads)
  list.weaver.dataSource = ads
  list.weaver.delegate = ads
  return list
}

/// A list with articles, woven with insertions at these places.
func wovenList(_ articles: [[String]], at rows: [FeedPath], sections: [Int] = []) -> (DeskList, NewsDesk, AdDesk) {
  let desk = NewsDesk(articles)
  let ads = AdDesk(rows)
  ads.sections = sections
  return (wovenList(desk, ads), desk, ads)
}

/// Touches a row as the screen shows it, insertions included.
@discardableResult
func touch(_ list: ListView, feed path: ListPath) -> Bool {
  let frame = list.weaver.rawList.rectForRow(at: path)
  return list.display.select(at: ListPoint(x: 0, y: (frame.minY + frame.maxY) / 2))
}
