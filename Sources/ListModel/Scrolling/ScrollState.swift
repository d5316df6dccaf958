/// What is known of scrolling besides the offset.
struct ScrollState {
  /// The offset of which the delegate knows.
  var reported = 0.0
  var isDragging = false
  var isDecelerating = false

  /// How far content that is let go moves on, for a velocity in units a millisecond.
  static func distance(velocity: Double) -> Double {
    // What is left of the velocity after each millisecond.
    let rate = 0.998
    return velocity * rate / (1 - rate)
  }
}
