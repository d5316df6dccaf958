import ListModel
import TestSupport
import WeavingSupport

/// What a content side does to the layout of its list, at random, and what it sees and hears.
struct LayoutScript {
  /// Whether rectangles and offsets are compared: only where insertions have no height, and take no place in a line.
  let comparesGeometry: Bool

  static let layouts: [ListLayout] = {
    let layouts: [ListLayout] = [
      .table, .flow(itemSize: ListSize(width: 4, height: 2), lineSpacing: 1, columnSpacing: 1),
      .waterfall(columns: 2, lineSpacing: 1, columnSpacing: 2), .grid(columns: 2, columnSpacing: 2),
    ]
    return layouts.map { layout in
      var layout = layout
      layout.supplements = [
        .badge(kind: LayoutDesk.badge, size: ListSize(width: 1, height: 1)),
        .background(kind: LayoutDesk.background),
      ]
      return layout
    }
  }()

  func run(on list: ListView, _ desk: LayoutDesk, seed: UInt64, steps: Int) -> [String] {
    var random = SeededGenerator(seed: seed)
    var transcript: [String] = []
    list.layout = randomLayout(&random)
    for step in 0..<steps {
      list.beginStep()
      let word = perform(list, desk, step, &random)
      measureAll(list)
      transcript += [word] + desk.takeLog() + observe(list, &random)
    }
    return transcript
  }

  private func measureAll(_ list: ListView) {
    guard comparesGeometry else { return }
    let height = list.viewportSize.height
    list.viewportSize.height = 10_000
    list.layoutIfNeeded()
    list.viewportSize.height = height
    list.layoutIfNeeded()
  }

  private func randomLayout(_ random: inout SeededGenerator) -> ListLayout {
    var layout = Self.layouts[Int.random(in: 0..<(comparesGeometry ? 3 : 4), using: &random)]
    // An empty section that insertions give a height has a background in view, and without them none.
    if !comparesGeometry { layout.supplements.removeAll { $0.kind == LayoutDesk.background } }
    return layout
  }

  private func perform(_ list: ListView, _ desk: LayoutDesk, _ step: Int, _ random: inout SeededGenerator) -> String {
    _ = list.numberOfSections
    let section = Int.random(in: 0..<desk.articles.count, using: &random)
    let target = path(section, Int.random(in: 0...desk.articles[section].count, using: &random))
    let layout = randomLayout(&random)
    var told = "nothing"
    switch Int.random(in: 0..<10, using: &random) {
    case 0: list.layout = layout
    case 1: list.setLayout(layout, animated: true) { told = "done \($0) \(list.numberOfRows(inSection: section))" }
    case 2:
      desk.between = Bool.random(using: &random) ? randomLayout(&random) : nil
      list.startInteractiveTransition(to: layout) { told = "ended \($0)" }
    case 3: list.finishInteractiveTransition()
    case 4: list.cancelInteractiveTransition()
    case 5, 6:
      desk.articles[section].insert(step, at: target.row)
      do throws(ListUpdateError) { try list.insertRows(at: [target]) } catch { return "\(error)" }
    case 7:
      do throws(ListUpdateError) { try list.reloadSections([section]) } catch { return "\(error)" }
    case 8: list.viewportSize.width = [18, 24].randomElement(using: &random) ?? 18
    default: list.contentOffset = Double(Int.random(in: 0..<20, using: &random))
    }
    return "\(step) \(list.layout.style) \(told)"
  }

  private func observe(_ list: ListView, _ random: inout SeededGenerator) -> [String] {
    let target = path(Int.random(in: -1...4, using: &random), Int.random(in: -1...5, using: &random))
    var seen: [String] = []
    for kind in [LayoutDesk.badge, LayoutDesk.background, ListElementKind.sectionHeader, "none"] {
      let paths = list.indexPathsForVisibleSupplementaryElements(ofKind: kind)
      let views = list.visibleSupplementaryViews(ofKind: kind)
      seen.append("\(kind) \(paths) \(views.map { ($0 as? TextCell)?.text ?? "?" })")
      seen.append(
        "\(paths.enumerated().allSatisfy { list.supplementaryView(forElementKind: kind, at: $1) === views[$0] })")
      let view = list.supplementaryView(forElementKind: kind, at: target)
      let attributes = list.layoutAttributesForSupplementaryElement(ofKind: kind, at: target)
      seen.append(
        "\(target) \((view as? TextCell)?.text ?? "none") \(attributes.map { "\($0.element) \($0.path)" } ?? "none")")
      if comparesGeometry { seen.append("\(attributes?.frame ?? .zero)") }
    }
    let item = list.layoutAttributesForItem(at: target)
    seen.append("item \(item.map { "\($0.path) \($0.element)" } ?? "none") visible \(list.indexPathsForVisibleRows)")
    if comparesGeometry {
      seen.append("\(item?.frame ?? .zero) \(list.contentSize) \(list.contentOffset)")
      seen.append("\((0..<6).map { list.indexPathForRow(at: ListPoint(x: Double(3 * $0), y: Double(5 * $0))) })")
    }
    return seen
  }
}
