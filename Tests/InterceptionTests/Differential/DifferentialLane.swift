import Interception
import TestSupport
import Testing

/// A hierarchy that one test has to itself: a root, two siblings, and below the first a plain subclass and one that overrides
/// the calling methods in Swift.
struct DifferentialLane: Sendable, CustomTestStringConvertible {
  let number: Int
  let types: [Plant.Type]

  /// One for each of the threads that histories run on.
  static let forHistories = [
    DifferentialLane(number: 0, types: [Root0.self, Left0.self, Right0.self, Leaf0.self, Bent0.self]),
    DifferentialLane(number: 1, types: [Root1.self, Left1.self, Right1.self, Leaf1.self, Bent1.self]),
    DifferentialLane(number: 2, types: [Root2.self, Left2.self, Right2.self, Leaf2.self, Bent2.self]),
    DifferentialLane(number: 3, types: [Root3.self, Left3.self, Right3.self, Leaf3.self, Bent3.self]),
  ]
  static let forSets = DifferentialLane(
    number: 4, types: [Root4.self, Left4.self, Right4.self, Leaf4.self, Bent4.self])
  static let forOrders = DifferentialLane(
    number: 5, types: [Root5.self, Left5.self, Right5.self, Leaf5.self, Bent5.self])

  var testDescription: String { "lane \(number)" }

  /// The lane as the model knows it.
  var declarations: [InterceptionModel.Declaration] {
    zip(types, [nil, 0, 0, 1, 1]).enumerated().map { number, pair in
      .init(ClassObject.of(pair.0).name, below: pair.1, overridesInSwift: number == 4)
    }
  }
}

/// Where the runtime and the model part.
struct Difference: CustomStringConvertible {
  let step: Int
  let words: String

  var description: String {
    "step \(step): \(words)".replacing(/(TestSupport\.InterceptionModel|Swift\.Result<[^>]*>)\.(\w+\.)*/, with: ".")
  }
}

extension DifferentialLane {
  /// The first step of which something else is seen than the model says; nil where there is none.
  func difference(
    over steps: some Collection<InterceptionModel.Step>, objects: [Int] = InterceptionHistory.objects
  ) -> Difference? {
    let prefix = "DifferentialTests.\(number)"
    let world = DifferentialWorld(self, objects: objects, prefix: prefix)
    var model = InterceptionModel(declarations, objects: objects, prefix: prefix)
    for (number, step) in steps.enumerated() {
      let expected = model.perform(step), seen = world.perform(step)
      guard expected != seen else { continue }
      _ = world.clear()
      return Difference(step: number, words: "\(step)\nexpected \(expected)\nseen \(seen)")
    }
    return world.clear().map { Difference(step: steps.count - 1, words: $0) }
  }

  /// The fewest steps, as far as leaving some out one after the other can tell, over which there is a difference.
  func shrink(_ steps: some Collection<InterceptionModel.Step>) -> [InterceptionModel.Step] {
    var steps = Array(steps)
    var size = max(1, steps.count / 2)
    while true {
      var start = 0
      while start < steps.count {
        var fewer = steps
        fewer.removeSubrange(start..<min(start + size, steps.count))
        if difference(over: fewer) == nil { start += size } else { steps = fewer }
      }
      if size == 1 { return steps }
      size /= 2
    }
  }
}
