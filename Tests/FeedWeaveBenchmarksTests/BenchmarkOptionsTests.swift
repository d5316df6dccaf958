import Testing

@testable import FeedWeaveBenchmarks

struct BenchmarkOptionsTests {
  private func read(_ words: String...) throws -> BenchmarkOptions {
    try BenchmarkOptions(arguments: words, groups: ["interception", "mapping"])
  }

  @Test func `reads every option`() throws {
    let options = try read("--json", "--check", "--filter", "mapping")
    #expect(options.json && options.check && options.group == "mapping" && !options.help)
    #expect(try read("--filter=interception").group == "interception")
    #expect(try read("-h").help)
    #expect(try read() == BenchmarkOptions())
  }

  @Test func `names the word that it cannot take`() {
    let wrong = [
      (["--jason"], "unknown option '--jason'"), (["--filter"], "missing value for '--filter GROUP'"),
      (["--filter", "maps"], "unknown group 'maps'; the groups are interception, mapping"),
    ]
    for (words, message) in wrong {
      let error = #expect(throws: BenchmarkOptions.UsageError.self) {
        try BenchmarkOptions(arguments: words, groups: ["interception", "mapping"])
      }
      #expect(error?.description == message)
    }
  }
}
