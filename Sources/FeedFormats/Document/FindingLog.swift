/// Collects findings while a document is read, up to a cap, so that hostile input cannot fill the memory with them.
struct FindingLog: Sendable {
  static let limit = 1000

  private let map: SourceMap
  private var findings: [Finding] = []

  /// Begins with what was found when the text was decoded.
  init(_ source: SourceText) {
    map = source.map
    guard let place = source.guessedAt else { return }
    findings.append(
      Finding(at: map.position(at: place), "bytes that are not UTF-8, and no declared encoding", .readAsWindows1252))
  }

  /// Records a problem at an offset; the words are made only when they are kept.
  mutating func add(at offset: Int, _ remedy: Finding.Remedy, _ problem: @autoclosure () -> String) {
    guard findings.count < Self.limit else { return }
    findings.append(Finding(at: map.position(at: offset), problem(), remedy))
    if findings.count == Self.limit {
      findings.append(Finding(at: map.position(at: offset), "more than \(Self.limit) findings", .restLeftOut))
    }
  }

  /// The findings in the order of their places; equal places keep the order in which they were found.
  var ordered: [Finding] {
    findings.enumerated().sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }.map(\.element)
  }
}
