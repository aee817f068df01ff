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

/// Changes every item, so that nothing could be written as it was read.
func change(_ header: inout Header) {
  for account in header.accounts.indices {
    for item in header.accounts[account].items.indices {
      header.accounts[account].items[item].modifiedAt = Timestamp(1_700_000_000 + UInt64(item))
    }
  }
}

var decodings: [Double] = []
var encodings: [Double] = []
var streamings: [Double] = []
var written = 0
for _ in 0..<repetitions {
  let start = seconds()
  var header = try CXFDecoder().decode(bytes).header
  decodings.append(seconds() - start)
  change(&header)
  let middle = seconds()
  written = CXFEncoder().encode(header).count
  encodings.append(seconds() - middle)
  let last = seconds()
  var streamed = 0
  try CXFEncoder().encode(header) { streamed += $0.count }
  streamings.append(seconds() - last)
  guard streamed == written else { fatalError("\(streamed) bytes in pieces, \(written) at once") }
}
func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
func line(_ what: String, _ count: Int, _ time: Double) -> String {
  let rate = Double(count) / 1e6 / time
  return "\(what)=\(String(format: "%.4f", time))s \(String(format: "%.1f", rate))MB/s"
}
print(
  "cxf in=\(bytes.count) out=\(written)", line("decode", bytes.count, median(decodings)),
  line("encode", written, median(encodings)), line("pieces", written, median(streamings)))
