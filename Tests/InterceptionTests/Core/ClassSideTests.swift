import Interception
import TestSupport
import Testing

@Suite("Messages of the class itself")
struct ClassSideTests {
  class Shop: InterceptableObject {
    let stock: Int
    required init(stock: Int) { self.stock = stock }

    override class var messages: MessageList { [open, closing, rename] }

    static let open = Message<ClassSide, Int, Shop>(of: Shop.self, "open(_:)") { type, stock in
      type.init(stock: stock)
    }
    class func open(_ stock: Int) -> Shop { send(open, stock) }

    static let closing = ThrowingMessage<ClassSide, Void, Int, AccountError>(of: Shop.self, "close()") {
      (_, _) throws(AccountError) in throw .refused
    }
    class func close() throws(AccountError) -> Int { try send(Shop.closing) }

    static let rename = Message<Shop, Int, Int>("rename(_:)") { _, number in number }
  }

  private class Corner: Shop {}

  @Test func `A class message gets the class that it was sent to`() {
    #expect(type(of: Shop.open(3)) == Shop.self)
    #expect(type(of: Corner.open(3)) == Corner.self)
    #expect(Corner.open(3).stock == 3)
    #expect(throws: AccountError.refused) { try Corner.close() }
  }

  private class Corner2: Shop {}

  @Test func `A class has one side, below its superclass's side`() {
    #expect(Corner2.classSide === Corner2.classSide)
    #expect(Corner2.classSide.type == Corner2.self)
    #expect(Corner2.classSide.classObject.name == "Corner2.Type")
    #expect(Corner2.classSide.statedClass === Corner2.classSide.classObject)
    #expect(Corner2.classSide.actualClass === Corner2.classSide.classObject)
    #expect(Corner2.classSide.classObject.superclass === Shop.classSide.classObject)
    #expect(Shop.classSide.classObject.superclass === InterceptableObject.classSide.classObject)
    #expect(InterceptableObject.classSide.classObject.superclass === ClassObject.of(ClassSide.self))
    #expect(ClassSide.classSide.classObject.superclass === InterceptableObject.classSide.classObject)
  }

  private class Stall: Shop {}

  @Test func `Class messages are listed under the metatype's name`() {
    #expect(ClassObject.of(Shop.self).messages.map(\.selector.name) == ["rename(_:)"])
    #expect(ClassObject.named("Shop.Type")?.messages.map(\.selector.name) == ["close()", "open(_:)"])
    let inherited = ClassObject.of(Stall.self).superclass.flatMap { _ in ClassObject.named("Stall.Type") }
    #expect(inherited?.message("open(_:)")?.description == "open(_:): ClassSide.(Int) -> Shop")
    #expect(inherited?.messages.isEmpty == true)
    #expect(!ClassObject.of(Shop.self).responds(to: "open(_:)"))
    #expect(ClassObject.named("Nobody.Type") == nil)
  }

  private class Market: Shop {}
  private class Bazaar: Market {}
  private class Kiosk: Market {}

