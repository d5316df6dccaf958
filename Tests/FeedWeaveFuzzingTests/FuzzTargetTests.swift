import TestSupport
import Testing

@testable import FeedWeaveFuzzing

/// The inputs from which the fuzzer starts hold, and so do inputs that are a little different.
@Suite struct FuzzTargetTests {
  private static let names = FuzzTarget.all.map(\.name)
  private static let folder = "Fixtures/fuzz"

  private func corpus(of name: String) throws -> [(name: String, input: [UInt8])] {
    try ProjectFiles.names(in: "\(Self.folder)/\(name)").map { file in
      (file, try #require(ProjectFiles.bytes("\(Self.folder)/\(name)/\(file)")))
    }
  }

  @Test func `every folder is that of a target`() {
    #expect(ProjectFiles.folders(in: Self.folder) == Self.names.sorted())
  }

  @Test(arguments: names) func `every input holds`(name: String) throws {
    let target = try #require(FuzzTarget.named(name))
    let corpus = try corpus(of: name)
    #expect(corpus.count >= 5)
    for (file, input) in corpus {
      #expect(input.count <= 200, "\(file)")
      #expect(throws: Never.self, "\(file)") { try target.check(input) }
    }
  }

  @Test(arguments: names) func `damaged inputs hold`(name: String) throws {
    let target = try #require(FuzzTarget.named(name))
    let alphabet = Array("{}[]<>\"',:/!?&;#-_=.%0123456789aeinstx \n".utf8)
    for (file, input) in try corpus(of: name) {
      for seed in 0..<Sample.of(400, few: 8) as Range<UInt64> {
        var random = SeededGenerator(seed: seed)
        let damaged = random.damaged(input, alphabet: alphabet)
        #expect(throws: Never.self, "\(file), seed \(seed): \(damaged)") { try target.check(damaged) }
      }
    }
  }
}
