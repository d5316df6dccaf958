public import Placement

/// Merges feeds and ads, a request a line: NDJSON in, NDJSON out.
///
/// ```
/// {"id":"u1","items":[{…},{…}],"ads":[{…}],"placement":{"at":[2],"every":6,"from":8,"max":3}}
/// {"id":"u2","sections":[{"items":[…]},{"items":[…]}],"ads":[…]}
/// ```
///
/// The merged line is the same object: its `items` merged, `ads` and `placement` gone, and `placements` added last, such
/// as `[{"row":2,"ad":0}]`, with `"section"` in front where the request has sections. Items, ads and all other members
/// are written byte for byte. The whole line is validated as RFC 8259 defines JSON, in UTF-8, nested at most 512 deep. A
/// request without `ads` or `placement` uses those of the merger. Its `ads` may also be a bid response of OpenRTB; then
/// the items of its native ads are written, and bids that cannot be used are left out.
///
/// ```swift
/// let merger = try StreamMerger(rules: PlacementRules("every 6 from 3"))
/// let merged = try merger.merge(line: Array(#"{"items":[1,2,3,4,5],"ads":["ad"]}"#.utf8))
/// // {"items":[1,2,3,"ad",4,5],"placements":[{"row":3,"ad":0}]}
/// ```
///
/// A merger does not change, so threads can share it.
public struct StreamMerger: Sendable {
  /// What is done with a line that is no valid request.
  public enum FaultPolicy: String, Sendable, Hashable, CaseIterable {
    /// Merging ends before the line.
    case fail
    /// An object with the fault is written in the place of the line.
    case report
    /// The line is left out.
    case skip
  }

  /// The rules for requests without `placement`.
  public let rules: PlacementRules
  /// The ads for requests without `ads`, one after the other.
  let adBytes = ByteBlock()
  /// The offsets in ``adBytes`` at which they end.
  private(set) var adEnds: [Int] = []

  /// Makes a merger with the ads and the rules for requests that have none of their own.
  /// - Parameters:
  ///   - ads: Each ad as JSON on one line.
  ///   - rules: The rules.
  /// - Throws: What `PlacementRules.validate()` throws, and a ``MergeFault`` for an ad that is not JSON on one line; its
  ///   line is the number of the ad, from 1.
  public init(ads: [[UInt8]] = [], rules: PlacementRules = PlacementRules(every: 6)) throws {
    try rules.validate()
    self.rules = rules
    for (number, ad) in ads.enumerated() {
      guard JSONScanner.isValid(ad), !ad.contains(UInt8(ascii: "\n")) else {
        throw MergeFault(line: number + 1, column: 1, problem: "the ad is not JSON on one line")
      }
      adBytes.append(ad)
      adEnds.append(adBytes.count)
    }
  }

  /// Merges one request; the result has no newline.
  /// - Parameter line: The request, without a newline.
  /// - Throws: ``MergeFault`` with the column, counted in bytes from 1; its line is 1.
  /// - Complexity: O(bytes).
  public func merge(line: some Collection<UInt8>) throws(MergeFault) -> [UInt8] {
    let input = ByteBlock(capacity: line.count), output = ByteBlock(capacity: line.count)
    input.append(line)
    var worker = MergeWorker(self)
    if JSONSkipper.afterSpace(input.start) == input.end { throw MergeFault(line: 1, column: 1, problem: "no request") }
    worker.merge(input, into: output)
    if let fault = worker.faults.first?.fault { throw fault }
    if worker.lineCount > 1 { throw MergeFault(line: 1, column: line.count, problem: "more than one line") }
    output.removeLast(1)
    return output.start.bytes(to: output.end)
  }

  /// Merges requests until the input ends, in memory that is bounded by the longest line.
  ///
  /// Blank lines are passed over; a carriage return before a newline is white space; the last line needs no newline.
  /// - Parameters:
  ///   - policy: What is done with a line that is no valid request.
  ///   - read: Stores the next bytes of the input, and returns how many; 0 or less at its end.
  ///   - write: Writes merged lines, never a part of one.
  ///   - report: Receives each fault, before anything that follows its line is written.
  ///   - note: Receives what was left out of the bids of a request that was merged.
  /// - Returns: Whether all lines were merged: false if the policy is to fail, and one was at fault.
  /// - Throws: What `read` and `write` throw.
  /// - Complexity: O(bytes).
  public func run<Failure: Error>(
    onFault policy: FaultPolicy = .fail, read: (inout MutableRawSpan) throws(Failure) -> Int,
    write: (RawSpan) throws(Failure) -> Void, report: (MergeFault) -> Void, note: (MergeFault) -> Void = { _ in }
  ) throws(Failure) -> Bool {
    var source = LineSource(), sink = MergeSink(policy), worker = MergeWorker(self)
    let input = ByteBlock(), output = ByteBlock()
    while try source.fill(input, read) {
      worker.merge(input, into: output)
      guard try sink.write(output, worker, write, report, note) else { return false }
    }
    return true
  }
}

