/// Media types of files, as far as posts have them.
enum MediaType {
  /// Returns the type of a file of a kind (`image`, `video`, `gifv` or `audio`), by the end of its address; nil if it
  /// is unknown.
  static func type(of address: String, kind: String?) -> String? {
    let path = address.prefix { $0 != "?" && $0 != "#" }
    let name = path.suffix(from: path.lastIndex(of: "/") ?? path.startIndex)
    // Addresses of Bluesky's pictures end in `@jpeg`.
    let dot = name.lastIndex { $0 == "." || $0 == "@" }
    let ending = dot.map { name[$0...].dropFirst().prefix(8).lowercased() } ?? ""
    if let type = types[ending] { return type }
    guard let ambiguous = ambiguousTypes[ending] else { return kind == "gifv" ? "video/mp4" : nil }
    return (kind == "audio" ? "audio/" : "video/") + ambiguous
  }

  /// Returns the type of a file in lower case, by the end of its address if it has no type or one that says nothing.
  static func type(of file: FeedAttachment) -> String? {
    let type = file.mimeType?.lowercased()
    let saysNothing = type.map { $0.hasSuffix("/octet-stream") || $0.contains("download") } ?? true
    return saysNothing ? Self.type(of: file.url, kind: nil) : type
  }

  private static let types = [
    "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp",
    "avif": "image/avif", "heic": "image/heic", "mov": "video/quicktime", "m4v": "video/mp4", "mp3": "audio/mpeg",
    "m4a": "audio/mp4", "aac": "audio/aac", "oga": "audio/ogg", "opus": "audio/ogg", "wav": "audio/wav",
    "flac": "audio/flac", "m3u8": "application/vnd.apple.mpegurl",
  ]

  /// The subtypes of containers of both sound and pictures.
  private static let ambiguousTypes = ["mp4": "mp4", "webm": "webm", "ogg": "ogg", "3gp": "3gpp"]
}
