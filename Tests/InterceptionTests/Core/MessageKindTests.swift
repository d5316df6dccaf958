import Interception
import Testing

/// The kinds of classes and of argument lists that can opt in.
struct MessageKindTests {
  @Test func `Tuples keep their labels and void needs no arguments`() throws {
    let account = Account()
    let other = Account()
    var closed = 0
    try account.hook(Account.transfer, .before) { call in call.arguments.amount *= 2 }
    try account.hook(Account.close, .after) { _ in closed += 1 }
    #expect(account.transfer(5, to: other))
    #expect(other.balance == 10)
    account.close()
    #expect((closed, account.balance) == (1, 0))
  }

  @MainActor class Screen: InterceptableObject {
    var shown: [String] = []
    static let show = Message<Screen, String, Int>(mainActor: "show(_:)") { screen, text in
      screen.shown.append(text)
      return screen.shown.count
    }
    @discardableResult func show(_ text: String) -> Int { send(Screen.show, text) }
  }

  @MainActor @Test func `A main actor class is hooked`() throws {
    let screen = Screen()
    var seen: [String] = []
    #expect(screen.show("plain") == 1)
    let token = try screen.hook(Screen.show, .before) { call in
      seen.append(call.arguments)
      call.arguments += "!"
    }
    let onClass = try Screen.show.hook(.around) { call in call.proceed() + 10 }
    #expect(screen.show("hooked") == 12)
    #expect(screen.shown == ["plain", "hooked!"])
    #expect(seen == ["hooked"])
    token.remove()
    onClass.remove()
  }

  private final class Off: InterceptableObject, @unchecked Sendable {
    static let show = Message<Off, Int, Int>(mainActor: "show(_:)") { _, value in value }
  }

  @Test func `Sending a main actor message from elsewhere traps`() async {
    await #expect(processExitsWith: .failure) {
      await Task.detached { _ = Off().send(Off.show, 1) }.value
    }
  }

  final class Sealed: InterceptableObject, @unchecked Sendable {
    static let echo = Message<Sealed, Int, Int>("echo(_:)") { _, value in value }
    func echo(_ value: Int) -> Int { send(Sealed.echo, value) }
  }

  @Test func `A final Sendable class is hooked with Sendable advice`() throws {
    let sealed = Sealed()
    let log = Log()
    let tokens = [
      try sealed.hook(Sealed.echo, .before) { call in
        log.write("\(call.arguments)")
        call.arguments += 1
      },
      try sealed.hook(Sealed.echo, .after) { call in call.result += 1 },
      try sealed.hook(Sealed.echo, .afterReturning) { call in call.result += 1 },
      try sealed.hook(Sealed.echo, .instead) { call in call.proceed() * 10 },
      try sealed.hook(Sealed.echo, .around) { call in call.proceed() + 5 },
    ]
    #expect(sealed.echo(1) == 27)
    for token in tokens { #expect(token.remove()) }
    #expect(sealed.echo(1) == 1)
    #expect(log.take() == ["1"])
  }

  class Box<Element>: InterceptableObject {
    var elements: [Element] = []
    static var put: Message<Box<Element>, Element, Int> {
      Message("put(_:)") { box, element in
        box.elements.append(element)
        return box.elements.count
      }
    }
    @discardableResult func put(_ element: Element) -> Int { Box.put.send(to: self, element) }
  }

  @Test func `A generic class is hooked by what it is made of`() throws {
    let token = try Box<Int>.put.hook(.before) { call in call.arguments *= 2 }
    let numbers = Box<Int>()
    let words = Box<String>()
    numbers.put(4)
    words.put("four")
    #expect(numbers.elements == [8])
    #expect(words.elements == ["four"])
    let onWords = try words.hook(Box<String>.put, .after) { call in call.result += 100 }
    #expect(words.put("five") == 102)
    #expect(numbers.put(1) == 2)
    #expect((token.remove(), onWords.remove()) == (true, true))
    #expect(numbers.put(4) == 3)
    #expect(numbers.elements == [8, 2, 4])
  }

  enum North {
    final class Twin: InterceptableObject {
      static let name = Message<Twin, Void, String>("name()") { _, _ in "north" }
      func name() -> String { send(Twin.name) }
    }
  }
  enum South {
    final class Twin: InterceptableObject {
      static let name = Message<Twin, Void, String>("name()") { _, _ in "south" }
      func name() -> String { send(Twin.name) }
    }
  }

  @Test func `Classes of one name in two scopes are apart`() throws {
    let token = try North.Twin.name.hook(.after) { $0.result += "!" }
    #expect(North.Twin().name() == "north!")
    #expect(South.Twin().name() == "south")
    let other = try South.Twin.name.hook(.after) { $0.result += "?" }
    #expect(North.Twin().name() == "north!")
    #expect(South.Twin().name() == "south?")
    #expect((token.remove(), other.remove()) == (true, true))
    let north = ClassObject.of(North.Twin.self)
    let south = ClassObject.of(South.Twin.self)
    #expect(north !== south)
    #expect(ClassObject.named("InterceptionTests.MessageKindTests.North.Twin") === north)
    #expect(ClassObject.named("InterceptionTests.MessageKindTests.South.Twin") === south)
  }

  private final class Unseen: InterceptableObject {
    static let wait = Message<Unseen, Void, Void>("wait()") { _, _ in }
  }

  @Test func `Making a message registers nothing`() {
    #expect((Unseen.wait.selector, Unseen.wait.signature.receiver == Unseen.self) == ("wait()", true))
    #expect(ClassObject.named("Unseen") == nil)
    _ = Unseen()
    #expect(ClassObject.named("Unseen") === ClassObject.of(Unseen.self))
  }

  private class Own: InterceptableObject {}

  @Test func `One message is found under each literal that spells it`() throws {
    // Two declarations in two functions: the literals may or may not share an address.
    func one() -> Message<Own, Int, Int> { Message("same(_:)") { _, value in value } }
    func two() -> Message<Own, Int, Int> { Message("same(_:)") { _, value in value } }
    let token = try one().hook(.before) { $0.arguments += 1 }
    #expect(two().send(to: Own(), 1) == 2)
    token.remove()
    #expect(two().send(to: Own(), 1) == 1)
  }

  private class Own2: InterceptableObject {
    static func message(_ name: StaticString) -> Message<Own2, Int, Int> { Message(name) { _, value in value } }
  }

  @Test func `A hooked class leaves its other messages alone`() throws {
    let names: [StaticString] = [
      "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "b0", "b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8",
    ]
    let own = Own2()
    var tokens: [AspectToken] = []
    for (count, name) in names.enumerated() {
      tokens.append(try own.hook(Own2.message(name), .before) { $0.arguments += 1 })
      for (index, name) in names.enumerated() {
        #expect(Own2.message(name).send(to: own, 0) == (index <= count ? 1 : 0))
      }
    }
    for token in tokens { #expect(token.remove()) }
    #expect(!own.isHooked)
  }

  @Test func `A signature is readable at run time`() {
    #expect(Account.deposit.signature.description == "Account.(Int) -> Int")
    #expect(Account.close.signature.description == "Account.() -> ()")
    #expect(Account.withdraw.signature.description == "Account.(Int) throws(AccountError) -> Int")
    #expect(Account.transfer.signature.description == "Account.(amount: Int, to: Account) -> Bool")
    #expect(Account.deposit.selector == "deposit(_:)")
    #expect(Account.deposit.signature != Account.withdraw.signature)
  }
}
