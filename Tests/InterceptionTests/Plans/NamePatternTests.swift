import TestSupport
import Testing

@testable import Interception

@Suite("Names with stars")
struct NamePatternTests {
  /// What a pattern means, said as slowly as can be: a star takes no letter, or one and is still there.
  private func oracle(_ pattern: Substring, _ name: Substring) -> Bool {
    guard let first = pattern.first else { return name.isEmpty }
    if first == "*" { return oracle(pattern.dropFirst(), name) || (!name.isEmpty && oracle(pattern, name.dropFirst())) }
    return name.first == first && oracle(pattern.dropFirst(), name.dropFirst())
  }

  /// All words of an alphabet up to a length.
  private func words(of alphabet: [Character], upTo length: Int) -> [String] {
    var all = [""], last = [""]
    for _ in 0..<length {
      last = last.flatMap { word in alphabet.map { word + String($0) } }
      all += last
    }
    return all
  }

  @Test func `Every pattern of five letters matches what its stars say`() {
    let names = words(of: ["a", "b"], upTo: 6)
    var wrong: [String] = []
    for word in words(of: ["a", "b", "*"], upTo: 5).sampled(oneIn: 3) {
      let pattern = NamePattern(word[...])
      wrong += names.filter { pattern.matches($0) != oracle(word[...], $0[...]) }.map { "'\(word)' and '\($0)'" }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(3))")
  }

  @Test func `A pattern of many stars is matched in no time`() {
    let pattern = NamePattern(String(repeating: "a*", count: 200)[...] + "b")
    #expect(!pattern.matches(String(repeating: "a", count: 5_000)))
    #expect(pattern.matches(String(repeating: "a", count: 5_000) + "b"))
  }

  @Test func `Letters are whole characters, however they are composed`() {
    #expect(NamePattern("caf\u{E9}*").matches("cafe\u{301}Bar"))
    #expect(!NamePattern("cafe*").matches("cafe\u{301}"))
  }
}

@Suite("Pointcuts")
struct PointcutTests {
  @Test func `A pointcut means what its class and its selector say`() throws {
    let table: [(String, String, Selector, Bool)] = [
      ("Account.deposit(_:)", "Account", "deposit(_:)", true),
      ("Account.deposit(_:)", "Savings", "deposit(_:)", false),
      ("Account.deposit(_:)", "Account", "deposit(_:at:)", false),
      ("*.deposit(_:)", "Account", "deposit(_:)", true),
      ("Account.*", "Account", "insertRows(at:with:)", true),
      ("*.*", "Account", "close()", true),
      ("ListView.insert*", "ListView", "insertRows(at:with:)", true),
      ("ListView.insert*", "ListView", "reinsert()", false),
      ("*Screen.appeared()", "MainScreen", "appeared()", true),
      ("*Screen.appeared()", "Screen", "appeared()", true),
      ("*Screen.appeared()", "Screens", "appeared()", false),
      ("L*V*.insert*(at:*)", "ListView", "insertRows(at:with:)", true),
      ("Bank.Account.close()", "Bank.Account", "close()", true),
      ("Bank.Account.close()", "Account", "close()", false),
      ("Bank.*.close()", "Bank.Account", "close()", true),
      ("Bank*.close()", "Bank.Account", "close()", false),
      ("*.close()", "Bank.Account", "close()", false),
      ("Bank.*.Type.open(_:)", "Bank.Account.Type", "open(_:)", true),
      ("Account.getter:balance", "Account", "getter:balance", true),
      ("Account.*:balance", "Account", "setter:balance", true),
      // A dot within the selector.
      ("Account.list.reload", "Account", "list.reload", true),
      ("Account.list.reload", "Account.list", "reload", true),
      ("Account.seek(to:)..<", "Account", "seek(to:)..<", true),
      // Messages of the class itself.
      ("Account.Type.open(_:)", "Account.Type", "open(_:)", true),
      ("*.Type.open(_:)", "Account.Type", "open(_:)", true),
      ("*.open(_:)", "Account.Type", "open(_:)", false),
      ("Account*.open(_:)", "Account.Type", "open(_:)", false),
      ("*Type.open(_:)", "Account.Type", "open(_:)", false),
      ("*Type.open(_:)", "AccountType", "open(_:)", true),
      // The life cycle.
      ("Account.deinit", "Account", "deinit", true),
      ("*.deinit", "Account", "deinit", true),
      ("Account.*", "Account", "deinit", false),
      ("Account.dein*", "Account", "deinit", false),
      ("Account.*", "Account", "retain()", false),
      ("Account.retain()", "Account", "retain()", true),
    ]
    for (text, name, selector, isMeant) in table {
      let pointcut = try #require(Pointcut(text))
      #expect(pointcut.selectors(ofClassNamed: [name]).contains(selector) == isMeant, "\(text) and \(name).\(selector)")
    }
  }

  @Test(arguments: ["", ".", "Account", "Account.", ".close()", "*"])
  func `A pointcut has a class and a selector`(text: String) {
    #expect(Pointcut(text) == nil)
  }
}
