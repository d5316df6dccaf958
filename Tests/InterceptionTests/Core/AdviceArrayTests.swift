import TestSupport
import Testing

@testable import Interception

/// Arrays of advice against sorted arrays.
@Suite struct AdviceArrayTests {
  private func makeAdvice(_ identifier: UInt64, _ position: AdvicePosition, priority: Int) -> InstalledAdvice {
    let aspect = Aspect(
      identifier: identifier, className: "Account", selector: "deposit(_:)", position: position, isOfObject: false,
      options: .priority(priority))
    return InstalledAdvice(AspectToken(aspect, in: ClassObject.of(Account.self)), nil)
  }

  private func elements(_ array: AdviceArray?) -> [InstalledAdvice] {
    var found: [InstalledAdvice] = []
    array?.forEach { found.append($0) }
    return found
  }

  @Test(arguments: [AdvicePosition.before, .after])
  func `Random changes leave it in order, and the arrays before as they were`(_ position: AdvicePosition) {
    for seed in 0..<20 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var array: AdviceArray?
      var model: [InstalledAdvice] = []
      for step in 1...200 as ClosedRange<UInt64> {
        let former = array, formerModel = model
        switch Int.random(in: 0..<10, using: &random) {
        case 0 where !model.isEmpty:
          array = array?.filter { $0.order.identifier % 3 != step % 3 }
          model.removeAll { $0.order.identifier % 3 == step % 3 }
        case 1...3 where !model.isEmpty:
          let removed = model.remove(at: Int.random(in: 0..<model.count, using: &random))
          let outcome = array?.removing(removed.order)
          #expect(outcome?.removed === removed, "seed \(seed), step \(step)")
          array = outcome?.rest
          #expect(array?.removing(removed.order) == nil, "seed \(seed), step \(step)")
        default:
          let new = makeAdvice(step, position, priority: Int.random(in: -2...2, using: &random))
          array = array?.adding(new) ?? AdviceArray([new])
          let priority = new.aspect.options.priority
          let place = model.firstIndex {
            position == .after ? $0.aspect.options.priority > priority : $0.aspect.options.priority < priority
          }
          model.insert(new, at: place ?? model.endIndex)
        }
        #expect(elements(array).elementsEqual(model, by: ===), "seed \(seed), step \(step)")
        #expect(elements(former).elementsEqual(formerModel, by: ===), "seed \(seed), before step \(step)")
      }
    }
  }
}
