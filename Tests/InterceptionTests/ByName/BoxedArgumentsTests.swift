import Interception
import TestSupport
import Testing

@Suite("Arguments in boxes")
struct BoxedArgumentsTests {
  /// A class with one message, which gives back what it was given.
  class Mirror<Given>: InterceptableObject {
    override class var messages: MessageList { [reflect] }
    static var reflect: Message<Mirror<Given>, Given, Given> { Message("reflect(_:)") { _, given in given } }
  }

  final class Thing: CustomStringConvertible {
    let description: String
    init(_ name: String) { description = name }
  }
  final class Parting {
    let name: String
    let atEnd: () -> Void
    init(_ name: String, _ atEnd: @escaping () -> Void = {}) { (self.name, self.atEnd) = (name, atEnd) }
    deinit { atEnd() }
  }
  struct Empty: Equatable {}
  struct Padded { let byte: Int8, word: Int, flag: Bool }

  /// Two values of one type, so that one can take the place of the other.
  struct Sample {
    let values: (Any, Any)
    let isSame: (Any, Any) -> Bool

    init<Value>(_ first: Value, _ second: Value) {
      values = (first, second)
      isSame = { $0 is Value && $1 is Value && "\($0)" == "\($1)" }
    }
  }

  /// Types of many sizes and alignments, with and without references.
  let samples: [Sample] = [
    Sample(Int8(1), Int8(-2)), Sample(3, 4), Sample("short", "a text that is too long for its own word"),
    Sample(0.5, 2.5),
    Sample(true, false), Sample([1, 2], [3]), Sample(Optional(5), nil), Sample(Thing("one"), Thing("other")),
    Sample(AccountError.refused as any Error, AccountError.overdrawn(1)), Sample((Int8(6), "in"), (Int8(7), "out")),
    Sample(Empty(), Empty()), Sample(Padded(byte: 1, word: 2, flag: true), Padded(byte: 3, word: 4, flag: false)),
    Sample(Float(1), Float(2)), Sample(UInt16(1), UInt16(2)),
  ]

  @Test func `Lists of up to two types of values pass through advice`() throws {
    for first in samples {
      // A tuple alone is a list of arguments already.
      if !(first.values.0 is (Int8, String)) { try check([first]) }
      for second in samples { try check([first, second]) }
    }
  }

  @Test func `Random lists of more types of values pass through advice`() throws {
    let seed: UInt64 = 20_261_121
    var random = SeededGenerator(seed: seed)
    for round in 0..<120 {
      let list = (0..<Int.random(in: 3...4, using: &random)).map { _ in samples.randomElement(using: &random)! }
      try check(list, "seed \(seed), round \(round)")
    }
  }

  private func check(_ list: [Sample], _ comment: Comment = "") throws {
    func grow<each Value>(_ rest: ArraySlice<Sample>, _ types: repeat (each Value).Type) throws {
      guard let next = rest.first else { return try checkMirror(of: (repeat each Value).self, list, comment) }
      func add<Next>(_ value: Next) throws { try grow(rest.dropFirst(), repeat each types, Next.self) }
      try _openExistential(next.values.0, do: add)
    }
    try grow(list[...])
  }

