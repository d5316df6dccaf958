import Interception
import Testing

/// What each position may do around an asynchronous message, on a class and on an object.
struct AsyncAdviceTests {
  @Test func `Unhooked sends run the original`() async throws {
    let document = Document()
    #expect(await document.save(to: "a") == 1)
    #expect(try await document.load(3) == 30)
    #expect(await document.merge(document, times: 2) == 8)
    await document.flush()
    #expect(document.saved.isEmpty)
    await #expect(throws: DiskError.full("-1")) { try await Document().load(-1) }
  }

  @Test func `Before advice changes the arguments for all that follows`() async throws {
    let document = Document()
    var seen: [Int] = []
    try document.hook(Document.load, .before) { call in
      seen.append(call.arguments)
      await Task.yield()
      call.arguments += 1
    }
    try document.hook(Document.load, .before) { call in
      seen.append(call.arguments)
      call.arguments *= 10
    }
    try document.hook(Document.load, .after) { call in seen.append(call.arguments) }
    #expect(try await document.load(4) == 500)
    #expect(document.saved == ["50"])
    #expect(seen == [4, 5, 50])
  }

  @Test func `After advice reads and replaces result and error`() async throws {
    let document = Document()
    var outcomes: [Result<Int, DiskError>] = []
    try document.hook(Document.load, .after) { call in
      outcomes.append(call.outcome)
      await Task.yield()
      switch call.outcome {
      case .success(let result): call.outcome = .success(result + 1)
      case .failure: call.outcome = .success(-1)
      }
    }
    try document.hook(Document.load, .after) { call in outcomes.append(call.outcome) }
    #expect(try await document.load(2) == 21)
    #expect(try await document.load(-7) == -1)
    #expect(outcomes == [.success(20), .success(21), .failure(.full("-7")), .success(-1)])
  }

  @Test func `After returning and after throwing advice run in their case`() async throws {
    let document = Document()
    let identity = ObjectIdentifier(document)
    var seen: [String] = []
    try document.hook(Document.load, .afterReturning) { call in
      seen.append("returned \(call.result) for \(call.arguments) of \(ObjectIdentifier(call.receiver) == identity)")
      call.result += 5
    }
    try document.hook(Document.load, .afterThrowing) { call in
      seen.append("threw \(call.error) for \(call.arguments) of \(ObjectIdentifier(call.receiver) == identity)")
      call.error = .refused
    }
    #expect(try await document.load(1) == 15)
    await #expect(throws: DiskError.refused) { try await document.load(-1) }
    #expect(seen == ["returned 10 for 1 of true", "threw full(\"-1\") for -1 of true"])
  }

  @Test func `Errors of the original pass through after the after advice`() async throws {
    let document = Document()
    var count = 0
    try document.hook(Document.load, .before) { _ in count += 1 }
    try document.hook(Document.load, .around) { call async throws(DiskError) in try await call.proceed() }
    try document.hook(Document.load, .after) { _ in count += 10 }
    await #expect(throws: DiskError.full("-3")) { try await document.load(-3) }
    #expect(count == 11)
  }

  @Test func `A throwing before advice skips all but after advice`() async throws {
    let document = Document()
    var seen: [String] = []
    try document.hook(Document.load, .before) { _ async throws(DiskError) in throw .refused }
    try document.hook(Document.load, .before) { _ in seen.append("second before") }
    try document.hook(Document.load, .around) { call async throws(DiskError) in
      seen.append("around")
      return try await call.proceed()
    }
    try document.hook(Document.load, .after) { call in seen.append("after \(call.outcome)") }
    await #expect(throws: DiskError.refused) { try await document.load(1) }
    #expect(document.saved.isEmpty)
    #expect(seen == ["after \(Result<Int, DiskError>.failure(.refused))"])
  }

  @Test func `An after advice may throw and the next one sees it`() async throws {
    let document = Document()
    var seen: [Result<Int, DiskError>] = []
    try document.hook(Document.load, .after) { _ async throws(DiskError) in throw .refused }
    try document.hook(Document.load, .after) { call in seen.append(call.outcome) }
    try document.hook(Document.load, .afterThrowing) { _ async throws(DiskError) in throw .full("last") }
    try document.hook(Document.load, .afterReturning) { _ async throws(DiskError) in throw .full("never") }
    await #expect(throws: DiskError.full("last")) { try await document.load(1) }
    #expect(seen == [.failure(.refused)])
  }

