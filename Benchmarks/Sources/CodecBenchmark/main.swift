import CredentialExchangeFormat
import Foundation

/// Times decoding and encoding of one CXF file: medians of CPU time over several runs.

guard CommandLine.arguments.count > 1,
  let data = FileManager.default.contents(atPath: CommandLine.arguments[1])
else {
  print("usage: CodecBenchmark CXF.json [REPETITIONS]")
  exit(64)
}
let bytes = [UInt8](data)
let repetitions = CommandLine.arguments.count > 2 ? Int(CommandLine.arguments[2]) ?? 5 : 5

func seconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

var decodings: [Double] = []
var encodings: [Double] = []
var output: [UInt8] = []
for _ in 0..<repetitions {
  let start = seconds()
  let result = try CXFDecoder().decode(bytes)
  let middle = seconds()
  output = CXFEncoder().encode(result.header)
  let end = seconds()
  decodings.append(middle - start)
  encodings.append(end - middle)
}
func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
func line(_ what: String, _ count: Int, _ time: Double) -> String {
  let rate = Double(count) / 1e6 / time
  return "\(what)=\(String(format: "%.4f", time))s \(String(format: "%.1f", rate))MB/s"
}
print(
  "cxf in=\(bytes.count) out=\(output.count)", line("decode", bytes.count, median(decodings)),
  line("encode", output.count, median(encodings)))
