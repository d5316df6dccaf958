/// A part of the package with properties that hold for any bytes.
struct FuzzTarget: Sendable {
  /// The name, which is that of its folder in `Fixtures/fuzz`.
  let name: String

  /// Checks the properties for an input.
  ///
  /// - Throws: ``FuzzFailure`` for the first property that does not hold.
  let check: @Sendable (_ input: [UInt8]) throws -> Void

  /// Every target.
  static let all = [
    FuzzTarget(name: "json", check: JSONProperties.check),
    FuzzTarget(name: "json-feed", check: FeedProperties.check),
    FuzzTarget(name: "mastodon", check: FeedProperties.check),
    FuzzTarget(name: "bluesky", check: FeedProperties.check),
    FuzzTarget(name: "bids", check: BidProperties.check),
    FuzzTarget(name: "macros", check: MacroProperties.check),
    FuzzTarget(name: "rss", check: FeedProperties.check),
    FuzzTarget(name: "atom", check: FeedProperties.check),
    FuzzTarget(name: "merge", check: MergeProperties.check),
    FuzzTarget(name: "text", check: TextProperties.check),
    FuzzTarget(name: "html", check: HTMLProperties.check),
    FuzzTarget(name: "rules", check: RulesProperties.check),
    FuzzTarget(name: "plan", check: PlanProperties.check),
    FuzzTarget(name: "cursor", check: CursorProperties.check),
    FuzzTarget(name: "history", check: HistoryProperties.check),
  ]

  /// Returns the target with a name.
  static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// A property that does not hold.
struct FuzzFailure: Error, CustomStringConvertible {
  let description: String

  init(_ words: String) { description = words }
}

/// Throws unless a property holds.
func require(_ holds: Bool, _ words: @autoclosure () -> String) throws(FuzzFailure) {
  if !holds { throw FuzzFailure(words()) }
}
