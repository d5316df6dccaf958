import Foundation

/// Whether the libraries are compiled with the checks of a debug build; an optimised build may leave tests unoptimised.
public let isDebugBuild = _isDebugAssertConfiguration()

/// How far long tests go: whole worlds and histories where `FEEDWEAVE_TESTS=whole` is set, as in `.ci/run`, and samples elsewhere.
///
/// A sample is the same on every run, so that what it finds is found again.
public struct Sample {
  /// Whether all is walked.
  public static let isWhole = ProcessInfo.processInfo.environment["FEEDWEAVE_TESTS"] == "whole"

  /// A number, a range or a list: a small one for an ordinary run, all of it for a whole one.
  public static func of<Extent>(_ all: Extent, few: Extent) -> Extent { isWhole ? all : few }

  private let interval: UInt64
  private var generator: SeededGenerator

  /// Takes about one of so many, in no pattern; in a whole run, each.
  public init(oneIn interval: UInt64, seed: UInt64 = 1) {
    self.interval = interval
    generator = SeededGenerator(seed: seed)
  }

  /// Whether the next one is taken.
  public mutating func takesNext() -> Bool {
    Self.isWhole || generator.next().isMultiple(of: interval)
  }
}

extension Sequence {
  /// The first element and about one of so many of the others, in no pattern; in a whole run, all.
  public func sampled(oneIn interval: UInt64) -> [Element] {
    var sample = Sample(oneIn: interval)
    return enumerated().filter { sample.takesNext() || $0.offset == 0 }.map(\.element)
  }
}
