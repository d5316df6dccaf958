extension JSONCase {
  /// Bytes that are not ASCII outside strings, and bytes that are not UTF-8 in them.
  static let encodings: [JSONCase] = [
    .refused("a letter and an incomplete character in an array", "[y‹E5›]", at: 1, "expected a value"),
    .refused("a byte FF in an array", "[‹FF›]", at: 1, "expected a value"),
    .refused("a continuation byte in a name, and a comma at the end", #"{"‹B8›":"7",}"#, at: 2, "invalid UTF-8"),
    .refused("a byte order mark and nothing else", "‹EF›‹BB›‹BF›", at: 0, "expected a value"),
    .refused("two bytes of a byte order mark", "‹EF›‹BB›{}", at: 0, "expected a value"),
    .refused("two letters without quotes", "x‹C3›‹B6›", at: 0, "expected a value"),
    .refused("a letter of two bytes alone", "‹C3›‹B6›", at: 0, "expected a value"),
    .refused("the first byte of three alone", "‹E5›", at: 0, "expected a value"),
    .refused("a letter of windows-1252 alone", "‹F6›", at: 0, "expected a value"),

    // The suite leaves these open.
    .refused(
      "UTF-16, little-endian, with a byte order mark",
      #"‹FF›‹FE›[‹00›"‹00›‹F6›‹00›"‹00›]‹00›"#, at: 0, "expected a value", .decodesBefore),
    .refused("UTF-16, big-endian", #"‹00›[‹00›"‹00›‹F6›‹00›"‹00›]"#, at: 0, "expected a value", .decodesBefore),
    .refused("UTF-16, little-endian", #"[‹00›"‹00›‹F6›‹00›"‹00›]‹00›"#, at: 1, "expected a value", .decodesBefore),
    .refused("a byte order mark before an object", "‹EF›‹BB›‹BF›{}", at: 0, "expected a value", .decodesBefore),
    .refused(
      "an impossible byte after two characters",
      #"["‹E6›‹B5›‹B7›‹D1›‹89›‹FA›"]"#, at: 7, "invalid UTF-8", .takesOnlyUTF8),
    .refused("a surrogate in three bytes", #"["‹ED›‹A0›‹81›"]"#, at: 2, "invalid UTF-8", .takesOnlyUTF8),
    .refused("a byte FF in a string", #"["‹FF›"]"#, at: 2, "invalid UTF-8", .takesOnlyUTF8),
    .refused("a letter of windows-1252 in a string", #"["‹F6›"]"#, at: 2, "invalid UTF-8", .takesOnlyUTF8),
    .refused("a continuation byte in a string", #"["‹82›"]"#, at: 2, "invalid UTF-8", .takesOnlyUTF8),
    .refused("a code point beyond Unicode", #"["‹F4›‹BF›‹BF›‹BF›"]"#, at: 2, "invalid UTF-8", .takesOnlyUTF8),
    .refused("a slash in two bytes", #"["‹C0›‹AF›"]"#, at: 2, "invalid UTF-8", .takesOnlyUTF8),
    .refused("a code point in six bytes", #"["‹FC›‹83›‹BF›‹BF›‹BF›‹BF›"]"#, at: 2, "invalid UTF-8", .takesOnlyUTF8),
    .refused("a zero in six bytes", #"["‹FC›‹80›‹80›‹80›‹80›‹80›"]"#, at: 2, "invalid UTF-8", .takesOnlyUTF8),
    .refused("the first byte of three before a byte FF", #"["‹E0›‹FF›"]"#, at: 2, "invalid UTF-8", .takesOnlyUTF8),
  ]
}
