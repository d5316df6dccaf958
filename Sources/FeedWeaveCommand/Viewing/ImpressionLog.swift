import AdServing
import BatchUpdates
import FeedFormats

/// The file of `--impressions`: a JSON object on a line of its own for each ad that was seen.
///
/// The members are those of an impression in the wire format, with the ad's own id; times count from 1970. A line is
/// written when the ad has been seen, so that nothing is lost however the viewer ends.
struct ImpressionLog {
  private let path: String
  private let append: @Sendable ([UInt8], String) throws(OutputFailure) -> Void

  /// Opens a file, which is created if it does not exist; lines are added at its end.
  ///
  /// - Throws: ``CommandError/cannotCreate(_:reason:)``.
  init(_ path: String, _ environment: CommandEnvironment) throws(CommandError) {
    self.path = path
    append = environment.append
    do throws(OutputFailure) { try append([], path) } catch {
      throw .cannotCreate(.path(path), reason: error.reason)
    }
  }

  /// Adds an impression.
  ///
  /// - Parameter ad: the id of the ad.
  func add(_ impression: Impression, of ad: String) throws(OutputFailure) {
    try append(Self.line(impression, ad), path)
  }

  private static func line(_ impression: Impression, _ ad: String) -> [UInt8] {
    var text = JSONText()
    text.append(raw: "{")
    if !impression.device.isEmpty { text.append(member: "device", impression.device) }
    text.append(number: "stream", impression.stream)
    text.append(number: "number", impression.number)
    text.append(member: "ad", ad)
    text.append(member: "campaign", impression.campaign == impression.adID ? ad : impression.campaign)
    text.appendName("place")
    text.append(raw: "{\"section\":\(impression.place.section),\"row\":\(impression.place.row)}")
    text.append(number: "display", impression.display)
    text.append(time: "began", impression.began)
    text.append(time: "at", impression.at)
    text.append(raw: "}\n")
    return text.bytes
  }
}

extension JSONText {
  /// Appends seconds and nanoseconds.
  fileprivate mutating func append(time name: String, _ time: Duration) {
    let (seconds, attoseconds) = time.components
    appendName(name)
    append(raw: attoseconds < 1_000_000_000 ? "[\(seconds)]" : "[\(seconds),\(attoseconds / 1_000_000_000)]")
  }
}