/// Why a line is no valid request: its line and column, counted from 1, columns in bytes, and what is wrong.
public struct MergeFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of the line.
  public var line: Int
  /// The number of the byte in the line.
  public var column: Int
  /// What is wrong.
  public var problem: String

  /// Makes a fault.
  public init(line: Int, column: Int, problem: String) {
    (self.line, self.column, self.problem) = (line, column, problem)
  }

  /// The position and the problem, such as `3:18: expected a comma or a closing brace`.
  public var description: String { "\(line):\(column): \(problem)" }
}

// MARK: - Reading

/// Cuts the bytes of an input into blocks of whole lines.
package struct LineSource: ~Copyable {
  /// How much is read at once.
  private static let pieceSize = 256 << 10

  /// The beginning of a line whose end has not been read yet.
  private let rest = ByteBlock()
  private var isAtStart = true
  private var isAtEnd = false

  package init() {}

  /// Fills a block with the next lines; returns false at the end of the input.
  package mutating func fill<Failure: Error>(
    _ block: ByteBlock, _ read: (inout MutableRawSpan) throws(Failure) -> Int
  ) throws(Failure) -> Bool {
    block.removeAll()
    block.append(rest.start, rest.end)
    rest.removeAll()
    while !isAtEnd {
      let count = try block.append(upTo: Self.pieceSize, read)
      if count == 0 { isAtEnd = true }
      if isAtStart, isAtEnd || block.count >= 3 {
        block.replaceMark()
        isAtStart = false
      }
      guard let end = block.end.lastNewline(before: count) else { continue }
      rest.append(end, block.end)
      block.removeLast(block.end - end)
      return true
    }
    return block.count > 0
  }
}

// MARK: - Writing

/// Writes the merged lines of blocks, in the order of the blocks, and deals with their faults.
package struct MergeSink {
  private let policy: StreamMerger.FaultPolicy
  /// The name of the file that reports have, where there are several.
  private let file: String?
  private var linesBefore = 0

  package init(_ policy: StreamMerger.FaultPolicy, file: String? = nil) { (self.policy, self.file) = (policy, file) }

  /// Writes what a worker has merged; returns false if merging ends at a fault.
  package mutating func write<Failure: Error>(
    _ output: ByteBlock, _ worker: borrowing MergeWorker, _ write: (RawSpan) throws(Failure) -> Void,
    _ report: (MergeFault) -> Void, _ note: (MergeFault) -> Void
  ) throws(Failure) -> Bool {
    var written = output
    let end = policy == .fail ? worker.faults.first?.fault.line : nil
    for finding in worker.findings where finding.line < end ?? .max { note(moved(finding)) }
    if let (first, offset) = worker.faults.first {
      if policy == .fail {
        output.removeLast(output.count - offset)
        if output.count > 0 { try output.withBytes(write) }
        report(moved(first))
        return false
      }
      if policy == .report { written = withReports(output, worker.faults) }
      for (fault, _) in worker.faults { report(moved(fault)) }
    }
    linesBefore += worker.lineCount
    if written.count > 0 { try written.withBytes(write) }
    return true
  }

  private func moved(_ fault: MergeFault) -> MergeFault {
    var fault = fault
    fault.line += linesBefore
    return fault
  }

  private func withReports(_ output: ByteBlock, _ faults: [(fault: MergeFault, offset: Int)]) -> ByteBlock {
    let written = ByteBlock(capacity: output.count)
    var place = output.start
    for (fault, offset) in faults {
      written.append(place, output.start + offset)
      place = output.start + offset
      var text = JSONText()
      let fault = moved(fault)
      text.append(raw: "{\"error\":{")
      text.append(member: "file", file)
      text.append(raw: "\(file == nil ? "" : ",")\"line\":\(fault.line),\"column\":\(fault.column)")
      text.append(member: "message", fault.problem)
      text.append(raw: "}}\n")
      written.append(text.bytes)
    }
    written.append(place, output.end)
    return written
  }
}
