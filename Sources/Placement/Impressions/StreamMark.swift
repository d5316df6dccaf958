/// How many numbers a stream has given: all from 0 up to this one.
struct StreamMark: Hashable, Codable {
  let stream: Int
  var count: Int

  init(stream: Int, count: Int) {
    self.stream = stream
    self.count = count
  }

  private enum CodingKeys: String, CodingKey {
    case stream, count
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    stream = try container.decodeNumber(forKey: .stream)
    count = try container.decodeNumber(forKey: .count)
  }
}
