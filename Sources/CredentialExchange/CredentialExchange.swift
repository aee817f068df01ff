@_exported public import CXFImporting
@_exported public import CXFVaults
@_exported public import CredentialExchangeFormat
@_exported public import CredentialExchangeProtocol
