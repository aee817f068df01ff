// CXFCommands
