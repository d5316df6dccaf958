import TerminalUI

/// How a link is opened: by the programs of `$BROWSER`, and then by that of the desktop.
enum LinkOpener {
  /// Returns the commands to try, one after another, as programs with their arguments.
  ///
  /// - Parameter browsers: the value of `$BROWSER`: commands with colons between them, in each of which `%s` stands for the link;
  ///   where it is absent, the link comes last.
  static func commands(for link: SafeLink, browsers: String?) -> [[String]] {
    let own = (browsers ?? "").split(separator: ":").map { command -> [String] in
      let words = command.split(separator: " ").map(String.init)
      guard !words.isEmpty else { return [] }
      let hasPlace = words.contains { $0.contains("%s") }
      return words.map { $0.replacing("%s", with: link.string) } + (hasPlace ? [] : [link.string])
    }
    #if canImport(Darwin)
      let desktop = "open"
    #else
      let desktop = "xdg-open"
    #endif
    return own.filter { !$0.isEmpty } + [[desktop, link.string]]
  }
}
