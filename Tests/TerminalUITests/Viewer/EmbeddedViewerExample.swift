// The program of the article "Embedding a viewer", line for line; a test compares them.
import ListModel
import TerminalUI

#if !canImport(WinSDK)
  /// What a row of the list shows.
  struct Note {
    var title: String
    var text: String
  }

  /// The cell of a note, which says how the note is drawn.
  final class NoteCell: CardCell {
    var note = Note(title: "", text: "") { didSet { setNeedsDisplay() } }

    override var card: Card? { Card(title: SafeText(note.title), summary: SafeText(note.text, limits: .body)) }
  }

  /// The contents of the list, and of the status line.
  final class Notebook: ListDataSource, ViewerDelegate {
    let notes: [Note]
    let list = ListView(size: ListSize(width: 80, height: 24))

    init(_ notes: [Note]) {
      self.notes = notes
      list.register(NoteCell.self, forCellReuseIdentifier: "note")
      list.dataSource = self
    }

    func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { notes.count }

    func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell {
      let cell = list.dequeueReusableCell(withIdentifier: "note", for: path)
      (cell as? NoteCell)?.note = notes[path.row]
      return cell
    }

    func statusItems(of viewer: Viewer) -> [SafeText] { [SafeText("\(notes.count) notes")] }
  }

  /// Shows notes until a person quits.
  func show(_ notebook: Notebook, on terminal: Terminal) {
    let viewer = Viewer(list: notebook.list, size: terminal.size)
    viewer.delegate = notebook
    var screen = Screen(depth: .named16)
    var keys = KeyParser()
    func suspend() {
      terminal.suspend()
      screen.forget()
    }
    while true {
      _ = viewer.handle(.resize(terminal.size))
      terminal.write(screen.bytes(showing: viewer.frame))
      // An Escape is a key of its own if nothing follows it for a moment.
      let wakeup = terminal.wait(until: keys.isIncomplete ? .now + .milliseconds(50) : nil)
      if let signal = wakeup.endSignal { terminal.reraise(signal) }
      if wakeup.isHungUp { return }
      if wakeup.isStopRequested { suspend() }
      if wakeup.isContinued { screen.forget() }
      for event in wakeup.input.isEmpty ? keys.flush() : keys.parse(wakeup.input) {
        switch viewer.handle(event) {
        case .quit: return
        case .interrupt: terminal.reraise(Terminal.interrupt)
        case .suspend: suspend()
        case .redraw: screen.forget()
        case .open(let link): viewer.say(SafeText("the address is \(link.string)"))
        case .copy(let text): if let bytes = Clipboard.bytes(copying: text) { terminal.write(bytes) }
        case nil: break
        }
      }
    }
  }

  /// Shows two notes on the terminal of this process.
  func showNotes() throws {
    let terminal = try Terminal(enter: TerminalModes.enter, leave: TerminalModes.leave)
    defer { terminal.restore() }
    let notebook = Notebook([
      Note(title: "Tide", text: "High water at noon."), Note(title: "Rope", text: "20 m of hemp."),
    ])
    // Neither the list nor the viewer retains it.
    withExtendedLifetime(notebook) { show(notebook, on: terminal) }
  }

  /// Returns what a screen reader is given to read at first, and after each event.
  func announcements(of viewer: Viewer, _ events: [TerminalEvent]) -> [String] {
    var lines = viewer.takeAnnouncement()
    for event in events where viewer.handle(event) == nil { lines += viewer.takeAnnouncement() }
    return lines.map(\.string)
  }
#endif
