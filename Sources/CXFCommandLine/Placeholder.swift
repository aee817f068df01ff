// CXFCommandLine
