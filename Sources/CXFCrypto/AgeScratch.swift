internal import CXFOpenSSL

/// Memory for plaintext on its way, cleared before it is given back.
struct AgeScratch: ~Copyable {
  let bytes: UnsafeMutableRawBufferPointer
  private let memory: SecretMemory

  init(count: Int, memory: SecretMemory = .heap) {
    self.memory = memory
    bytes = memory.allocate(count)
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
  }

  deinit {
    if let start = bytes.baseAddress { OPENSSL_cleanse(start, bytes.count) }
    memory.release(bytes)
  }
}
