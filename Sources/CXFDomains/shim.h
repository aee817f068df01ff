#ifndef CXF_DOMAINS_SHIM_H
#define CXF_DOMAINS_SHIM_H

#include <idn2.h>
#include <libpsl.h>

#endif
