#ifndef CXF_OPENSSL_SHIM_H
#define CXF_OPENSSL_SHIM_H

// Hides everything that OpenSSL 3.0 deprecates, so that a use of it does not compile.
#define OPENSSL_API_COMPAT 30000
#define OPENSSL_NO_DEPRECATED

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/param_build.h>
#include <openssl/params.h>
#include <openssl/rand.h>
#include <openssl/x509.h>

// A parameter keeps the address of its name, and Swift lends the text of a macro for one call only.
static inline int cxf_hmac_init(EVP_MAC_CTX *context, const unsigned char *key, size_t count, const char *digest) {
  OSSL_PARAM parameters[] = {
    OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)digest, 0),
    OSSL_PARAM_construct_end(),
  };
  return EVP_MAC_init(context, key, count, parameters);
}

#endif
