// CXFCrypto
