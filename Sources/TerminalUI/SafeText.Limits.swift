extension SafeText {
  /// How much of a text is drawn at most; each limit is at least 1.
  public struct Limits: Hashable, Sendable {
    /// Combining marks on one character; further ones are dropped.
    public let marksPerCluster: Int

    /// Characters in one cluster; a larger cluster becomes `�`.
    public let scalarsPerCluster: Int

    /// Clusters in all, line breaks included; a longer text ends in `…`.
    public let clusters: Int

    /// Lines; with 1 line breaks become spaces, else the text ends in `…` where the next line would begin.
    public let lines: Int

    /// Sets the limits; one below 1 is taken as 1.
    ///
    /// The defaults leave room for every emoji (11 characters at most) and for pointed and cantillated Hebrew.
    public init(marksPerCluster: Int = 8, scalarsPerCluster: Int = 16, clusters: Int, lines: Int) {
      self.marksPerCluster = max(1, marksPerCluster)
      self.scalarsPerCluster = max(1, scalarsPerCluster)
      self.clusters = max(1, clusters)
      self.lines = max(1, lines)
    }

    /// One line of at most 300 clusters: titles, names.
    public static let title = Limits(clusters: 300, lines: 1)

    /// At most 200 lines and 20,000 clusters: what an item says.
    public static let body = Limits(clusters: 20_000, lines: 200)
  }
}
