import FeedFormats

/// A feed as the program shows it: its content, and the name that its section has.
struct FeedSection: Sendable {
  /// Where the feed came from.
  let file: InputFile
  /// The name that the command line gave it.
  let name: String?
  /// What was read.
  var document: FeedDocument

  /// What the section's header says: the name given, else the feed's own title, else the file.
  var title: String {
    if let name { return name }
    let title = document.title ?? ""
    return title.allSatisfy(\.isWhitespace) ? file.description : title
  }
}
