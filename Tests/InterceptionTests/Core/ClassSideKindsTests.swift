import Interception
import Testing

@Suite("Class messages of other kinds, and by name")
struct ClassSideKindsTests {
  class Cinema: InterceptableObject {
    override class var messages: MessageList { [open, fetch, close] }

    static let open = Message<ClassSide, Int, Int>(of: Cinema.self, "open(_:)") { _, count in count }
    class func open(_ count: Int) -> Int { send(open, count) }

    static let fetch = AsyncMessage<ClassSide, Int, String>(of: Cinema.self, "fetch(_:)") { type, count in
      await Task.yield()
      return "\(type) \(count)"
    }
    class func fetch(_ count: Int) async -> String { await send(fetch, count) }

    static let close = AsyncMessage<ClassSide, Void, String>(of: Cinema.self, "close()") { type, _ in
      await Task.yield()
      return "\(type) is closed"
    }
    class func close() async -> String { await send(close) }
  }

  private class Multiplex: Cinema {}
  private class Arena: Multiplex {}

  @Test func `An asynchronous class message is hooked at every level`() async throws {
    #expect(await Arena.fetch(1) == "Arena 1")
    #expect(await Arena.close() == "Arena is closed")
    let tokens = [
      try Multiplex.classSide.classObject.hook(Cinema.fetch, .before) { call in
        await Task.yield()
        call.arguments += 1
      },
      try Arena.classSide.hook(Cinema.fetch, .after) { $0.result += "!" },
      try Arena.classSide.classObject.hook(Cinema.fetch, .around) { call in await "<" + call.proceed() + ">" },
    ]
    #expect(await Arena.fetch(1) == "<Arena 2>!")
    #expect(await Multiplex.fetch(1) == "Multiplex 2")
    #expect(await Cinema.fetch(1) == "Cinema 1")
    for token in tokens { #expect(token.remove()) }
    #expect(await Arena.fetch(1) == "Arena 1")
    let everywhere = try Cinema.fetch.hook(.instead) { _ in "none" }
    #expect(await Multiplex.fetch(1) == "none")
    #expect(everywhere.remove())
    #expect(ClassObject.named("Cinema.Type")?.responds(to: "fetch(_:)") == true)
    #expect(throws: AspectError.doesNotRespond(class: "Account.Type", selector: "fetch(_:)")) {
      try Account.classSide.hook(Cinema.fetch, .before) { _ in }
    }
  }

  private class Drivein: Cinema {}

  @Test func `A class message is hooked by name under the metatype's name`() throws {
    _ = Drivein.classSide
    let token = try Runtime.hook("Drivein.Type", "open(_:)", .before) { (info: AspectInfo, count: Int) in
      try? info.setArguments([count * 2])
    }
    #expect((Drivein.open(4), Cinema.open(4)) == (8, 4))
    #expect(token.remove())
  }

  private class Slider: InterceptableObject {
    var stored = 0
    override class var messages: MessageList { [level] }
    static let level = Property<Slider, Int>("level", get: { $0.stored }, set: { $0.stored = $1 })
    var level: Int {
      get { send(Slider.level) }
      set { send(Slider.level, newValue) }
    }
  }

  @Test func `A property's messages are hooked by name`() throws {
    let slider = Slider()
    let token = try Runtime.hook("Slider", "setter:level", .before) { (info: AspectInfo, new: Int) in
      try? info.setArguments([new + 1])
    }
    slider.level = 1
    #expect(slider.level == 2)
    #expect(token.remove())
  }
}
