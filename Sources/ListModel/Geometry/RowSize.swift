/// The size of a row, as far as it is known.
struct RowSize: RunElement {
  let size: ListSize?

  var rows: Int { 1 }
  var height: Double { 0 }
}
