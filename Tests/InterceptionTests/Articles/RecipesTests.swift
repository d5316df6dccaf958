import Foundation
import Interception
import TestSupport
import Testing

@Suite("The article of recipes", .serialized)
struct RecipesTests {
  typealias Example = RecipesExample

  @Test func `One bundle hooks messages of several classes`() throws {
    Runtime.register(Example.DiscBurner.self)
    let log = Log(), panel = Example.DiscBurner(), disk = Example.Disk()
    let bundle = try Example.tracing(log.write)
    disk.failures = [.full]
    #expect(throws: Example.DiskError.full) { try disk.write("abc") }
    #expect(panel.burn(copies: 2) == 2)
    panel.eject()
    let lines = ["write(_:) begins", "write(_:) ends", "burn(copies:) begins", "burn(copies:) ends", "eject()"]
    #expect((log.take(), bundle.remove()) == (lines, true))
    panel.eject()
    #expect(log.take().isEmpty)
  }

  @Test func `Page impressions are logged by the concrete class`() async throws {
    let log = Log()
    let (token, queue) = try Example.pages(log.write)
    defer { token.remove() }
    let hooked = Example.ReaderScreen()
    try hooked.hook(Example.Screen.appeared, .before) { _ in }
    for screen in [Example.StartScreen(), Example.HelpScreen(), hooked] { screen.appeared() }
    await queue.drain()
    #expect(log.take() == ["page imp - main page", "page imp - reader page"])
  }

  @Test func `Handlers from a table run in place of methods`() throws {
    _ = ClassObject.of(Example.StartScreen.self)
    let log = Log(), panel = Example.DiscBurner(), name = panel.statedClass.name
    #expect((name, panel.burn(copies: 2)) == ("DiscBurner", 2))
    let tokens = try Example.handlers(log.write)
    panel.eject()
    Example.StartScreen().appeared()
    Example.HelpScreen().appeared()
    #expect(panel.burned == 2)
    #expect(
      log.take() == [
        "eject button on DiscBurner: not in the lite edition", "home page on StartScreen: not in the lite edition",
      ])
    for token in tokens { token.remove() }
    panel.eject()
    #expect((panel.burned, log.take().isEmpty) == (0, true))
    #expect(throws: AspectError.self) {
      try Runtime.hook("DiscBurner", "burn(copies:)", .instead) { (info: AspectInfo) in }
    }
  }

  @Test func `Edition switches give callers a result`() throws {
    let panel = Example.DiscBurner()
    let tokens = try Example.switches(panel)
    #expect((panel.burn(copies: 3), panel.burned, panel.label(of: 1) == nil) == (0, 0, true))
    for token in tokens { token.remove() }
    #expect((panel.burn(copies: 3), panel.label(of: 1)) == (3, "disc 1"))
  }

  @Test func `A handler without a result falls back on a given one`() throws {
    let log = Log(), panel = Example.DiscBurner()
    let token = try Example.notice(log.write)
    #expect((panel.burn(copies: 3), panel.burned) == (0, 0))
    #expect(log.take() == ["burn(copies:): not in the lite edition"])
    #expect((token.remove(), panel.burn(copies: 3)) == (true, 3))
  }

  @Test func `Advice by name changes arguments and results`() throws {
    let panel = Example.DiscBurner()
    _ = try Example.changes(panel)
    #expect((panel.burn(copies: 30), panel.burned) == (20, 10))
  }

  @Test func `Advice retries, renames an error, and rethrows`() throws {
    let disk = Example.Disk(), log = Log()
    _ = try Example.rethrowing(disk, log.write)
    disk.failures = [.busy]
    #expect(try disk.write("abc") == 3)
    disk.failures = [.worn]
    #expect(throws: Example.DiskError.full) { try disk.write("abc") }
    disk.failures = [.full, .busy]
    #expect(throws: Example.DiskError.full) { try disk.write("abc") }
    #expect(
      log.take() == [
        "write(_:) threw busy", "write(_:) threw worn", "write(_:) threw busy", "write(_:) threw full",
      ])
  }

  @Test func `A guarded array reports and ignores, as the article says`() throws {
    let reports = Log()
    #expect(try Example.guarded { reports.write("\($0)") } == ["a", "b"])
    let words = reports.take()
    #expect(words.count == 3)
    let article = try Self.article()
    for word in words { #expect(article.contains("\(word)"), "\(word)") }
  }

  @Test func `A class is guarded by an exchange with a safe message`() throws {
    let list = Example.Playlist()
    let token = try Example.exchanged()
    #expect((list.song(at: 1), list.song(at: 2) == nil, list.song(at: -1) == nil) == ("two", true, true))
    #expect((token.restore(), token.restore(), list.song(at: 0)) == (true, false, "one"))
  }

  @Test func `The article shows the recipes as they are compiled`() throws {
    func lines(_ text: String) -> [String] {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let compiled = Set(lines(try ProjectFiles.text("Tests/InterceptionTests/Articles/RecipesExample.swift")))
    let pieces = try Self.article().components(separatedBy: "```")
    let code = stride(from: 1, to: pieces.count, by: 2).flatMap { lines(pieces[$0]).dropFirst() }
    #expect(code.count > 40)
    for line in code { #expect(compiled.contains(line), "\(line)") }
  }

  private static func article() throws -> String {
    try ProjectFiles.text("Sources/Interception/Interception.docc/Recipes.md")
  }
}
