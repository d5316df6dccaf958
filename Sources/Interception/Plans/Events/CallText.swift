/// Calls and values in words.
enum CallText {
  /// The longest that one value may be, in characters.
  static let longestValue = 200

  /// A call as Swift would write it: `Account.transfer(3, to: Account)`, `Account.balance = 3` for a property.
  static func of(_ className: String, _ selector: Selector, _ arguments: [String]) -> String {
    let name = selector.name
    if name.hasPrefix("getter:") { return "\(className).\(name.dropFirst(7))" }
    if name.hasPrefix("setter:") { return "\(className).\(name.dropFirst(7)) = \(arguments.joined(separator: ", "))" }
    guard let open = name.firstIndex(of: "("), name.hasSuffix(")") else {
      return "\(className).\(name)" + (arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))")
    }
    let labels = name[name.index(after: open)...].dropLast().split(separator: ":")
    guard labels.count == arguments.count else { return "\(className).\(name)" }
    let list = zip(labels, arguments).map { $0 == "_" ? $1 : "\($0): \($1)" }
    return "\(className).\(name[..<open])(\(list.joined(separator: ", ")))"
  }

  /// A value: strings in quotes, optionals as what they wrap, and no more than ``longestValue`` characters of whatever it is.
  static func of(_ value: Any) -> String {
    if let optional = value as? any WrappingValue, let wrapped = optional.wrapped { return of(wrapped) }
    let text = (value as? String)?.debugDescription ?? String(describing: value)
    return text.count > longestValue ? text.prefix(longestValue - 1) + "…" : text
  }
}

/// An optional, whatever it wraps.
private protocol WrappingValue {
  var wrapped: Any? { get }
}

extension Optional: WrappingValue {
  fileprivate var wrapped: Any? { self }
}
