import Interception
import Testing

/// Plans on messages of the class itself.
@Suite("Plans on class messages")
struct ClassMessagePlanTests {
  class Bakery: InterceptableObject {
    override class var messages: MessageList { [open] }
    static let open = Message<ClassSide, Int, Int>(of: Bakery.self, "open(_:)") { _, hour in hour }
    class func open(_ hour: Int) -> Int { send(open, hour) }
  }
  class Patisserie: Bakery {}

  @Test func `A pointcut names the side of a declaring or inheriting class`() throws {
    for (pointcut, expected) in [
      ("Bakery.Type.open(_:)", ["Bakery.Type.open(7)", "Patisserie.Type.open(8)"]),
      ("Patisserie.Type.open(_:)", ["Patisserie.Type.open(8)"]),
      ("*erie.Type.*", ["Patisserie.Type.open(8)"]),
    ] {
      let log = Log()
      let plan = WeavingPlan(groups: [
        .init("sides", aspects: [.init(try #require(Pointcut(pointcut)), advice: "log", position: .before)])
      ])
      let weaving = try plan.weave(with: .standard(output: log.write), classes: [Bakery.self, Patisserie.self])
      #expect(Bakery.open(7) == 7)
      #expect(Patisserie.open(8) == 8)
      weaving.revert()
      #expect(log.take() == expected, "\(pointcut)")
      #expect(Bakery.open(9) == 9)
      #expect(log.take().isEmpty)
    }
  }
}
