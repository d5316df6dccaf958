import FeedWeave
import ListModel
import Placement
import TestSupport
import Testing
import WeavingSupport

/// A content side whose callbacks change the list sees and hears the same whether it is woven or not.
///
/// Every call, every callback inside which something is done, and everything that is done there, each with each.
struct CallbackTwinsTests {
  /// How a list is before the call.
  private enum Start: CaseIterable {
    case new, laidOut, reloaded, scrolled
  }

  /// One life of a list.
  private struct Life: CustomStringConvertible {
    let call: ListCall
    let callback: ContentCallback
    let skipping: Int
    let change: ContentChange
    let start: Start
    let height: Double

    var description: String { "\(call.name), in \(callback) after \(skipping): \(change.name), \(start)" }
  }

  /// Where insertions are asked for, as rows and sections, and how high they are.
  private static let insertions: [(rows: [FeedPath], sections: [Int])] = [
    ([feed(0, 0)], []), ([feed(0, 2)], []), ([feed(1, 1), feed(0, 4)], []), ([feed(0, 1), feed(1, 2)], [1]),
    ([feed(1, 0), feed(1, 0), feed(2, 1)], [0]),
  ]

  private static let stride = Sample.of(59, few: 14_939)
  private static let countingStride = Sample.of(1, few: 83)

  @Test(arguments: [UpdatePolicy.pinned, .anchored])
  func `same where insertions take room and all is in view`(policy: UpdatePolicy) {
    compare(policy, adHeight: 2, viewport: 1000)
  }

  @Test(arguments: [UpdatePolicy.pinned, .anchored])
  func `places are the same where insertions take no room`(policy: UpdatePolicy) {
    compare(policy, adHeight: 0, viewport: 1000)
  }

  @Test(arguments: [UpdatePolicy.pinned, .anchored])
  func `what is said while rows are counted for an update is refused alike`(policy: UpdatePolicy) {
    let updates = Set(ContentChange.all.map(\.name))
    compare(policy, adHeight: 2, viewport: 1000, stride: Self.countingStride) { life in
      (life.callback == .sections || life.callback == .rows) && life.skipping == 0 && life.start == .laidOut
        && updates.contains(life.call.name)
    }
  }

  private func compare(
    _ policy: UpdatePolicy, adHeight: Double, viewport: Double, stride: Int = Self.stride,
    where isIncluded: (Life) -> Bool = { _ in true }
  ) {
    var differences: [String] = []
    var lives = 0
    var number = 0
    for call in ListCall.all where adHeight == 0 || !call.isGeometry {
      for callback in ContentCallback.allCases {
        for change in ContentChange.all {
          for skipping in 0...2 {
            for start in Start.allCases {
              number += 1
              guard number % stride == 0 else { continue }
              let life = Life(
                call: call, callback: callback, skipping: skipping, change: change, start: start, height: viewport)
              guard isIncluded(life) else { continue }
              lives += 1
              let insertions = Self.insertions[lives % Self.insertions.count]
              let plain = transcript(of: life, comparesGeometry: adHeight == 0) { _ in }
              let woven = transcript(of: life, comparesGeometry: adHeight == 0) { list in
                let ads = AdDesk(insertions.rows)
                ads.sections = insertions.sections
                ads.height = adHeight
                list.weave(ads, policy: policy)
              }
              guard plain != woven else { continue }
              let index = zip(plain, woven).enumerated().first { $1.0 != $1.1 }?.offset ?? min(plain.count, woven.count)
              differences.append(
                """
                \(life), \(insertions):
                plain \(plain.dropFirst(max(0, index - 3)).prefix(6))
                woven \(woven.dropFirst(max(0, index - 3)).prefix(6))
                """)
            }
          }
        }
      }
    }
    #expect(lives > Sample.of(300, few: 20))
    #expect(differences.isEmpty, "\(differences.count) of \(lives):\n\(differences.prefix(40).joined(separator: "\n"))")
  }

  private func transcript(of life: Life, comparesGeometry: Bool, weave: (DeskList) -> Void) -> [String] {
    let desk = CallbackDesk()
    let list = DeskList(size: ListSize(width: 10, height: life.height))
    list.kept.append(desk)
    list.register(TextCell.self, forCellReuseIdentifier: "article")
    list.dataSource = desk
    list.delegate = desk
    if comparesGeometry { list.prefetchDataSource = desk }
    weave(list)
    prepare(list, life.start, comparesGeometry)
    _ = desk.takeLog()
    desk.moment = (life.callback, life.skipping)
    desk.change = life.change.make
    let answer = life.call.make(list, desk)
    desk.moment = nil
    return ["answer \(answer)"] + desk.takeLog() + observe(list, comparesGeometry) + desk.takeLog()
  }

  private func prepare(_ list: ListView, _ start: Start, _ comparesGeometry: Bool) {
    guard start != .new else { return }
    if comparesGeometry { list.measureAllRows() }
    list.layoutIfNeeded()
    list.selectRow(at: path(0, 1))
    if start == .reloaded { list.reloadData() }
    if start == .scrolled {
      list.contentOffset = 2
      list.layoutIfNeeded()
    }
  }

  /// What a content side can see of a list afterwards.
  private func observe(_ list: ListView, _ comparesGeometry: Bool) -> [String] {
    var seen = [
      "uncommitted \(list.hasUncommittedUpdates)",
      "rows \((0..<list.numberOfSections).map { list.numberOfRows(inSection: $0) })",
      "visible \(list.indexPathsForVisibleRows) \(list.visibleCells.map { ListCall.text($0) })",
      "selected \(list.indexPathsForSelectedRows)",
    ]
    if comparesGeometry {
      seen += [
        "offset \(list.contentOffset) of \(list.contentSize)",
        "at \((0..<12).map { list.indexPathForRow(at: ListPoint(x: 0, y: Double($0) + 0.5)) })",
      ]
    }
    return seen
  }
}
