import Interception
import Testing

@testable import FeedWeaveCommand

@Suite struct SuggestionTests {
  /// All words that are one slip away from a word, over an alphabet.
  private func slips(of word: String, _ alphabet: [Character]) -> Set<String> {
    let letters = Array(word)
    var found: Set<String> = []
    for place in 0...letters.count {
      for letter in alphabet { found.insert(String(letters[..<place] + [letter] + letters[place...])) }
      guard place < letters.count else { continue }
      found.insert(String(letters[..<place] + letters[(place + 1)...]))
      for letter in alphabet { found.insert(String(letters[..<place] + [letter] + letters[(place + 1)...])) }
      guard place + 1 < letters.count else { continue }
      var swapped = letters
      swapped.swapAt(place, place + 1)
      found.insert(String(swapped))
    }
    return found
  }

  @Test func `every single slip is forgiven`() {
    let alphabet = Array("abm-xz")
    for word in ["map", "render", "--width", "--max-bytes"] {
      for slip in slips(of: word, alphabet) {
        #expect(NameSuggestion.nearest(to: slip, in: [word]) == word, "\(slip)")
      }
    }
  }

  @Test func `short words forgive one slip and no more`() {
    let alphabet = Array("mapx")
    var one = slips(of: "map", alphabet)
    one.insert("map")
    var letters = [""]
    for _ in 0..<5 { letters += Set(letters.flatMap { word in alphabet.map { word + String($0) } }) }
    for word in Set(letters) {
      #expect((NameSuggestion.nearest(to: word, in: ["map"]) != nil) == one.contains(word), "\(word)")
    }
  }

  @Test func `the nearest word is named`() {
    #expect(NameSuggestion.nearest(to: "--ad", in: ["--at", "--ads"]) == "--at")
    #expect(NameSuggestion.nearest(to: "--adss", in: ["--at", "--ads"]) == "--ads")
    #expect(NameSuggestion.nearest(to: "RENDER", in: ["map", "render"]) == "render")
    #expect(NameSuggestion.nearest(to: "validate", in: ["map", "render", "help"]) == nil)
    #expect(NameSuggestion.nearest(to: String(repeating: "x", count: 1_000_000), in: ["map"]) == nil)
    #expect(NameSuggestion.nearest(to: "", in: ["map"]) == nil)
  }

  /// Whether a command line is rejected with a suggestion.
  private func isAnswered(_ words: String...) -> Bool {
    let world = TestWorld()
    return world.run(words) == .usage && world.said.contains(" Did you mean '")
  }

  @Test func `a word of other programs is answered with the command for it`() {
    let table = [
      "list": "feeds", "import": "add", "rm": "remove", "sub": "add", "unsubscribe": "remove", "open": "view",
    ]
    for (word, name) in table {
      let world = TestWorld()
      #expect(world.run(word, "x") == .usage && world.said.contains("Did you mean '\(name)'?"), "\(world.said)")
      world.files[word] = Array(feed("ab").utf8)
      #expect(world.run(word) == .done, "a file of that name is read")
    }
    let words = Command.all.flatMap(\.otherNames)
    #expect(words.allSatisfy { Command.named($0) == nil } && Set(words).count == words.count)
  }

  @Test func `every misspelled word of a command line is answered`() {
    for name in Command.firstWords.map(\.name) { #expect(isAnswered(String(name.dropLast())), "\(name)") }
    for name in HelpTopic.names { #expect(isAnswered("help", "\(name)x"), "\(name)") }
    for shell in CompletionShell.allCases { #expect(isAnswered("completions", "\(shell)h"), "\(shell)") }
    for command in Command.all {
      for option in command.allOptions {
        #expect(isAnswered(command.name, "\(option.name)x"), "\(command.name) \(option.name)")
        guard case .words(let words) = option.candidates else { continue }
        for word in words {
          #expect(isAnswered(command.name, option.name, "\(word)x"), "\(option.name) \(word)")
          #expect(isAnswered(command.name, "\(option.name)=x\(word)"), "\(option.name) \(word)")
        }
      }
    }
  }
}
