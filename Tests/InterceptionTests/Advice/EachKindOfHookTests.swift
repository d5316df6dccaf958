import Interception
import TestSupport
import Testing

/// What the article "Each kind of hook" shows does what the article says.
///
/// The hooks are on one class, so one test runs at a time.
@Suite("The article on each kind of hook", .serialized)
struct EachKindOfHookTests {
  typealias Example = EachKindOfHookExample

  let log = Log()
  var print: @Sendable (Any...) -> Void {
    { [log] words in log.write(words.map { "\($0)" }.joined(separator: " ")) }
  }

  @Test func `A hook on a class covers its subclasses, with on only one`() throws {
    let tokens = try Example.hookClass(print)
    defer { for token in tokens { token.remove() } }
    Example.Player().play("Blue")
    Example.Radio().play("News")
    #expect(log.take() == ["playing Blue", "playing News", "on air true"])
  }

  @Test func `A hook on one object leaves the others alone`() throws {
    let player = Example.Player()
    let token = try Example.hookObject(player)
    #expect((player.play("Blue"), Example.Player().play("Blue")) == (false, true))
    #expect((token.remove(), player.play("Blue")) == (true, true))
  }

  @Test func `Hooks on a property change what is written and what is read`() throws {
    let player = Example.Player(), other = Example.Player()
    let tokens = try Example.hookProperty(player)
    defer { for token in tokens { token.remove() } }
    player.volume = 30
    other.volume = 30
    #expect((player.volume, other.volume) == (11, 10))
  }

  @Test func `Observers of an object and of a class hear of writes`() throws {
    let player = Example.Player()
    let tokens = try Example.observe(player, print)
    defer { for token in tokens { token.remove() } }
    player.volume = 6
    Example.Player().volume = 2
    #expect(log.take() == ["initial 5", "from 5 to 6", "change 6", "from 5 to 2"])
  }

  @Test func `A moved object has the implementation and hooks of its class`() throws {
    let player = Example.Player()
    try Example.move(player, print)
    #expect((player.play("Blue"), player.volume) == (false, 0))
    #expect((log.take(), player.statedClass.name) == (["muted Blue"], "Player"))
    let muted = player.actualClass
    try player.setClass(player.statedClass)
    try muted.dispose()
  }

  @Test func `Class messages are hooked for subclasses too, or for one`() throws {
    let tokens = try Example.hookClassSide()
    defer { for token in tokens { token.remove() } }
    #expect(Example.Player.make(volume: 3).volume == 4)
    #expect(Example.Radio.make(volume: 3).volume == 14)
  }

  @Test func `A hook in a scope counts there only`() throws {
    try Example.hookInScope(Example.Player(), print)
    #expect(log.take() == ["in the scope false", "after it true"])
  }

  @Test func `Advice on an asynchronous message awaits`() async throws {
    let token = try Example.hookAsync(print)
    defer { token.remove() }
    let player = Example.Player()
    #expect(await player.fetch("Blue") == 4)
    #expect(await player.fetch("") == 7)
    #expect(log.take() == ["fetched 4", "fetched 0"])
  }

  @MainActor
  @Test func `Advice of the main actor reaches the receiver's state`() throws {
    let token = try Example.hookMainActor()
    defer { token.remove() }
    let screen = Example.Screen()
    screen.show("a")
    #expect((screen.show("b"), screen.shown) == (2, ["1: a", "2: b"]))
  }

  @Test func `Advice by name runs for a send by name`() throws {
    let player = Example.Player()
    #expect(ClassObject.named("Player") == player.statedClass)
    let token = try Example.hookByName(player, print)
    #expect((log.take(), token.remove()) == (["play(_:) Blue", "invoked true"], true))
  }

  @Test func `The article shows the example as it is compiled`() throws {
    func lines(_ path: String) throws -> [String] {
      try ProjectFiles.text(path).split(separator: "\n").map { line in
        String(line.drop { $0 == " " })
      }
    }
    let compiled = Set(try lines("Tests/InterceptionTests/Advice/EachKindOfHookExample.swift"))
    let article = try lines("Sources/Interception/Interception.docc/EachKindOfHook.md")
    let pieces = article.split(omittingEmptySubsequences: false) { $0.hasPrefix("```") }
    // Every second piece is code.
    let code = pieces.indices.filter { $0 % 2 == 1 }.map { pieces[$0] }
    #expect(code.count == 11)
    for line in code.joined() { #expect(compiled.contains(line), "\(line)") }
  }
}
