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

#endif
