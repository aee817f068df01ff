internal import CXFCommandLine
internal import CXFCommands

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

Interruption.install()
let environment = CommandEnvironment.ofProcess(program: "cxf")
do {
  switch CXFCommand.begin(try ProcessArguments.read(for: CXFCommand.spec), environment) {
  case .ended(let code): exit(code.rawValue)
  case .command(let work): exit(await work.perform().rawValue)
  }
} catch {
  exit(environment.report(error).rawValue)
}