  /// The advice sees the first values, and puts the second ones in their place: all at once, or one by one.
  ///
  /// Arrays that were read before stay as they are, in the same call and in later ones.
  private func checkMirror<Given>(of type: Given.Type, _ list: [Sample], _ comment: Comment) throws {
    let first = list.map(\.values.0), second = list.map(\.values.1)
    func same(_ one: [Any], _ other: [Any]) -> Bool {
      one.count == list.count && zip(list, zip(one, other)).allSatisfy { $0.isSame($1.0, $1.1) }
    }
    let mirror = Mirror<Given>()
    var kept: [(first: [Any], second: [Any])] = []
    for isWhole in [true, false] {
      let token = try mirror.hook(selector: "reflect(_:)", .before) { (info: AspectInfo) in
        let read = info.arguments
        #expect(same(read, first), comment)
        if isWhole { try? info.setArguments(second) }
        if !isWhole { for (index, value) in second.enumerated() { try? info.setArgument(value, at: index) } }
        #expect(same(info.arguments, second), comment)
        kept.append((read, info.arguments))
      }
      _ = try mirror.perform("reflect(_:)", boxed: first)
      let result = try #require(try mirror.perform("reflect(_:)", boxed: first) as? Given, comment)
      token.remove()
      let after = try mirror.hook(selector: "reflect(_:)", .after) { (info: AspectInfo) in
        let isSame = (info.result as? Given).map { "\($0)" } == "\(result)"
        #expect((same(info.arguments, second), isSame) == (true, true), comment)
      }
      let around = try mirror.hook(selector: "reflect(_:)", .around) { (info: AspectInfo) -> Any in
        #expect(same(info.arguments, second), comment)
        return try info.proceed()
      }
      #expect("\(mirror.send(Mirror<Given>.reflect, result))" == "\(result)", comment)
      after.remove()
      around.remove()
    }
    #expect((kept.count, kept.allSatisfy { same($0.first, first) && same($0.second, second) }) == (4, true), comment)
  }

  @Test func `Boxed types stay what they are in each call`() throws {
    func check<Given: Equatable>(_ first: Given, _ second: Given) throws {
      let mirror = Mirror<Given>()
      var seen: [Given] = []
      try mirror.hook(selector: "reflect(_:)", .before) { (info: AspectInfo) in
        seen += info.arguments.compactMap { $0 as? Given }
      }
      for given in [first, second, first] { _ = mirror.send(Mirror<Given>.reflect, given) }
      #expect(seen == [first, second, first])
    }
    func check(_ types: [any Any.Type]) throws {
      let mirror = Mirror<any Any.Type>()
      var seen: [any Any.Type] = []
      var names: [String] = []
      try mirror.hook(selector: "reflect(_:)", .before) { (info: AspectInfo) in
        seen += info.arguments.compactMap { $0 as? any Any.Type }
        names += info.arguments.map { "\($0)" }
      }
      for type in types { _ = mirror.send(Mirror<any Any.Type>.reflect, type) }
      #expect(seen.map { ObjectIdentifier($0) } == types.map { ObjectIdentifier($0) })
      #expect(names == types.map { "\($0)" })
    }
    try check([Int.self, String.self, Thing.self, (any Error).self, Int.self])
    try check(ObjectIdentifier(Int.self), ObjectIdentifier(String.self))
    try check(Optional(1), nil)
    try check(AdvicePosition.before, .after)
  }

  @Test func `Boxed objects live as long as the call`() throws {
    weak var given: Thing?
    weak var replaced: Thing?
    func call<Given>(_ type: Given.Type, _ arguments: [Any]) throws {
      let mirror = Mirror<Given>()
      try mirror.hook(selector: "reflect(_:)", .before) { (info: AspectInfo) in
        given = info.arguments.last as? Thing
        try info.setArgument(Thing("other"), at: info.arguments.count - 1)
        replaced = info.arguments.last as? Thing
        #expect(replaced?.description == "other")
      }
      for _ in 0..<3 {
        _ = try mirror.perform("reflect(_:)", boxed: arguments.map { $0 is String ? Thing("one") : $0 })
        #expect((given == nil, replaced == nil) == (true, true))
      }
    }
    try call(Thing.self, [""])
    try call((Int, Thing).self, [1, ""])
  }

