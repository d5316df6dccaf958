import Interception
import Testing

/// What each position may do, on a class and on an object.
struct AdviceTests {
  class Door: InterceptableObject {
    var opened: [Int] = []
    static let open = ThrowingMessage<Door, Int, Int, AccountError>("open(_:)") { door, width throws(AccountError) in
      guard width >= 0 else { throw .overdrawn(width) }
      door.opened.append(width)
      return width * 10
    }
    @discardableResult
    func open(_ width: Int) throws(AccountError) -> Int { try send(Door.open, width) }
  }

  @Test func `Before advice changes the arguments for all that follows`() throws {
    let door = Door()
    var seen: [Int] = []
    try door.hook(Door.open, .before) { call in
      seen.append(call.arguments)
      call.arguments += 1
    }
    try door.hook(Door.open, .before) { call in
      seen.append(call.arguments)
      call.arguments *= 10
    }
    try door.hook(Door.open, .after) { call in seen.append(call.arguments) }
    #expect(try door.open(4) == 500)
    #expect(door.opened == [50])
    #expect(seen == [4, 5, 50])
  }

  @Test func `After advice reads and replaces result and error`() throws {
    let door = Door()
    var outcomes: [Result<Int, AccountError>] = []
    try door.hook(Door.open, .after) { call in
      outcomes.append(call.outcome)
      switch call.outcome {
      case .success(let result): call.outcome = .success(result + 1)
      case .failure: call.outcome = .success(-1)
      }
    }
    try door.hook(Door.open, .after) { call in outcomes.append(call.outcome) }
    #expect(try door.open(2) == 21)
    #expect(try door.open(-7) == -1)
    #expect(outcomes == [.success(20), .success(21), .failure(.overdrawn(-7)), .success(-1)])
  }

  @Test func `After returning and after throwing advice run in their case`() throws {
    let door = Door()
    let identity = ObjectIdentifier(door)
    var seen: [String] = []
    try door.hook(Door.open, .afterReturning) { call in
      seen.append("returned \(call.result) for \(call.arguments) of \(ObjectIdentifier(call.receiver) == identity)")
      call.result += 5
    }
    try door.hook(Door.open, .afterThrowing) { call in
      seen.append("threw \(call.error) for \(call.arguments) of \(ObjectIdentifier(call.receiver) == identity)")
      call.error = .refused
    }
    #expect(try door.open(1) == 15)
    #expect(throws: AccountError.refused) { try door.open(-1) }
    #expect(seen == ["returned 10 for 1 of true", "threw overdrawn(-1) for -1 of true"])
  }

  @Test func `Errors of the original pass through after the after advice`() throws {
    let door = Door()
    var count = 0
    try door.hook(Door.open, .before) { _ in count += 1 }
    try door.hook(Door.open, .around) { call throws(AccountError) in try call.proceed() }
    try door.hook(Door.open, .after) { _ in count += 10 }
    #expect(throws: AccountError.overdrawn(-3)) { try door.open(-3) }
    #expect(count == 11)
  }

  @Test func `A throwing before advice skips all but after advice`() throws {
    let door = Door()
    var seen: [String] = []
    try door.hook(Door.open, .before) { _ throws(AccountError) in throw .refused }
    try door.hook(Door.open, .before) { _ in seen.append("second before") }
    try door.hook(Door.open, .around) { call throws(AccountError) in
      seen.append("around")
      return try call.proceed()
    }
    try door.hook(Door.open, .after) { call in seen.append("after \(call.outcome)") }
    #expect(throws: AccountError.refused) { try door.open(1) }
    #expect(door.opened.isEmpty)
    #expect(seen == ["after \(Result<Int, AccountError>.failure(.refused))"])
  }

  @Test func `An after advice may throw and the next one sees it`() throws {
    let door = Door()
    var seen: [Result<Int, AccountError>] = []
    try door.hook(Door.open, .after) { _ throws(AccountError) in throw .refused }
    try door.hook(Door.open, .after) { call in seen.append(call.outcome) }
    #expect(throws: AccountError.refused) { try door.open(1) }
    #expect(seen == [.failure(.refused)])
  }

