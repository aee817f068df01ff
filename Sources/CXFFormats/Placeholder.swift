// CXFFormats
