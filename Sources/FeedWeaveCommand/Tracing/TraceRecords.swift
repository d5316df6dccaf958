import FeedFormats
import Interception

/// Writes calls as NDJSON: an object a call, each behind the one that it was made in.
struct TraceRecords {
  private var count = 0

  /// The lines of a call and of those within it; calls are numbered from 0, through all that is written.
  mutating func lines(of call: TracedCall, parent: Int? = nil, depth: Int = 0) -> [UInt8] {
    let id = count
    count += 1
    var text = JSONText()
    text.append(raw: "{")
    text.append(number: "id", id)
    text.append(number: "parent", parent)
    text.append(number: "depth", depth)
    text.append(member: "class", call.className)
    text.append(member: "selector", call.selector)
    text.append(strings: "arguments", call.arguments)
    text.append(strings: "translated", call.translated)
    text.append(optional: "owner", call.owner?.rawValue)
    text.append(optional: "result", call.result)
    text.append(number: "start", call.start.wholeNanoseconds)
    text.append(number: "nanoseconds", call.duration.wholeNanoseconds)
    text.append(raw: "}\n")
    return call.calls.reduce(into: text.bytes) { $0 += lines(of: $1, parent: id, depth: depth + 1) }
  }
}

extension JSONText {
  fileprivate mutating func append(number name: String, _ number: (some BinaryInteger)?) {
    appendName(name)
    append(raw: number.map { "\($0)" } ?? "null")
  }

  fileprivate mutating func append(optional name: String, _ value: String?) {
    appendName(name)
    if let value { append(string: value) } else { append(raw: "null") }
  }

  fileprivate mutating func append(strings name: String, _ values: [String]?) {
    if let values { append(list: name, values) { $0.append(string: $1) } } else { append(optional: name, nil) }
  }
}
