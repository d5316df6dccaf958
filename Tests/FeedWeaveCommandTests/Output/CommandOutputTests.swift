import TerminalUI
import TestSupport
import Testing

@testable import FeedWeaveCommand

@Suite struct CommandOutputTests {
  private static let piece = 64 << 10

  @Test func `what is added is written in order and in pieces`() throws {
    let world = TestWorld()
    var output = CommandOutput(world.environment)
    var expected: [UInt8] = []
    for count in 0..<600 {
      let part = [UInt8](repeating: UInt8(count % 251), count: count)
      expected += part
      try output.add { $0 += part }
    }
    #expect(world.output.count < expected.count && expected.starts(with: world.output))
    try output.flush()
    try output.flush()
    #expect(world.output == expected)
    #expect(world.writings.dropLast().allSatisfy { Self.piece..<Self.piece + 600 ~= $0 } && world.writings.count == 3)
  }

  @Test func `nothing is written of nothing`() throws {
    let world = TestWorld()
    var output = CommandOutput(world.environment)
    try output.add([CardLine](), LinePainter(depth: .plain))
    try output.flush()
    #expect(world.writings.isEmpty)
  }

  @Test func `a failure is told`() {
    let world = TestWorld()
    world.outputFailure = OutputFailure(reason: "No space left on device")
    var output = CommandOutput(world.environment)
    let failure = CommandError.cannotWrite(reason: "No space left on device")
    #expect(throws: failure) { try output.add { $0 += [UInt8](repeating: 0, count: Self.piece) } }
    #expect(throws: Never.self) { try output.flush() }
  }

  @Test func `what is longer than a piece is never held as a whole`() {
    let world = TestWorld()
    world.addFeed("a.json", count: Sample.of(8000, few: 3200))
    let forms = [["map", "--to", "json"], ["map"], ["map", "-v"], ["render"], ["--to", "json"], ["--to", "ndjson"]]
    for form in forms.sampled(oneIn: 4) {
      #expect(world.run(form + ["a.json", "-q"]) == .done, "\(form)")
      #expect(world.writings.count > 1 && world.writings.allSatisfy { $0 < 2 * Self.piece }, "\(form)")
    }
  }
}
