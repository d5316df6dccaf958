import Foundation
import Interception
import TestSupport
import Testing

@Suite("The article on weaving from configuration", .serialized)
struct WeavingFromConfigurationTests {
  class Page: InterceptableObject {
    override class var messages: MessageList { [appeared] }
    static let appeared = Message<Page, Void, Void>("appeared()") { _, _ in }
    func appeared() { send(Page.appeared) }
  }

  final class FrontPage: Page {
    var clicks = 0
    override class var messages: MessageList { [buttonClicked, copies] }
    static let buttonClicked = Message<FrontPage, String, Void>("buttonClicked(_:)") { page, _ in page.clicks += 1 }
    func buttonClicked(_ sender: String) { send(FrontPage.buttonClicked, sender) }
    static let copies = Message<FrontPage, String, Int>("copies(of:)") { page, _ in page.clicks }
    func copies(of title: String) -> Int { send(FrontPage.copies, title) }
  }

  final class Teller: Account {}

  /// The article's code of one language, block by block.
  private func blocks(of language: String) throws -> [String] {
    let pieces = try ProjectFiles.text("Sources/Interception/Interception.docc/WeavingFromConfiguration.md")
      .components(separatedBy: "```")
    return stride(from: 1, to: pieces.count, by: 2).map { pieces[$0] }.filter { $0.hasPrefix("\(language)\n") }
      .map { String($0.dropFirst(language.count + 1)) }
  }

  private func plan(_ index: Int) throws -> WeavingPlan {
    let text = try #require(try blocks(of: "json").dropFirst(index).first)
    return try JSONDecoder().decode(WeavingPlan.self, from: Data(text.utf8))
  }

  @Test func `The first example logs, is switched off, and is reverted`() throws {
    let article = try blocks(of: "swift")[0]
    let log = Log(), account = Teller()
    // As in the article, for a class of this test alone.
    let data = Data(#"{"groups": [{"name": "logging", "aspects": [{"pointcut": "Account.*", "advice": "log"}]}]}"#.utf8)
    #expect(article.contains(String(decoding: data, as: UTF8.self)))
    let own = Data(String(decoding: data, as: UTF8.self).replacing("Account", with: "Teller").utf8)
    let plan = try JSONDecoder().decode(WeavingPlan.self, from: own)
    let weaving = try plan.weave(with: .standard(output: { log.write($0) }), classes: [Teller.self])
    account.deposit(5)
    #expect((log.take(), article.contains("Account.deposit(5) -> 5")) == (["Teller.deposit(5) -> 5"], true))
    try weaving.disable("logging")
    account.deposit(5)
    #expect((log.take().isEmpty, weaving.revert()) == (true, true))
  }

  @Test func `Pages are logged by the receiver's stated class`() throws {
    let log = Log(), counts = CallCounts()
    let weaving = try plan(0).weave(
      with: .standard(output: log.write, counts: counts), classes: [Page.self, FrontPage.self])
    defer { weaving.revert() }
    let page = FrontPage()
    page.appeared()
    page.buttonClicked("finger")
    #expect(
      log.take() == ["page impression: FrontPage.appeared()", #"button clicked: FrontPage.buttonClicked("finger")"#])
  }

  @Test func `The lite edition returns the result of the plan`() throws {
    let page = FrontPage()
    page.buttonClicked("finger")
    let weaving = try plan(1).weave(with: .standard(output: { _ in }), classes: [FrontPage.self])
    page.buttonClicked("finger")
    #expect((page.clicks, page.copies(of: "a")) == (1, 0))
    weaving.revert()
    page.buttonClicked("finger")
    #expect(page.copies(of: "a") == 2)
  }
}
