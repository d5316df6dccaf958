import ListModel
import TestSupport
import Testing

@testable import TerminalUI

@Suite struct ViewerAnnouncementTests {
  private let world = ViewerWorld(ViewerWorld.plainCards(3), size: ScreenSize(columns: 80, rows: 9))

  /// What is announced after the events of a script.
  private func announced(_ script: String = "") throws -> [String] {
    try world.press(script)
    return world.viewer.takeAnnouncement().map(\.string)
  }

  @Test func `the selected card is announced with the status, once`() throws {
    #expect(try announced() == ["item 0", "Ada", "text of 0", "status"])
    #expect(try announced() == [])
    #expect(try announced("j") == ["item 1", "Ada", "text of 1", "status"])
    #expect(try announced("<click 0,4>") == ["item 0", "Ada", "text of 0", "status"])
  }

  @Test func `a message is announced before what it has led to`() throws {
    _ = try announced()
    #expect(try announced("k") == ["this is the first item"])
    world.viewer.say("new")
    #expect(try announced("") == ["new"])
    world.viewer.bindings = [
      ViewerBinding("w", help: "") {
        $0.say("went on"); _ = $0.handle(.key(.down)); $0.say("end")
      }
    ]
    #expect(try announced("w") == ["end", "item 1", "Ada", "text of 1", "status"])
  }

  @Test func `cards that read the same are announced each`() throws {
    for item in world.sections[0].items { item.card = Card(title: "same") }
    world.viewer.redrawCards()
    #expect(try announced() == ["same", "status"])
    #expect(try announced("j") == ["same", "status"])
    #expect(try announced("<c-l>") == [])
  }

  @Test func `what is open, shown or asked is announced as a whole`() throws {
    _ = try announced()
    #expect(try announced("<enter>") == ["item 0", "Ada", "", "text of 0", "status"])
    #expect(try announced("h") == ["item 0", "Ada", "text of 0", "status"])
    let help = try announced("?")
    #expect(help.first?.hasPrefix("Move") == true && help.last == "keys", "\(help)")
    #expect(try announced("q") == ["item 0", "Ada", "text of 0", "status"])
    #expect(try announced("/") == ["/"])
    #expect(try announced() == [])
    #expect(try announced("item 2<enter>") == ["item 2", "Ada", "text of 2", "status"])
  }

  @Test func `an empty list announces its status`() {
    let empty = ViewerWorld([Card](), size: ScreenSize(columns: 80, rows: 9))
    #expect(empty.viewer.takeAnnouncement().map(\.string) == ["status"])
    #expect(empty.viewer.takeAnnouncement().isEmpty)
  }
}
