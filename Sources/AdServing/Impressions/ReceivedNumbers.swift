import BatchUpdates
import Placement

/// The numbers of a stream that have been received: all below a mark, and pieces above it.
struct ReceivedNumbers: Hashable {
  /// The stream.
  let stream: Int
  /// The number below which it is not known whether a number was received, since a gap was given up.
  private(set) var closed = 0
  /// The first number that has not been received; those from ``closed`` to here have.
  private(set) var below = 0
  /// The numbers above that have been received, ascending, with a gap before each.
  private var pieces: [Piece] = []

  /// The number after the largest one.
  static let end = ImpressionLedger.mostNumber + 1

  enum Result {
    case new, repeated, tooOld, noMemory
  }

  /// Numbers that have been received, without a gap.
  private struct Piece: Hashable, Codable {
    var from: Int
    var below: Int
    /// The server's time at which the gap before it began; nil if that does not matter.
    var since: LedgerTime?
  }

  init(stream: Int) { self.stream = stream }

  /// Returns whether a number has been received, or will not be taken any more.
  func isSettled(_ number: Int) -> Bool {
    if number < below { return true }
    let index = pieces.partitioningIndex { number < $0.below }
    return index < pieces.count && pieces[index].from <= number
  }

  /// The numbers that have been received or will not be taken any more, without a difference.
  var settled: ReceivedNumbers {
    var numbers = self
    numbers.closed = 0
    for index in pieces.indices { numbers.pieces[index].since = nil }
    return numbers
  }

  /// The number of numbers in the gaps.
  var missingCount: Int { zip([below] + pieces.map(\.below), pieces).reduce(0) { $0 + $1.1.from - $1.0 } }

  /// Receives a number at the server's time; returns what it was, and how many numbers were given up to bound the gaps.
  ///
  /// A number that needs another gap is not taken as long as the oldest gap is not old enough to be given up.
  mutating func receive(_ number: Int, at now: Duration) -> (Result, forgotten: Int) {
    if number < closed { return (.tooOld, 0) }
    if isSettled(number) { return (.repeated, 0) }
    insert(number, at: now)
    guard pieces.count > ImpressionInbox.gapsPerStream else { return (.new, 0) }
    if let since = pieces[0].since?.time, since > now - ImpressionInbox.shortestMemory {
      pieces.removeAll { $0.from == number }
      return (.noMemory, 0)
    }
    let forgotten = pieces[0].from - below
    closed = pieces[0].from
    below = pieces.removeFirst().below
    return (.new, forgotten)
  }

  private mutating func insert(_ number: Int, at now: Duration) {
    let index = pieces.partitioningIndex { number < $0.below }
    let next = index < pieces.count ? pieces[index] : nil
    // A gap that a number divides has been there before.
    var piece = Piece(from: number, below: number + 1, since: next.map(\.since) ?? LedgerTime(now))
    if next?.from == piece.below { piece.below = pieces.remove(at: index).below }
    if number == below {
      below = piece.below
    } else if index > 0, pieces[index - 1].below == number {
      pieces[index - 1].below = piece.below
    } else {
      pieces.insert(piece, at: index)
    }
  }

  func checkInvariants() -> Bool {
    0...below ~= closed && pieces.count <= ImpressionInbox.gapsPerStream
      && zip([below] + pieces.map(\.below), pieces).allSatisfy { $0 < $1.from && $1.from < $1.below }
  }
}

// MARK: - Codable

extension ReceivedNumbers: Codable {
  private enum CodingKeys: String, CodingKey {
    case stream, closed, below, received
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
      pieces.append(piece)
      last = piece.below
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(stream, forKey: .stream)
    try container.encode(below, forKey: .below)
    if closed > 0 { try container.encode(closed, forKey: .closed) }
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
