import Foundation
import Interception
import TestSupport
import Testing

/// Screens as an app has them: their life cycle is inherited, their events are their own.
private class AppScreen: InterceptableObject {
  override class var messages: MessageList { [appeared] }
  static let appeared = Message<AppScreen, Void, Void>("appeared()") { _, _ in }
  func appeared() { send(AppScreen.appeared) }
}

private class MainScreen: AppScreen {
  override class var messages: MessageList { [buttonOneClicked, buttonTwoClicked] }
  static let buttonOneClicked = Message<MainScreen, String, Void>("buttonOneClicked(_:)") { _, _ in }
  func buttonOneClicked(_ sender: String) { send(MainScreen.buttonOneClicked, sender) }
  static let buttonTwoClicked = Message<MainScreen, String, Void>("buttonTwoClicked(_:)") { screen, sender in
    DetailScreen().appeared()
  }
  func buttonTwoClicked(_ sender: String) { send(MainScreen.buttonTwoClicked, sender) }
}

private class DetailScreen: AppScreen {}

/// A burner whose full edition does what the lite one does not.
private class TopPanel: InterceptableObject {
  var shown: [String] = []
  override class var messages: MessageList { [detailClicked] }
  static let detailClicked = Message<TopPanel, String, Void>("detailClicked(_:)") { panel, sender in
    panel.shown.append(sender)
  }
  func detailClicked(_ sender: String) { send(TopPanel.detailClicked, sender) }
}

private class BurnPanel: InterceptableObject {
  var shown: [String] = []
  override class var messages: MessageList { [detailClicked, burn, label, cover, title] }
  static let detailClicked = Message<BurnPanel, String, Void>("detailClicked(_:)") { panel, sender in
    panel.shown.append(sender)
  }
  func detailClicked(_ sender: String) { send(BurnPanel.detailClicked, sender) }
  static let burn = Message<BurnPanel, Int, Int>("burn(copies:)") { _, copies in copies }
  func burn(copies: Int) -> Int { send(BurnPanel.burn, copies) }
  static let label = Message<BurnPanel, Int, String>("label(of:)") { _, disc in "disc \(disc)" }
  func label(of disc: Int) -> String { send(BurnPanel.label, disc) }
  static let cover = Message<BurnPanel, Int, [Int]?>("cover(of:)") { _, disc in [disc] }
  func cover(of disc: Int) -> [Int]? { send(BurnPanel.cover, disc) }
  static let title = Message<BurnPanel, Void, String>("title()") { _, _ in "Burn" }
  func title() -> String { send(BurnPanel.title) }
}

@Suite("The plans in Fixtures")
struct PlanFixtureTests {
  private static func plan(_ name: String) throws -> WeavingPlan {
    let bytes = try #require(ProjectFiles.bytes("Fixtures/plans/\(name).json"))
    return try JSONDecoder().decode(WeavingPlan.self, from: Data(bytes))
  }

  @Test func `Event logging names pages by class, and tracked events`() async {
    // In a process of its own, since the plan weaves the screens of other tests too.
    await #expect(processExitsWith: .success) {
      let log = Log(), counts = CallCounts(), latencies = CallLatencies()
      let registry = AdviceRegistry.standard(output: log.write, counts: counts, latencies: latencies)
      let weaving = try Self.plan("event-logging").weave(
        with: registry, classes: [AppScreen.self, MainScreen.self, DetailScreen.self])
      #expect(weaving.groups == ["page impressions", "tracked events", "diagnostics"])
      let main = MainScreen()
      main.appeared()
      main.appeared()
      main.buttonOneClicked("finger")
      main.buttonTwoClicked("pen")
      #expect(
        log.take() == [
          "page impression: MainScreen.appeared()",
          "first page: MainScreen.appeared()",
          "page impression: MainScreen.appeared()",
          #"button one clicked: MainScreen.buttonOneClicked("finger")"#,
          "page impression: DetailScreen.appeared()",
          #"button two clicked: MainScreen.buttonTwoClicked("pen")"#,
        ])
      #expect(
        counts.description == """
          page impression: DetailScreen.appeared(): 1
          page impression: MainScreen.appeared(): 2
          """)
      #expect(counts.total(of: "page impression") == 3)
      #expect(latencies.histogram(of: "detail screen").count == 1)

      try weaving.enable("diagnostics")
      try weaving.disable("tracked events")
      main.buttonTwoClicked("pen")
      #expect(
        log.take().map { $0.prefix { $0 != ">" } } == [
          #"MainScreen.buttonTwoClicked("pen")"#, "  DetailScreen.appeared()", "  -",
          "page impression: DetailScreen.appeared()", "-",
        ])
      #expect((weaving.revert(), weaving.revert()) == (true, false))
      main.appeared()
      main.buttonTwoClicked("pen")
      #expect(log.take().isEmpty)
    }
  }

  @Test func `Named events do nothing in the lite edition`() throws {
    let log = Log(), top = TopPanel(), burn = BurnPanel()
    func use() -> [String] {
      top.detailClicked("top")
      burn.detailClicked("burn")
      let answers = [
        "\(burn.burn(copies: 3))", burn.label(of: 7), "\(burn.cover(of: 7) ?? [])", burn.title(),
      ]
      defer { (top.shown, burn.shown) = ([], []) }
      return answers + top.shown + burn.shown
    }
    let full = ["3", "disc 7", "[7]", "Burn", "top", "burn"]
    #expect(use() == full)
    let weaving = try Self.plan("lite-edition").weave(with: .standard(output: log.write))
    #expect(use() == ["0", "lite", "[]", "Burn"])
    #expect(
      log.take() == [
        #"not in the lite edition: TopPanel.detailClicked("top")"#,
        #"not in the lite edition: BurnPanel.detailClicked("burn")"#,
      ])
    try weaving.disable("lite edition")
    #expect(use() == full)
    try weaving.enable("lite edition")
    #expect(use() == ["0", "lite", "[]", "Burn"])
    #expect(weaving.revert("lite edition"))
    #expect(use() == full)
  }
}