  @Test func `Insteads run in sequence and the last result counts`() async throws {
    let document = Document()
    var seen: [String] = []
    try document.hook(Document.save, .instead) { _ in
      seen.append("first")
      await Task.yield()
      return 1
    }
    let second = try document.hook(Document.save, .instead) { _ in
      seen.append("second")
      return 2
    }
    #expect(await document.save(to: "nowhere") == 2)
    #expect(document.saved.isEmpty)
    #expect(seen == ["first", "second"])
    second.remove()
    #expect(await document.save(to: "nowhere") == 1)
  }

  @Test func `The original runs once per instead that proceeds`() async throws {
    let document = Document()
    try document.hook(Document.load, .instead) { call async throws(DiskError) in try await call.proceed() + 1 }
    try document.hook(Document.load, .instead) { call async throws(DiskError) in
      try await call.proceed(call.arguments * 2) + 2
    }
    #expect(try await document.load(3) == 62)
    #expect(document.saved == ["3", "6"])
  }

  @Test(arguments: 0...4) func `Proceed runs the whole inner chain as often as it is called`(times: Int) async throws {
    let document = Document()
    var inner = 0
    try document.hook(Document.load, .around) { call async throws(DiskError) in
      var sum = 0
      for round in 0..<times { sum += try await call.proceed(round) }
      return sum
    }
    try document.hook(Document.load, .around) { call async throws(DiskError) in
      inner += 1
      return try await call.proceed()
    }
    try document.hook(Document.load, .instead) { call async throws(DiskError) in
      inner += 100
      return try await call.proceed()
    }
    #expect(try await document.load(50) == (0..<times).reduce(0) { $0 + $1 * 10 })
    #expect(document.saved == (0..<times).map { "\($0)" })
    #expect(inner == times * 101)
  }

  private class Letter: Document {}

