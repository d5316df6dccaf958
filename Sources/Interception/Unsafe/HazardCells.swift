public import Synchronization

/// The chains that one thread's calls use: a hazard cell for each call, written by that thread only.
///
/// A chain is replaced at any time, and is freed when no call uses it. A call *enters* before it uses the chain of a
/// slot: it writes the chain into a cell of its thread, and then reads the slot again, until both agree. It *leaves* by
/// clearing the cell. Whoever replaces a chain puts the former one on the list of retired chains, and ``collect(_:into:)``
/// frees those that no cell names. These are hazard pointers (Michael, 2004), with the asymmetric fences of Dice, Huang
/// and Yang (2001): the frequent side has none, and the rare side issues a ``HeavyFence`` in every thread.
///
/// A thread finds its cells by a thread-specific pointer of the system, so they work on any stack. They are made when a
/// thread first sends a hooked message, are handed on to another thread when it ends, and are never freed. A thread
/// whose calls are nested deeper than it has cells gets another block of them; no call waits for a lock.
///
/// What must hold, and why it does:
/// 1. *A chain that a call uses is not freed.* The call wrote its cell before it read the slot for the last time, and the
///    remover replaced the slot's chain before the heavy fence and read the cells after it. So either the call read the
///    new chain, or the remover sees the cell.
/// 2. *A retired chain that no call uses is freed, by the last call that used it if not before.* The remover marks each
///    cell that names a retired chain, issues the heavy fence, and looks again at those it has marked; the others were
///    written later, by calls that don't use the chain. A leaving call clears its cell before it reads the mark. So either
///    the remover sees the cleared cell, or the call sees the mark. Whoever sees a mark collects, or leaves it to the
///    holder of the registry's lock: see `Registry.finishPendingWorkIfUnlocked`.
/// 3. *What a call did with a chain happens before the chain is freed.* A cell is cleared and written with release
///    ordering, and read by the remover with acquire ordering.
/// 4. *The order of a call's write and its next read is kept.* For the processor, the heavy fence sees to it. For the
///    compiler, a ``LightFence`` stands between them: see there what it promises.
/// 5. *A cell belongs to one call.* Only its thread writes it, and a call takes only a cell that is clear. Calls needn't
///    leave in the reverse order of their entry, but in the thread in which they entered. A signal handler may interrupt
///    these functions anywhere: its calls end before the interrupted one goes on, and leave the cells as they found them.
///    (It should not be the first to send in its thread, since memory is allocated then.)
@safe @usableFromInline
struct HazardCells: ~Copyable {
  /// The place for one call's chain.
  @usableFromInline
  struct Cell: ~Copyable {
    /// The address of the chain; zero if the cell is free, and ``end`` in the last cell of a block, which is never free.
    @usableFromInline let chain = Atomic<UInt>(0)
    /// Whether a retired chain waits for the call.
    @usableFromInline let isAwaited = Atomic<Bool>(false)

    static var end: UInt { .max }
  }

  /// A number of cells, and one more that is never free.
  @safe
  private struct Block: ~Copyable {
    let size: Int
    let cells: UnsafeMutablePointer<Cell>
    /// The thread's next block.
    let next: UnsafePointer<Block>?

    /// Makes a block of twice the size of the next one, so that looking for a free cell takes constant time on average.
    init(next: UnsafePointer<Block>?) {
      size = unsafe next.map { unsafe 2 * $0.pointee.size + 1 } ?? 15
      unsafe cells = .allocateCacheAligned(capacity: size + 1)
      for index in 0...size { unsafe (cells + index).initialize(to: Cell()) }
      unsafe cells[size].chain.store(Cell.end, ordering: .relaxed)
      unsafe self.next = unsafe next
    }
  }

  /// A call that has entered.
  @safe @usableFromInline
  struct Entry {
    /// What the slot contains: the address of the chain that the call may use until it leaves, or none.
    @usableFromInline let chain: UInt
    @usableFromInline let cell: UnsafePointer<Cell>
    @usableFromInline let owner: Reference

    @inlinable @inline(__always)
    init(_ chain: UInt, _ cell: UnsafePointer<Cell>, _ owner: Reference) {
      self.chain = chain
      unsafe self.cell = unsafe cell
      unsafe self.owner = unsafe owner
    }
  }

  @usableFromInline typealias Reference = UnsafePointer<HazardCells>

  /// The address of the cell that the next call tries first.
  @usableFromInline let nextCell: Atomic<UInt>
  /// The address of the first block.
  private let blocks: Atomic<UInt>
  /// Whether a thread uses the cells.
  private let isTaken = Atomic<Bool>(true)
  /// The address of the cells of another thread, which were made before.
  private let older = Atomic<UInt>(0)

