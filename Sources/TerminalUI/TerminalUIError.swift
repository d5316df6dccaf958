/// What this module refuses.
public enum TerminalUIError: Error, Hashable, Sendable {
  /// The link has no scheme, or one that is not http, https or mailto; what stands before the colon, cut short.
  case linkScheme(SafeText?)

  /// The link is longer than a browser takes, counted in bytes after encoding.
  case linkTooLong(most: Int)

  /// The link names no host, or no address.
  case linkWithoutHost
}

extension TerminalUIError: CustomStringConvertible {
  /// The refusal in words.
  public var description: String {
    switch self {
    case .linkScheme(let scheme?): "links with the scheme \(scheme) are not shown"
    case .linkScheme(nil): "the link has no scheme"
    case .linkTooLong(let most): "the link is longer than \(most) bytes"
    case .linkWithoutHost: "the link names no host"
    }
  }
}
