/// Collects findings while a document is read, up to a limit, so that hostile input cannot fill the memory.
struct FindingLog: Sendable {
  static let limit = 1000

  private let map: SourceMap
  private var findings: [Finding] = []
  /// The text in a string of the document in which offsets count while it is read; nil while the document itself is.
  var embedded: EmbeddedJSON?

  /// Creates a log with the finding, if any, from decoding the text.
  init(_ source: SourceText) {
    map = source.map
    if let wrong = source.wrongEncoding { findings.append(Finding(at: .start, wrong.problem, .kept)) }
    guard let place = source.firstGuessedOffset else { return }
    findings.append(
      Finding(at: map.position(at: place), "invalid UTF-8, and no declared encoding", .readAsWindows1252))
  }

  /// Adds a finding at an offset; the description is evaluated only if the finding is stored.
  mutating func add(at offset: Int, _ remedy: Finding.Remedy, _ problem: @autoclosure () -> String) {
    guard findings.count < Self.limit else { return }
    let position = map.position(at: embedded?.offsetInDocument(of: offset) ?? offset)
    findings.append(Finding(at: position, problem(), remedy))
    if findings.count == Self.limit {
      findings.append(Finding(at: position, "more than \(Self.limit) findings", .restLeftOut))
    }
  }

  /// The findings in order of position; those at the same position keep the order in which they were added.
  var ordered: [Finding] {
    findings.enumerated().sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }.map(\.element)
  }
}
