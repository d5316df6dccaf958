import TestSupport
import Testing

@testable import ListModel

/// Rows that are placed as far as needed, compared with rows that are placed from the beginning after each change.
@Suite struct PlacedRowsTests {
  /// The rows by their identities, and those whose sizes have been given.
  private struct Model {
    var rows: [Int]
    var known: Set<Int> = []
    private var next: Int

    init(count: Int) {
      (rows, next) = (Array(0..<count), count)
    }

    static func size(of id: Int) -> ListSize {
      ListSize(width: Double(1 << (id * 7 % 5)), height: Double(id * 5 % 7))
    }

    /// Deletes, inserts and moves some rows; returns the pieces that result.
    mutating func change(_ random: inout SeededGenerator) -> [ListRowPiece] {
      let cuts = (0..<4).map { _ in Int.random(in: 0...rows.count, using: &random) }.sorted()
      let ranges = zip([0] + cuts, cuts + [rows.count]).map { $0..<$1 }
      var pieces = ranges.filter { _ in Int.random(in: 0..<6, using: &random) > 0 }.map(ListRowPiece.kept)
      if Int.random(in: 0..<3, using: &random) == 0 { pieces.shuffle(using: &random) }
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let piece = ListRowPiece.new(Int.random(in: 0...3, using: &random))
        pieces.insert(piece, at: Int.random(in: 0...pieces.count, using: &random))
      }
      let former = rows
      rows = []
      for piece in pieces {
        switch piece {
        case .kept(let range): rows += former[range]
        case .new(let count):
          rows += next..<next + count
          next += count
        }
      }
      return pieces
    }
  }

  private static func layout(_ layout: ListLayout) -> SectionLayout {
    var layout = layout
    layout.inset = ListInsets(top: 2, left: 1, bottom: 3, right: 1)
    return SectionLayout(layout, width: 22)
  }

  @Test func `changes keep what is known in a flow`() {
    check(Self.layout(.flow(lineSpacing: 1, columnSpacing: 2))) { PlacedRows<FlowLine>(count: $0, in: $1) }
  }

  @Test func `changes keep what is known in a waterfall`() {
    check(Self.layout(.waterfall(columns: 3, lineSpacing: 1, columnSpacing: 2))) {
      PlacedRows<WaterfallBand>(count: $0, in: $1)
    }
  }

  private func check<Line: PlacedLine>(_ layout: SectionLayout, _ make: (Int, SectionLayout) -> PlacedRows<Line>) {
    for seed in 1...Sample.of(2_000, few: 50) as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      var model = Model(count: Int.random(in: 0...40, using: &random))
      var rows = make(model.rows.count, layout)
      for step in 0..<20 {
        if Bool.random(using: &random) { rows.rearrange(model.change(&random)) }
        if let row = model.rows.indices.randomElement(using: &random), Int.random(in: 0..<5, using: &random) == 0 {
          rows.forget(row)
          model.known.remove(model.rows[row])
        }
        guard let end = model.rows.indices.randomElement(using: &random) else { continue }
        while let row = rows.rowToPlace(through: end) {
          if !model.known.insert(model.rows[row]).inserted {
            Issue.record("seed \(seed), step \(step): \(row) is known")
            return
          }
          rows.place(Model.size(of: model.rows[row]), of: row)
        }
        if let fault = fault(rows, through: end, model, fresh: make(model.rows.count, layout)) {
          Issue.record("seed \(seed), step \(step): \(fault)")
          return
        }
      }
    }
  }

  private func fault<Line: PlacedLine>(
    _ rows: PlacedRows<Line>, through end: Int, _ model: Model, fresh: PlacedRows<Line>
  ) -> String? {
    guard rows.checkInvariants() else { return "the lines do not match the rows" }
    var fresh = fresh
    while let row = fresh.rowToPlace(through: end) { fresh.place(Model.size(of: model.rows[row]), of: row) }
    if rows.count != model.rows.count { return "there are \(rows.count) rows, not \(model.rows.count)" }
    for row in 0...end where !rows.frame(of: row).isNearly(fresh.frame(of: row)) {
      return "\(row) is at \(rows.frame(of: row)), not at \(fresh.frame(of: row))"
    }
    return nil
  }
}
