/// What the viewer remembers from one run to the next: the marks, and the file that keeps them.
final class ReaderMemory {
  private(set) var marks = ReadMarks()
  /// The file; nil if nothing is to be kept.
  private let path: String?
  private let environment: CommandEnvironment
  /// Whether there are marks that have not been written.
  private(set) var isChanged = false
  /// How often a mark has changed.
  private(set) var changeCount = 0

  /// Reads the marks of former runs.
  ///
  /// - Parameter isKept: whether they are kept at all; if not, marks are those of this run.
  init(_ environment: CommandEnvironment, isKept: Bool) {
    self.environment = environment
    let path = isKept ? environment.folders.state.map { "\($0)/marks" } : nil
    guard let path, environment.exists(path) else {
      self.path = path
      return
    }
    let bytes = try? environment.read(.path(path), ReadMarks.byteLimit)
    guard let bytes, let marks = ReadMarks(bytes) else {
      self.path = nil
      environment.say(
        Message(.path(path), "these are no marks of what was read; they are left alone, and nothing is remembered"))
      return
    }
    self.path = path
    self.marks = marks
  }

  /// Marks an item or a list of feeds; returns whether that is new.
  @discardableResult
  func set(_ mark: ReadMarks.Mark, for key: ItemKey) -> Bool {
    guard marks[key] != mark else { return false }
    marks.set(mark, for: key, at: environment.now())
    isChanged = true
    changeCount += 1
    return true
  }

  /// Writes the marks, with those that another run of the program has written meanwhile; the later mark of an item counts.
  func save() throws(OutputFailure) {
    guard isChanged, let path else { return }
    var failure: OutputFailure?
    environment.lock(path) {
      do throws(OutputFailure) { try save(to: path) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  private func save(to path: String) throws(OutputFailure) {
    if environment.exists(path), let bytes = try? environment.read(.path(path), ReadMarks.byteLimit),
      let others = ReadMarks(bytes)
    {
      marks.merge(others)
      changeCount += 1
    }
    try environment.replace(path, marks.bytes())
    isChanged = false
  }
}
