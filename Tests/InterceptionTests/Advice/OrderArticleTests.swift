import Foundation
import Interception
import TestSupport
import Testing

/// What the article "Order and removal" shows is what calls do; one test hooks the class that the other sends to.
@Suite(.serialized) struct OrderArticleTests {
  class Account: InterceptableObject {
    static let deposit = Message<Account, Log, Int>("deposit(_:)") { _, log in
      log.write("the original")
      return 1
    }
  }
  class Savings: Account {}

  /// The blocks of the article, as it shows them.
  private static func blocks() throws -> [[String]] {
    let text = try ProjectFiles.text("Sources/Interception/Interception.docc/OrderAndRemoval.md")
    let pieces = text.split(separator: "\n", omittingEmptySubsequences: false).split { $0.hasPrefix("```") }
    return pieces.indices.filter { $0 % 2 == 1 }.map { pieces[$0].map { $0.trimmingCharacters(in: .whitespaces) } }
  }

  /// Hooks every position on the subclass, on the object and on the class, in an order that is none of those of the call.
  private static func hookEverything(_ savings: Savings) throws -> [AspectToken] {
    func instead(
      _ name: String, proceeds: Bool
    ) -> @Sendable (inout AroundCall<Account, Log, Int, Never>) -> Int {
      { call in
        guard proceeds else { call.arguments.write("instead  \(name)"); return 0 }
        call.arguments.write("instead  \(name), in")
        defer { call.arguments.write("instead  \(name), out") }
        return call.proceed()
      }
    }
    func around(_ name: String) -> @Sendable (inout AroundCall<Account, Log, Int, Never>) -> Int {
      { call in
        call.arguments.write("around   \(name), in")
        defer { call.arguments.write("around   \(name), out") }
        return call.proceed()
      }
    }
    let object = savings as Account
    return [
      try object.hook(Account.deposit, .after) { $0.arguments.write("after    the object") },
      try object.hook(Account.deposit, .instead, advice: instead("the object", proceeds: true)),
      try object.hook(Account.deposit, .around, advice: around("the object")),
      try object.hook(Account.deposit, .before) { $0.arguments.write("before   the object") },
      try Account.deposit.hook(.after) { $0.arguments.write("after    Account") },
      try Account.deposit.hook(.instead, advice: instead("Account", proceeds: true)),
      try Account.deposit.hook(.around, advice: around("Account")),
      try Account.deposit.hook(.before) { $0.arguments.write("before   Account") },
      try Account.deposit.hook(on: Savings.self, .after) { $0.arguments.write("after    Savings") },
      try Account.deposit.hook(on: Savings.self, .instead, advice: instead("Savings", proceeds: false)),
      try Account.deposit.hook(on: Savings.self, .around, advice: around("Savings")),
      try Account.deposit.hook(on: Savings.self, .before) { $0.arguments.write("before   Savings") },
    ]
  }

  /// Hooks the article's pairs of before and after advice.
  private static func hookPairs(_ account: Account, _ print: @escaping (String, String) -> Void) throws {
    func pair(_ name: String, priority: Int) throws {
      try account.hook(Account.deposit, .before, .priority(priority)) { call in print("begin", name) }
      try account.hook(Account.deposit, .after, .priority(priority)) { call in print("end", name) }
    }
    try pair("transaction", priority: 1)
    try pair("trace", priority: 2)
  }

  @Test func `Pairs of before and after advice nest by priority`() throws {
    let blocks = try Self.blocks()
    let account = Account(), log = Log()
    try Self.hookPairs(account) { log.write("\($0) \($1)") }
    #expect(Account.deposit.send(to: account, log) == 1)
    #expect(log.take() == blocks[4])
    let source = try ProjectFiles.text("Tests/InterceptionTests/Advice/OrderArticleTests.swift")
    let compiled = source.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    for line in blocks[3] { #expect(compiled.contains(line), "\(line)") }
  }

  @Test func `The article's table and listing are those of a call`() throws {
    let blocks = try Self.blocks()
    let savings = Savings(), log = Log()
    let tokens = try Self.hookEverything(savings)
    defer { for token in tokens { token.remove() } }
    #expect(Account.deposit.send(to: savings, log) == 1)
    let run = log.take()
    #expect(run == blocks[0], "the table is to be:\n\(run.joined(separator: "\n"))")
    #expect(savings.explain("deposit(_:)").split(separator: "\n").map(String.init) == blocks[1])
    #expect(savings.explain(Account.deposit) == savings.explain("deposit(_:)"))
  }
}
