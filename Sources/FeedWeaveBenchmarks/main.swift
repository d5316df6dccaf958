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

if !options.json { print(BenchmarkReport.heading) }
var isAnyAbove = false
for benchmark in BenchmarkSuite.rows(inGroup: options.group) {
  let result = benchmark.run()
  print(options.json ? BenchmarkReport.json(result) : BenchmarkReport.line(result))
  isAnyAbove = isAnyAbove || result.isAboveLimit
}
exit(options.check && isAnyAbove ? 1 : 0)
