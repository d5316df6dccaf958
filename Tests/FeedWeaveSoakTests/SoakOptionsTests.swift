import Testing

@testable import FeedWeaveSoak

@Suite struct SoakOptionsTests {
  @Test func `reads every option`() throws {
    let options = try SoakOptions(arguments: ["--rows", "1000", "--minutes", "3", "--seed", "9", "--check"])
    #expect(options.rows == 1_000 && options.minutes == 3 && options.seed == 9 && options.checks && !options.help)
    #expect(try SoakOptions(arguments: ["-h"]).help)
    #expect(try SoakOptions(arguments: []) == SoakOptions())
  }

  @Test func `names the word that it cannot take`() {
    let wrong = [
      (["--row"], "unknown option '--row'"), (["--rows"], "'--rows' needs a number from 1000 to 100000000, not ''"),
      (["--minutes", "0"], "'--minutes' needs a number from 1 to 1440, not '0'"),
    ]
    for (words, message) in wrong {
      let error = #expect(throws: SoakOptions.UsageError.self) { try SoakOptions(arguments: words) }
      #expect(error?.description == message)
    }
  }
}
