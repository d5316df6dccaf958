/// An error thrown by this module.
public enum TerminalUIError: Error, Hashable, Sendable {
  /// The link has no scheme, or one other than http, https and mailto; the value is the scheme, shortened.
  case linkScheme(SafeText?)

  /// The link is longer than browsers accept, counted in bytes after encoding.
  case linkTooLong(most: Int)

  /// The link has no host, or no mail address.
  case linkWithoutHost
}

extension TerminalUIError: CustomStringConvertible {
  /// A message for the error.
  public var description: String {
    switch self {
    case .linkScheme(let scheme?): "links with the scheme \(scheme) are not shown"
    case .linkScheme(nil): "the link has no scheme"
    case .linkTooLong(let most): "the link is longer than \(most) bytes"
    case .linkWithoutHost: "the link names no host"
    }
  }
}
