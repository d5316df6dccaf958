import TerminalUI
import Testing

@Suite struct ColorDepthTests {
  private func decide(_ choice: ColorDepth.Choice, _ isTerminal: Bool, _ environment: [String: String]) -> ColorDepth {
    ColorDepth.decide(choice, isTerminal: isTerminal) { environment[$0] }
  }

  @Test func `each source is heard before the next`() {
    let xterm = ["TERM": "xterm-256color"]
    #expect(decide(.auto, true, xterm) == .palette256)
    #expect(decide(.auto, false, xterm) == .plain)
    #expect(decide(.never, true, xterm.merging(["FORCE_COLOR": "3"]) { $1 }) == .plain)
    #expect(decide(.always, false, xterm.merging(["NO_COLOR": "1"]) { $1 }) == .palette256)
    #expect(decide(.always, false, ["TERM": "dumb"]) == .named16)
    #expect(decide(.always, false, [:]) == .named16)
    #expect(decide(.auto, true, xterm.merging(["NO_COLOR": "1", "FORCE_COLOR": "1"]) { $1 }) == .plain)
    #expect(decide(.auto, true, xterm.merging(["NO_COLOR": ""]) { $1 }) == .palette256)
    #expect(decide(.auto, false, ["FORCE_COLOR": "1", "TERM": "dumb"]) == .named16)
    #expect(decide(.auto, false, ["CLICOLOR_FORCE": "1", "TERM": "dumb"]) == .named16)
    #expect(decide(.auto, true, ["TERM": "dumb", "COLORTERM": "truecolor"]) == .plain)
    #expect(decide(.auto, true, ["TERM": "xterm", "COLORTERM": "truecolor"]) == .trueColor)
    #expect(decide(.auto, true, ["TERM": "xterm", "COLORTERM": "24bit"]) == .trueColor)
    #expect(decide(.auto, true, ["TERM": "xterm"]) == .named16)
    #expect(decide(.auto, true, ["TERM": "xterm-direct"]) == .trueColor)
    #expect(decide(.auto, true, ["COLORTERM": "yes"]) == .named16)
    #expect(decide(.auto, true, [:]) == .plain)
  }

  @Test func `forced colours have the depth that is asked for`() {
    let forced: [(String, ColorDepth)] = [
      ("0", .plain), ("false", .plain), ("1", .named16), ("2", .palette256), ("3", .trueColor), ("true", .named16),
    ]
    for (value, depth) in forced { #expect(decide(.auto, false, ["FORCE_COLOR": value]) == depth, "\(value)") }
    #expect(decide(.auto, false, ["FORCE_COLOR": "true", "TERM": "xterm-256color"]) == .palette256)
    #expect(decide(.auto, false, ["FORCE_COLOR": "", "TERM": "xterm"]) == .plain)
    #expect(decide(.auto, false, ["CLICOLOR_FORCE": "0", "TERM": "xterm"]) == .plain)
    #expect(decide(.auto, true, ["CLICOLOR_FORCE": "0", "TERM": "xterm"]) == .named16)
    #expect(decide(.auto, false, ["CLICOLOR_FORCE": "1", "FORCE_COLOR": "0"]) == .plain)
  }

  /// The order of the specification, one question after the other; COLORTERM says truecolor.
  private func expected(
    _ choice: ColorDepth.Choice, _ isTerminal: Bool, noColor: String?, force: String?, cli: String?, term: String?
  ) -> ColorDepth {
    if choice != .auto { return choice == .never ? .plain : .trueColor }
    if noColor == "0" || noColor == "1" { return .plain }
    if force == "0" { return .plain }
    if force == "1" { return .named16 }
    if cli == "1" { return .trueColor }
    return term == "dumb" || !isTerminal ? .plain : .trueColor
  }

  @Test func `every combination follows the order`() {
    let values: [String?] = [nil, "", "0", "1"]
    let terms: [String?] = [nil, "dumb", "xterm"]
    for choice in ColorDepth.Choice.allCases {
      for number in 0..<(2 * 4 * 4 * 4 * 3) {
        let isTerminal = number.isMultiple(of: 2)
        let (noColor, force, cli) = (values[number / 2 % 4], values[number / 8 % 4], values[number / 32 % 4])
        let term = terms[number / 128]
        var environment = ["COLORTERM": "truecolor"]
        environment["NO_COLOR"] = noColor
        environment["FORCE_COLOR"] = force
        environment["CLICOLOR_FORCE"] = cli
        environment["TERM"] = term
        #expect(
          decide(choice, isTerminal, environment)
            == expected(choice, isTerminal, noColor: noColor, force: force, cli: cli, term: term),
          "\(choice) \(isTerminal) \(environment)")
      }
    }
  }
}
