import Testing

@testable import TerminalUI

@Suite struct KeyScriptTests {
  private func keys(_ text: String) -> [Key]? {
    try? KeyScript(text).events.map { event in
      guard case .key(let key) = event else { return .character("!") }
      return key
    }
  }

  @Test func `characters are keys, and so are words in brackets`() {
    #expect(keys("") == [])
    #expect(keys("jé中 >") == [.character("j"), .character("é"), .character("中"), .character(" "), .character(">")])
    #expect(keys("/a<lt>b<enter>") == [.character("/"), .character("a"), .character("<"), .character("b"), .enter])
    #expect(keys("<esc><space><tab><s-tab>") == [.escape, .character(" "), .tab, .backTab])
    #expect(keys("<up><down><left><right>") == [.up, .down, .left, .right])
    #expect(
      keys("<home><end><pgup><pgdn><bs><del><ins>") == [.home, .end, .pageUp, .pageDown, .backspace, .delete, .insert])
    #expect(keys("<f1><f12><f24><a-x><a-é>") == [.function(1), .function(12), .function(24), .alt("x"), .alt("é")])
    #expect(
      keys("<c-d><c-@><c-_><c-i><c-m><c-[>") == [.control("d"), .control("@"), .control("_"), .tab, .enter, .escape])
  }

  @Test func `the mouse and the size are words with numbers`() throws {
    let point = ScreenPoint(row: 4, column: 10)
    let origin = ScreenPoint(row: 0, column: 0)
    #expect(try KeyScript("<click 4,10>").events == [.click(at: point)])
    #expect(try KeyScript("<wheel-up><wheel-down>").events == [.wheel(.up, at: origin), .wheel(.down, at: origin)])
    #expect(
      try KeyScript("<wheel-up 4,10><wheel-down 4,10>").events == [.wheel(.up, at: point), .wheel(.down, at: point)])
    #expect(try KeyScript("<resize 60x20>").events == [.resize(ScreenSize(columns: 60, rows: 20))])
  }

  @Test func `every word of the help is understood`() throws {
    #expect(KeyScript.words.count == 24)
    for word in KeyScript.words { #expect(try KeyScript(word).events.count == 1, "\(word)") }
  }

  @Test func `errors name the word and its place`() {
    let errors: [(String, TerminalUIError)] = [
      ("jj<entr>", .keyWord("entr", at: 3)), ("<>", .keyWord("", at: 1)), ("é<enter>x<", .unclosedKeyWord(at: 10)),
      ("<c-é>", .keyWord("c-é", at: 1)), ("<c-D>", .keyWord("c-D", at: 1)), ("<f0>", .keyWord("f0", at: 1)),
      ("<f25>", .keyWord("f25", at: 1)), ("<f+1>", .keyWord("f+1", at: 1)), ("<click>", .keyWord("click", at: 1)),
      ("<click 4>", .keyWord("click 4", at: 1)), ("<click -1,2>", .keyWord("click -1,2", at: 1)),
      ("<resize 0x2>", .keyWord("resize 0x2", at: 1)), ("<resize 1x99999>", .keyWord("resize 1x99999", at: 1)),
      ("a\nb", .keyCharacter(at: 2)), ("<a-\u{1B}>", .keyWord("a-\u{1B}", at: 1)),
      ("<ENTER>", .keyWord("ENTER", at: 1)),
    ]
    for (text, error) in errors { #expect(throws: error, "\(text.debugDescription)") { try KeyScript(text) } }
    let unknown = "\(TerminalUIError.keyWord("entr", at: 3))"
    #expect(unknown.hasPrefix("there is no key <entr> (character 3); the words are <enter> <esc> "))
    #expect("\(TerminalUIError.unclosedKeyWord(at: 9))" == "the < at character 9 has no >; the key itself is <lt>")
    let control = "character 2 is a control character; keys without a character are words in <>"
    #expect("\(TerminalUIError.keyCharacter(at: 2))" == control)
  }

  @Test func `keys have names`() {
    let names: [(Key, String)] = [
      (.character("j"), "j"), (.character(" "), "Space"), (.control("d"), "^D"), (.control("_"), "^_"),
      (.alt("x"), "Alt-x"), (.function(5), "F5"), (.pageDown, "PgDn"), (.backTab, "Shift-Tab"), (.up, "↑"),
    ]
    for (key, name) in names { #expect(key.name == name) }
  }
}
