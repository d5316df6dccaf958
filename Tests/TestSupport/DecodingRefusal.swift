/// Why a value was not decoded: the error beneath a `DecodingError`, and the path of the value.
public struct DecodingRefusal<Reason: Error & Equatable>: Equatable {
  /// The error beneath.
  public let reason: Reason
  /// The keys and indices down to the value, with dots between.
  public let path: String

  /// Decodes, and returns nil unless it fails with the error beneath a `DecodingError` that has its words.
  public init?(_ decode: () throws -> some Any) {
    do {
      _ = try decode()
      return nil
    } catch DecodingError.dataCorrupted(let context) {
      guard let reason = context.underlyingError as? Reason, context.debugDescription == "\(reason)" else { return nil }
      self.reason = reason
      path = context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }.joined(separator: ".")
    } catch {
      return nil
    }
  }
}
