import Interception
import Synchronization
import Testing

@Suite("What advice by name sees of a call")
struct AspectInfoTests {
  @Test func `Each position sees what there is to see there, and no more`() throws {
    let account = Account()
    account.balance = 10
    let identity = ObjectIdentifier(account)
    let log = Log()
    func note(_ info: AspectInfo) {
      log.write("\(info.position) \(info.arguments) \(info.result ?? "-") \(info.error.map { "\($0)" } ?? "-")")
    }
    for position in AdvicePosition.allCases where position != .around && position != .instead {
      try account.hook(selector: "withdraw(_:)", HookOptions(position)) { (info: AspectInfo) in
        note(info)
        #expect(
          info.className == "Account" && info.selector == "withdraw(_:)" && ObjectIdentifier(info.receiver) == identity)
        #expect(info.signature.description == "Account.(Int) throws(AccountError) -> Int")
      }
    }
    try account.hook(selector: "withdraw(_:)", .around) { (info: AspectInfo) throws -> Any in
      note(info)
      return try info.proceed()
    }
    #expect(try account.withdraw(4) == 6)
    #expect(
      log.take() == ["before [4] - -", "around [4] - -", "after [4] 6 -", "afterReturning [4] 6 -"])
    #expect(throws: AccountError.overdrawn(-1)) { try account.withdraw(7) }
    #expect(
      log.take() == [
        "before [7] - -", "around [7] - -", "after [7] - overdrawn(-1)", "afterThrowing [7] - overdrawn(-1)",
      ])
  }

  @Test func `After advice replaces a result, and an error by a result`() throws {
    let account = Account()
    try account.hook(selector: "withdraw(_:)", .after) { (info: AspectInfo) in
      #expect(
        throws: AspectError.resultType(class: "Account", selector: "withdraw(_:)", expected: "Int", given: "String")
      ) {
        try info.setResult("much")
      }
      try? info.setResult(-7)
      #expect((info.result as? Int, info.error == nil) == (-7, true))
    }
    #expect(try account.withdraw(1) == -7)
    #expect(try account.withdraw(0) == -7)
  }

  @Test func `What a position does not have is an error that says so`() throws {
    let account = Account()
    func error(_ operation: String, _ position: AdvicePosition) -> AspectError {
      .unavailable(operation: operation, class: "Account", selector: "deposit(_:)", position: position)
    }
    try account.hook(selector: "deposit(_:)", .before) { (info: AspectInfo) in
      #expect(throws: error("proceed", .before)) { try info.proceed() }
      #expect(throws: error("proceed", .before)) { try info.proceed(with: [1]) }
      #expect(throws: error("setResult", .before)) { try info.setResult(1) }
    }
    try account.hook(selector: "deposit(_:)", .after) { (info: AspectInfo) in
      #expect(throws: error("proceed", .after)) { try info.proceed() }
      #expect(throws: error("setArguments", .after)) { try info.setArguments([1]) }
      #expect(throws: error("setArgument", .after)) { try info.setArgument(1, at: 0) }
    }
    try account.hook(selector: "deposit(_:)", .around) { (info: AspectInfo) -> Any? in
      #expect(throws: error("setResult", .around)) { try info.setResult(1) }
      #expect(throws: AspectError.argumentCount(class: "Account", selector: "deposit(_:)", expected: 1, given: 0)) {
        try info.proceed(with: [])
      }
      return nil
    }
    #expect(account.deposit(2) == 2)
  }

  @Test func `A kept info reads what the call left, and changes nothing`() throws {
    weak var gone: Account?
    var kept: [AspectInfo] = []
    do {
      let account = Account()
      gone = account
      for options in [.before, .after] as [HookOptions] {
        try account.hook(selector: "deposit(_:)", options) { (info: AspectInfo) in kept.append(info) }
      }
      account.deposit(3)
      #expect(kept[0].receiver === account)
    }
    #expect(gone != nil)
    for info in kept {
      #expect((info.isActive, info.arguments as? [Int], info.receiver.isHooked) == (false, [3], true))
      let ended = AspectError.callEnded(class: "Account", selector: "deposit(_:)")
      #expect(throws: ended) { try info.proceed() }
      #expect(throws: ended) { try info.proceed(with: [1]) }
      #expect(throws: ended) { try info.setArguments([1]) }
      #expect(throws: ended) { try info.setResult(1) }
    }
    #expect(kept[1].result as? Int == 3)
    kept = []
    #expect(gone == nil)
  }

  @Test func `An info is reused, unless a call or an advice has it`() throws {
    let account = Account()
    var kept: [AspectInfo] = []
    try account.hook(selector: "deposit(_:)", .before) { (info: AspectInfo) in
      let amount = info.arguments[0] as? Int ?? 0
      if amount == 3 { kept.append(info) }
      // A call inside this one, whose info may be kept.
      if amount > 10 { (info.receiver as? Account)?.deposit(amount - 10) }
      #expect((info.isActive, info.arguments as? [Int]) == (true, [amount]))
    }
    for amount in [1, 3, 13, 2, 23, 22, 3, 3, 1] { account.deposit(amount) }
    #expect((kept.count, Set(kept.map { ObjectIdentifier($0) }).count) == (5, 5))
    #expect(kept.allSatisfy { !$0.isActive && $0.arguments as? [Int] == [3] })
  }

  private final class BusyTeller: Account { var expected = 0 }

  @Test func `Calls on several threads never share an info`() throws {
    let wrong = Atomic<Int>(0), seen = Atomic<Int>(0)
    let token = try ClassObject.of(BusyTeller.self).hook(selector: "deposit(_:)", .before) { (info: AspectInfo) in
      let isRight = info.arguments[0] as? Int == (info.receiver as? BusyTeller)?.expected
      if isRight { seen.add(1, ordering: .relaxed) } else { wrong.add(1, ordering: .relaxed) }
    }
    onThreads(4) { number in
      let teller = BusyTeller()
      for step in 0..<20_000 {
        teller.expected = step * 4 + number
        teller.deposit(teller.expected)
      }
    }
    token.remove()
    let counts = (right: seen.load(ordering: .relaxed), wrong: wrong.load(ordering: .relaxed))
    #expect((counts.right, counts.wrong) == (80_000, 0))
  }

  @Test func `A weak reference to an info ends with its call`() throws {
    let account = Account()
    weak var info: AspectInfo?
    var kept: [AspectInfo] = []
    try account.hook(selector: "deposit(_:)", .before) { (given: AspectInfo, amount: Int) in
      #expect(info == nil)
      info = given
      #expect(given.arguments as? [Int] == [amount])
      if amount == 2, let info { kept.append(info) }
    }
    for amount in 1...4 {
      account.deposit(amount)
      #expect((info != nil) == (amount == 2))
      info = nil
    }
    #expect((kept.map { $0.arguments as? [Int] }, kept[0].isActive) == ([[2]], false))
    kept.removeAll()
  }

  @Test func `A kept info of a dying object doesn't retain it`() async {
    await #expect(processExitsWith: .failure) {
      var kept: [AspectInfo] = []
      do {
        let account = Account()
        try account.hook(selector: "deinit", .before) { (info: AspectInfo) in kept.append(info) }
      }
      _ = kept.map(\.receiver)
    }
  }

  @Test func `A second proceed runs the whole inner chain again`() throws {
    let account = Account()
    let log = Log()
    try account.hook(selector: "deposit(_:)", .around) { (info: AspectInfo, amount: Int) -> Int in
      let results = (1...3).map { try? info.proceed(with: [amount * $0]) as? Int }
      return results.compactMap { $0 }.reduce(0, +)
    }
    try account.hook(selector: "deposit(_:)", .around) { (info: AspectInfo) in
      log.write("inner \(info.arguments)")
      return try info.proceed()
    }
    try account.hook(selector: "deposit(_:)", .instead) { (info: AspectInfo) in
      log.write("instead \(info.arguments)")
      return try info.proceed()
    }
    #expect(account.deposit(1) == 1 + 3 + 6)
    #expect(
      log.take() == [
        "inner [1]", "instead [1]", "inner [2]", "instead [2]", "inner [3]", "instead [3]",
      ])
  }

  @Test func `What an advice has changed is what it proceeds with`() throws {
    let account = Account()
    try account.hook(selector: "deposit(_:)", .around) { (info: AspectInfo) in
      try info.setArgument(40, at: 0)
      return try info.proceed()
    }
    #expect(account.deposit(1) == 40)
  }
}
