import TestSupport
import Testing

@testable import Interception

/// The tree of advice against a sorted array.
@Suite("AdviceTree") struct AdviceTreeTests {
  private func makeAdvice(_ identifier: UInt64, priority: Int) -> InstalledAdvice {
    let aspect = Aspect(
      identifier: identifier, className: "Account", selector: "deposit(_:)", position: .before, isOfObject: false,
      options: .priority(priority))
    return InstalledAdvice(AspectToken(aspect, in: ClassObject.of(Account.self)), admission: nil)
  }

  private func identifiers(_ tree: AdviceTree?) -> [UInt64] {
    var found: [UInt64] = []
    tree?.forEach { found.append($0.order.identifier) }
    return found
  }

  private func expectSame(_ tree: AdviceTree?, _ model: [InstalledAdvice], _ place: @autoclosure () -> String) {
    #expect(identifiers(tree) == model.map(\.order.identifier), "\(place())")
    #expect(tree?.isBalanced != false && (tree?.count ?? 0) == model.count, "\(place())")
  }

  @Test("Random changes leave it in order and in balance, and the trees before them as they were")
  func randomChanges() {
    for seed in 0..<20 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var tree: AdviceTree?
      var model: [InstalledAdvice] = []
      var former: (tree: AdviceTree?, model: [InstalledAdvice]) = (nil, [])
      for step in 1...400 as ClosedRange<UInt64> {
        if model.isEmpty || Int.random(in: 0..<5, using: &random) < (step < 250 ? 3 : 1) {
          let new = makeAdvice(step, priority: Int.random(in: -2...2, using: &random))
          tree = AdviceTree.adding(new, to: tree)
          model.insert(new, at: model.firstIndex { $0.order.priority < new.order.priority } ?? model.endIndex)
        } else if Int.random(in: 0..<40, using: &random) == 0 {
          let remainder = UInt64.random(in: 0..<3, using: &random)
          tree = AdviceTree.filtering(tree) { $0.order.identifier % 3 != remainder }
          model.removeAll { $0.order.identifier % 3 == remainder }
        } else {
          let removed = model.remove(at: Int.random(in: 0..<model.count, using: &random))
          let outcome = AdviceTree.removing(removed.order, from: tree)
          #expect(outcome?.removed === removed, "seed \(seed), step \(step)")
          tree = outcome?.rest
          #expect(AdviceTree.removing(removed.order, from: tree) == nil)
        }
        expectSame(tree, model, "seed \(seed), step \(step)")
        if let tree { for (index, advice) in model.enumerated() { #expect(tree[index] === advice) } }
        if step % 50 == 0 {
          expectSame(former.tree, former.model, "seed \(seed), before step \(step)")
          former = (tree, model)
        }
      }
    }
  }

  @Test("Two trees of any sizes are joined in order and in balance")
  func joining() {
    var next: UInt64 = 0
    func make(_ count: Int, priority: Int) -> (AdviceTree?, [InstalledAdvice]) {
      var tree: AdviceTree?
      var model: [InstalledAdvice] = []
      for _ in 0..<count {
        next += 1
        model.append(makeAdvice(next, priority: priority))
        tree = AdviceTree.adding(model[model.count - 1], to: tree)
      }
      return (tree, model)
    }
    for left in [0, 1, 2, 3, 7, 20, 100, 500] {
      for right in [0, 1, 2, 5, 30, 200] {
        // The second is of higher priority, which is of no account between two levels.
        let (one, ofOne) = make(left, priority: 0), (other, ofOther) = make(right, priority: 9)
        expectSame(AdviceTree.joined(one, other), ofOne + ofOther, "\(left) and \(right)")
      }
    }
  }

  @Test("A tree of which all is kept is the same, and of which nothing is kept is none")
  func filteringAllOrNothing() {
    var tree: AdviceTree?
    for identifier in 1...50 as ClosedRange<UInt64> {
      tree = AdviceTree.adding(makeAdvice(identifier, priority: 0), to: tree)
    }
    #expect(AdviceTree.filtering(tree) { _ in true } === tree)
    #expect(AdviceTree.filtering(tree) { _ in false } == nil)
  }

  @Test("Adding to ten thousand makes a few new nodes, and shares the others")
  func sharing() {
    var tree: AdviceTree?
    for identifier in 1...10_000 as ClosedRange<UInt64> {
      tree = AdviceTree.adding(makeAdvice(identifier, priority: 0), to: tree)
    }
    func nodes(_ tree: AdviceTree?) -> Set<ObjectIdentifier> {
      guard let tree else { return [] }
      return nodes(tree.left).union(nodes(tree.right)).union([ObjectIdentifier(tree)])
    }
    let former = nodes(tree)
    let added = AdviceTree.adding(makeAdvice(20_000, priority: 1), to: tree)
    #expect(nodes(added).subtracting(former).count < 50)
    let removed = AdviceTree.removing(InstalledAdvice.Order(makeAdvice(5_000, priority: 0).aspect), from: tree)
    #expect(nodes(removed?.rest).subtracting(former).count < 50)
  }
}
