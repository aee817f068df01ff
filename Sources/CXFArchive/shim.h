#ifndef CXF_ARCHIVE_SHIM_H
#define CXF_ARCHIVE_SHIM_H

#include <archive.h>
#include <archive_entry.h>

#endif