  @Test func `Every position works on a class`() async throws {
    let log = Log()
    let tokens = [
      try Document.load.hook(on: Letter.self, .before) { call in
        log.write("before \(call.arguments) \(type(of: call.receiver))")
        call.arguments += 1
      },
      try Document.load.hook(on: Letter.self, .after) { call in log.write("after \(call.arguments)") },
      try Document.load.hook(on: Letter.self, .afterReturning) { call in call.result += 1000 },
      try Document.load.hook(on: Letter.self, .afterThrowing) { call in call.error = .refused },
      try Document.load.hook(on: Letter.self, .around) { call async throws(DiskError) in
        try await call.proceed(call.arguments + 10)
      },
      try Document.load.hook(on: Letter.self, .instead) { call async throws(DiskError) in
        try await call.proceed(call.arguments + 100)
      },
    ]
    let letter = Letter()
    #expect(try await letter.load(1) == 2120)
    await #expect(throws: DiskError.refused) { try await letter.load(-500) }
    #expect(log.take() == ["before 1 Letter", "after 2", "before -500 Letter", "after -499"])
    #expect(try await Document().load(1) == 10)
    for token in tokens { #expect(token.remove()) }
    #expect(try await letter.load(1) == 10)
    #expect(log.take().isEmpty)
  }

  private class Letter2: Document {}

  @Test func `Advice on a class may throw at every position`() async throws {
    let log = Log()
    let before = try Document.load.hook(on: Letter2.self, .before) { _ async throws(DiskError) in throw .full("before")
    }
    let after = try Document.load.hook(on: Letter2.self, .after) { call async throws(DiskError) in
      log.write("\(call.outcome)")
      throw .full("after")
    }
    await #expect(throws: DiskError.full("after")) { try await Letter2().load(1) }
    #expect(log.take() == ["\(Result<Int, DiskError>.failure(.full("before")))"])
    #expect((before.remove(), after.remove()) == (true, true))
    for hook in [
      try Document.load.hook(on: Letter2.self, .afterReturning) { _ async throws(DiskError) in throw .refused },
      try Document.load.hook(on: Letter2.self, .instead) { _ async throws(DiskError) in throw .refused },
      try Document.load.hook(on: Letter2.self, .around) { _ async throws(DiskError) in throw .refused },
    ] {
      await #expect(throws: DiskError.refused) { try await Letter2().load(1) }
      #expect(hook.remove())
    }
    let thrown = try Document.load.hook(on: Letter2.self, .afterThrowing) { _ async throws(DiskError) in throw .refused
    }
    await #expect(throws: DiskError.refused) { try await Letter2().load(-1) }
    #expect(thrown.remove())
  }

  final class Sealed: InterceptableObject, @unchecked Sendable {
    static let echo = AsyncThrowingMessage<Sealed, Int, Int, DiskError>("echo(_:)") {
      (_, value) async throws(DiskError) in value
    }
    func echo(_ value: Int) async throws(DiskError) -> Int { try await send(Sealed.echo, value) }
  }

  @Test func `A Sendable object takes asynchronous advice everywhere`() async throws {
    let sealed = Sealed()
    let log = Log()
    var tokens = [
      try sealed.hook(Sealed.echo, .before) { call in call.arguments += 1 },
      try sealed.hook(Sealed.echo, .after) { call in log.write("\(call.outcome)") },
      try sealed.hook(Sealed.echo, .afterReturning) { call in call.result += 1 },
      try sealed.hook(Sealed.echo, .afterThrowing) { call in log.write("\(call.error)") },
      try sealed.hook(Sealed.echo, .instead) { _ in 7 },
      try sealed.hook(Sealed.echo, .around) { _ in 8 },
      try sealed.hook(Sealed.echo, .around, .priority(1)) { call async throws(DiskError) in
        try await call.proceed() * 10
      },
    ]
    #expect(try await sealed.echo(1) == 81)
    #expect(log.take() == ["\(Result<Int, DiskError>.success(80))"])
    tokens += [
      try sealed.hook(Sealed.echo, .instead, .priority(-1)) { _ async throws(DiskError) in throw .full("unreached") },
      try sealed.hook(Sealed.echo, .before) { _ async throws(DiskError) in throw .refused },
      try sealed.hook(Sealed.echo, .after) { _ async throws(DiskError) in throw .full("after") },
      try sealed.hook(Sealed.echo, .afterThrowing) { _ async throws(DiskError) in throw .full("last") },
      try sealed.hook(Sealed.echo, .afterReturning) { _ async throws(DiskError) in throw .full("never") },
    ]
    await #expect(throws: DiskError.full("last")) { try await sealed.echo(1) }
    for token in tokens { #expect(token.remove()) }
    #expect(try await sealed.echo(1) == 1)
  }

  @Test func `An advice may call the same method again`() async throws {
    let document = Document()
    var depth = 0
    try document.hook(Document.load, .before) { call async throws(DiskError) in
      guard call.arguments > 0 else { return }
      depth += 1
      try await call.receiver.load(call.arguments - 1)
    }
    #expect(try await document.load(3) == 30)
    #expect(document.saved == ["0", "1", "2", "3"])
    #expect(depth == 3)
  }

  private final class Slow: InterceptableObject {
    static let work = AsyncMessage<Slow, Log, Void>("work(_:)") { _, log in
      for step in 0..<5 {
        log.write("step \(step)")
        await Task.yield()
        try? await Task.sleep(for: .microseconds(50))
      }
      log.write("finished")
    }
    nonisolated(nonsending) func work(_ log: Log) async { await send(Slow.work, log) }
  }

  @Test func `After advice runs when the method has finished`() async throws {
    let slow = Slow()
    let log = Log()
    try slow.hook(Slow.work, .before) { _ in log.write("before") }
    try slow.hook(Slow.work, .around) { call in
      await call.proceed()
      log.write("around")
    }
    try slow.hook(Slow.work, .after) { _ in log.write("after") }
    await slow.work(log)
    #expect(log.take() == ["before"] + (0..<5).map { "step \($0)" } + ["finished", "around", "after"])
  }

  @Test func `Tuples keep their labels and void needs no arguments`() async throws {
    let document = Document()
    let other = Document()
    other.saved = ["x"]
    var flushed = 0
    try document.hook(Document.merge, .before) { call in call.arguments.times *= 3 }
    try document.hook(Document.flush, .after) { _ in flushed += 1 }
    #expect(await document.merge(other, times: 2) == 6)
    await document.flush()
    #expect((flushed, document.saved.isEmpty) == (1, true))
  }
}
