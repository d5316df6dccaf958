/// The chunks of a map, in slabs that the map shares with its copies.
///
/// A chunk that changes is written in place if no copy shares its slab, and else in another slab: so a change copies one
/// chunk, the places of all, and a reference to each slab. What no map reads any more stays in a slab until the slab has
/// no chunk left, or too many slabs have few chunks; then the chunks in those are gathered.
struct ChunkStore: Sendable {
  /// A slab, and how many chunks of this map are in it.
  private struct Part: Equatable {
    var slab: ChunkSlab
    var chunkCount: Int

    static func == (one: Part, other: Part) -> Bool {
      one.slab === other.slab && one.chunkCount == other.chunkCount
    }
  }

  /// The places of the chunks; the only one of a single chunk is not in an array, since lists have many short sections.
  private struct PlaceList: Equatable {
    private(set) var count = 0
    private var single = Place(part: 0, block: 0)
    /// The ``RowChunk/step`` of the first chunk that had one when it was filled; 0 if none had.
    private(set) var step: Int32 = 0
    private var several: ContiguousArray<Place> = []

    var indices: Range<Int> { 0..<count }

    @inline(__always)
    subscript(chunk: Int) -> Place {
      get { several.isEmpty ? single : several[chunk] }
      set { if several.isEmpty { single = newValue } else { several[chunk] = newValue } }
    }

    mutating func append(_ place: Place) {
      if count == 0 {
        single = place
      } else if several.isEmpty {
        several = [single, place]
      } else {
        several.append(place)
      }
      count += 1
    }

    /// Notes whether a chunk has the step of the others; a list of chunks without a step takes on this one.
    mutating func note(_ step: Int32, ofChunk chunk: Int) {
      if self.step == 0 { self.step = step }
      if step != 0, step == self.step { self[chunk].isEven = true }
    }

    mutating func removeAll(from chunk: Int) {
      count = chunk
      if chunk == 0 { step = 0 }
      if chunk == 1 { single = self[0] }
      if chunk > 1 { several.removeSubrange(chunk...) } else { several = [] }
    }
  }

  /// Where a chunk is, its slab and the first of its blocks, and whether it need not be read.
  private struct Place: Equatable {
    private static let blockBits: UInt32 = 12
    private var bits: UInt32

    init(part: Int, block: Int) {
      bits = (UInt32(truncatingIfNeeded: part) &<< Place.blockBits | UInt32(truncatingIfNeeded: block)) &<< 1
    }

    @inline(__always)
    var part: Int { Int(bits &>> (Place.blockBits + 1)) }
    @inline(__always)
    var block: Int { Int(bits &>> 1 & (1 &<< Place.blockBits &- 1)) }
    /// Whether the chunk is known to have the ``PlaceList/step``, with which it is searched without being read.
    @inline(__always)
    var isEven: Bool {
      get { bits & 1 == 1 }
      set { bits = bits & ~1 | (newValue ? 1 : 0) }
    }
  }

  /// The most chunks in a slab.
  private static let slabCapacity = 240
  /// A slab with no more chunks is one of few, whose chunks may be gathered.
  private static let fewChunks = 32

  private var parts: ContiguousArray<Part> = []
  private var places = PlaceList()
  /// The number of insertions in the last chunk; all others are full.
  private var lastCount = 0
  /// The number of blocks that the last chunk may fill where it is.
  private var lastCapacity = 0
  /// The slab that was added last, and how many of its blocks are taken.
  private var open = (part: 0, used: 0)

  /// The number of chunks.
  var count: Int { places.count }

  /// Returns whether two stores are copies of which neither has changed since; O(1) if they are.
  func isSame(as other: ChunkStore) -> Bool {
    places == other.places && parts == other.parts
  }

  /// Calls `body` with a chunk.
  @inline(__always)
  func with<Result>(_ chunk: Int, _ body: (RowChunk) -> Result) -> Result {
    // In a closure of its own, the body would not become part of the search.
    defer { withExtendedLifetime(parts) {} }
    return body(self.chunk(at: places[chunk]))
  }

  @inline(__always)
  private func chunk(at place: Place) -> RowChunk { parts[place.part].slab.chunk(at: place.block) }

