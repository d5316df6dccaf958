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

  /// A program that was started to open a link.
  struct Attempt {
    let program: String
    let host: String
    let child: Int32
    /// The time at which a program that still runs is taken to have opened the link.
    var end = ContinuousClock.now + .seconds(2)

    /// What is to be said of it; nil while that is not known.
    var report: String? {
      guard let code = System.exitCode(of: child) else { return .now < end ? nil : "opened \(host)" }
      return code == 0 ? "opened \(host)" : "\(program) has failed with exit code \(code); \(host) is not open"
    }
  }
}