  @Test func `A hook on the declaring class counts for its subclasses`() throws {
    let log = Log()
    let tokens = [
      try Shop.open.hook(.before) { call in
        if call.receiver.type is Market.Type { log.write("shop before \(call.receiver.type)") }
      },
      try Market.classSide.classObject.hook(Shop.open, .around) { call in
        log.write("market")
        return call.proceed(call.arguments * 2)
      },
      try Bazaar.classSide.classObject.hook(Shop.open, .after) { call in log.write("bazaar \(call.result.stock)") },
      try Bazaar.classSide.hook(Shop.open, .before) { call in call.arguments += 1 },
      try Market.classSide.hook(Shop.open, .before) { _ in log.write("market only") },
    ]
    #expect(Bazaar.open(4).stock == 10)
    #expect(log.take() == ["market", "shop before Bazaar", "bazaar 10"])
    #expect(Kiosk.open(4).stock == 8)
    #expect(log.take() == ["market", "shop before Kiosk"])
    #expect(Market.open(4).stock == 8)
    #expect(log.take() == ["market only", "market", "shop before Market"])
    #expect(Shop.open(4).stock == 4)
    #expect(tokens[0].aspect.description == "before Shop.Type.open(_:), class")
    #expect(Bazaar.classSide.aspects(of: "open(_:)").count == 4)
    for token in tokens { #expect(token.remove()) }
    #expect(Bazaar.open(4).stock == 4)
    #expect((log.take().isEmpty, Bazaar.classSide.isHooked) == (true, false))
  }

  private class Booth: Shop {}
  private class Tent: Shop {}

  @Test func `A class that has the name of a side keeps it`() throws {
    let taken = try ClassObject.of(Tent.self).makeSubclass(named: "Booth.Type")
    let token = try Booth.classSide.hook(Shop.open, .before) { $0.arguments += 1 }
    #expect(Booth.open(1).stock == 2)
    #expect(ClassObject.named("Booth.Type") === taken)
    #expect(Booth.classSide.classObject.name == "Booth.Type")
    #expect(token.remove())
    try taken.dispose()
  }

  private class Other: InterceptableObject {}

  @Test func `A class that lacks the message refuses the hook`() {
    #expect(throws: AspectError.doesNotRespond(class: "Other.Type", selector: "open(_:)")) {
      try Other.classSide.hook(Shop.open, .before) { _ in }
    }
    #expect(throws: AspectError.doesNotRespond(class: "Other.Type", selector: "open(_:)")) {
      try Other.classSide.classObject.hook(Shop.open, .before) { _ in }
    }
    #expect(throws: AspectError.doesNotRespond(class: "Shop", selector: "open(_:)")) {
      try ClassObject.of(Shop.self).hook(Shop.open, .before) { _ in }
    }
    #expect(throws: AspectError.doesNotRespond(class: "Shop.Type", selector: "rename(_:)")) {
      try Shop.classSide.classObject.hook(Shop.rename, .before) { _ in }
    }
    #expect(Other.classSide.classObject.aspects.isEmpty)
  }

  private class Pawn: Shop {}

  @Test func `Class messages throw, and advice on them may`() throws {
    let token = try Pawn.classSide.classObject.hook(Shop.closing, .instead) { _ in 7 }
    #expect(try Pawn.close() == 7)
    let refusal = try Pawn.classSide.classObject.hook(Shop.closing, .before) { _ throws(AccountError) in
      throw .overdrawn(1)
    }
    #expect(throws: AccountError.overdrawn(1)) { try Pawn.close() }
    #expect(refusal.remove())
    #expect(token.remove())
  }

  private class Stand: Shop {}

  @Test func `A side moves to a dynamic subclass of its class and back`() throws {
    let double = try Stand.classSide.classObject.makeSubclass(named: "ClassSideTests.double")
    try double.override(Shop.open) { call in call.callSuper(call.arguments * 2) }
    try Stand.classSide.setClass(double)
    #expect(Stand.open(2).stock == 4)
    try Stand.classSide.setClass(Stand.classSide.statedClass)
    #expect(Stand.open(2).stock == 2)
    try double.dispose()
  }

  @MainActor
  class Panel: InterceptableObject {
    static var opened = 0
    static let open = Message<ClassSide, Int, Int>(of: Panel.self, mainActor: "open(_:)") { _, count in
      Panel.opened += count
      return Panel.opened
    }
    class func open(_ count: Int) -> Int { send(open, count) }
  }

  private final class Off: InterceptableObject, @unchecked Sendable {
    static let show = Message<ClassSide, Int, Int>(of: Off.self, mainActor: "show(_:)") { _, value in value }
  }

  @MainActor
  @Test func `A main-actor class message is checked, and has its state`() async throws {
    let token = try Panel.open.hook(.before) { call in call.arguments += 1 }
    #expect(Panel.open(1) == 2)
    token.remove()
    #expect(Panel.open(1) == 3)
    await #expect(processExitsWith: .failure) {
      await Task.detached { _ = Off.send(Off.show, 1) }.value
    }
  }

  @Test func `Sending a class a message of another class traps`() async {
    await #expect(processExitsWith: .failure) { _ = Account.classSide.send(Shop.open, 1) }
  }

  private class Thief: InterceptableObject {
    override class var messages: MessageList { [Shop.open] }
  }

  @Test func `Listing a class message of another class traps`() async {
    await #expect(processExitsWith: .failure) {
      _ = Thief.classSide
    }
  }

  private class Busy: Shop {}
  private class Busier: Busy {}

  @Test func `Class messages are sent and hooked on many threads`() {
    let wrong = Log()
    onThreads(6) { number in
      for _ in 0..<Sample.of(2_000, few: 200) {
        if number < 3 {
          let stock = Busier.open(1).stock
          if !(1...7).contains(stock) { wrong.write("\(stock)") }
        } else {
          let token = try? Busy.classSide.classObject.hook(Shop.open, .before) { $0.arguments += 1 }
          let own = try? Busier.classSide.hook(Shop.open, .before) { $0.arguments += 1 }
          if token?.remove() != true || own?.remove() != true { wrong.write("lost") }
        }
      }
    }
    #expect(wrong.take().isEmpty)
    #expect(Busier.open(1).stock == 1)
  }
}