  private init() {
    let block = UnsafeMutablePointer<Block>.allocate(capacity: 1)
    unsafe block.initialize(to: Block(next: nil))
    nextCell = Atomic(UInt(bitPattern: unsafe block.pointee.cells))
    blocks = Atomic(UInt(bitPattern: block))
  }

  /// The cells of all threads so far, the newest first.
  private static let newest = Atomic<UInt>(0)
}

// MARK: - Calls

extension HazardCells {
  /// Enters: protects the chain of a slot from being freed until the call leaves.
  @inlinable @inline(__always)
  static func enter(_ slot: SlotReference) -> Entry {
    guard let owner = unsafe current(slot.value.threads) else { return enterElsewhere(slot) }
    let cell = unsafe UnsafePointer<Cell>(bitPattern: owner.pointee.nextCell.load(ordering: .relaxed)).unsafelyUnwrapped
    guard unsafe _fastPath(cell.pointee.chain.load(ordering: .relaxed) == 0) else { return enterElsewhere(slot) }
    return unsafe enter(slot, cell, owner)
  }

  @inlinable @inline(__always)
  static func enter(_ slot: SlotReference, _ cell: UnsafePointer<Cell>, _ owner: Reference) -> Entry {
    unsafe owner.pointee.nextCell.store(UInt(bitPattern: cell + 1), ordering: .relaxed)
    var chain = slot.value.chain.load(ordering: .relaxed)
    while true {
      unsafe cell.pointee.chain.store(chain, ordering: .releasing)
      slot.value.lightFence.issue()
      let current = slot.value.chain.load(ordering: .sequentiallyConsistent)
      if _fastPath(current == chain) { return unsafe Entry(chain, cell, owner) }
      chain = current
    }
  }

  /// Enters in the first call of a thread, or in one that is nested deeper than the thread has cells.
  @usableFromInline @inline(never)
  static func enterElsewhere(_ slot: SlotReference) -> Entry {
    let owner = unsafe current(slot.value.threads) ?? claim(slot.value.threads)
    return unsafe enter(slot, owner.pointee.freeCell(), owner)
  }

  /// Leaves, after the last use of the chain; frees the chain if nobody else uses it and it was retired meanwhile.
  @inlinable @inline(__always)
  static func leave(_ entry: Entry, _ slot: SlotReference) {
    unsafe entry.cell.pointee.chain.store(0, ordering: .releasing)
    unsafe entry.owner.pointee.nextCell.store(UInt(bitPattern: entry.cell), ordering: .relaxed)
    slot.value.lightFence.issue()
    if _slowPath(unsafe entry.cell.pointee.isAwaited.load(ordering: .sequentiallyConsistent)) { collect(after: entry) }
  }

  @usableFromInline @inline(never)
  static func collect(after entry: Entry) {
    unsafe entry.cell.pointee.isAwaited.store(false, ordering: .relaxed)
    Registry.finishPendingWorkIfUnlocked()
  }

  /// The current thread's cells; nil if it has none yet.
  @inlinable @inline(__always)
  static func current(_ threads: ThreadPointer) -> Reference? {
    unsafe threads.current.map { unsafe Reference($0.assumingMemoryBound(to: HazardCells.self)) }
  }

  /// Returns a free cell of any block, or of another block if there is none.
  private func freeCell() -> UnsafePointer<Cell> {
    var found: UnsafePointer<Cell>?
    unsafe forEachCell { cell in
      if unsafe found == nil, unsafe cell.pointee.chain.load(ordering: .relaxed) == 0 { unsafe found = unsafe cell }
    }
    if let found = unsafe found { return unsafe found }
    let block = UnsafeMutablePointer<Block>.allocate(capacity: 1)
    unsafe block.initialize(to: Block(next: UnsafePointer(bitPattern: blocks.load(ordering: .relaxed))))
    blocks.store(UInt(bitPattern: block), ordering: .releasing)
    return unsafe UnsafePointer(block.pointee.cells)
  }

  private func forEachCell(_ body: (UnsafePointer<Cell>) -> Void) {
    var block = unsafe UnsafePointer<Block>(bitPattern: blocks.load(ordering: .acquiring))
    while let current = unsafe block {
      for index in unsafe 0..<current.pointee.size { unsafe body(current.pointee.cells + index) }
      unsafe block = unsafe current.pointee.next
    }
  }
}

// MARK: - Threads

