/// An option of a command: what it is called, what its help says, and what it does to the settings.
///
/// Parsing, help and "Did you mean" all come from the same table of these.
struct CommandOption: Sendable {
  /// What an option does with its value; a flag is given an empty one.
  typealias Action = @Sendable (_ settings: inout Settings, _ value: String) throws(CommandError) -> Void

  /// The names with their dashes, short ones first.
  let names: [String]
  /// What the value is called in help; nil for a flag.
  let value: String?
  /// What the option does, in a sentence or two.
  let help: String
  /// Takes the value.
  let apply: Action

  init(_ names: String..., value: String? = nil, help: String, apply: @escaping Action) {
    self.names = names
    self.value = value
    self.help = help
    self.apply = apply
  }

  /// The long name, which messages use.
  var name: String { names.last ?? "" }
}

extension CommandOption {
  typealias Property<Value> = any WritableKeyPath<Settings, Value> & Sendable

  /// An option that switches something on.
  static func flag(_ names: String..., help: String, _ property: Property<Bool>) -> CommandOption {
    CommandOption(names: names, value: nil, help: help) { settings, _ in settings[keyPath: property] = true }
  }

  /// An option whose value is a whole number.
  static func number(
    _ name: String, in range: ClosedRange<Int>, help: String, _ property: Property<Int>
  ) -> CommandOption {
    CommandOption(name, value: "number", help: help) { settings, value throws(CommandError) in
      settings[keyPath: property] = try number(value, of: name, in: range)
    }
  }

  /// An option whose value is a whole number, and that has no default.
  static func number(
    _ name: String, in range: ClosedRange<Int>, help: String, _ property: Property<Int?>
  ) -> CommandOption {
    CommandOption(name, value: "number", help: help) { settings, value throws(CommandError) in
      settings[keyPath: property] = try number(value, of: name, in: range)
    }
  }

  /// An option whose value is one of a few words.
  static func choice<Value: Sendable>(
    _ name: String, value placeholder: String, of choices: [(word: String, value: Value)], help: String,
    _ property: Property<Value>
  ) -> CommandOption {
    CommandOption(name, value: placeholder, help: help) { settings, word throws(CommandError) in
      settings[keyPath: property] = try chosen(word, of: name, in: choices)
    }
  }

  /// An option whose value is a file, or `-`.
  static func file(_ name: String, help: String, _ property: Property<InputFile?>) -> CommandOption {
    CommandOption(name, value: "file", help: help) { settings, value throws(CommandError) in
      settings[keyPath: property] = try InputFile(local: value, place: "… \(name) -")
    }
  }

  private init(names: [String], value: String?, help: String, apply: @escaping Action) {
    self.names = names
    self.value = value
    self.help = help
    self.apply = apply
  }

  private static func number(
    _ text: String, of name: String, in range: ClosedRange<Int>
  ) throws(CommandError) -> Int {
    if let number = Int(text), range ~= number, text.first != "+" { return number }
    let expected = "a number from \(range.lowerBound) to \(range.upperBound)"
    throw .invalidValue(option: name, value: text, expected: expected, near: nil)
  }

  private static func chosen<Value>(
    _ word: String, of name: String, in choices: [(word: String, value: Value)]
  ) throws(CommandError) -> Value {
    if let choice = choices.first(where: { $0.word == word }) { return choice.value }
    let words = choices.map(\.word)
    let near = Suggestion.nearest(to: word, in: words)
    throw .invalidValue(option: name, value: word, expected: words.joined(separator: ", "), near: near)
  }
}