  /// Returns twice the number of a chunk's offsets up to `offset`, minus one if `offset` itself is among them.
  @inline(__always)
  func doubledRank(notAbove offset: Int32, inChunk chunk: Int) -> Int32 {
    defer { withExtendedLifetime(parts) {} }
    let place = places[chunk]
    if _slowPath(place.isEven) { return RowChunk.doubledRank(notAbove: offset, step: places.step) }
    return self.chunk(at: place).doubledRank(notAbove: offset)
  }

  /// Returns the number of a chunk's slots whose offset minus index is at most `distance`.
  @inline(__always)
  func rank(notAboveContent distance: Int32, inChunk chunk: Int) -> Int32 {
    defer { withExtendedLifetime(parts) {} }
    let place = places[chunk]
    if _slowPath(place.isEven) { return RowChunk.rank(notAboveContent: distance, step: places.step) }
    return self.chunk(at: place).rank(notAboveContent: distance)
  }
}

// MARK: - Changing

extension ChunkStore {
  /// Changes a chunk, the first of `count` that are about to be changed.
  @inline(__always)
  mutating func change(_ chunk: Int, of count: Int = 1, _ body: (RowChunk) -> Void) {
    if !isKnownUniquelyReferenced(&parts[places[chunk].part].slab) {
      move(chunk, capacity: chunk == places.count - 1 ? lastCapacity : RowChunk.fullBlockCount, of: count)
    }
    if places[chunk].isEven { places[chunk].isEven = false }
    with(chunk, body)
  }

  /// Adds an offset after all others: in the last chunk, or as the first of another.
  mutating func append(_ offset: Int32, slot: Int) {
    if slot == 0 {
      // A map has few insertions or many: its first chunk grows.
      lastCapacity = places.count == 0 ? 2 : RowChunk.fullBlockCount
      places.append(allocate(lastCapacity, of: places.count + 1))
    } else if RowChunk.blockCount(insertions: slot + 1) > lastCapacity {
      lastCapacity = min(2 * lastCapacity, RowChunk.fullBlockCount)
      move(places.count - 1, capacity: lastCapacity, of: 1)
    }
    change(places.count - 1) { $0.append(offset, slot: slot) }
    lastCount = slot + 1
    if lastCount == RowChunk.capacity { places.note(with(places.count - 1) { $0.step }, ofChunk: places.count - 1) }
  }

  /// Removes a chunk and all after it.
  mutating func removeAll(from chunk: Int) {
    guard chunk < places.count else { return }
    for chunk in chunk..<places.count { parts[places[chunk].part].chunkCount -= 1 }
    places.removeAll(from: chunk)
    (lastCount, lastCapacity) = (RowChunk.capacity, RowChunk.fullBlockCount)
    if isScattered { gather() }
  }

  /// Appends the chunks of sorted positions from an index on, and their bases; the last chunk so far is full.
  ///
  /// Returns false if the positions do not ascend strictly, or are out of range.
  mutating func fill(
    _ positions: UnsafeBufferPointer<Int>, from first: Int, bases: inout ContiguousArray<Int32>
  ) -> Bool {
    let chunkCount = (positions.count - first + RowChunk.capacity - 1) / RowChunk.capacity
    for (index, start) in stride(from: first, to: positions.count, by: RowChunk.capacity).enumerated() {
      let end = min(start + RowChunk.capacity, positions.count)
      let chunk = unsafe UnsafeBufferPointer(rebasing: positions[start..<end])
      // The very first base is 0, so that no row is before it.
      let base = start == 0 ? 0 : unsafe chunk[0]
      bases.append(Int32(truncatingIfNeeded: base))
      let blockCount = RowChunk.blockCount(insertions: chunk.count)
      let place = allocate(blockCount, of: chunkCount - index)
      places.append(place)
      (lastCount, lastCapacity) = (chunk.count, blockCount)
      let ascends = start == 0 ? true : unsafe positions[start - 1] < chunk[0]
      let filled = parts[place.part].slab.chunk(at: place.block)
      guard ascends, unsafe filled.fill(chunk, base: base) else { return false }
      places.note(filled.step, ofChunk: places.count - 1)
    }
    return true
  }
}

// MARK: - Memory

extension ChunkStore {
  /// Copies a chunk to a place where it alone may be changed.
  @inline(never)
  private mutating func move(_ chunk: Int, capacity: Int, of count: Int) {
    let target = allocate(capacity, of: count)
    let source = places[chunk]
    parts[target.part].slab.chunk(at: target.block).copy(
      parts[source.part].slab.chunk(at: source.block), blockCount: usedBlockCount(ofChunk: chunk))
    parts[source.part].chunkCount -= 1
    places[chunk] = target
  }

