import TerminalUI
import Testing

@Suite struct ColorDepthTests {
  private func decide(_ choice: ColorDepth.Choice, _ isTerminal: Bool, _ environment: [String: String]) -> ColorDepth {
    ColorDepth.decide(choice, isTerminal: isTerminal) { environment[$0] }
  }

  @Test func `each source is heard before the next`() {
    let xterm = ["TERM": "xterm-256color"]
    #expect(decide(.auto, true, xterm) == .palette256)
    #expect(decide(.auto, false, xterm) == .none)
    #expect(decide(.never, true, xterm.merging(["FORCE_COLOR": "3"]) { $1 }) == .none)
    #expect(decide(.always, false, xterm.merging(["NO_COLOR": "1"]) { $1 }) == .palette256)
    #expect(decide(.always, false, ["TERM": "dumb"]) == .named16)
    #expect(decide(.always, false, [:]) == .named16)
    #expect(decide(.auto, true, xterm.merging(["NO_COLOR": "1", "FORCE_COLOR": "1"]) { $1 }) == .none)
    #expect(decide(.auto, true, xterm.merging(["NO_COLOR": ""]) { $1 }) == .palette256)
    #expect(decide(.auto, false, ["FORCE_COLOR": "1", "TERM": "dumb"]) == .named16)
    #expect(decide(.auto, false, ["CLICOLOR_FORCE": "1", "TERM": "dumb"]) == .named16)
    #expect(decide(.auto, true, ["TERM": "dumb", "COLORTERM": "truecolor"]) == .none)
    #expect(decide(.auto, true, ["TERM": "xterm", "COLORTERM": "truecolor"]) == .trueColor)
    #expect(decide(.auto, true, ["TERM": "xterm", "COLORTERM": "24bit"]) == .trueColor)
    #expect(decide(.auto, true, ["TERM": "xterm"]) == .named16)
    #expect(decide(.auto, true, ["TERM": "xterm-direct"]) == .trueColor)
    #expect(decide(.auto, true, ["COLORTERM": "yes"]) == .named16)
    #expect(decide(.auto, true, [:]) == .none)
  }

  @Test func `forced colours have the depth that is asked for`() {
    let forced: [(String, ColorDepth)] = [
      ("0", .none), ("false", .none), ("1", .named16), ("2", .palette256), ("3", .trueColor), ("true", .named16),
    ]
    for (value, depth) in forced { #expect(decide(.auto, false, ["FORCE_COLOR": value]) == depth, "\(value)") }
    #expect(decide(.auto, false, ["FORCE_COLOR": "true", "TERM": "xterm-256color"]) == .palette256)
    #expect(decide(.auto, false, ["FORCE_COLOR": "", "TERM": "xterm"]) == .none)
    #expect(decide(.auto, false, ["CLICOLOR_FORCE": "0", "TERM": "xterm"]) == .none)
    #expect(decide(.auto, true, ["CLICOLOR_FORCE": "0", "TERM": "xterm"]) == .named16)
    #expect(decide(.auto, false, ["CLICOLOR_FORCE": "1", "FORCE_COLOR": "0"]) == .none)
  }

  /// The order of the specification as a list of questions, asked of every combination of answers.
  @Test func `every combination follows the order`() {
    let values: [String?] = [nil, "", "0", "1"]
    for choice in ColorDepth.Choice.allCases {
      for isTerminal in [true, false] {
        for noColor in values {
          for force in values {
            for cli in values {
              for term in [nil, "dumb", "xterm"] as [String?] {
                var environment = ["COLORTERM": "truecolor"]
                environment["NO_COLOR"] = noColor
                environment["FORCE_COLOR"] = force
                environment["CLICOLOR_FORCE"] = cli
                environment["TERM"] = term
                let expected: ColorDepth =
                  choice == .never
                  ? .none
                  : choice == .always
                    ? .trueColor
                    : noColor == "0" || noColor == "1"
                      ? .none
                      : force == "0"
                        ? .none
                        : force == "1"
                          ? .named16
                          : cli == "1"
                            ? .trueColor
                            : term == "dumb" || !isTerminal ? .none : .trueColor
                #expect(decide(choice, isTerminal, environment) == expected, "\(choice) \(isTerminal) \(environment)")
              }
            }
          }
        }
      }
    }
  }
}
