import BatchUpdates
import Placement

/// The numbers of a stream that have been received: all below a mark, and ranges above it.
struct ReceivedNumbers: Hashable {
  /// The stream.
  let stream: Int
  /// The number below which it is not known whether a number was received, since a gap was given up.
  private(set) var closed = 0
  /// The first number that has not been received; those from ``closed`` to here have.
  private(set) var below = 0
  /// The numbers above that have been received, ascending, with a gap before each.
  private(set) var ranges: [Range<Int>] = []

  /// The number after the largest one.
  static let end = ImpressionLedger.mostNumber + 1

  enum Result {
    case new, repeated, tooOld
  }

  init(stream: Int) { self.stream = stream }

  /// Returns whether a number has been received, or will not be taken any more.
  func isSettled(_ number: Int) -> Bool {
    if number < below { return true }
    let index = ranges.partitioningIndex { number < $0.upperBound }
    return index < ranges.count && ranges[index].contains(number)
  }

  /// The numbers that have been received or will not be taken any more, without a difference.
  var settled: ReceivedNumbers {
    var numbers = self
    numbers.closed = 0
    return numbers
  }

  /// The number of numbers in the gaps.
  var missingCount: Int {
    zip([below] + ranges.map(\.upperBound), ranges).reduce(0) { $0 + $1.1.lowerBound - $1.0 }
  }

  /// Receives a number; returns what it was, and how many numbers were given up to bound the gaps.
  mutating func receive(_ number: Int) -> (Result, forgotten: Int) {
    if number < closed { return (.tooOld, 0) }
    if isSettled(number) { return (.repeated, 0) }
    insert(number)
    guard ranges.count > ImpressionInbox.gapsPerStream else { return (.new, 0) }
    let forgotten = ranges[0].lowerBound - below
    closed = ranges[0].lowerBound
    below = ranges.removeFirst().upperBound
    return (.new, forgotten)
  }

  private mutating func insert(_ number: Int) {
    let index = ranges.partitioningIndex { number < $0.upperBound }
    let touches = index < ranges.count && ranges[index].lowerBound == number + 1
    let end = touches ? ranges.remove(at: index).upperBound : number + 1
    if index == 0, number == below {
      below = end
    } else if index > 0, ranges[index - 1].upperBound == number {
      ranges[index - 1] = ranges[index - 1].lowerBound..<end
    } else {
      ranges.insert(number..<end, at: index)
    }
  }

  func checkInvariants() -> Bool {
    0...below ~= closed && ranges.count <= ImpressionInbox.gapsPerStream
      && zip([below] + ranges.map(\.upperBound), ranges).allSatisfy { $0 < $1.lowerBound && !$1.isEmpty }
  }
}

// MARK: - Codable

extension ReceivedNumbers: Codable {
  private enum CodingKeys: String, CodingKey {
    case stream, closed, below, received
  }

  private struct Piece: Codable {
    let from: Int
    let below: Int
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    stream = try container.decodeNumber(forKey: .stream)
    below = try container.decodeNumber(forKey: .below, atMost: ReceivedNumbers.end)
    if container.contains(.closed) { closed = try container.decodeNumber(forKey: .closed, atMost: below) }
    guard container.contains(.received) else { return }
    var last = below
    for piece in try container.decodeList(forKey: .received, atMost: ImpressionInbox.gapsPerStream) as [Piece] {
      guard last < piece.from, piece.from < piece.below, piece.below <= ReceivedNumbers.end else {
        let fault = "'received' has \(piece.from) to \(piece.below) after \(last)"
        throw container.refusal(of: .received, AdServingError.invalidLedger(fault))
      }
      ranges.append(piece.from..<piece.below)
      last = piece.below
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(stream, forKey: .stream)
    try container.encode(below, forKey: .below)
    if closed > 0 { try container.encode(closed, forKey: .closed) }
    let pieces = ranges.map { Piece(from: $0.lowerBound, below: $0.upperBound) }
    if !pieces.isEmpty { try container.encode(pieces, forKey: .received) }
  }
}

extension Decoder {
  /// Throws if streams do not ascend, or are too many.
  func check(_ streams: [ReceivedNumbers]) throws {
    try checking {
      guard streams.count <= ImpressionInbox.streamsPerDevice else {
        throw AdServingError.invalidLedger("it has \(streams.count) streams of a device")
      }
      for (one, next) in zip(streams, streams.dropFirst()) where one.stream >= next.stream {
        throw AdServingError.invalidLedger("'streams' has \(next.stream) after \(one.stream)")
      }
    }
  }
}
