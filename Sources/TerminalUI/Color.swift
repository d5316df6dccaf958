/// A colour as terminals know it.
public enum Color: Hashable, Sendable {
  /// One of the sixteen that a person's own colour scheme defines: the best choice for most things.
  case named(Name)

  /// One of the 256 of xterm: sixteen named, a cube of 6 x 6 x 6, 24 greys.
  case palette(UInt8)

  /// Red, green and blue.
  case rgb(UInt8, UInt8, UInt8)

  /// The sixteen names; the raw value is the index in the palette.
  public enum Name: UInt8, CaseIterable, Sendable {
    case black, red, green, yellow, blue, magenta, cyan, white
    case brightBlack, brightRed, brightGreen, brightYellow, brightBlue, brightMagenta, brightCyan, brightWhite
  }

  /// The nearest colour that a terminal of the depth can show; at no depth, the nearest of the sixteen.
  public func reduced(to depth: ColorDepth) -> Color {
    switch (self, depth) {
    case (.named, _), (_, .trueColor), (.palette, .palette256): self
    case (.rgb(let red, let green, let blue), .palette256): Self.nearest(to: (red, green, blue), in: 16...255)
    case (.rgb(let red, let green, let blue), _): Self.nearest(to: (red, green, blue), in: 0...15)
    case (.palette(let index), _): Self.nearest(to: Self.components(index), in: 0...15)
    }
  }

  private static func nearest(to goal: Components, in indices: ClosedRange<UInt8>) -> Color {
    let best = indices.min { distance(components($0), goal) < distance(components($1), goal) } ?? indices.lowerBound
    return Name(rawValue: best).map(Color.named) ?? .palette(best)
  }

  private typealias Components = (red: UInt8, green: UInt8, blue: UInt8)

  private static func distance(_ one: Components, _ other: Components) -> Int {
    func square(_ a: UInt8, _ b: UInt8) -> Int { (Int(a) - Int(b)) * (Int(a) - Int(b)) }
    return square(one.red, other.red) + square(one.green, other.green) + square(one.blue, other.blue)
  }

  /// What xterm shows for an entry of the palette.
  private static func components(_ index: UInt8) -> Components {
    func level(_ step: UInt8) -> UInt8 { step == 0 ? 0 : 55 + 40 * step }
    switch index {
    case 0..<16: return sixteen[Int(index)]
    case 16..<232:
      let cube = index - 16
      return (level(cube / 36), level(cube / 6 % 6), level(cube % 6))
    default:
      let grey = 8 + 10 * (index - 232)
      return (grey, grey, grey)
    }
  }

  private static let sixteen: [Components] = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
    (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255),
    (255, 255, 255),
  ]
}
