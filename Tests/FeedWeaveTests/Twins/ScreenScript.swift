import ListModel
import TestSupport
import WeavingSupport

/// What a person does at the screen of a list, and what its owner sets meanwhile, at random; and what can be seen and heard of
/// it.
struct ScreenScript {
  /// What is done, of which each run does some.
  static let words = [
    "scroll", "next", "previous", "touch", "resize", "widen", "row height", "header height", "footer height",
    "estimate",
    "no delegate", "delegate", "no source", "source", "selection", "heights",
  ]

  /// Runs `steps` operations and answers all that could be seen of them.
  func run(on list: DeskList, _ desk: NewsDesk, seed: UInt64, steps: Int) -> [String] {
    var random = SeededGenerator(seed: seed)
    var transcript: [String] = []
    measureAll(list)
    for _ in 0..<steps {
      let word = Self.words.randomElement(using: &random) ?? ""
      let answer = perform(word, list, desk, &random)
      // Where heights are forgotten, insertions count with their estimate again until they have been in view.
      if !["scroll", "next", "previous", "touch", "selection"].contains(word) { measureAll(list) }
      transcript += ["\(word): \(answer)"] + desk.takeLog() + observe(list)
    }
    return transcript
  }

  private func measureAll(_ list: ListView) {
    list.measureAllRows()
    list.layoutIfNeeded()
  }

  private func perform(
    _ word: String, _ list: DeskList, _ desk: NewsDesk, _ random: inout SeededGenerator
  ) -> String {
    let number = Double(Int.random(in: 0...12, using: &random))
    switch word {
    case "scroll": list.display.scroll(by: number - 6)
    case "next": return "\(list.display.selectNext())"
    case "previous": return "\(list.display.selectPrevious())"
    case "touch": return "\(list.display.select(at: ListPoint(x: 1, y: list.contentOffset + number / 2)))"
    case "resize": list.viewportSize.height = number
    case "widen": list.viewportSize.width = number
    case "row height": list.rowHeight = number < 4 ? nil : number - 4
    case "header height": list.sectionHeaderHeight = number < 6 ? nil : number - 6
    case "footer height": list.sectionFooterHeight = number < 6 ? nil : number - 6
    case "estimate": list.estimatedRowHeight = number
    case "no delegate": list.delegate = nil
    case "delegate": list.delegate = desk
    case "no source": list.dataSource = nil
    case "source": list.dataSource = desk
    case "selection":
      list.allowsSelection = number > 1
      list.allowsMultipleSelection = number > 6
    default: desk.height = { Double($0.utf8.count % 3) * number / 4 }
    }
    return ""
  }

  private func observe(_ list: DeskList) -> [String] {
    let elements = list.display.elements.filter { $0.frame.size.height > 0 }
    return [
      "\(list.display.viewport) of \(list.display.contentHeight) and \(list.contentSize)",
      "elements \(elements.map { "\($0.kind) \($0.frame) \(words($0.view))" })",
      "selected \(list.indexPathsForSelectedRows)", "visible \(list.indexPathsForVisibleRows)",
      "providers \(list.dataSource != nil) \(list.delegate != nil)",
    ]
  }

  private func words(_ view: ListCell) -> String {
    let text = (view as? TextCell)?.text ?? (view as? ListTitleView)?.title ?? "?"
    return "\(text) \(view.isSelected) \(view.isHighlighted)"
  }
}
