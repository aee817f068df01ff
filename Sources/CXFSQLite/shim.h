#ifndef CXF_SQLITE_SHIM_H
#define CXF_SQLITE_SHIM_H

#include <sqlite3.h>

// sqlite3_db_config is variadic, which Swift does not import.
static inline int cxf_sqlite3_db_config_flag(sqlite3 *database, int option, int value) {
  return sqlite3_db_config(database, option, value, (int *)0);
}

#endif
