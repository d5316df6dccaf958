/// The cost of a woven list, compared with the same list plain; each act is laid out.
enum ListsBenchmarks {
  static let all: [Benchmark] = table + sectioned + asking + grown + flows + carousels

  static let group = "lists"

  private static let table: [Benchmark] = [
    row("reload, nothing changed", limit: 2, target: 1.2) { $0.reload() },
    row("reload, one row more", limit: 6, target: 3) { $0.reload(more: 1) },
    row("scrolled by a row", limit: 1.3, target: 1.1, operations: 60) { $0.scroll(steps: 60) },
    row("one row inserted in the middle", limit: 1.5, target: 1.2) { $0.insertRow() },
    row("one row in view deleted", limit: 1.5, target: 1.2) { $0.deleteRowInView() },
    row("a batch of 100 deletions and 100 insertions", limit: 1.8, target: 1.3) { $0.exchangeRows(100) },
    row("a page of 50 appended", limit: 1.8, target: 1.3) { $0.append(50) },
    row("rectangle of a row", limit: 1.5, target: 1.2, operations: 1_000) { $0.rectangles(1_000) },
    row("cell of a visible row", limit: 3, target: 2, operations: 1_000) { $0.cells(1_000) },
  ]

  private static let sectioned: [Benchmark] = [
    row("10,000 sections of 10 rows, an ad in each: reload, nothing changed", of: .sectioned, limit: 2, target: 1.2) {
      $0.reload()
    },
    row("the same: one row inserted", of: .sectioned, limit: 2, target: 1.2) { $0.insertRow() },
    row("the same: one section inserted", of: .sectioned, limit: 2, target: 1.2) { $0.insertSection() },
  ]

  private static let asking: [Benchmark] = [
    Benchmark(
      "one ad asked for by itself, another section each time: a call among 8,000 to one among 2,000", group: group,
      baseline: "a call among 2,000", limit: 2, target: 1.2
    ) {
      .clocked(
        measured: { ListWorld.askingOneByOne(8_000) / 8_000 }, baseline: { ListWorld.askingOneByOne(2_000) / 2_000 })
    }
  ]

  private static let flows: [Benchmark] =
    [1_000_000, 10_000_000].flatMap { count in
      [FlowWorld.Style.flow, .waterfall].flatMap { style in
        [FlowWorld.Sizes.estimated, .equal].flatMap { sizes in
          [
            growth("loaded, scrolled to its middle", of: style, sizes, rows: count) { $0.loadAndScroll() },
            growth("one row inserted in the middle", of: style, sizes, rows: count) { $0.insertRow() },
          ]
        }
      }
    } + [growth("one row inserted in the middle", of: .flow, .requested, rows: 1_000_000) { $0.insertRow() }]

  private static let carousels: [Benchmark] = [
    Benchmark(
      "a carousel of 10,000 rows: scrolled by a row", group: group, baseline: "a plain table of 10,000 rows",
      limit: 1.5, target: 1.2
    ) {
      let shape = ListWorld.Shape(rowsPerSection: 10_000)
      let (carousel, table) = (ListWorld.carousel(shape), ListWorld.plain(shape))
      return .timed(
        operations: 60, measured: { carousel.scrollAcross(steps: 60) }, baselineOperations: 60,
        baseline: { table.scroll(steps: 60) })
    }
  ]

  /// The acts of the table that do not load, on longer lists.
  private static let grown: [Benchmark] = [1_000_000, 10_000_000].flatMap { rows in
    [
      growth("scrolled by a row", rows: rows, operations: 60) { $0.scroll(steps: 60) },
      growth("one row inserted in the middle", rows: rows) { $0.insertRow() },
      growth("one row in view deleted", rows: rows) { $0.deleteRowInView() },
      growth("a batch of 100 deletions and 100 insertions", rows: rows) { $0.exchangeRows(100) },
      growth("a page of 50 appended", rows: rows) { $0.append(50) },
      growth("rectangle of a row", rows: rows, operations: 1_000) { $0.rectangles(1_000) },
      growth("cell of a visible row", rows: rows, operations: 1_000) { $0.cells(1_000) },
    ]
  }

  /// Returns a row that compares an act on a long woven list with the same act on 100,000 rows.
  private static func growth(
    _ name: String, rows: Int, operations: Int = 1, _ act: @escaping @Sendable (ListWorld) -> Int
  ) -> Benchmark {
    // What ten million rows cost is printed only.
    Benchmark(
      "a woven list of \(rows) rows: \(name)", group: group, baseline: "the same with 100,000",
      limit: rows > 1_000_000 ? nil : 1.2, target: 1.1
    ) {
      let (large, small) = (ListWorld.woven(ListWorld.Shape(rowsPerSection: rows)), ListWorld.woven(.long))
      return .timed(
        operations: operations, measured: { act(large) }, baselineOperations: operations, baseline: { act(small) })
    }
  }

  /// Returns a row that compares an act on a flow or waterfall with the same act on 100,000 rows.
  private static func growth(
    _ name: String, of style: FlowWorld.Style, _ sizes: FlowWorld.Sizes, rows: Int,
    _ act: @escaping @Sendable (FlowWorld) -> Int
  ) -> Benchmark {
    Benchmark(
      "a \(style) of \(rows) rows \(sizes.rawValue): \(name)", group: group, baseline: "the same with 100,000",
      limit: 1.2, target: 1.1
    ) {
      let (large, small) = (FlowWorld(style, sizes, rows: rows), FlowWorld(style, sizes, rows: 100_000))
      let times = 20
      return .timed(
        operations: times, measured: { (0..<times).reduce(0) { sum, _ in sum + act(large) } },
        baselineOperations: times, baseline: { (0..<times).reduce(0) { sum, _ in sum + act(small) } })
    }
  }

  /// Returns a row that compares an act on a woven list with the same act on a plain one.
  private static func row(
    _ name: String, of shape: ListWorld.Shape = .long, limit: Double, target: Double, operations: Int = 1,
    _ act: @escaping @Sendable (ListWorld) -> Int
  ) -> Benchmark {
    Benchmark(name, group: group, baseline: "the same list plain", limit: limit, target: target) {
      let (woven, plain) = (ListWorld.woven(shape), ListWorld.plain(shape))
      return .timed(
        operations: operations, measured: { act(woven) }, baselineOperations: operations, baseline: { act(plain) })
    }
  }
}