extension HazardCells {
  /// Returns free cells of a thread that has ended, or new ones, which are the current thread's until it ends.
  @inline(never)
  private static func claim(_ threads: ThreadPointer) -> Reference {
    var candidate = unsafe Reference(bitPattern: newest.load(ordering: .acquiring))
    while let cells = unsafe candidate {
      let isFree = unsafe cells.pointee.isTaken.compareExchange(
        expected: false, desired: true, ordering: .sequentiallyConsistent
      ).exchanged
      if isFree {
        unsafe threads.set(cells)
        return unsafe cells
      }
      unsafe candidate = unsafe Reference(bitPattern: cells.pointee.older.load(ordering: .relaxed))
    }
    let made = unsafe UnsafeMutablePointer<HazardCells>.allocateCacheAligned()
    unsafe made.initialize(to: HazardCells())
    var (isLinked, former) = (false, newest.load(ordering: .acquiring))
    while !isLinked {
      unsafe made.pointee.older.store(former, ordering: .relaxed)
      (isLinked, former) = newest.compareExchange(
        expected: former, desired: UInt(bitPattern: made), ordering: .sequentiallyConsistent)
    }
    unsafe threads.set(made)
    return unsafe Reference(made)
  }

  /// The threads' pointers to their cells.
  static let threads = unsafe ThreadPointer { ended in
    guard let pointer = unsafe ended as UnsafeMutableRawPointer? else { return }
    // The thread is about to end: its calls can't go on, even if one of them ended the thread.
    let cells = unsafe pointer.assumingMemoryBound(to: HazardCells.self)
    var isAwaited = false
    unsafe cells.pointee.forEachCell { cell in
      if unsafe cell.pointee.chain.exchange(0, ordering: .sequentiallyConsistent) != 0,
        unsafe cell.pointee.isAwaited.exchange(false, ordering: .sequentiallyConsistent)
      {
        isAwaited = true
      }
    }
    let first = unsafe UnsafePointer<Block>(bitPattern: cells.pointee.blocks.load(ordering: .relaxed)).unsafelyUnwrapped
    unsafe cells.pointee.nextCell.store(UInt(bitPattern: first.pointee.cells), ordering: .relaxed)
    unsafe cells.pointee.isTaken.store(false, ordering: .releasing)
    if isAwaited { Registry.finishPendingWorkIfUnlocked() }
  }
}

// MARK: - Retired chains

extension HazardCells {
  /// Moves the retired chains that no call uses to `garbage`; the last call that uses one of the others collects it.
  ///
  /// Called with the registry locked.
  static func collect(_ retired: inout [Chain], into garbage: inout [AnyObject]) {
    if retired.isEmpty { return }
    issueHeavyFence()
    var used = chainsInUse(among: retired, isAwaiting: true)
    if !used.isEmpty {
      issueHeavyFence()
      used = chainsInUse(among: retired, isAwaiting: false)
    }
    for chain in retired where !used.contains(Unretained(chain).bits) { garbage.append(chain) }
    retired.removeAll { !used.contains(Unretained($0).bits) }
  }

  /// Issues the heavy fence, unless no other thread has cells; one that gets some from now on sees the replaced chain.
  private static func issueHeavyFence() {
    let own = unsafe current(threads)
    var isNeeded = false
    unsafe forEach { cells in
      if unsafe cells != own, unsafe cells.pointee.isTaken.load(ordering: .sequentiallyConsistent) { isNeeded = true }
    }
    if isNeeded { HeavyFence.issue() }
  }

  private static func forEach(_ body: (Reference) -> Void) {
    var candidate = unsafe Reference(bitPattern: newest.load(ordering: .sequentiallyConsistent))
    while let cells = unsafe candidate {
      unsafe body(cells)
      unsafe candidate = unsafe Reference(bitPattern: cells.pointee.older.load(ordering: .relaxed))
    }
  }

  /// Returns which of the chains are named by cells: by all, which are marked, or by marked ones only.
  private static func chainsInUse(among retired: [Chain], isAwaiting: Bool) -> [UInt] {
    var used: [UInt] = []
    unsafe forEach { cells in
      unsafe cells.pointee.forEachCell { cell in
        let chain = unsafe cell.pointee.chain.load(ordering: .acquiring)
        guard chain != 0, retired.contains(where: { Unretained($0).bits == chain }) else { return }
        if isAwaiting {
          unsafe cell.pointee.isAwaited.store(true, ordering: .sequentiallyConsistent)
        } else if unsafe !cell.pointee.isAwaited.load(ordering: .relaxed) {
          return
        }
        used.append(chain)
      }
    }
    return used
  }

  /// Returns whether a call of the current thread uses a chain that satisfies the predicate.
  static func currentThreadUses(_ predicate: (Chain) -> Bool) -> Bool {
    guard let cells = unsafe current(threads) else { return false }
    var isFound = false
    unsafe cells.pointee.forEachCell { cell in
      let bits = unsafe cell.pointee.chain.load(ordering: .relaxed)
      guard bits > SlotState.lookAgain, !isFound else { return }
      isFound = predicate(Unretained<Chain>(nonzero: bits).object)
    }
    return isFound
  }

  /// The number of threads that have had cells at one time, for tests.
  static var threadCount: Int {
    var count = 0
    unsafe forEach { _ in count += 1 }
    return count
  }
}
