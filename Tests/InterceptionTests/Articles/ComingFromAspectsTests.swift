import Foundation
import Interception
import TestSupport
import Testing

@Suite("The article for those who come from Aspects")
struct ComingFromAspectsTests {
  final class Porter: InterceptableObject {
    override class var messages: MessageList { [carry] }
    static let carry = Message<Porter, Int, Void>("carry(_:)") { _, _ in }
  }

  /// The rows of the article's tables, each as the words in code voice of its cells.
  private func rows() throws -> [[[String]]] {
    try ProjectFiles.text("Sources/Interception/Interception.docc/ComingFromAspects.md").split(separator: "\n")
      .filter { $0.hasPrefix("|") && !$0.hasPrefix("|-") }
      .map { row in
        row.split(separator: "|").map { cell in
          let parts = cell.components(separatedBy: "`")
          return stride(from: 1, to: parts.count, by: 2).map { parts[$0] }.filter { !$0.isEmpty }
        }
      }
  }

  @Test func `Every function, option and error code of Aspects has a row`() throws {
    let words = Set(try rows().flatMap { $0.first ?? [] })
    let names = [
      "AspectPositionAfter", "AspectPositionInstead", "AspectPositionBefore", "AspectOptionAutomaticRemoval",
      "AspectErrorSelectorBlacklisted", "AspectErrorDoesNotRespondToSelector", "AspectErrorSelectorDeallocPosition",
      "AspectErrorSelectorAlreadyHookedInClassHierarchy", "AspectErrorFailedToAllocateClassPair",
      "AspectErrorMissingBlockSignature", "AspectErrorIncompatibleBlockSignature",
      "AspectErrorRemoveObjectAlreadyDeallocated", "+aspect_hookSelector:withOptions:usingBlock:error:",
      "-aspect_hookSelector:withOptions:usingBlock:error:", "id<AspectToken>", "-remove", "aspectInfo.instance",
      "aspectInfo.originalInvocation", "aspectInfo.arguments", "method_exchangeImplementations", "class_addMethod",
      "class_replaceMethod", "object_setClass", "objc_allocateClassPair", "objc_registerClassPair",
      "objc_msgSendSuper", "objc_setAssociatedObject", "NSKeyValueObservingOptionInitial",
      "NSKeyValueObservingOptionPrior", "-removeObserver:forKeyPath:",
    ]
    for name in names { #expect(words.contains(name), "\(name)") }
  }

  @Test func `Every unhookable name of the article is refused`() throws {
    let porter = Porter()
    let start = try #require(try rows().firstIndex { $0.first == ["retain()"] })
    let names = try rows()[start...].prefix { $0.count == 2 }.flatMap { $0.joined() }
    #expect(names.count == 9)
    for selector in names.map({ Selector($0) }) {
      let refusal = AspectError.selectorBlacklisted(class: porter.statedClass.name, selector: selector)
      #expect(throws: refusal) { try porter.hook(selector: selector, .before) {} }
      #expect(throws: refusal) { try porter.statedClass.hook(selector: selector, .before) {} }
      #expect(throws: refusal) { try porter.perform(selector) }
      let pointcut = try #require(Pointcut("\(porter.statedClass.name).\(selector)"))
      let plan = WeavingPlan(groups: [.init(aspects: [.init(pointcut, advice: "log")])])
      let place = WeavingPlan.Place(group: 0, aspect: 0, member: "pointcut")
      #expect(throws: WeavingError.refused(place, refusal)) { try plan.weave(with: .standard(output: { _ in })) }
    }
    #expect((porter.isHooked, porter.statedClass.aspects.isEmpty) == (false, true))
  }
}
