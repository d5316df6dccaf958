import Foundation
import Interception
import TestSupport
import Testing

@Suite("The article that hooks a class")
struct HookingYourClassTests {
  typealias Example = HookingYourClassExample

  @Test func `The recipes log, measure, guard and switch`() throws {
    let log = Log()
    let recipes = try Example.hookRecipes { words in
      log.write(words.dropLast(words.last is Duration ? 1 : 0).map { "\($0)" }.joined(separator: " "))
    }
    defer { for token in recipes.tokens { token.remove() } }
    let account = Example.Account()
    #expect(account.deposit(900) == 900)
    #expect(try account.withdraw(500) == 400)
    #expect(throws: Example.AccountError.aboveLimit) { try account.withdraw(501) }
    let refusal = Result<Int, Example.AccountError>.failure(.aboveLimit)
    #expect(log.take() == ["deposit took", "withdraw 500 success(400)", "withdraw 501 \(refusal)"])
    let lite = try recipes.makeLite()
    #expect((account.deposit(1), lite.remove(), account.deposit(1)) == (400, true, 401))
    #expect(log.take() == ["deposit took", "deposit took"])
  }

  @Test func `Overloads are hooked apart, and labels name arguments`() throws {
    let plotter = Example.Plotter()
    try plotter.hook(Example.Plotter.drawNumber, .before) { call in call.arguments += 1 }
    try plotter.hook(Example.Plotter.move, .before) { call in call.arguments.x = call.arguments.y }
    plotter.draw("5")
    plotter.draw(5)
    plotter.move(x: 1, y: 2)
    #expect(plotter.drawn == ["5", "#6", "to 2, 2"])
  }

  @Test func `A box keeps a method's and its advice's changes on a throw`() throws {
    let pump = Example.Pump()
    var tanks = [1, 2, 10, 3]
    try pump.hook(Example.Pump.fill, .before) { call in call.arguments.value[3] = 4 }
    #expect(throws: Example.AccountError.aboveLimit) { try pump.fill(&tanks) }
    #expect(tanks == [2, 3, 10, 4])
  }

  @Test func `The article shows the example as it is compiled`() throws {
    func lines(_ path: String) throws -> [String] {
      try ProjectFiles.text(path).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let compiled = Set(try lines("Tests/InterceptionTests/Advice/HookingYourClassExample.swift"))
    let article = try lines("Sources/Interception/Interception.docc/HookingYourClass.md")
    let pieces = article.split { $0.hasPrefix("```") }
    let blocks = pieces.indices.filter { $0 % 2 == 1 }.map { pieces[$0] }
    try #require(blocks.count == 7)
    // The classes, and the recipes but for their last line, which the test runs.
    for line in blocks[...4].joined() + blocks[6].dropLast() { #expect(compiled.contains(line), "\(line)") }
  }
}
