internal import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
let options: BenchmarkOptions
do {
  options = try BenchmarkOptions(arguments: arguments, groups: BenchmarkSuite.groups)
} catch {
  let message = "feedweave-bench: \(error)\nUsage: feedweave-bench [--json] [--check] [--filter GROUP]\n"
  FileHandle.standardError.write(Data(message.utf8))
  exit(64)
}
if options.help {
  print(BenchmarkOptions.helpText(groups: BenchmarkSuite.groups))
  exit(0)
}

/// Prints a line at once, into a pipe too.
func show(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

if !options.json { show(BenchmarkReport.heading) }
var isAnyAbove = false
for benchmark in BenchmarkSuite.rows(inGroup: options.group, named: options.name) {
  let result = benchmark.run(rounds: options.rounds)
  show(options.json ? BenchmarkReport.json(result) : BenchmarkReport.line(result))
  isAnyAbove = isAnyAbove || result.isAboveLimit
}
exit(options.check && isAnyAbove ? 1 : 0)
