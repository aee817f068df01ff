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
  exit(await CXFCommand.run(try ProcessArguments.read(for: CXFCommand.spec), environment).rawValue)
} catch {
  exit(environment.report(error).rawValue)
}