  @Test func `Insteads run in sequence and the last result counts`() throws {
    let door = Door()
    var seen: [String] = []
    try door.hook(Door.open, .instead) { _ in
      seen.append("first")
      return 1
    }
    let second = try door.hook(Door.open, .instead) { _ in
      seen.append("second")
      return 2
    }
    #expect(try door.open(9) == 2)
    #expect(door.opened.isEmpty)
    #expect(seen == ["first", "second"])
    second.remove()
    #expect(try door.open(9) == 1)
  }

  @Test func `The original runs once per instead that proceeds`() throws {
    let door = Door()
    try door.hook(Door.open, .instead) { call throws(AccountError) in try call.proceed() + 1 }
    try door.hook(Door.open, .instead) { call throws(AccountError) in try call.proceed(call.arguments * 2) + 2 }
    #expect(try door.open(3) == 62)
    #expect(door.opened == [3, 6])
  }

  @Test func `Arounds nest outside the insteads`() throws {
    let door = Door()
    var seen: [String] = []
    try door.hook(Door.open, .instead) { call throws(AccountError) in
      seen.append("instead \(call.arguments)")
      return try call.proceed()
    }
    for name in ["outer", "inner"] {
      try door.hook(Door.open, .around) { call throws(AccountError) in
        seen.append("\(name) \(call.arguments)")
        defer { seen.append("\(name) out") }
        return try call.proceed(call.arguments + 1)
      }
    }
    #expect(try door.open(1) == 30)
    #expect(seen == ["outer 1", "inner 2", "instead 3", "inner out", "outer out"])
  }

  @Test(arguments: 0...4) func `Proceed runs the whole inner chain as often as it is called`(times: Int) throws {
    let door = Door()
    var inner = 0
    try door.hook(Door.open, .around) { call throws(AccountError) in
      var sum = 0
      for round in 0..<times { sum += try call.proceed(round) }
      return sum
    }
    try door.hook(Door.open, .around) { call throws(AccountError) in
      inner += 1
      return try call.proceed()
    }
    try door.hook(Door.open, .instead) { call throws(AccountError) in
      inner += 100
      return try call.proceed()
    }
    #expect(try door.open(50) == (0..<times).reduce(0) { $0 + $1 * 10 })
    #expect(door.opened == Array(0..<times))
    #expect(inner == times * 101)
  }

  private class Gate: Door {}

  @Test func `Every position works on a class`() throws {
    let log = Log()
    let tokens = [
      try Door.open.hook(on: Gate.self, .before) { call in
        log.write("before \(call.arguments) \(type(of: call.receiver))")
        call.arguments += 1
      },
      try Door.open.hook(on: Gate.self, .after) { call in log.write("after \(call.arguments)") },
      try Door.open.hook(on: Gate.self, .afterReturning) { call in call.result += 1000 },
      try Door.open.hook(on: Gate.self, .afterThrowing) { call in call.error = .refused },
      try Door.open.hook(on: Gate.self, .around) { call throws(AccountError) in try call.proceed(call.arguments + 10) },
      try Door.open.hook(on: Gate.self, .instead) { call throws(AccountError) in try call.proceed(call.arguments + 100)
      },
    ]
    let gate = Gate()
    #expect(try gate.open(1) == 2120)
    #expect(throws: AccountError.refused) { try gate.open(-500) }
    #expect(log.take() == ["before 1 Gate", "after 2", "before -500 Gate", "after -499"])
    #expect(try Door().open(1) == 10)
    for token in tokens { #expect(token.remove()) }
    #expect(try gate.open(1) == 10)
    #expect(log.take().isEmpty)
  }

  @Test func `An advice may call the same method again`() throws {
    let door = Door()
    var depth = 0
    try door.hook(Door.open, .before) { call throws(AccountError) in
      guard call.arguments > 0 else { return }
      depth += 1
      try call.receiver.open(call.arguments - 1)
    }
    #expect(try door.open(3) == 30)
    #expect(door.opened == [0, 1, 2, 3])
    #expect(depth == 3)
  }
}
