import Interception
import TestSupport
import Testing

@Suite("Objects that die while others have the books")
struct DyingObjectTests {
  class Spark: InterceptableObject {
    static let burn = Message<Spark, Int, Int>("burn(_:)") { _, value in value }
    @discardableResult func burn(_ value: Int) -> Int { send(Spark.burn, value) }
  }
  class Other: InterceptableObject {
    static let idle = Message<Other, Void, Void>("idle()") { _, _ in }
  }

  @Test func `An object dies outside the lock after its one-call hook`() {
    let wrong = Log()
    onThreads(6) { number in
      for _ in 0..<Sample.of(2_500, few: 300) {
        if number < 3 {
          let spark = Spark()
          let token = try? spark.hook(Spark.burn, .before, .automaticRemoval) { $0.arguments += 1 }
          if spark.send(Spark.burn, 1) != 2 || token == nil { wrong.write("lost") }
        } else if (try? Other.idle.hook(.before) { _ in })?.remove() != true {
          wrong.write("not removed")
        }
      }
    }
    #expect(wrong.take().isEmpty)
  }

  @Test func `An object dies outside the lock when a hook is removed`() {
    let tokens = Published<AspectToken?>(nil)
    onThreads(4) { number in
      for round in 0..<Sample.of(4_000, few: 300) {
        if number < 2 {
          let spark = Spark()
          tokens.value = try? spark.hook(Spark.burn, .before) { _ in }
          // Lives for as long as the removal may take to begin, now shorter, now longer.
          for _ in 0..<(round & 511) { spark.burn(1) }
        } else {
          tokens.value?.remove()
        }
      }
    }
    tokens.value?.remove()
  }
}
