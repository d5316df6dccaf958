import FeedFormats
import Placement
import TestSupport

/// A stream of requests comes out line by line as each line does alone, whatever the pieces in which it is read.
enum MergeProperties {
  static func check(_ input: [UInt8]) throws {
    let merger = try StreamMerger(
      ads: [Array("0".utf8), Array(#"{"ad":1}"#.utf8)], rules: PlacementRules("every 2 trailing"))
    let lines = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
    var reported: [[UInt8]] = []
    var kept: [[UInt8]] = []
    var faults: [MergeFault] = []
    var keptBeforeFault = 0
    for (number, line) in lines.enumerated() where !line.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) {
      do {
        let merged = try merger.merge(line: line)
        try require(FeedJSONOracle.accepts(line), "a line is taken that is not JSON")
        try require(FeedJSONOracle.accepts(merged), "what is merged is not JSON")
        if faults.isEmpty { keptBeforeFault += 1 }
        kept.append(merged)
        reported.append(merged)
      } catch var fault as MergeFault {
        try require(fault.line == 1 && 1...(line.count + 1) ~= fault.column, "outside the line: \(fault)")
        fault.line = number + 1
        faults.append(fault)
        reported.append(message(fault))
      }
    }
    for piece in [1, 100_000] {
      var run = try Run(merger, input, .report, piece: piece)
      try require(run.lines == reported && run.faults == faults && run.isDone, "reported otherwise as a stream")
      run = try Run(merger, input, .skip, piece: piece)
      try require(run.lines == kept && run.faults == faults && run.isDone, "skipped otherwise as a stream")
      run = try Run(merger, input, .fail, piece: piece)
      try require(run.isDone == faults.isEmpty, "a fault is not the end")
      try require(run.lines == Array(kept.prefix(keptBeforeFault)), "the lines before a fault are others")
      try require(run.faults == Array(faults.prefix(1)), "the first fault is another one")
    }
  }

  /// The line that is written for a fault.
  private static func message(_ fault: MergeFault) -> [UInt8] {
    var text = JSONText()
    text.append(raw: #"{"error":{"line":\#(fault.line),"column":\#(fault.column)"#)
    text.append(member: "message", fault.problem)
    text.append(raw: "}}")
    return text.bytes
  }
}

/// A stream that was merged.
private struct Run {
  var lines: [[UInt8]]
  var faults: [MergeFault] = []
  var isDone: Bool

  init(_ merger: StreamMerger, _ input: [UInt8], _ policy: StreamMerger.FaultPolicy, piece: Int) throws {
    var rest = input[...]
    var output: [UInt8] = []
    var faults: [MergeFault] = []
    isDone = merger.run(onFault: policy) { room in
      let bytes = rest.prefix(min(piece, room.byteCount))
      for (offset, byte) in bytes.enumerated() { room.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self) }
      rest = rest.dropFirst(bytes.count)
      return bytes.count
    } write: { bytes in
      output += unsafe bytes.withUnsafeBytes { unsafe Array($0) }
    } report: {
      faults.append($0)
    }
    self.faults = faults
    try require(output.isEmpty || output.last == UInt8(ascii: "\n"), "the last line is not ended")
    lines = output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast().map(Array.init)
  }
}
