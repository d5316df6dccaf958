import Interception
import TestSupport
import Testing

/// The runtime against the model, over every world of a few hooks.
@Suite("Small worlds, all of them")
struct SmallWorldTests {
  typealias Model = InterceptionModel

  /// What is hooked: the class, its superclass ahead of it or behind it, or the object.
  private enum Place: CaseIterable {
    case superclass, ofClass, object, superclassLater

    var level: Model.Level {
      switch self {
      case .superclass, .superclassLater: .ofClass(1)
      case .ofClass: .ofClass(3)
      case .object: .ofObject(0)
      }
    }
  }

  /// Every advice that there is, each of which can be told by what it does to arguments and results.
  private static func advice(_ message: Model.Message) -> [Model.Advice] {
    var all: [Model.Advice] = []
    for place in Place.allCases {
      for position in Model.Position.allCases {
        for priority in 0...1 {
          var advice = Model.Advice(all.count + 1, on: place.level, message, position)
          advice.priority = priority
          advice.script.change = all.count
          advice.script.proceeds = [all.count + 1]
          advice.mayThrow = message == .throwing
          all.append(advice)
        }
      }
    }
    return all
  }

  @Test func `Every set of up to three hooks runs as the model says`() {
    for (message, size) in [(Model.Message.throwing, 3), (.plain, 2)] {
      let all = Self.advice(message)
      var sets: [[Int]] = [[]]
      var sample = Sample(oneIn: 90)
      for count in 0...size {
        for set in sets where set.count < 2 || sample.takesNext() {
          let steps = set.map { Model.Step.hook(all[$0]) } + Self.questions(message)
          if let difference = DifferentialLane.forSets.difference(over: steps, objects: [3]) {
            Issue.record("\(set.map { all[$0] }): \(difference)")
            return
          }
        }
        guard count < size else { break }
        // What is hooked on the superclass later comes last in the list, and so in each set.
        sets = sets.flatMap { set in all.indices.filter { $0 > set.last ?? -1 }.map { set + [$0] } }
      }
    }
  }

  /// A call that returns, one that throws where nothing is hooked, and what is listed.
  private static func questions(_ message: Model.Message) -> [Model.Step] {
    [.call(place: 0, message, 1), .call(place: 0, message, 5), .list(.ofObject(0), message)]
  }

  @Test func `Three hooks may be added and removed in every order`() {
    let orders = Self.orders(open: [], left: [1, 2, 3])
    #expect(orders.count == 90)
    let levels: [Model.Level] = [.ofClass(1), .ofClass(3), .ofObject(0)]
    var sample = Sample(oneIn: 18)
    // The orders tell the hooks apart, so that it does not matter which of them stands at which level.
    for (one, two, three) in Self.triples([0, 1, 2]) where one <= two && two <= three {
      for position in Model.Position.allCases {
        for order in orders where sample.takesNext() {
          let steps = order.flatMap { change in
            [Self.step(change, [levels[one], levels[two], levels[three]], position), .call(place: 0, .throwing, 1)]
          }
          if let difference = DifferentialLane.forOrders.difference(over: steps, objects: [3]) {
            Issue.record("\(position) \(order) on \([levels[one], levels[two], levels[three]]): \(difference)")
            return
          }
        }
      }
    }
  }

  /// Every order in which what is left is added, and all of it removed after that: plus to add, minus to remove.
  private static func orders(open: [Int], left: [Int]) -> [[Int]] {
    if open.isEmpty && left.isEmpty { return [[]] }
    return left.flatMap { next in
      orders(open: open + [next], left: left.filter { $0 != next }).map { [next] + $0 }
    }
      + open.flatMap { next in orders(open: open.filter { $0 != next }, left: left).map { [-next] + $0 } }
  }

  private static func triples<Element>(_ all: [Element]) -> [(Element, Element, Element)] {
    all.flatMap { first in all.flatMap { second in all.map { (first, second, $0) } } }
  }

  private static func step(_ change: Int, _ levels: [Model.Level], _ position: Model.Position) -> Model.Step {
    guard change > 0 else { return .remove(-change, .plainly) }
    var advice = Model.Advice(change, on: levels[change - 1], .throwing, position)
    advice.script.change = change
    return .hook(advice)
  }
}
