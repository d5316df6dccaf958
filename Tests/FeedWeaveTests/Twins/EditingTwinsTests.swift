import FeedWeave
import ListModel
import Placement
import TestSupport
import Testing
import WeavingSupport

/// A content side that edits and drags rows does, sees and hears the same whether its list is woven or not.
struct EditingTwinsTests {
  private static let words = [
    ["lead0", "flag1", "shut2", "plus3", "a4"], ["old5", "keep6"], [], ["top7", "calm8", "b9"],
  ]

  private final class Heard {
    var words: Set<String> = []
  }

  @Test(arguments: [UpdatePolicy.pinned, .anchored], [0.0, 3.0])
  func `the content side does sees and hears the same`(policy: UpdatePolicy, adHeight: Double) {
    compare(policy: policy, adHeight: adHeight)
  }

  @Test(arguments: [UpdatePolicy.pinned, .anchored], [0.0, 3.0])
  func `same where the list is woven and unwoven in use`(policy: UpdatePolicy, adHeight: Double) {
    compare(policy: policy, adHeight: adHeight, inUse: true)
  }

  private func compare(policy: UpdatePolicy, adHeight: Double, inUse: Bool = false) {
    let heard = Heard()
    expectTwinsAlike(policy: policy, adHeight: adHeight, inUse: inUse) { seed, weave in
      let desk = EditDesk(Self.words)
      // Where insertions have no height, the twins scroll alike as well.
      let list = makeList(desk, height: adHeight == 0 && seed % 2 == 0 ? 5 : 1000)
      list.estimatedRowHeight = 1
      weave(list)
      let transcript = run(list, desk, seed: seed)
      heard.words.formUnion(transcript.map { String($0.prefix { $0 != " " }) })
      return transcript
    }
    for word in Self.expected where Sample.isWhole { #expect(heard.words.contains(word), "\(word) is not exercised") }
  }

  /// All that the transcripts have to show, so that none of it goes untested.
  private static let expected = [
    "canEdit", "commit", "style", "title", "indent", "level", "accessory", "begin", "end", "leading", "trailing",
    "actions", "old", "perform", "canMove", "target", "move", "editing", "swiped", "movement", "control", "drag",
    "drop",
    "cancel", "cells", "cell",
  ]

  private func run(_ list: ListView, _ desk: EditDesk, seed: UInt64) -> [String] {
    var random = SeededGenerator(seed: seed)
    var transcript: [String] = []
    measureAll(list)
    for step in 0..<60 {
      let words = desk.words
      list.beginStep()
      let word = perform(list, desk, step, &random)
      if words != desk.words || word == "reload" { measureAll(list) }
      list.layoutIfNeeded()
      transcript += [word] + desk.takeLog() + observe(list)
    }
    return transcript
  }

  private func measureAll(_ list: ListView) {
    list.measureAllRows()
    list.layoutIfNeeded()
  }

  private func perform(_ list: ListView, _ desk: EditDesk, _ step: Int, _ random: inout SeededGenerator) -> String {
    let rows = desk.words.enumerated().flatMap { section, words in words.indices.map { path(section, $0) } }
    guard let row = rows.randomElement(using: &random), let other = rows.randomElement(using: &random) else {
      desk.words = Self.words
      list.reloadData()
      return "refilled"
    }
    let point = middle(list, row)
    let display = list.display
    switch Int.random(in: 0..<16, using: &random) {
    case 0:
      list.setEditing(!list.isEditing)
      return "toggle"
    case 1, 2:
      let edge = ListEdge.allCases.randomElement(using: &random) ?? .leading
      return "swipe \(row): \(display.swipe(at: point, towards: edge, isFull: step % 5 == 0))"
    case 3, 4: return "perform \(display.performSwipeAction(Int.random(in: 0...1, using: &random)))"
    case 5: return "control \(row): \(display.tapEditingControl(at: point))"
    case 6: return "accessory \(row): \(display.tapAccessory(at: point))"
    case 7: return "touch \(row): \(display.select(at: point))"
    case 8: return "drag \(row): \(display.beginMovement(at: point))"
    case 9: return "drag \(row): \(list.beginInteractiveMovementForItem(at: row))"
    case 10, 11:
      display.updateMovement(to: middle(list, other))
      return "hold \(other)"
    case 12, 13:
      display.endMovement()
      return "drop"
    case 14:
      list.display.scroll(by: Double(step % 5) - 2)
      if step % 3 == 0 {
        list.reloadData()
        return "reload"
      }
      list.cancelInteractiveMovement()
      return "cancel"
    default:
      list.allowsMultipleSelectionDuringEditing.toggle()
      desk.words[row.section].insert("n\(step)", at: row.row)
      do throws(ListUpdateError) {
        try list.insertRows(at: [row])
      } catch {
        return "insert \(error)"
      }
      return "insert \(row)"
    }
  }

  private func observe(_ list: ListView) -> [String] {
    [
      "editing \(list.isEditing)", "swiped \(list.indexPathForSwipedRow?.description ?? "none")",
      "movement \(list.interactiveMovement.map { "\($0.origin) \($0.target)" } ?? "none")",
      "actions \(list.indexPathForSwipedRow == nil ? [] : list.display.swiped?.actions.map(\.title) ?? [])",
      "selected \(list.indexPathsForSelectedRows)",
      "cells "
        + list.visibleCells.map { cell in
          "\((cell as? TextCell)?.text ?? "?") \(cell.isEditing) \(cell.editingStyle) \(cell.showsReorderControl) "
            + "\(cell.shouldIndentWhileEditing) \(cell.showsDeleteConfirmation) \(cell.indentationLevel)"
        }.joined(separator: ", "),
    ]
  }
}
