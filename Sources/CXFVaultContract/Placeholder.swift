internal import CXFVaults
