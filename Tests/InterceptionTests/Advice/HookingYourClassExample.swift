// What the article "Hooking your class" shows, line for line; a test compares them.
import Interception

enum HookingYourClassExample {
  enum AccountError: Error {
    case overdrawn, aboveLimit
  }

  final class Account: InterceptableObject {
    var balance = 0
    override class var messages: MessageList { [deposit, withdraw, transfer] }

    static let deposit = Message("deposit(_:)", Account.onDeposit)
    @discardableResult
    func deposit(_ amount: Int) -> Int { send(Account.deposit, amount) }
    private func onDeposit(_ amount: Int) -> Int {
      balance += amount
      return balance
    }

    static let withdraw = ThrowingMessage("withdraw(_:)", Account.onWithdraw)
    @discardableResult
    func withdraw(_ amount: Int) throws(AccountError) -> Int { try send(Account.withdraw, amount) }
    private func onWithdraw(_ amount: Int) throws(AccountError) -> Int {
      guard amount <= balance else { throw .overdrawn }
      balance -= amount
      return balance
    }

    static let transfer = Message("transfer(_:to:)", Account.onTransfer)
    @discardableResult
    func transfer(_ amount: Int, to other: Account) -> Bool { send(Account.transfer, amount, other) }
    private func onTransfer(_ amount: Int, to other: Account) -> Bool {
      guard amount <= balance else { return false }
      balance -= amount
      other.balance += amount
      return true
    }
  }

  class Screen: InterceptableObject {
    override class var messages: MessageList { [appear] }

    static let appear = Message("appear(_:)", Screen.onAppear)
    final func appear(_ animated: Bool) { send(Screen.appear, animated) }
    func onAppear(_ animated: Bool) { shown.append("Screen") }
    final var shown: [String] = []
  }

  class DetailScreen: Screen {
    override func onAppear(_ animated: Bool) {
      super.onAppear(animated)
      shown.append("DetailScreen")
    }
  }

  /// A class of someone else, whose sending method can be overridden.
  class LegacyScreen: InterceptableObject {
    static let appear = Message<LegacyScreen, Bool, Void>("appear(_:)") { screen, _ in
      screen.shown.append("LegacyScreen")
    }
    func appear(_ animated: Bool) { send(LegacyScreen.appear, animated) }
    final var shown: [String] = []
  }

  class ListScreen: LegacyScreen {
    override class var messages: MessageList { [ownAppear] }

    static let ownAppear = Message("appear(_:)", ListScreen.onAppear)
    override func appear(_ animated: Bool) { ListScreen.ownAppear.send(to: self, animated) }
    private func onAppear(_ animated: Bool) {
      LegacyScreen.appear.callOriginal(on: self, animated)
      shown.append("ListScreen")
    }
  }

  final class Plotter: InterceptableObject {
    override class var messages: MessageList { [drawText, drawNumber, move] }
    var drawn: [String] = []

    static let drawText = Message<Plotter, String, Void>("draw(text:)") { plotter, text in plotter.drawn.append(text) }
    func draw(_ text: String) { send(Plotter.drawText, text) }

    static let drawNumber = Message<Plotter, Int, Void>("draw(number:)") { $0.drawn.append("#\($1)") }
    func draw(_ number: Int) { send(Plotter.drawNumber, number) }

    static let move = Message<Plotter, (x: Int, y: Int), Void>("move(x:y:)") { $0.drawn.append("to \($1.x), \($1.y)") }
    func move(x: Int, y: Int) { send(Plotter.move, (x, y)) }
  }

  final class Box<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  final class Pump: InterceptableObject {
    override class var messages: MessageList { [fill] }

    static let fill = ThrowingMessage("fill(_:)", Pump.onFill)
    func fill(_ tanks: inout [Int]) throws(AccountError) {
      let box = Box(tanks)
      defer { tanks = box.value }
      try send(Pump.fill, box)
    }
    private func onFill(_ tanks: Box<[Int]>) throws(AccountError) {
      for index in tanks.value.indices {
        if tanks.value[index] > 9 { throw .aboveLimit }
        tanks.value[index] += 1
      }
    }
  }

  /// Hooks the recipes, and returns what takes them away, and how to switch to the lite edition.
  static func hookRecipes(
    _ print: @escaping @Sendable (Any...) -> Void
  ) throws -> (tokens: [AspectToken], makeLite: () throws -> AspectToken) {
    // A log: what went in, and what came out.
    let log = try Account.withdraw.hook(.after) { call in print("withdraw", call.arguments, call.outcome) }

    // A stopwatch: around the call, so that it measures all that is inside.
    let stopwatch = try Account.deposit.hook(.around) { call in
      let start = ContinuousClock.now
      defer { print("deposit took", ContinuousClock.now - start) }
      return call.proceed()
    }

    // A guard: an error ahead of the call keeps the implementation from running. A high priority puts it ahead of other advice.
    let limit = try Account.withdraw.hook(.before, .priority(10)) { call throws(AccountError) in
      if call.arguments > 500 { throw .aboveLimit }
    }
    let makeLite = {
      // An edition switch: the method does nothing, and its callers get a result all the same.
      let lite = try Account.deposit.hook(.instead) { call in call.receiver.balance }
      return lite
    }
    return ([log, stopwatch, limit], makeLite)
  }
}
