#ifndef CXF_OPENSSL_SHIM_H
#define CXF_OPENSSL_SHIM_H

// Hides everything that OpenSSL 3.0 deprecates, so that a use of it does not compile.
#define OPENSSL_API_COMPAT 30000
#define OPENSSL_NO_DEPRECATED

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
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

// Makes an EC key of a named curve from its parts. Without a secret it is a public key; a secret is a number in the
// byte order of the machine.
static inline int cxf_ec_key(EVP_PKEY_CTX *context, EVP_PKEY **key, const char *curve, const unsigned char *point,
                             size_t point_count, unsigned char *secret, size_t secret_count) {
  OSSL_PARAM parameters[] = {
    OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)curve, 0),
    OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)point, point_count),
    OSSL_PARAM_construct_end(),
    OSSL_PARAM_construct_end(),
  };
  if (secret != NULL) parameters[2] = OSSL_PARAM_construct_BN(OSSL_PKEY_PARAM_PRIV_KEY, secret, secret_count);
  return EVP_PKEY_fromdata(context, key, secret == NULL ? EVP_PKEY_PUBLIC_KEY : EVP_PKEY_KEYPAIR, parameters);
}

#endif
