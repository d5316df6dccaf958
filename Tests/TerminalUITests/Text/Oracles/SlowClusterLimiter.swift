@testable import TerminalUI

/// The second pass over untrusted text, cluster by cluster; what `ClusterLimiter` is compared with.
struct SlowClusterLimiter {
  private let limits: SafeText.Limits
  private var output = ""
  private var clusters = 0
  private var lines = 1
  /// Where the last cluster within the limit begins, which gives way to the ellipsis when more come.
  private var lastAllowed = "".startIndex

  init(_ limits: SafeText.Limits) {
    self.limits = limits
  }

  /// The text with each cluster drawable by itself, ending in `…` when it was longer than the limits or cut before.
  consuming func limited(_ text: String, isCut: Bool) -> String {
    output.reserveCapacity(text.utf8.count)
    for cluster in isCut ? text.dropLast() : text[...] {
      guard hasRoom(for: cluster) else { return ended() }
      if clusters == limits.clusters - 1 { lastAllowed = output.endIndex }
      append(cluster)
    }
    return isCut ? ended() : output
  }

  private func hasRoom(for cluster: Character) -> Bool {
    clusters < limits.clusters && (cluster != "\n" || lines < limits.lines)
  }

  private mutating func append(_ cluster: Character) {
    clusters += 1
    if cluster == "\n" {
      lines += 1
      output.append("\n")
    } else {
      output.append(drawable(cluster))
    }
  }

  private consuming func ended() -> String {
    if clusters == limits.clusters { output.removeSubrange(lastAllowed...) }
    return output + "…"
  }

  /// The cluster itself, or with the dotted circle that stands for a letter where a mark or a number sign lacks one.
  private func drawable(_ cluster: Character) -> String {
    var scalars = cluster.unicodeScalars
    if lacksLetter, TextWidth.joinsBefore(cluster) {
      scalars.insert("◌", at: scalars.startIndex)
    } else if TextWidth.width(of: cluster) == 0 {
      scalars.insert("◌", at: scalars.firstIndex(where: \.isMark) ?? scalars.endIndex)
    }
    return scalars.count > limits.scalarsPerCluster ? "\u{FFFD}" : String(scalars)
  }

  /// Marks join whatever is before them, except at the beginning of a line and after a soft hyphen.
  private var lacksLetter: Bool {
    output.isEmpty || output.utf8.last == 0x0A || output.unicodeScalars.last == "\u{AD}"
  }
}
