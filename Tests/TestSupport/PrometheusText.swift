/// Metrics read from the text format of Prometheus, version 0.0.4, as its specification describes it.
///
/// It is strict where the specification leaves freedom that a writer should not take: every metric has its HELP and TYPE
/// lines before its samples, and no sample has a time.
public struct PrometheusText: Equatable {
  /// A metric with all of its samples.
  public struct Metric: Equatable {
    /// The metric's name.
    public var name: String
    /// Its description, without escapes.
    public var help: String
    /// Its type, such as `counter`.
    public var type: String
    /// Its values by labels, whose values have no escapes; a histogram's have the name of their line as `__name__`.
    public var samples: [[String: String]: Double]
  }

  /// A line that breaks the format.
  public struct Fault: Error, Equatable, CustomStringConvertible {
    /// The number of the line, from 1.
    public var line: Int
    /// What is wrong with it.
    public var fault: String
    /// The fault with its line.
    public var description: String { "line \(line): \(fault)" }
  }

  /// The metrics, in the order of the text.
  public private(set) var metrics: [Metric] = []

  /// Reads a text.
  public init(_ text: String) throws(Fault) {
    guard text.utf8.last == UInt8(ascii: "\n") else { throw Fault(line: 0, fault: "the last line has no end") }
    var help: (name: String, text: String)?
    for (index, line) in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .enumerated()
    {
      var scanner = Scanner(rest: line[...], line: index + 1)
      scanner.skipBlanks()
      if scanner.rest.isEmpty { continue }
      guard scanner.skip("#") else {
        try readSample(&scanner)
        continue
      }
      scanner.skipBlanks()
      switch scanner.word() {
      case "HELP":
        help = (try scanner.name(allowingColon: true), try scanner.helpText())
      case "TYPE":
        let name = try scanner.name(allowingColon: true)
        scanner.skipBlanks()
        let type = scanner.word()
        guard ["counter", "gauge", "histogram", "summary", "untyped"].contains(type), scanner.isAtEnd else {
          throw scanner.fault("'\(type)' is no type")
        }
        guard let description = help, description.name == name else {
          throw scanner.fault("HELP does not precede TYPE")
        }
        guard !metrics.contains(where: { $0.name == name }) else { throw scanner.fault("\(name) is described twice") }
        metrics.append(Metric(name: name, help: description.text, type: type, samples: [:]))
        help = nil
      default: break
      }
    }
    if let help { throw Fault(line: 0, fault: "\(help.name) has no type") }
  }

  private mutating func readSample(_ scanner: inout Scanner) throws(Fault) {
    let name = try scanner.name(allowingColon: true)
    // The lines of a metric are one group.
    let suffixes = metrics.last?.type == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
    guard let metric = metrics.last?.name, suffixes.contains(where: { metric + $0 == name }) else {
      throw scanner.fault("\(name) does not follow its TYPE")
    }
    var labels = try scanner.labels()
    if metric != name { labels["__name__"] = name }
    scanner.skipBlanks()
    let word = scanner.word()
    guard let value = Double(word), scanner.isAtEnd else { throw scanner.fault("'\(word)' is no value") }
    guard metrics[metrics.count - 1].samples.updateValue(value, forKey: labels) == nil else {
      throw scanner.fault("\(name) has these labels twice")
    }
  }
}

extension PrometheusText {
  /// What is left of a line.
  private struct Scanner {
    var rest: Substring.UnicodeScalarView
    let line: Int

    func fault(_ words: String) -> Fault { Fault(line: line, fault: words) }

    var isAtEnd: Bool { rest.allSatisfy { $0 == " " || $0 == "\t" } }

    mutating func skipBlanks() { rest = rest.drop { $0 == " " || $0 == "\t" } }

    mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
      guard rest.first == scalar else { return false }
      rest.removeFirst()
      return true
    }

    /// The scalars up to the next blank.
    mutating func word() -> String {
      let word = rest.prefix { $0 != " " && $0 != "\t" }
      rest = rest[word.endIndex...]
      return String(word)
    }

    mutating func name(allowingColon allowsColon: Bool) throws(Fault) -> String {
      skipBlanks()
      let name = rest.prefix { scalar in
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar) || scalar == "_"
          || (allowsColon && scalar == ":")
      }
      guard let first = name.first, !("0"..."9").contains(first) else { throw fault("a name is missing") }
      rest = rest[name.endIndex...]
      return String(name)
    }

    mutating func helpText() throws(Fault) -> String {
      skipBlanks()
      return try text(until: nil, escapes: ["\\": "\\", "n": "\n"])
    }

    mutating func labels() throws(Fault) -> [String: String] {
      var labels: [String: String] = [:]
      guard skip("{") else { return labels }
      while true {
        skipBlanks()
        if skip("}") { return labels }
        let name = try name(allowingColon: false)
        skipBlanks()
        guard skip("=") else { throw fault("label \(name) has no '='") }
        skipBlanks()
        guard skip("\"") else { throw fault("label \(name) has no quoted value") }
        let value = try text(until: "\"", escapes: ["\\": "\\", "\"": "\"", "n": "\n"])
        guard labels.updateValue(value, forKey: name) == nil else { throw fault("label \(name) stands twice") }
        skipBlanks()
        if !skip(","), rest.first != "}" { throw fault("no comma after label \(name)") }
      }
    }

    private mutating func text(
      until end: Unicode.Scalar?, escapes: [Unicode.Scalar: Unicode.Scalar]
    ) throws(Fault) -> String {
      var text = String.UnicodeScalarView()
      while let scalar = rest.popFirst() {
        if scalar == end { return String(text) }
        if scalar != "\\" {
          text.append(scalar)
        } else if let escaped = rest.popFirst().flatMap({ escapes[$0] }) {
          text.append(escaped)
        } else {
          throw fault("an unknown escape")
        }
      }
      guard end == nil else { throw fault("a value has no end") }
      return String(text)
    }
  }
}
