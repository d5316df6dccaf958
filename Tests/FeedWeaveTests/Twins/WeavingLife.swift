import FeedWeave
import WeavingSupport
@testable import ListModel
import Placement
import TestSupport

/// What becomes of a list while its content side uses it: it is woven, gets insertions, loses them, and its weaver is removed.
final class WeavingLife {
  /// How often each act took place.
  private(set) var acts: [String: Int] = [:]
  private var random: SeededGenerator
  private let ads: AdDesk
  private let policy: UpdatePolicy
  /// Whether insertions come and go between reloads, where they are not measured before they are in view.
  private let changesInsertions: Bool

  init(seed: UInt64, _ ads: AdDesk, policy: UpdatePolicy, changesInsertions: Bool) {
    random = SeededGenerator(seed: seed &* 7919)
    (self.ads, self.policy, self.changesInsertions) = (ads, policy, changesInsertions)
  }

  /// Does something, or nothing, between two steps of the content side.
  func act(on list: DeskList) {
    guard let weaver = list.wovenSince else {
      if Int.random(in: 0..<4, using: &random) == 0 { weave(list) }
      return
    }
    // Every update has a row that is being dragged let go, and insertions that take room move what a drop is over.
    guard list.interactiveMovement == nil, list.dragging.drop == nil else { return }
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1:
      weaver.remove()
      list.wovenSince = nil
      count("removed")
    case 2, 3: if changesInsertions { change(weaver) }
    default: break
    }
  }

  private func weave(_ list: DeskList) {
    count("woven")
    list.weave(ads, policy: policy)
    list.wovenSince = list.weaver
  }

  private func change(_ weaver: ListWeaver) {
    if Bool.random(using: &random) { weaver.removeAllInsertions() }
    let rows = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      feed(Int.random(in: 0...4, using: &random), Int.random(in: 0...7, using: &random))
    }
    let _: [Insertion<FeedPath>]? = try? weaver.insertRows(at: rows)
    if Int.random(in: 0..<4, using: &random) == 0 {
      let _: [Insertion<Int>]? = try? weaver.insertSections(at: [Int.random(in: 0...3, using: &random)])
    }
    let _: Void? = try? weaver.updateInsertions()
    count("changed")
  }

  private func count(_ act: String) { acts[act, default: 0] += 1 }
}
