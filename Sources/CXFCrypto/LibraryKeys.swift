internal import CXFOpenSSL

/// Returns whether the linked library, as it is configured, has a kind of keys, such as "X25519" or "ML-KEM-768".
func libraryHasKeys(of algorithm: String) -> Bool {
  guard let found = EVP_KEYMGMT_fetch(nil, algorithm, nil) else {
    // That there is none is no failure; the queue must not be left to the next one.
    ERR_clear_error()
    return false
  }
  EVP_KEYMGMT_free(found)
  return true
}
