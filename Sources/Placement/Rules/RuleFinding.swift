/// What is doubtful about a rule set that can be met: it is likely not what its author meant.
public enum RuleFinding: Hashable, Sendable {
  /// A word keeps every ad away.
  case placesNothing(word: String)
  /// There are limits, but neither `at` nor `every`.
  case namesNoPlace
  /// A word that changes nothing beside another, or at all.
  case noEffect(word: String, beside: String?)
  /// A tag that `avoid` names twice.
  case repeatedTag(String)
  /// The position that a word names has an ad only where that of another has none.
  case withinGap(word: String, of: String, gap: Int)
  /// The interval leaves fewer content rows between two ads than they need.
  case intervalWithinGap(every: Int, rows: Int, gap: Int)
  /// The first position that a word names has an ad only where an earlier place has none.
  case beyondMax(word: String, max: String)
  /// The first repeated position has no ad, since too few content rows stand before it.
  case firstRefused(from: Int, before: Int)
}

extension RuleFinding: CustomStringConvertible {
  /// What is doubtful, in words.
  public var description: String {
    switch self {
    case .placesNothing(let word): "'\(word)' keeps every ad away"
    case .namesNoPlace: "neither 'at' nor 'every' names a place for an ad"
    case .noEffect(let word, let other?): "'\(word)' changes nothing beside '\(other)'"
    case .noEffect(let word, nil): "'\(word)' changes nothing"
    case .repeatedTag(let tag): "'avoid' names '\(tag)' twice"
    case .withinGap(let word, let other, let gap):
      "'\(word)' has an ad only where '\(other)' has none, because of 'gap \(gap)'"
    case .intervalWithinGap(let every, let rows, let gap):
      "'every \(every)' leaves \(rows) content rows between two ads, so that 'gap \(gap)' refuses some of them"
    case .beyondMax(let word, let max): "'\(word)' has an ad only where an earlier place has none, because of '\(max)'"
    case .firstRefused(let from, let before): "'from \(from)' has no ad, because of 'before \(before)'"
    }
  }
}
