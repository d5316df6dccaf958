import AdPlacing
import AdServing
import ListModel
import Placement
import TestSupport
import WeavingSupport

@testable import FeedWeave

/// The inserted provider of a woven twin.
final class TwinAds: WeaverDataSource, WeaverDelegate {
  private let settings: TwinSettings
  private var placer: AdPlacer<String>?
  private var time = Duration.zero
  /// What is done in callbacks: rows are asked for or, where there are none, withdrawn; nil to have the placer come or go.
  private var armed: [(moment: InsertionsMoment, count: Int, rows: [FeedPath]?)] = []
  private var source: TestAds?
  /// What it was asked for though it was not its own.
  private(set) var faults: [String] = []

  init(_ settings: TwinSettings) { self.settings = settings }

  /// Weaves a list, unless it is woven, and asks for the insertions of the life.
  func weave(_ list: DeskList) {
    guard list.woven == nil else { return }
    let weaver = list.weaver
    weaver.policy = settings.policy
    weaver.dataSource = self
    weaver.delegate = self
    if settings.usesPlacer { return attachPlacer(to: weaver) }
    if settings.asksAtEachLoad, !weaver.isLoaded { return }
    _ = try? weaver.insertSections(at: settings.sections)
    _ = try? weaver.insertRows(at: settings.rows)
    try? weaver.updateInsertions()
  }

  func perform(_ action: InsertionsAction, _ list: DeskList) {
    if case .weave = action { return weave(list) }
    guard let weaver = list.woven else { return }
    switch action {
    case .weave: break
    case .remove:
      detachPlacer()
      weaver.remove()
    case .ask(let rows, let sections, let isShown):
      _ = try? weaver.insertSections(at: sections)
      _ = try? weaver.insertRows(at: rows)
      if isShown { try? weaver.updateInsertions() }
    case .withdraw(let numbers, let isShown):
      weaver.removeInsertions(numbers)
      if isShown { try? weaver.updateInsertions() }
    case .withdrawAll(let isShown):
      weaver.removeAllInsertions()
      if isShown { try? weaver.updateInsertions() }
    case .show(let removed, let inserted):
      var map = weaver.map
      let standing = map.rowPositions.sorted { $0.key < $1.key }
      if !standing.isEmpty { map.removeInsertion(at: standing[removed % standing.count].value) }
      if let inserted { _ = try? map.addInsertion(at: inserted, index: (standing.last?.key ?? 0) + 10) }
      _ = try? weaver.show(map)
    case .reloadInsertion(let number, let inBatch):
      reloadInsertion(number, inBatch: inBatch, weaver)
    case .setPolicy(let policy): if placer == nil { weaver.policy = policy }
    case .reload: weaver.rawList.reloadData()
    case .arm(let moment, let count, let rows): armed.append((moment, count, rows))
    case .armPlacer(let moment, let count): armed.append((moment, count, nil))
    case .wait:
      time += .seconds(20)
      _ = try? placer?.advance()
    case .detachPlacer: detachPlacer()
    case .attachPlacer: if placer == nil { attachPlacer(to: weaver) }
    }
  }

  private func attachPlacer(to weaver: ListWeaver) {
    var random = SeededGenerator(seed: UInt64(settings.rows.count))
    let source = TestAds.endless("p")
    let endless = source.answer
    source.answer = { request in Bool.random(using: &random) ? endless(request) : .noFill }
    self.source = source
    let options = AdPlacerOptions(
      fillPolicy: FillPolicy.allCases[settings.rows.count % FillPolicy.allCases.count], lookahead: 3,
      withdraws: settings.sections.isEmpty)
    placer = try? AdPlacer([tenant("every 2 gap 1", source, house: ["h"], repeats: 3)], options: options) {
      [unowned self] in time
    }
    try? placer?.attach(to: weaver)
  }

  private func detachPlacer() {
    placer?.remove()
    placer = nil
  }

  private func reloadInsertion(_ number: Int, inBatch: Bool, _ weaver: ListWeaver) {
    let standing = weaver.map.rowPositions.sorted { $0.key < $1.key }.map(\.value)
    guard !standing.isEmpty else { return }
    let path = standing[number % standing.count]
    guard inBatch else {
      _ = try? weaver.rawList.reloadRows(at: [path])
      return
    }
    weaver.rawList.perform { list in
      try? list.performBatchUpdates { () throws(ListUpdateError) in
        list.beginUpdates()
        try list.reloadRows(at: [ListPath(path)])
        try list.endUpdates()
      }
    }
  }

  private func hear(_ weaver: ListWeaver, _ moment: InsertionsMoment) {
    // As with every update, a row that is being dragged would be let go.
    if weaver.list?.interactiveMovement != nil { return }
    for index in armed.indices where armed[index].moment == moment { armed[index].count -= 1 }
    guard let index = armed.firstIndex(where: { $0.moment == moment && $0.count <= 0 }) else { return }
    guard let rows = armed.remove(at: index).rows else {
      if placer == nil { attachPlacer(to: weaver) } else { detachPlacer() }
      return
    }
    if rows.isEmpty { weaver.removeInsertions([0, 1]) }
    _ = try? weaver.insertRows(at: rows)
    try? weaver.updateInsertions()
  }

  // MARK: Provider

  func weaver(_ weaver: ListWeaver, willLoad userCounts: [Int]) {
    guard settings.asksAtEachLoad, placer == nil else { return }
    try? weaver.replaceInsertions(rows: settings.rows, sections: settings.sections)
  }

  func weaver(_ weaver: ListWeaver, didChange change: FeedChange) { hear(weaver, .didChange) }

  func weaver(_ weaver: ListWeaver, didUpdate content: ContentUpdate) { hear(weaver, .didUpdate) }

  func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell {
    let owner = weaver.listedOwner(of: path)
    if owner?.isInsertion != true { faults.append("asked for the cell of \(path), which is no insertion") }
    hear(weaver, .cell)
    let cell = TextCell(reuseIdentifier: "ad")
    cell.text = "AD \(owner.map { "\($0)" } ?? "none")"
    return cell
  }

  func weaver(_ weaver: ListWeaver, heightForRowAt path: FeedPath) -> Double? {
    hear(weaver, .height)
    return settings.adHeight
  }

  func weaver(_ weaver: ListWeaver, layout: ListLayout, sizeForRowAt path: FeedPath) -> ListSize? {
    ListSize(width: 4, height: settings.adHeight)
  }

  func weaver(_ weaver: ListWeaver, willDisplay cell: ListCell, forRowAt path: FeedPath, of owner: RowOwner) {
    hear(weaver, .willDisplay)
  }

  func weaver(_ weaver: ListWeaver, didEndDisplaying cell: ListCell, forRowAt path: FeedPath, of owner: RowOwner) {
    hear(weaver, .didEnd)
  }

  func weaver(_ weaver: ListWeaver, canFocusRowAt path: FeedPath) -> Bool { false }

  func weaver(_ weaver: ListWeaver, willSelectRowAt path: FeedPath) -> FeedPath? { nil }
}
