import FeedFormats
import Placement

extension CommandOption {
  /// The plan of aspects that are woven while the list is shown.
  static let aspects = file(
    "--aspects", help: "A weaving plan, as JSON: aspects at work while the list is shown. What they log is a message.",
    \.aspects)

  /// The options that say which ads there are and where they stand.
  static let placing: [CommandOption] = [ads, rule, at, plan]

  private static let ads = file(
    "--ads", help: "The ads, as JSON Feed, as a JSON array or as NDJSON. Each is used once, in order.", \.ads)

  private static let rule = CommandOption(
    "--rule", value: "rule",
    help: "Where ads stand, such as 'every 6 from 3 max 8 gap 2'. With ads and no rule at all: every 6."
  ) { settings, line throws(CommandError) in
    do throws(PlacementError) { settings.rule = try PlacementRules(line) } catch {
      throw .invalidRule(option: "--rule", error, near: error.unknownWord.flatMap(nearestRuleWord))
    }
  }

  private static let at = CommandOption(
    "--at", value: "rows", help: "Feed rows that ads stand at, such as 3,9,27, counted from 0."
  ) { settings, value throws(CommandError) in
    let isList = value.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || ", ".utf8.contains($0) }
    let invalid = CommandError.invalidValue(
      option: "--at", value: value, expected: "rows such as 3,9,27, none above \(RowMap.limit)", near: nil)
    guard isList else { throw invalid }
    do throws(PlacementError) { settings.positions = try PlacementRules("at \(value)").at } catch {
      guard case .duplicate = error else { throw invalid }
      throw .invalidRule(option: "--at", error, near: nil)
    }
  }

  private static let plan = file("--plan", help: "Where ads stand, as a JSON file; excludes --rule and --at.", \.plan)

  private static func nearestRuleWord(to word: String) -> String? {
    Suggestion.nearest(to: word, in: RulesReader.memberNames)
  }
}

extension PlacementError {
  /// The word that is none of a rule's.
  fileprivate var unknownWord: String? {
    if case .unknownWord(let word, _) = self { word } else { nil }
  }
}
