internal import CXFDomains
