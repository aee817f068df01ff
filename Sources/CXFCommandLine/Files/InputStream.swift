#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// An input that is read piece by piece: standard input, a pipe, or a file.
package final class InputStream {
  private enum Source: ~Copyable {
    case standardInput(any ByteReader)
    case file(FileDescriptor)
  }

  /// The path as the user wrote it.
  package let path: String
  private let source: Source

  init(standardInput: any ByteReader) {
    path = "-"
    source = .standardInput(standardInput)
  }

  init(_ file: consuming FileDescriptor, path: String) {
    self.path = path
    source = .file(file)
  }

  /// Returns the next bytes, at most `count`; none only at the end.
  ///
  /// - Throws: ``InputFileError``.
  package func next(upTo count: Int = 1 << 16) throws(InputFileError) -> [UInt8] {
    switch source {
    case .standardInput(let reader):
      do throws(StreamError) {
        return try reader.read(upTo: count)
      } catch {
        guard case .readFailed(_, let cause) = error else {
          throw .readFailed(path: path, SystemError(code: EPIPE))
        }
        throw cause.code == EISDIR ? .isDirectory(path: path) : .readFailed(path: path, cause)
      }
    case .file(let file):
      do throws(SystemError) {
        return try file.read(upTo: count)
      } catch {
        throw .readFailed(path: path, error)
      }
    }
  }
}

extension InputFiles {
  /// Begins reading an input piece by piece; `-` is standard input.
  ///
  /// - Throws: ``InputFileError``.
  package mutating func stream(_ path: String) throws(InputFileError) -> InputStream {
    if path.isBytes("-") { return InputStream(standardInput: try takeStandardInput(refusesTerminal: true)) }
    if Self.descriptorNumber(of: path) == STDIN_FILENO {
      return InputStream(standardInput: try takeStandardInput(refusesTerminal: false))
    }
    return InputStream(try open(path), path: path)
  }
}