  /// Takes blocks for a chunk, the first of `count` that are about to be placed, in a slab that is not shared.
  private mutating func allocate(_ blockCount: Int, of count: Int) -> Place {
    if parts.indices.contains(open.part), open.used + blockCount <= parts[open.part].slab.capacity,
      isKnownUniquelyReferenced(&parts[open.part].slab)
    {
      parts[open.part].chunkCount += 1
    } else {
      let most = min(count, ChunkStore.slabCapacity)
      openPart(capacity: blockCount + (most - 1) * RowChunk.fullBlockCount)
    }
    defer { open.used += blockCount }
    return Place(part: open.part, block: open.used)
  }

  /// Opens a slab for a first chunk: an empty one that is not shared, or another.
  private mutating func openPart(capacity: Int) {
    if isScattered { gather() }
    let empty = parts.indices.filter { parts[$0].chunkCount == 0 }
    let reusable = empty.first { parts[$0].slab.capacity >= capacity && isKnownUniquelyReferenced(&parts[$0].slab) }
    if let part = reusable {
      parts[part].chunkCount = 1
      open = (part: part, used: 0)
      return
    }
    let new = Part(slab: ChunkSlab(capacity: capacity), chunkCount: 1)
    if let part = empty.first { parts[part] = new } else { parts.append(new) }
    open = (part: empty.first ?? parts.count - 1, used: 0)
  }

  /// Whether there are so many slabs that some must have few chunks.
  private var isScattered: Bool { parts.count > places.count / ChunkStore.fewChunks + ChunkStore.fewChunks }

  /// Copies the chunks of slabs with few of them to others, and gives those slabs up.
  ///
  /// At most one part for every 33 chunks remains, and one more, so that at least 32 can be opened until the next time.
  /// - Complexity: O(chunks).
  private mutating func gather() {
    let former = parts
    let isKept = former.map { part in
      part.chunkCount > max(ChunkStore.fewChunks, part.slab.capacity / RowChunk.fullBlockCount / 2)
    }
    var numbers: [Int] = []
    parts = []
    for (part, isKept) in zip(former, isKept) {
      numbers.append(parts.count)
      if isKept { parts.append(part) }
    }
    open = (part: parts.count, used: 0)
    var rest = places.count - parts.reduce(0) { $0 + $1.chunkCount }
    for chunk in places.indices {
      let place = places[chunk]
      if isKept[place.part] {
        places[chunk] = Place(part: numbers[place.part], block: place.block)
      } else {
        let isLast = chunk == places.count - 1
        let target = allocate(isLast ? lastCapacity : RowChunk.fullBlockCount, of: rest)
        parts[target.part].slab.chunk(at: target.block).copy(
          former[place.part].slab.chunk(at: place.block), blockCount: usedBlockCount(ofChunk: chunk))
        places[chunk] = target
        rest -= 1
      }
      places[chunk].isEven = place.isEven
    }
  }

  /// Returns the number of blocks of a chunk that have been written.
  private func usedBlockCount(ofChunk chunk: Int) -> Int {
    RowChunk.blockCount(insertions: chunk == places.count - 1 ? lastCount : RowChunk.capacity)
  }
}

extension ChunkStore {
  /// Returns whether the slabs' numbers of chunks are right, no two chunks share blocks, and slabs are not too many.
  func checkInvariants() -> Bool {
    var taken = Set<[Int]>()
    var counts = parts.map { _ in 0 }
    for chunk in places.indices {
      let place = places[chunk]
      let capacity = chunk == places.count - 1 ? lastCapacity : RowChunk.fullBlockCount
      guard place.block + capacity <= parts[place.part].slab.capacity, usedBlockCount(ofChunk: chunk) <= capacity,
        (place.block..<place.block + capacity).allSatisfy({ taken.insert([place.part, $0]).inserted }),
        with(chunk, { $0.checkInvariants(count: chunk == places.count - 1 ? lastCount : RowChunk.capacity) }),
        !place.isEven || places.step > 0 && places.step == with(chunk, { $0.step })
      else { return false }
      counts[place.part] += 1
    }
    return counts == parts.map(\.chunkCount)
      && parts.count <= places.count / ChunkStore.fewChunks + ChunkStore.fewChunks + 1
  }
}
