#ifndef CXF_TEXT_SHIM_H
#define CXF_TEXT_SHIM_H

#include <stddef.h>
#include <stdint.h>
#include <uninorm.h>
#include <unistr.h>

// The form is an extern variable of an incomplete type, which Swift cannot import.
static inline uint8_t *cxf_text_nfc(const uint8_t *text, size_t count, uint8_t *buffer, size_t *length) {
  return u8_normalize(UNINORM_NFC, text, count, buffer, length);
}

#endif