  @Test func `A deinit during boxing may read the arguments`() throws {
    let mirror = Mirror<Parting>()
    var seen: [String] = []
    try mirror.hook(selector: "reflect(_:)", .before) { (info: AspectInfo) in
      func read() -> [String] { info.arguments.map { ($0 as? Parting)?.name ?? "" } }
      try info.setArgument(Parting("first") { seen += ["gone"] + read() }, at: 0)
      seen += read()
      try info.setArgument(Parting("second"), at: 0)
      seen += read()
    }
    for _ in 0..<2 { _ = mirror.send(Mirror<Parting>.reflect, Parting("given")) }
    #expect(seen == ["first", "gone", "second", "second", "first", "gone", "second", "second"])
  }

  @Test func `A deinit at the end of a call may read and keep the info`() throws {
    let mirror = Mirror<Parting>()
    weak var current: AspectInfo?
    weak var replacement: Parting?
    var kept: [AspectInfo] = []
    var seen: [String] = []
    func names(_ info: AspectInfo?) -> [String] { info?.arguments.map { ($0 as? Parting)?.name ?? "" } ?? [] }
    try mirror.hook(selector: "reflect(_:)", .before) { (info: AspectInfo) in
      current = info
      let given = names(info)
      try info.setArgument(
        Parting("first") {
          seen += names(current)
          if let current, given == ["kept"] { kept.append(current) }
        }, at: 0)
      // From here on, the boxes alone keep it alive.
      seen += names(info)
      let second = Parting("second of \(given)")
      replacement = second
      try info.setArgument(second, at: 0)
    }
    for given in ["one", "kept", "other", "kept"] {
      _ = mirror.send(Mirror<Parting>.reflect, Parting(given))
      #expect((replacement != nil) == (given == "kept"))
    }
    #expect(seen == ["one", "kept", "other", "kept"].flatMap { ["first", "second of [\"\($0)\"]"] })
    #expect(kept.map { names($0) } == [["second of [\"kept\"]"], ["second of [\"kept\"]"]])
    #expect((kept.count, kept[0] !== kept[1], kept.allSatisfy { !$0.isActive }) == (2, true, true))
    // Otherwise they would keep the object, whose advice keeps them.
    kept.removeAll()
  }

  @Test func `Arguments that don't fit are refused as a whole`() throws {
    let account = Account(), other = Account()
    let token = try account.hook(selector: "transfer(_:to:)", .before) { (info: AspectInfo) in
      func error(_ change: () throws(AspectError) -> Void) -> AspectError? {
        do throws(AspectError) { try change() } catch { return error }
        return nil
      }
      #expect(
        error { () throws(AspectError) in try info.setArguments([1]) }
          == .argumentCount(class: "Account", selector: "transfer(_:to:)", expected: 2, given: 1))
      #expect(
        error { () throws(AspectError) in try info.setArguments([7, "other"]) }
          == .argumentType(
            class: "Account", selector: "transfer(_:to:)", index: 1, expected: "Account", given: "String"))
      for index in [-1, 2] {
        #expect(
          error { () throws(AspectError) in try info.setArgument(1, at: index) }
            == .noSuchArgument(class: "Account", selector: "transfer(_:to:)", index: index, count: 2))
      }
      #expect(info.arguments.first as? Int == 5)
    }
    account.transfer(5, to: other)
    #expect(other.balance == 5)
    token.remove()
  }

  @Test func `A signature tells the types and labels of single arguments`() throws {
    func signature(_ name: Selector) -> MessageSignature? { ClassObject.of(Account.self).message(name)?.signature }
    #expect(signature("close()")?.argumentTypes.isEmpty == true)
    #expect(signature("deposit(_:)")?.argumentTypes.map { "\($0)" } == ["Int"])
    #expect(signature("transfer(_:to:)")?.argumentTypes.map { "\($0)" } == ["Int", "Account"])
    #expect(signature("transfer(_:to:)")?.result == Bool.self)
  }
}

extension InterceptableObject {
  /// Sends a message by name with arguments that are in an array already.
  func perform(_ selector: Selector, boxed arguments: [Any]) throws -> Any {
    var invocation = Invocation(self, selector, arguments)
    return try invocation.invoke()
  }
}
