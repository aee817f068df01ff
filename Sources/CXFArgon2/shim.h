#ifndef CXF_ARGON2_SHIM_H
#define CXF_ARGON2_SHIM_H

#include <argon2.h>

#endif
