/// The program's folders for the files of a user, as the XDG base directory specification places them.
///
/// A variable that is empty or no absolute path is ignored, as the specification asks. Nothing is created here:
/// ``System/replaceFile(at:with:)`` creates the folders of what it writes.
struct UserFolders: Hashable, Sendable {
  /// The folder for what a user has chosen, such as the list of feeds; nil without a home folder.
  let config: String?
  /// The folder for what can be fetched or computed again; nil without a home folder.
  let cache: String?
  /// The folder for what is remembered from one run to the next; nil without a home folder.
  let state: String?

  /// Looks the folders up.
  ///
  /// - Parameter variable: returns the value of an environment variable.
  init(variable: (String) -> String?) {
    let home = ["HOME", "USERPROFILE"].compactMap { Self.absolute(variable($0)) }.first
    func folder(_ name: String, _ standard: String) -> String? {
      (Self.absolute(variable(name)) ?? home.map { "\($0)/\(standard)" }).map { "\($0)/feedweave" }
    }
    config = folder("XDG_CONFIG_HOME", ".config")
    cache = folder("XDG_CACHE_HOME", ".cache")
    state = folder("XDG_STATE_HOME", ".local/state")
  }

  /// Returns the variables that are ignored since they are no absolute paths.
  static func ignored(variable: (String) -> String?) -> [(name: String, value: String)] {
    ["XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"].compactMap { name in
      guard let value = variable(name), !value.isEmpty, absolute(value) == nil else { return nil }
      return (name, value)
    }
  }

  /// Returns a path that begins at the root of a file system; nil for any other.
  private static func absolute(_ path: String?) -> String? {
    guard let path, path.hasPrefix("/") || path.dropFirst().hasPrefix(":") else { return nil }
    return path
  }
}

extension CommandEnvironment {
  /// The folders of the user.
  var folders: UserFolders { UserFolders(variable: variable) }

  /// Says which variables for these folders are ignored.
  func sayIgnoredFolders() {
    for (name, value) in UserFolders.ignored(variable: variable) {
      say(Message("\(name) is \(Message.quoted(value)), which is no absolute path; it is ignored"))
    }
  }
}
