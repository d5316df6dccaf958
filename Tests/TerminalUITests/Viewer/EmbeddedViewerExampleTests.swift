import Foundation
import TestSupport
import Testing

@testable import TerminalUI

#if !canImport(WinSDK)
  // A process holds one terminal at a time: these run one after the other, and after those of the terminal.
  extension TerminalTests {
    private var notebook: Notebook {
      Notebook([Note(title: "Tide", text: "High water."), Note(title: "Rope", text: "20 m")])
    }

    /// Runs the program of the article while keys are typed, and returns what its screen shows at its end.
    private func run(_ keys: String) throws -> [String] {
      let person = try PseudoTerminal()
      let device = TerminalDevice(input: person.slave, output: person.slave, messages: nil)
      let terminal = try Terminal(device, enter: TerminalModes.enter, leave: [])
      person.type(keys)
      let notebook = notebook
      withExtendedLifetime(notebook) { show(notebook, on: terminal) }
      var grid = TerminalGrid(columns: 80, rows: 24, dialect: .screen) { TextWidth.width(of: $0) }
      try grid.feed(Array(person.output().utf8))
      terminal.restore()
      return grid.lines
    }

    @Test
    func `The program of the article shows its notes until it is quit`() throws {
      let first = try run("q")
      #expect(first[0] == "▌ Tide" && first[3] == "  Rope" && first[23].hasPrefix(" 2 notes"))
    }

    @Test
    func `The article shows the program as it is compiled`() throws {
      let article = try ProjectFiles.text("Sources/TerminalUI/TerminalUI.docc/EmbeddingAViewer.md")
      let source = try ProjectFiles.text("Tests/TerminalUITests/Viewer/EmbeddedViewerExample.swift")
      let blocks = article.components(separatedBy: "```").enumerated().filter { !$0.offset.isMultiple(of: 2) }
      let shown = blocks.map { $0.element.dropFirst("swift\n".count) }.joined(separator: "\n")
      let lines = { (text: String) in
        text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter {
          !$0.isEmpty && !$0.hasPrefix("#") && !$0.hasPrefix("import")
        }
      }
      #expect(lines(shown) == Array(lines(source).dropFirst()))
    }

    @Test
    func `The article's announcements are those of the selected notes`() {
      let notebook = notebook
      let viewer = Viewer(list: notebook.list, size: ScreenSize(columns: 80, rows: 24))
      viewer.delegate = notebook
      let keys = [Key.down, .down, .character("q")].map(TerminalEvent.key)
      let read = withExtendedLifetime(notebook) { announcements(of: viewer, keys) }
      #expect(read == ["Tide", "High water.", "2 notes", "Rope", "20 m", "2 notes", "this is the last item"])
    }
  }
#endif
