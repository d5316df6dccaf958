import Interception
import Testing

// Serialized, since both tests hook one class.
@Suite("Two messages of one class with one name", .serialized)
struct DeclaredTwiceTests {
  class Door: InterceptableObject {
    override class var messages: MessageList { [open, open] }
    static let open = Message<Door, Int, Int>("open(_:)") { _, value in value }
    static let again = Message<Door, Int, Int>("open(_:)") { _, value in -value }

    static let close = Message<Door, Int, Int>("close(_:)") { _, value in value }
    static let closeNames = Message<Door, String, Int>("close(_:)") { _, names in names.count }
    static let ring = AsyncMessage<Door, Int, Int>("ring(_:)") { _, value in value }
    static let ringLoudly = AsyncMessage<Door, Int, Int>("ring(_:)") { _, value in value }
    static let make = Message<ClassSide, Int, Int>(of: Door.self, "make(_:)") { _, value in value }
    static let makeMany = Message<ClassSide, Int, Int>(of: Door.self, "make(_:)") { _, value in value }
    static let width = Property<Door, Int>("width", get: { _ in 1 }, set: { _, _ in })
    static let size = ReadOnlyProperty<Door, Int>("width") { _ in 2 }

    /// A message that is made at each use.
    static var knock: Message<Door, Int, Int> { Message("knock(_:)") { _, value in value } }
  }
  class Gate: Door {
    static let open2 = Message<Gate, Int, Int>("open(_:)") { _, value in value }
    static let makeGate = Message<ClassSide, Int, Int>(of: Gate.self, "make(_:)") { _, value in value }
  }

  @Test func `The second of one name is refused by each hook and override`() throws {
    let door = Door(), classObject = ClassObject.of(Door.self)
    func expect(_ selector: Selector, _ refused: () throws -> Void) {
      let error = #expect(throws: AspectError.self, "\(selector)") { try refused() }
      guard case .declaredTwice("Door", selector, _, _)? = error else {
        return #expect(Bool(false), "\(String(describing: error))") as Void
      }
    }
    expect("open(_:)") { try Door.again.hook(.before) { _ in } }
    expect("open(_:)") { try Door.again.hook(on: Gate.self, .before) { _ in } }
    expect("open(_:)") { try door.hook(Door.again, .before) { _ in } }
    expect("open(_:)") { try classObject.override(Door.again) { call in call.callSuper() } }
    #expect((classObject.aspects.isEmpty, door.isHooked, door.send(Door.again, 1)) == (true, false, -1))
    // Those that aren't listed, as soon as the first is hooked.
    #expect(try door.hook(Door.close, .before) { _ in }.remove())
    expect("close(_:)") { try Door.closeNames.hook(.before) { _ in } }
    #expect(try Door.ring.hook(.around) { call in await call.proceed() }.remove())
    expect("ring(_:)") { try Door.ringLoudly.hook(.around) { call in await call.proceed() } }
    #expect(try Door.width.getter.hook(.before) { _ in }.remove())
    expect("getter:width") { try Door.size.getter.hook(.before) { _ in } }
    #expect(try Door.make.hook(.before) { _ in }.remove())
    #expect(throws: AspectError.self) { try Door.makeMany.hook(.before) { _ in } }
  }

  @Test func `A message that is made at each use is hooked again`() throws {
    let door = Door(), dynamic = try ClassObject.of(Door.self).makeSubclass(named: "DeclaredTwiceTests.Door")
    let tokens = [
      try Door.knock.hook(.before) { _ in }, try door.hook(Door.knock, .before) { _ in },
      try Door.open.hook(.before) { _ in }, try Gate.open2.hook(.before) { _ in },
      try dynamic.hook(Door.knock, .before) { _ in }, try Gate.makeGate.hook(.before) { _ in },
      try MutableArray<Int>.add.hook(.before) { _ in }, try MutableArray<Int>.add.hook(.before) { _ in },
    ]
    for token in tokens { #expect(token.remove()) }
  }
}
