import Foundation
import Testing

@testable import TerminalUI

@Suite struct StyleTests {
  @Test func `each style has its sequence at each depth`() {
    let all = Style(bold: true, dim: true, underlined: true, foreground: .named(.red), background: .rgb(1, 2, 3))
    #expect(all.sequence(.plain) == "")
    #expect(all.sequence(.named16) == "\u{1B}[1;2;4;31;40m")
    #expect(all.sequence(.palette256) == "\u{1B}[1;2;4;31;48;5;16m")
    #expect(all.sequence(.trueColor) == "\u{1B}[1;2;4;31;48;2;1;2;3m")
    #expect(
      Style(foreground: .named(.brightWhite), background: .named(.brightBlack)).sequence(.named16) == "\u{1B}[97;100m")
    #expect(Style(foreground: .palette(200)).sequence(.palette256) == "\u{1B}[38;5;200m")
    for depth in ColorDepth.allCases { #expect(Style.plain.sequence(depth) == "") }
  }

  @Test func `colours are reduced to the nearest that can be shown`() {
    #expect(Color.rgb(255, 0, 0).reduced(to: .palette256) == .palette(196))
    #expect(Color.rgb(8, 8, 8).reduced(to: .palette256) == .palette(232))
    #expect(Color.rgb(250, 5, 5).reduced(to: .named16) == .named(.brightRed))
    #expect(Color.palette(16).reduced(to: .named16) == .named(.black))
    #expect(Color.palette(231).reduced(to: .named16) == .named(.brightWhite))
    for name in Color.Name.allCases {
      for depth in ColorDepth.allCases { #expect(Color.named(name).reduced(to: depth) == .named(name)) }
      #expect(Color.palette(name.rawValue).reduced(to: .named16) == .named(name))
    }
  }

  @Test func `the accent reads on a dark and on a light ground`() {
    func luminance(_ color: (red: UInt8, green: UInt8, blue: UInt8)) -> Double {
      func linear(_ level: UInt8) -> Double {
        let share = Double(level) / 255
        return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
    }
    guard case .named(let name) = Color.accent else {
      Issue.record("the accent is not of the person's scheme")
      return
    }
    let accent = luminance(Color.components(name.rawValue))
    #expect((accent + 0.05) / 0.05 > 4.45 && 1.05 / (accent + 0.05) > 4.6)
  }

  @Test func `no reduced colour is deeper than the depth`() {
    for index in UInt8.min...UInt8.max {
      for color in [Color.palette(index), .rgb(index, 255 - index, index / 2)] {
        guard case .named = color.reduced(to: .named16) else {
          Issue.record("\(color) at sixteen colours")
          continue
        }
        if case .rgb = color.reduced(to: .palette256) { Issue.record("\(color) at 256 colours") }
        #expect(color.reduced(to: .trueColor) == color)
      }
    }
  }
}
