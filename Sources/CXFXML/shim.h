#ifndef CXF_XML_SHIM_H
#define CXF_XML_SHIM_H

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>

// Where the parser is in the bytes that it was given, after conversion to UTF-8.
static inline long cxf_xml_offset(xmlParserCtxtPtr context) {
  if (context == NULL || context->input == NULL) return 0;
  return (long)(context->input->cur - context->input->base) + (long)context->input->consumed;
}

// The byte that the parser stands at, 0 at the end.
static inline unsigned char cxf_xml_next(xmlParserCtxtPtr context) {
  if (context == NULL || context->input == NULL || context->input->cur >= context->input->end) return 0;
  return *context->input->cur;
}

static inline int cxf_xml_line(xmlParserCtxtPtr context) {
  return context == NULL || context->input == NULL ? 0 : context->input->line;
}

static inline int cxf_xml_column(xmlParserCtxtPtr context) {
  return context == NULL || context->input == NULL ? 0 : context->input->col;
}

// Makes a parser for bytes that calls a handler, without network, and with nodes of any size.
static inline xmlParserCtxtPtr cxf_xml_begin(const char *bytes, int count, const xmlSAXHandler *handler, void *data) {
  xmlParserCtxtPtr context = xmlCreateMemoryParserCtxt(bytes, count);
  if (context == NULL) return NULL;
  *context->sax = *handler;
  context->userData = data;
  xmlCtxtUseOptions(context, XML_PARSE_NONET | XML_PARSE_HUGE | XML_PARSE_NOCDATA);
  return context;
}

#endif
